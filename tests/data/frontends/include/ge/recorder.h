// A stand-in for the headers of GE: enough to compile emitted options, and to see at run time which call gets which.
// Declarations follow the documented signatures; the constants are those of the option table.
#pragma once
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>

namespace ge {
class AscendString {
 public:
  AscendString() = default;
  AscendString(const char *text) : text_(text) {}  // implicit, as options are written with string literals
  const char *GetString() const { return text_.c_str(); }
  bool operator<(const AscendString &other) const { return text_ < other.text_; }

 private:
  std::string text_;
};

using Options = std::map<AscendString, AscendString>;

// One record for each option: call, key and value, each ended by NUL.
inline void Record(const char *call, const Options &options) {
  for (const auto &entry : options) {
    for (const char *part : {call, entry.first.GetString(), entry.second.GetString()}) {
      std::fputs(part, stdout);
      std::fputc(0, stdout);
    }
  }
}

class Graph {};

namespace ir_option {
constexpr const char *INPUT_FORMAT = "input_format";
constexpr const char *INPUT_SHAPE = "input_shape";
constexpr const char *INPUT_SHAPE_RANGE = "input_shape_range";
constexpr const char *OP_NAME_MAP = "op_name_map";
constexpr const char *IS_DYNAMIC_INPUT = "is_dynamic_input";
constexpr const char *IS_INPUT_ADJUST_HW_LAYOUT = "is_input_adjust_hw_layout";
constexpr const char *IS_OUTPUT_ADJUST_HW_LAYOUT = "is_output_adjust_hw_layout";
constexpr const char *ENABLE_SCOPE_FUSION_PASSES = "enable_scope_fusion_passes";
constexpr const char *OUTPUT = "output";
constexpr const char *DYNAMIC_BATCH_SIZE = "ge.dynamicBatchSize";
constexpr const char *DYNAMIC_IMAGE_SIZE = "ge.dynamicImageSize";
constexpr const char *DYNAMIC_DIMS = "ge.dynamicDims";
constexpr const char *INSERT_OP_FILE = "ge.insertOpFile";
constexpr const char *PRECISION_MODE = "ge.exec.precision_mode";
constexpr const char *PRECISION_MODE_V2 = "ge.exec.precision_mode_v2";
constexpr const char *TUNE_DEVICE_IDS = "ge.exec.tuneDeviceIds";
constexpr const char *EXEC_DISABLE_REUSED_MEMORY = "ge.exec.disableReuseMemory";
constexpr const char *AUTO_TUNE_MODE = "ge.autoTuneMode";
constexpr const char *CORE_TYPE = "ge.engineType";
constexpr const char *SOC_VERSION = "ge.socVersion";
constexpr const char *VIRTUAL_TYPE = "ge.virtual_type";
constexpr const char *ENABLE_SINGLE_STREAM = "ge.enableSingleStream";
constexpr const char *AC_PARALLEL_ENABLE = "ac_parallel_enable";
constexpr const char *AICORE_NUM = "ge.aicoreNum";
constexpr const char *FUSION_SWITCH_FILE = "ge.fusionSwitchFile";
constexpr const char *ENABLE_SMALL_CHANNEL = "ge.enableSmallChannel";
constexpr const char *OP_SELECT_IMPL_MODE = "ge.opSelectImplmode";
constexpr const char *OPTYPELIST_FOR_IMPLMODE = "ge.optypelistForImplmode";
constexpr const char *OUTPUT_TYPE = "ge.outputDatatype";
constexpr const char *BUFFER_OPTIMIZE = "ge.bufferOptimize";
constexpr const char *ENABLE_COMPRESS_WEIGHT = "ge.enableCompressWeight";
constexpr const char *SPARSITY = "ge.enableSparseMatrixWeight";
constexpr const char *COMPRESS_WEIGHT_CONF = "compress_weight_conf";
constexpr const char *OUT_NODES = "ge.outputNodeName";
constexpr const char *INPUT_FP16_NODES = "ge.INPUT_NODES_SET_FP16";
constexpr const char *LOG_LEVEL = "log";
constexpr const char *DEBUG_DIR = "ge.debugDir";
constexpr const char *OP_COMPILER_CACHE_DIR = "ge.op_compiler_cache_dir";
constexpr const char *OP_COMPILER_CACHE_MODE = "ge.op_compiler_cache_mode";
constexpr const char *BUILD_INNER_MODEL = "ge.build_inner_model";
constexpr const char *MDL_BANK_PATH = "ge.mdl_bank_path";
constexpr const char *OP_BANK_PATH = "ge.op_bank_path";
constexpr const char *OP_BANK_UPDATE = "ge.op_bank_update";
constexpr const char *OP_DEBUG_LEVEL = "ge.opDebugLevel";
constexpr const char *PERFORMANCE_MODE = "ge.performance_mode";
constexpr const char *SHAPE_GENERALIZED_BUILD_MODE = "ge.shape_generalized_build_mode";
constexpr const char *MODIFY_MIXLIST = "ge.exec.modify_mixlist";
constexpr const char *OP_PRECISION_MODE = "ge.exec.op_precision_mode";
constexpr const char *ALLOW_HF32 = "ge.exec.allow_hf32";
constexpr const char *CUSTOMIZE_DTYPES = "ge.customizeDtypes";
constexpr const char *COMPRESSION_OPTIMIZE_CONF = "ge.compressionOptimizeConf";
constexpr const char *INPUT_DATA_NAMES = "input_data_names";
constexpr const char *OP_DEBUG_CONFIG = "op_debug_config";
constexpr const char *ATOMIC_CLEAN_POLICY = "ge.exec.atomicCleanPolicy";
constexpr const char *EXTERNAL_WEIGHT = "ge.externalWeight";
constexpr const char *EXCLUDE_ENGINES = "ge.exec.exclude_engines";
constexpr const char *DETERMINISTIC = "ge.deterministic";
constexpr const char *DETERMINISTIC_LEVEL = "ge.deterministicLevel";
constexpr const char *DISTRIBUTED_CLUSTER_BUILD = "ge.distributed_cluster_build";
constexpr const char *MODEL_RELATION_CONFIG = "ge.offline_model_relation";
constexpr const char *CLUSTER_CONFIG = "ge.cluster_config";
constexpr const char *HCCL_SUB_COMM_CONFIG = "ge.hccl_sub_comm_config";
constexpr const char *ENABLE_GRAPH_PARALLEL = "ge.enableGraphParallel";
constexpr const char *GRAPH_PARALLEL_OPTION_PATH = "ge.graphParallelOptionPath";
constexpr const char *QUANT_DUMPABLE = "ge.quant_dumpable";
constexpr const char *QUANT_BIAS_OPTIMIZE = "ge.experiment.quant_bias_optimize";
constexpr const char *OP_DEPENDENCY_IN_OM = "ge.op_dependency_in_om";
constexpr const char *OP_DEBUG_OPTION = "op_debug_option";
constexpr const char *TILING_SCHEDULE_OPTIMIZE = "ge.tiling_schedule_optimize";
constexpr const char *GRAPH_MAX_PARALLEL_MODEL_NUM = "ge.graphMaxParallelModelNum";
constexpr const char *OPTION_BUILD_CONFIG = "ge.buildConfig";
constexpr const char *OO_LEVEL = "ge.oo.level";
constexpr const char *OO_CONSTANT_FOLDING = "ge.oo.constantFolding";
constexpr const char *OO_DEAD_CODE_ELIMINATION = "ge.oo.deadCodeElimination";
constexpr const char *OPTION_EXPORT_COMPILE_STAT = "ge.exportCompileStat";
constexpr const char *OPTIMIZATION_SWITCH = "ge.optimizationSwitch";
constexpr const char *INPUT_HINT_SHAPE = "ge.inputHintShape";
constexpr const char *INPUT_HINT_VALUE = "ge.inputHintValue";
constexpr const char *OPTION_OUTPUT_REUSE_INPUT_MEM_INDEXES = "ge.exec.outputReuseInputMemIndexes";
constexpr const char *OPTION_H2D_OVERLAPPED_WITH_COMPUTE = "ge.compile.h2dOverlappedWithCompute";
constexpr const char *OFFLINE_MODE = "ge.offlineMode";
constexpr const char *EXEC_DEVICE_CONFIG_PATH = "ge.exec.exec_device_config_path";
}  // namespace ir_option
}  // namespace ge
