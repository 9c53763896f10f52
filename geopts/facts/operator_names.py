"""Names that people write for operator types: what ONNX, TensorFlow and Caffe call them, and types that a later pass makes.

Read from the registrations of GE's parsers and plugins in two generations of the operator libraries (public sources of August 2026, and a
public copy of June 2022), and from the passes that change types. Names that are operator types themselves stand in no table of frameworks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FRAMEWORK_TYPES", "FURTHER_TYPES", "FURTHER_TYPES_SOURCE", "LATER_TYPES", "FrameworkTypeRow", "MadeFromRow"]


@attrs.frozen
class FrameworkTypeRow:
    """What a framework's operator becomes.

    :ivar framework: ``ONNX``, ``TensorFlow`` or ``Caffe``.
    :ivar makes: operator types that the parser can make of it, over all cases and both generations; those with precision modes first.
    :ivar with_modes: how many of them are in a table of modes or in a preset.
    """

    framework: str
    makes: tuple[str, ...]
    with_modes: int
    source: str


@attrs.frozen
class MadeFromRow:
    """An operator type that a pass makes of another after GE has looked up the modes; the mode found is kept.

    :ivar earlier: the type at the look-up.
    :ivar by: the pass.
    """

    earlier: str
    by: str
    source: str


_CANNDEV = "canndev-public-copy@7d77ce32"
_CV = "hicann/ops-cv@6ae87653"
_GE = "hicann/ge@ffdcbc9f"
_MATH = "hicann/ops-math@c4193324"
_NN = "hicann/ops-nn@e5c3fa93"
_OPS_TRANSFORMER_PUBLIC_COPY = "ops-transformer-public-copy@0a9e975f"


def _onnx(makes: tuple[str, ...], with_modes: int, source: str) -> FrameworkTypeRow:
    return FrameworkTypeRow("ONNX", makes, with_modes, source)


def _tensorflow(makes: tuple[str, ...], with_modes: int, source: str) -> FrameworkTypeRow:
    return FrameworkTypeRow("TensorFlow", makes, with_modes, source)


def _caffe(makes: tuple[str, ...], with_modes: int, source: str) -> FrameworkTypeRow:
    return FrameworkTypeRow("Caffe", makes, with_modes, source)


#: Framework's name to what it becomes, one row per framework that has the name.
FRAMEWORK_TYPES: Mapping[str, tuple[FrameworkTypeRow, ...]] = {
    "AbsVal": (_caffe(("Abs",), 0, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/caffe_absval_plugin.cc:36"),),
    "AdjustContrastv2": (
        _tensorflow(
            ("AdjustContrast",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/adjust_contrast_plugin.cc:52"
        ),
    ),
    "All": (_tensorflow(("ReduceAll",), 0, f"{_MATH}:math/reduce_all/framework/reduce_all_tf_plugin.cpp:14"),),
    "And": (
        _onnx(
            ("LogicalAnd",),
            0,
            f"{_MATH}:common/src/framework/similar_opp_onnx_plugin.cpp:61,114,166,216,268,322,376,431,487,519,578",
        ),
    ),
    "AntiQuant": (
        _caffe(
            ("AscendAntiQuant",),
            0,
            f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/caffe_ascend_anti_quant_plugin.cc:58",
        ),
    ),
    "Any": (_tensorflow(("ReduceAny",), 0, f"{_MATH}:math/reduce_any/framework/reduce_any_tf_plugin.cpp:14"),),
    "ArgMax": (
        _onnx(("ArgMaxV2", "ExpandDims"), 0, f"{_MATH}:math/arg_max_v2/framework/argmax_onnx_plugin.cpp:98"),
        _tensorflow(("ArgMaxV2",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/arg_max_plugin.cc:42"),
        _caffe(("ArgMaxWithK",), 0, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/arg_max_with_k_plugin.cc:68"),
    ),
    "AssignAddVariableOp": (
        _tensorflow(("AssignAdd",), 0, f"{_MATH}:math/assign_add/framework/assign_add_tf_plugin.cpp:14"),
    ),
    "AssignSubVariableOp": (
        _tensorflow(("AssignSub",), 0, f"{_MATH}:math/assign_sub/framework/assign_sub_tf_plugin.cpp:14"),
    ),
    "AssignVariableOp": (_tensorflow(("Assign",), 0, f"{_MATH}:conversion/assign/framework/assign_tf_plugin.cpp:14"),),
    "AveragePool": (
        _onnx(
            ("AvgPoolV2", "AvgPool3D", "Squeeze", "Unsqueeze", "AvgPool", "PadV2", "TransposeD"),
            1,
            f"{_NN}:common/src/framework/average_pool_onnx_plugin.cpp:273",
        ),
    ),
    "BatchMultiClassNMS": (
        _onnx(
            ("BatchMultiClassNonMaxSuppression",),
            1,
            f"{_CV}:common/src/framework/batch_multi_class_non_max_suppression_onnx_plugin.cpp:52",
        ),
    ),
    "BatchNormalization": (
        _onnx(("BatchNorm",), 0, f"{_NN}:norm/batch_norm/framework/batch_normalization_onnx_plugin.cpp:53"),
    ),
    "BatchedMatMul": (
        _caffe(("BatchMatMul",), 1, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/caffe_batch_matmul_plugin.cc:59"),
    ),
    "Bernoulli": (
        _onnx(
            ("StatelessBernoulliV2",), 0, f"{_MATH}:random/stateless_bernoulli/framework/bernoulli_onnx_plugin.cpp:86"
        ),
    ),
    "BitShift": (
        _onnx(("LeftShift", "RightShift"), 0, f"{_MATH}:math/right_shift/framework/bitshift_onnx_plugin.cpp:85"),
    ),
    "BitwiseNot": (_onnx(("Invert",), 0, f"{_MATH}:common/src/framework/similar_opp_onnx_plugin.cpp:618"),),
    "BlockLSTM": (
        _tensorflow(("Cast", "DynamicRNN"), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/block_lstm_plugin.cc:82"),
    ),
    "Clip": (
        _onnx(
            ("Cast", "ClipByValue", "Maximum", "Minimum"),
            0,
            f"{_MATH}:conversion/clip_by_value/framework/clip_onnx_plugin.cpp:190",
        ),
    ),
    "Col2Im": (_onnx(("Cast", "Col2ImV2"), 0, f"{_CV}:common/src/framework/col2imv2_onnx_plugin.cpp:164"),),
    "Compress": (
        _onnx(
            ("GatherV2", "Flatten", "Squeeze", "Where"),
            1,
            f"{_NN}:index/gather_v2/framework/compress_onnx_plugin.cpp:103",
        ),
    ),
    "ConstantOfShape": (_onnx(("Fill",), 0, f"{_NN}:common/src/framework/constantofshape_onnx_plugin.cpp:142"),),
    "Conv": (
        _onnx(("Conv2D", "Conv3D", "Squeeze", "Unsqueeze"), 2, f"{_NN}:common/src/framework/conv_onnx_plugin.cpp:351"),
    ),
    "ConvTranspose": (
        _onnx(
            ("Conv2DTranspose", "Conv3DTranspose", "Squeeze", "Unsqueeze"),
            1,
            f"{_NN}:common/src/framework/conv_transpose_onnx_plugin.cpp:433",
        ),
    ),
    "Convolution": (
        _caffe(("Conv2D",), 1, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/caffe_conv2d_plugin.cc:234"),
    ),
    "Corr": (_onnx(("Correlation",), 0, f"{_MATH}:common/src/framework/correlation_onnx_plugin.cpp:95"),),
    "CumSum": (_onnx(("Cumsum",), 0, f"{_MATH}:math/cumsum/framework/cumsum_onnx_plugin.cpp:41"),),
    "DeQuant": (
        _caffe(
            ("AscendDequant",), 0, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/caffe_ascend_dequant_plugin.cc:36"
        ),
    ),
    "DecodeImageV3": (
        _tensorflow(("DecodeImage",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:81"),
    ),
    "DepthwiseConv2dNative": (
        _tensorflow(
            ("DepthwiseConv2D",),
            1,
            f"{_CANNDEV}:ops/built-in/framework/tf_plugin/depthwise_conv2d_forward_native_plugin.cc:52",
        ),
    ),
    "DepthwiseConv2dNativeBackpropFilter": (
        _tensorflow(
            ("DepthwiseConv2DBackpropFilter",),
            1,
            f"{_CANNDEV}:ops/built-in/framework/tf_plugin/depthwise_conv2d_backprop_filter_plugin.cc:49",
        ),
    ),
    "DepthwiseConv2dNativeBackpropInput": (
        _tensorflow(
            ("DepthwiseConv2DBackpropInput",),
            1,
            f"{_CANNDEV}:ops/built-in/framework/tf_plugin/depthwise_conv2d_backprop_input_plugin.cc:47",
        ),
    ),
    "DepthwiseConvolution": (
        _caffe(("Conv2D",), 1, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/caffe_conv2d_plugin.cc:234"),
    ),
    "DequantS16": (
        _caffe(
            ("AscendDequantS16",),
            0,
            f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/caffe_ascend_dequant_s16_plugin.cc:34",
        ),
    ),
    "Det": (
        _onnx(
            ("MatrixDeterminant",),
            0,
            f"{_MATH}:common/src/framework/similar_opp_onnx_plugin.cpp:64,117,169,219,271,325,379,434,490,527,586",
        ),
    ),
    "DummyData": (_caffe(("Data",), 0, f"{_GE}:parser/parser/common/op_map.cc:26-28"),),
    "DynamicGruV2": (
        _tensorflow(("DynamicGRUV2",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/dynamic_gruv2_plugin.cc:24"),
    ),
    "DynamicGruV2Grad": (
        _tensorflow(
            ("DynamicGRUV2Grad",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/dynamic_gruv2_grad_plugin.cc:24"
        ),
    ),
    "DynamicRnn": (
        _tensorflow(("DynamicRNN",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/dynamic_rnn_tf_plugin.cc:24"),
    ),
    "DynamicRnnGrad": (
        _tensorflow(
            ("DynamicRNNGrad",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/dynamic_rnn_grad_plugin.cc:24"
        ),
    ),
    "DynamicRnnV2": (
        _tensorflow(("DynamicRNN",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/dynamic_rnn_v2_tf_plugin.cc:48"),
    ),
    "DynamicRnnv2WithSeqlength": (
        _tensorflow(("DynamicRNNV2",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/dynamic_rnnv2_tf_plugin.cc:49"),
    ),
    "DynamicRnnv2WithoutSeqlength": (
        _tensorflow(("DynamicRNNV2",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/dynamic_rnnv2_tf_plugin.cc:43"),
    ),
    "ELU": (_caffe(("Elu",), 0, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/elu_plugin.cc:49"),),
    "EyeLike": (
        _onnx(
            ("Adds", "Cast", "Fill", "MatrixDiagV2", "Shape", "Split", "Squeeze"),
            0,
            f"{_MATH}:common/src/framework/eyelike_onnx_plugin.cpp:124",
        ),
    ),
    "FIFOQueueV2": (
        _tensorflow(("FIFOQueue",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/fifo_queue_plugin.cc:25"),
    ),
    "FusedBatchNorm": (
        _tensorflow(("BatchNorm",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/batch_norm_plugin.cc:24"),
    ),
    "FusedBatchNormGrad": (
        _tensorflow(("BatchNormGrad",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/batch_norm_grad_plugin.cc:24"),
    ),
    "FusedBatchNormGradV2": (
        _tensorflow(("BatchNormGrad",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/batch_norm_grad_plugin.cc:24"),
    ),
    "FusedBatchNormGradV3": (
        _tensorflow(("BatchNormGrad",), 0, f"{_NN}:norm/batch_norm_grad/framework/batch_norm_grad_tf_plugin.cpp:19"),
    ),
    "FusedBatchNormV3": (
        _tensorflow(("BatchNorm",), 0, f"{_NN}:norm/batch_norm/framework/batch_norm_tf_plugin.cpp:19"),
    ),
    "FusedLayerNorm": (
        _tensorflow(("LayerNorm",), 1, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/fused_layer_norm_plugin.cc:24"),
    ),
    "FusedLayerNormGrad": (
        _tensorflow(
            ("LayerNormGrad",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/fused_layer_norm_grad_plugin.cc:24"
        ),
    ),
    "GRU": (_onnx(("CommonGRU",), 0, f"{_NN}:common/src/framework/gru_onnx_plugin.cpp:42"),),
    "GatherND": (_onnx(("GatherNd",), 0, f"{_NN}:index/gather_nd/framework/gather_nd_onnx_plugin.cpp:41"),),
    "GatherPoint": (
        _tensorflow(("GatherV2",), 1, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/gather_point_plugin.cc:83"),
    ),
    "GatherPointGrad": (
        _tensorflow(
            ("ScatterUpdate",), 1, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/gather_point_grad_plugin.cc:80"
        ),
    ),
    "Gemm": (_onnx(("MatMulV2", "Add", "Muls"), 1, f"{_NN}:common/src/framework/gemm_onnx_plugin.cpp:140"),),
    "GlobalMaxPool": (
        _onnx(("ReduceMax", "MaxPool"), 0, f"{_NN}:common/src/framework/global_max_pool_onnx_plugin.cpp:68"),
    ),
    "GreaterOrEqual": (
        _onnx(
            ("GreaterEqual",),
            0,
            f"{_MATH}:common/src/framework/similar_opp_onnx_plugin.cpp:125,278,319,373,428,484,559,622",
        ),
    ),
    "GridSample3D": (
        _onnx(("GridSampler3D",), 0, f"{_CV}:image/grid_sample/framework/grid_sample_onnx_plugin.cpp:117"),
    ),
    "GridSampleV2": (_onnx(("GridSample",), 0, f"{_CV}:image/grid_sample/framework/grid_sample_onnx_plugin.cpp:103"),),
    "GroupPoint": (
        _tensorflow(("GatherV2",), 1, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/group_point_plugin.cc:83"),
    ),
    "GroupPointGrad": (
        _tensorflow(
            ("ScatterUpdate",), 1, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/group_point_grad_plugin.cc:80"
        ),
    ),
    "Hardmax": (_onnx(("HardMax",), 0, f"{_NN}:common/src/framework/hardmax_onnx_plugin.cpp:31"),),
    "HashTableV2": (
        _tensorflow(("HashTable",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/hash_table_plugin.cc:25"),
    ),
    "ImageProjectiveTransformV3": (
        _tensorflow(
            ("ImageProjectiveTransformV2",),
            0,
            f"{_CANNDEV}:ops/built-in/framework/tf_plugin/image_projective_transform_v2_plugin.cc:42",
        ),
    ),
    "InitializeTableV2": (
        _tensorflow(("InitializeTable",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:410"),
    ),
    "InnerProduct": (
        _caffe(("FullyConnection",), 1, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/inner_product_plugin.cc:73"),
    ),
    "Input": (_caffe(("Data",), 0, f"{_GE}:parser/parser/common/op_map.cc:26-28"),),
    "InstanceNormalization": (
        _onnx(("InstanceNorm",), 0, f"{_NN}:norm/instance_norm_v3/framework/instancenormalization_onnx_plugin.cpp:37"),
    ),
    "Int8Conv": (
        _onnx(
            ("Conv2D", "AscendDequant", "AscendQuant"), 1, f"{_NN}:common/src/framework/int8_conv_onnx_plugin.cpp:244"
        ),
    ),
    "Int8ConvRelu": (
        _onnx(
            ("Conv2D", "AscendDequant", "AscendQuant", "Relu"),
            1,
            f"{_NN}:common/src/framework/int8_conv_relu_onnx_plugin.cpp:363",
        ),
    ),
    "Int8Dequantize": (
        _onnx(("AscendAntiQuant", "MaxPool"), 0, f"{_NN}:common/src/framework/int8_dequantize_onnx_plugin.cpp:88"),
    ),
    "Int8FC": (
        _onnx(
            ("FullyConnection", "AscendDequant", "AscendQuant"),
            1,
            f"{_NN}:common/src/framework/int8_fc_onnx_plugin.cpp:158",
        ),
    ),
    "Int8GivenIntTensorFill": (
        _onnx(("Constant",), 0, f"{_NN}:common/src/framework/int8_giveint_tensorfill_onnx_plugin.cpp:57"),
    ),
    "Int8GivenTensorFill": (
        _onnx(
            ("Constant",), 0, f"{_CANNDEV}:ops/built-in/framework/onnx_plugin/quant/int8_give_tensorfill_plugin.cc:95"
        ),
    ),
    "Int8Quantize": (
        _onnx(("AscendQuant",), 0, f"{_NN}:quant/ascend_quant/framework/int8_quantize_onnx_plugin.cpp:65"),
    ),
    "Int8Transpose": (_onnx(("Transpose",), 0, f"{_NN}:common/src/framework/Int8Transpose_onnx_plugin.cpp:76"),),
    "IsNaN": (
        _onnx(
            ("IsNan",),
            0,
            f"{_MATH}:common/src/framework/similar_opp_onnx_plugin.cpp:83,187,238,291,344,398,453,509,538,597",
        ),
    ),
    "KMeansCentroidsV2": (
        _tensorflow(
            ("KMeansCentroids",), 1, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/k_means_centroids_v2_plugin.cc:24"
        ),
    ),
    "LayerNormalization": (
        _onnx(
            ("LayerNorm", "Adds", "BroadcastTo", "Cast", "Identity", "Rsqrt", "Shape"),
            1,
            f"{_NN}:common/src/framework/layer_normalization_onnx_plugin.cpp:148",
        ),
    ),
    "LeakyReLU": (
        _caffe(("LeakyRelu",), 0, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/caffe_leaky_relu_plugin.cc:45"),
    ),
    "LessOrEqual": (
        _onnx(
            ("LessEqual",),
            0,
            f"{_MATH}:common/src/framework/similar_opp_onnx_plugin.cpp:65,118,170,220,272,326,380,435,491,561,624",
        ),
    ),
    "LogSoftmax": (
        _onnx(("LogSoftmaxV2",), 1, f"{_NN}:activation/log_softmax_v2/framework/logsoftmax_onnx_plugin.cpp:34"),
        _tensorflow(("LogSoftmaxV2",), 1, f"{_NN}:activation/log_softmax_v2/framework/log_softmax_v2_tf_plugin.cpp:34"),
    ),
    "LookupTableExportV2": (
        _tensorflow(("LookupTableExport",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:445"),
    ),
    "LookupTableFindV2": (
        _tensorflow(("LookupTableFind",), 0, f"{_NN}:index/embedding/framework/embedding_tf_plugin.cpp:21"),
    ),
    "LookupTableImportV2": (
        _tensorflow(("LookupTableImport",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:452"),
    ),
    "LookupTableInsertV2": (
        _tensorflow(("LookupTableInsert",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:459"),
    ),
    "LookupTableRemoveV2": (
        _tensorflow(("LookupTableRemove",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:1668"),
    ),
    "LookupTableSizeV2": (
        _tensorflow(("LookupTableSize",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:466"),
    ),
    "LpNormalization": (
        _onnx(
            ("Div", "Identity", "LpNormV2", "LpNorm"),
            0,
            f"{_NN}:norm/lp_norm_v2/framework/lp_normalization_onnx_plugin.cpp:88",
        ),
    ),
    "LpPool": (
        _onnx(
            ("AvgPoolV2", "Abs", "AvgPool", "AvgPool3D", "Muls", "PadV2", "Power", "Squeeze", "Transpose", "Unsqueeze"),
            1,
            f"{_NN}:common/src/framework/lppool_onnx_plugin.cpp:364",
        ),
    ),
    "Max": (
        _onnx(("Identity", "Maximum"), 0, f"{_MATH}:math/maximum/framework/max_onnx_plugin.cpp:78"),
        _tensorflow(("ReduceMax",), 0, f"{_MATH}:math/reduce_max/framework/reduce_max_tf_plugin.cpp:14"),
    ),
    "MaxRoiPool": (_onnx(("ROIPooling",), 0, f"{_CV}:common/src/framework/max_roi_pool_onnx_plugin.cpp:51"),),
    "MaxUnpool": (
        _onnx(
            (
                "BroadcastTo",
                "Identity",
                "Mul",
                "Reshape",
                "ScatterElements",
                "Shape",
                "StridedSlice",
                "Sub",
                "ZerosLike",
            ),
            0,
            f"{_NN}:common/src/framework/maxunpool_onnx_plugin.cpp:218",
        ),
    ),
    "Mean": (
        _onnx(("AccumulateNV2", "Muls"), 0, f"{_MATH}:math/accumulate_nv2/framework/mean_onnx_plugin.cpp:76"),
        _tensorflow(("ReduceMean",), 1, f"{_MATH}:math/reduce_mean/framework/reduce_mean_tf_plugin.cpp:24"),
    ),
    "MeanVarianceNormalization": (
        _onnx(("MVNV2",), 0, f"{_NN}:common/src/framework/mean_variance_normalization_onnx_plugin.cpp:75"),
    ),
    "Min": (
        _onnx(("Identity", "Minimum"), 0, f"{_MATH}:math/minimum/framework/min_onnx_plugin.cpp:112,119,128,135"),
        _tensorflow(("ReduceMin",), 0, f"{_MATH}:math/reduce_min/framework/reduce_min_tf_plugin.cpp:14"),
    ),
    "MutableDenseHashTableV2": (
        _tensorflow(("MutableDenseHashTable",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:564"),
    ),
    "MutableHashTableOfTensorsV2": (
        _tensorflow(
            ("MutableHashTableOfTensors",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:571"
        ),
    ),
    "MutableHashTableV2": (
        _tensorflow(("MutableHashTable",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:578"),
    ),
    "NMSRotated": (
        _onnx(
            ("Empty", "Identity", "Mul", "RotatedNMS", "Shape"),
            0,
            f"{_CV}:common/src/framework/nms_rotated_onnx_plugin.cpp:125",
        ),
    ),
    "NPUAddRmsNorm": (
        _onnx(("AddRmsNorm",), 0, f"{_NN}:norm/add_rms_norm/framework/npu_add_rms_norm_onnx_plugin.cpp:33"),
    ),
    "NPUAnchorResponseFlags": (
        _onnx(
            ("AnchorResponseFlags",),
            0,
            f"{_CV}:objdetect/anchor_response_flags/framework/anchor_response_flags_onnx_plugin.cpp:56",
        ),
    ),
    "NPUAntiQuant": (
        _onnx(
            ("AscendAntiQuantV2",), 0, f"{_NN}:quant/ascend_anti_quant_v2/framework/npu_anti_quant_onnx_plugin.cpp:60"
        ),
    ),
    "NPUAscendQuantV2": (
        _onnx(("AscendQuantV2",), 0, f"{_NN}:quant/ascend_quant_v2/framework/ascend_quant_v2_onnx_plugin.cpp:37"),
    ),
    "NPUBatchNms": (
        _onnx(("BatchMultiClassNonMaxSuppression",), 1, f"{_CV}:common/src/framework/npu_batch_nms_onnx_plugin.cpp:65"),
    ),
    "NPUBoundingBoxDecode": (
        _onnx(("BoundingBoxDecode",), 0, f"{_NN}:common/src/framework/bounding_box_decode_onnx_plugin.cpp:145"),
    ),
    "NPUBoundingBoxEncode": (
        _onnx(("BoundingBoxEncode",), 0, f"{_NN}:common/src/framework/bounding_box_encode_onnx_plugin.cpp:49"),
    ),
    "NPUCiou": (_onnx(("CIoU",), 0, f"{_CV}:common/src/framework/npu_ciou_onnx_plugin.cpp:49"),),
    "NPUDeformableConv2d": (
        _onnx(
            ("DeformableConv2D", "Identity"),
            0,
            f"{_NN}:conv/deformable_conv2d/framework/npu_deformable_conv2d_onnx_plugin.cpp:184",
        ),
    ),
    "NPUDiou": (_onnx(("DIoU",), 0, f"{_CV}:common/src/framework/npu_diou_onnx_plugin.cpp:45"),),
    "NPUDropoutWithAddSoftmax": (
        _onnx(
            ("AxpyWithSoftmaxAndDropOutDoMask", "Cast", "Identity", "OnesLike"),
            0,
            f"{_NN}:common/src/framework/npu_dropout_with_add_softmax_onnx_plugin.cpp:113",
        ),
    ),
    "NPUDtypeCast": (_onnx(("Cast",), 0, f"{_MATH}:math/cast/framework/npu_dtype_onnx_plugin.cpp:28"),),
    "NPUDynamicQuant": (
        _onnx(("DynamicQuant",), 0, f"{_NN}:quant/dynamic_quant/framework/npu_dynamic_quant_onnx_plugin.cpp:29"),
    ),
    "NPUDynamicQuantV2": (
        _onnx(("DynamicQuantV2",), 0, f"{_NN}:quant/dynamic_quant/framework/npu_dynamic_quant_onnx_plugin.cpp:46"),
    ),
    "NPUFastGelu": (_onnx(("FastGelu",), 1, f"{_NN}:activation/fast_gelu/framework/npu_fast_gelu_onnx_plugin.cpp:32"),),
    "NPUFlashAttention": (
        _onnx(
            ("Cast", "Fill", "FlashAttentionScore"),
            0,
            f"{_OPS_TRANSFORMER_PUBLIC_COPY}:attention/flash_attention_score/framework/npu_flash_attention_score_onnx_plugin.cpp:234",
        ),
    ),
    "NPUFormatCast": (
        _onnx(("Identity",), 0, f"{_MATH}:conversion/npu_format_cast/framework/npu_format_cast_onnx_plugin.cpp:27"),
    ),
    "NPUFusedAttentionScore": (
        _onnx(
            ("AttentionScore", "Cast", "Fill"),
            0,
            f"{_OPS_TRANSFORMER_PUBLIC_COPY}:common/src/framework/npu_fused_attention_score_onnx_plugin.cpp:171",
        ),
    ),
    "NPUFusedAttentionScoreFwd": (
        _onnx(
            ("AttentionScore", "Cast", "Fill"),
            0,
            f"{_OPS_TRANSFORMER_PUBLIC_COPY}:common/src/framework/npu_fused_attention_score_fwd_onnx_plugin.cpp:162",
        ),
    ),
    "NPUGeglu": (_onnx(("GeGluV2",), 0, f"{_NN}:activation/ge_glu_v2/framework/npu_geglu_onnx_plugin.cpp:34"),),
    "NPUGeluV2": (_onnx(("GeluV2",), 1, f"{_NN}:activation/gelu_v2/framework/npu_geluv2_onnx_plugin.cpp:49"),),
    "NPUGiou": (_onnx(("GIoU", "Transpose"), 0, f"{_CV}:common/src/framework/npu_giou_onnx_plugin.cpp:102"),),
    "NPUGridAssignPositive": (
        _onnx(("GridAssignPositive",), 0, f"{_CV}:common/src/framework/npu_grid_assign_positive_onnx_plugin.cpp:126"),
    ),
    "NPUGroupNormSilu": (
        _onnx(("GroupNormSilu",), 0, f"{_NN}:norm/group_norm_silu/framework/npu_group_norm_silu_onnx_plugin.cpp:44"),
    ),
    "NPUGroupQuant": (_onnx(("GroupQuant",), 0, f"{_NN}:quant/group_quant/framework/group_quant_onnx_plugin.cpp:42"),),
    "NPUGru": (_onnx(("DynamicGRUV2", "Identity"), 0, f"{_NN}:common/src/framework/npu_gru_onnx_plugin.cpp:82"),),
    "NPUIncreFlashAttention": (
        _onnx(
            ("IncreFlashAttention",),
            0,
            f"{_OPS_TRANSFORMER_PUBLIC_COPY}:attention/incre_flash_attention/framework/npu_incre_flash_attention_onnx_plugin.cpp:153",
        ),
    ),
    "NPUIndexing": (
        _onnx(("StridedSlice",), 0, f"{_MATH}:conversion/strided_slice/framework/npu_indexing_onnx_plugin.cpp:137"),
    ),
    "NPUIou": (_onnx(("Iou",), 0, f"{_CV}:common/src/framework/npu_iou_onnx_plugin.cpp:36"),),
    "NPULstm": (_onnx(("DynamicRNN", "Identity"), 0, f"{_NN}:rnn/dynamic_rnn/framework/npu_lstm_onnx_plugin.cpp:123"),),
    "NPULstmCell": (
        _onnx(
            ("Add", "DynamicRNNV2", "ExpandDims", "Identity"),
            0,
            f"{_NN}:rnn/dynamic_rnnv2/framework/npu_lstm_cell_onnx_plugin.cpp:134",
        ),
    ),
    "NPUMaskedSoftmaxWithRelPosBias": (
        _onnx(
            ("MaskedSoftmaxWithRelPosBias",),
            0,
            f"{_OPS_TRANSFORMER_PUBLIC_COPY}:common/src/framework/npu_masked_softmax_with_relposbias_onnx_plugin.cpp:87",
        ),
    ),
    "NPUMish": (_onnx(("Mish",), 1, f"{_NN}:activation/mish/framework/mish_onnx_plugin.cpp:26"),),
    "NPUMoeComputeExpertTokens": (
        _onnx(
            ("MoeComputeExpertTokens",),
            0,
            f"{_OPS_TRANSFORMER_PUBLIC_COPY}:moe/moe_compute_expert_tokens/framework/npu_moe_compute_expert_tokens_onnx_plugin.cpp:43",
        ),
    ),
    "NPUMoeFinalizeRouting": (
        _onnx(
            ("MoeFinalizeRouting",),
            0,
            f"{_OPS_TRANSFORMER_PUBLIC_COPY}:moe/moe_finalize_routing/framework/npu_moe_finalize_routing_onnx_plugin.cpp:23",
        ),
    ),
    "NPUMoeFinalizeRoutingV2": (
        _onnx(
            ("MoeFinalizeRoutingV2",),
            0,
            f"{_OPS_TRANSFORMER_PUBLIC_COPY}:moe/moe_finalize_routing_v2/framework/npu_moe_finalize_routing_v2_onnx_plugin.cpp:34",
        ),
    ),
    "NPUMoeGatingTopKSoftmax": (
        _onnx(
            ("MoeGatingTopKSoftmax",),
            0,
            f"{_OPS_TRANSFORMER_PUBLIC_COPY}:moe/moe_gating_top_k_softmax/framework/npu_moe_gating_top_k_softmax_onnx_plugin.cpp:41",
        ),
    ),
    "NPUMoeInitRouting": (
        _onnx(
            ("MoeInitRouting",),
            0,
            f"{_OPS_TRANSFORMER_PUBLIC_COPY}:moe/moe_init_routing/framework/npu_moe_init_routing_onnx_plugin.cpp:45",
        ),
    ),
    "NPUMultiHeadAttention": (
        _onnx(
            ("MultiHeadAttention",),
            0,
            f"{_OPS_TRANSFORMER_PUBLIC_COPY}:common/src/framework/multi_head_attention_onnx_plugin.cpp:71",
        ),
    ),
    "NPUNmsV4": (_onnx(("NonMaxSuppressionV4",), 0, f"{_CV}:common/src/framework/npu_nms_v4_onnx_plugin.cpp:99"),),
    "NPUNmsWithMask": (_onnx(("NMSWithMask",), 0, f"{_CV}:common/src/framework/npu_nms_with_mask_onnx_plugin.cpp:42"),),
    "NPUOneHot": (_onnx(("Cast", "OneHotD"), 0, f"{_MATH}:math/one_hot/framework/one_hot_d_onnx_plugin.cpp:110"),),
    "NPUPromptFlashAttention": (
        _onnx(
            ("PromptFlashAttention",),
            0,
            f"{_OPS_TRANSFORMER_PUBLIC_COPY}:attention/prompt_flash_attention/framework/npu_prompt_flash_attention_onnx_plugin.cpp:227",
        ),
    ),
    "NPUPsRoiPooling": (
        _onnx(("PSROIPoolingV2",), 0, f"{_CV}:common/src/framework/npu_ps_roi_pooling_onnx_plugin.cpp:56"),
    ),
    "NPUQuantize": (_onnx(("Quantize",), 1, f"{_NN}:quant/quantize/framework/npu_quantize_onnx_plugin.cpp:46"),),
    "NPURmsNorm": (_onnx(("RmsNorm",), 0, f"{_NN}:norm/rms_norm/framework/npu_rms_norm_onnx_plugin.cpp:33"),),
    "NPURoiAlign": (_onnx(("ROIAlign",), 1, f"{_CV}:objdetect/roi_align/framework/npu_roi_align_onnx_plugin.cpp:62"),),
    "NPURotaryMul": (_onnx(("RotaryMul",), 0, f"{_MATH}:common/src/framework/npu_rotary_mul_onnx_plugin.cpp:27"),),
    "NPURotaryPositionEmbedding": (
        _onnx(
            ("RotaryPositionEmbedding",),
            0,
            f"{_OPS_TRANSFORMER_PUBLIC_COPY}:posembedding/rotary_position_embedding/framework/npu_rotary_position_embedding_onnx_plugin.cpp:45",
        ),
    ),
    "NPURotatedIou": (
        _onnx(("RotatedIou", "Transpose"), 0, f"{_CV}:common/src/framework/npu_rotated_iou_onnx_plugin.cpp:143"),
    ),
    "NPURotatedOverlaps": (
        _onnx(
            ("RotatedOverlaps", "Transpose"), 0, f"{_CV}:common/src/framework/npu_rotated_overlaps_onnx_plugin.cpp:96"
        ),
    ),
    "NPUScaledMaskedSoftmax": (
        _onnx(
            ("ScaledMaskedSoftmax",),
            0,
            f"{_OPS_TRANSFORMER_PUBLIC_COPY}:common/src/framework/npu_scaled_masked_softmax_onnx_plugin.cpp:44",
        ),
    ),
    "NPUScatter": (_onnx(("ArgMaxGrad",), 0, f"{_NN}:index/scatter/framework/npu_scatter_onnx_plugin.cpp:53"),),
    "NPUSignBitsPack": (
        _onnx(("SignBitsPack",), 0, f"{_MATH}:math/sign_bits_pack/framework/npu_sign_bits_pack_onnx_plugin.cpp:45"),
    ),
    "NPUSignBitsUnpack": (
        _onnx(
            ("SignBitsUnpack",), 0, f"{_MATH}:math/sign_bits_unpack/framework/npu_sign_bits_unpack_onnx_plugin.cpp:55"
        ),
    ),
    "NPUSlice": (_onnx(("Slice",), 0, f"{_MATH}:conversion/slice/framework/npu_slice_onnx_plugin.cpp:102"),),
    "NPUSoftmaxCrossEntropyWithLogits": (
        _onnx(
            ("SoftmaxCrossEntropyWithLogits",),
            1,
            f"{_NN}:activation/softmax_cross_entropy_with_logits/framework/npu_softmax_cross_entropy_with_logits_onnx_plugin.cpp:28",
        ),
    ),
    "NPUWeightQuantBatchMatmulV2": (
        _onnx(
            ("WeightQuantBatchMatmulV2",),
            0,
            f"{_NN}:matmul/weight_quant_batch_matmul_v2/framework/npu_weight_quant_batchmatmul_v2_onnx_plugin.cpp:49",
        ),
    ),
    "NPUYoloBoxesEncode": (
        _onnx(("YoloBoxesEncode",), 0, f"{_CV}:common/src/framework/yolo_boxes_encode_onnx_plugin.cpp:41"),
    ),
    "Not": (
        _onnx(
            ("LogicalNot",),
            0,
            f"{_MATH}:common/src/framework/similar_opp_onnx_plugin.cpp:44,97,149,199,251,304,358,413,469,543,602",
        ),
    ),
    "NpuAllocFloatStatus": (
        _tensorflow(
            ("NPUAllocFloatStatus",),
            0,
            f"{_CANNDEV}:ops/built-in/framework/tf_plugin/npu_alloc_floatstatus_plugin.cc:25",
        ),
    ),
    "NpuClearFloatStatus": (
        _tensorflow(
            ("NPUClearFloatStatus",),
            0,
            f"{_CANNDEV}:ops/built-in/framework/tf_plugin/npu_clear_floatstatus_plugin.cc:25",
        ),
    ),
    "NpuClearFloatStatusV2": (
        _tensorflow(
            ("NPUClearFloatStatusV2",),
            0,
            f"{_CANNDEV}:ops/built-in/framework/tf_plugin/npu_clear_floatstatusv2_plugin.cc:25",
        ),
    ),
    "NpuGetFloatStatus": (
        _tensorflow(
            ("NPUGetFloatStatus",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/npu_get_floatstatus_plugin.cc:25"
        ),
    ),
    "NpuGetFloatStatusV2": (
        _tensorflow(
            ("NPUGetFloatStatusV2",),
            0,
            f"{_CANNDEV}:ops/built-in/framework/tf_plugin/npu_get_floatstatusv2_plugin.cc:25",
        ),
    ),
    "NpuOnnxGraphOp": (
        _tensorflow(
            ("PartitionedCall",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/npu_onnx_graph_op_plugin.cc:47"
        ),
    ),
    "Or": (
        _onnx(
            ("LogicalOr",),
            0,
            f"{_MATH}:common/src/framework/similar_opp_onnx_plugin.cpp:59,112,164,214,266,320,374,429,485,544,603",
        ),
    ),
    "PReLU": (_caffe(("PRelu",), 0, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/caffe_prelu_plugin.cc:38"),),
    "PaddingFIFOQueueV2": (
        _tensorflow(("PaddingFIFOQueue",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:613"),
    ),
    "Placeholder": (_tensorflow(("Data",), 0, f"{_GE}:parser/parser/common/op_map.cc:39"),),
    "Print": (_tensorflow(("PrintV3",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/print_plugin.cc:30"),),
    "PriorityQueueV2": (
        _tensorflow(("PriorityQueue",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:634"),
    ),
    "Prod": (_tensorflow(("ReduceProd",), 0, f"{_MATH}:math/reduce_prod/framework/reduce_prod_tf_plugin.cpp:14"),),
    "Quant": (
        _caffe(("AscendQuant",), 0, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/caffe_ascend_quant_plugin.cc:59"),
    ),
    "QuantBatchMatMul": (
        _onnx(
            ("QuantBatchMatmulV3",),
            0,
            f"{_NN}:matmul/quant_batch_matmul_v3/framework/quant_batch_matmulV3_onnx_plugin.cpp:55",
        ),
    ),
    "QueueCloseV2": (
        _tensorflow(("QueueClose",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/queue_close_plugin.cc:25"),
    ),
    "QueueDequeueManyV2": (
        _tensorflow(
            ("QueueDequeueMany",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/queue_dequeue_many_plugin.cc:32"
        ),
    ),
    "QueueDequeueUpToV2": (
        _tensorflow(("QueueDequeueUpTo",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/dynamic_plugin.cc:47"),
    ),
    "QueueDequeueV2": (
        _tensorflow(("QueueDequeue",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/queue_dequeue_plugin.cc:32"),
    ),
    "QueueEnqueueManyV2": (
        _tensorflow(
            ("QueueEnqueueMany",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/queue_enqueue_many_plugin.cc:32"
        ),
    ),
    "QueueEnqueueV2": (
        _tensorflow(("QueueEnqueue",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/queue_enqueue_plugin.cc:32"),
    ),
    "QueueIsClosedV2": (
        _tensorflow(("QueueIsClosed",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/queue_is_close_plugin.cc:25"),
    ),
    "QueueSizeV2": (
        _tensorflow(("QueueSize",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/queue_size_plugin.cc:25"),
    ),
    "RReLU": (
        _caffe(("LeakyRelu",), 0, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/caffe_leaky_relu_plugin.cc:45"),
    ),
    "RandomNormal": (
        _onnx(
            ("Adds", "Muls", "RandomStandardNormal"),
            0,
            f"{_MATH}:random/stateless_random_normal_v2/framework/random_normal_onnx_plugin.cpp:125",
        ),
    ),
    "RandomNormalLike": (
        _onnx(
            ("Add", "Cast", "Mul", "RandomStandardNormal", "Shape"),
            0,
            f"{_MATH}:common/src/framework/random_normal_like_onnx_plugin.cpp:130",
        ),
    ),
    "RandomPoissonV2": (
        _tensorflow(("RandomPoisson",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:648"),
    ),
    "RandomShuffleQueueV2": (
        _tensorflow(
            ("RandomShuffleQueue",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/random_shuffle_queue_plugin.cc:25"
        ),
    ),
    "RandomUniformLike": (
        _onnx(
            ("Add", "Cast", "Mul", "RandomUniform", "Shape"),
            0,
            f"{_MATH}:common/src/framework/random_uniform_like_onnx_plugin.cpp:131",
        ),
    ),
    "ReLU": (
        _caffe(("LeakyRelu",), 0, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/caffe_leaky_relu_plugin.cc:45"),
    ),
    "ReLU6": (_caffe(("Relu6",), 0, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/relu6_plugin.cc:45"),),
    "ReduceL1": (_onnx(("LpNormV2", "LpNorm"), 0, f"{_MATH}:common/src/framework/reduceL1_onnx_plugin.cpp:46"),),
    "ReduceL2": (_onnx(("LpNormV2", "LpNorm"), 0, f"{_MATH}:common/src/framework/reduceL2_onnx_plugin.cpp:46"),),
    "ReduceSumSquare": (
        _onnx(("SquareSumV1",), 1, f"{_MATH}:math/square_sum_v1/framework/reduce_sum_square_onnx_plugin.cpp:186"),
    ),
    "Reorg": (
        _caffe(("PassThrough",), 0, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/pass_through_plugin.cc:50"),
    ),
    "Requant": (
        _caffe(
            ("AscendRequant",), 0, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/caffe_ascend_requant_plugin.cc:34"
        ),
    ),
    "RequantS16": (
        _caffe(
            ("AscendRequantS16",),
            0,
            f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/caffe_ascend_requant_s16_plugin.cc:35",
        ),
    ),
    "ResizeBilinear": (
        _tensorflow(
            ("ResizeBilinearV2",), 0, f"{_CV}:image/resize_bilinear_v2/framework/resize_bilinear_v2_tf_plugin.cpp:34"
        ),
    ),
    "ResizeBilinearGrad": (
        _tensorflow(
            ("ResizeBilinearV2Grad",),
            0,
            f"{_CV}:image/resize_bilinear_v2_grad/framework/resize_bilinear_v2_grad_tf_plugin.cpp:38",
        ),
    ),
    "ResizeNearestNeighbor": (
        _tensorflow(
            ("ResizeNearestNeighborV2",),
            0,
            f"{_CV}:image/resize_nearest_neighbor_v2/framework/resize_nearest_neighbor_v2_tf_plugin.cpp:34",
        ),
    ),
    "ResizeNearestNeighborGrad": (
        _tensorflow(
            ("ResizeNearestNeighborV2Grad",),
            0,
            f"{_CV}:image/resize_nearest_neighbor_v2_grad/framework/resize_nearest_neighbor_v2_grad_tf_plugin.cpp:43",
        ),
    ),
    "ResourceApplyAdaMax": (
        _tensorflow(("ApplyAdaMax",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/apply_ada_max_plugin.cc:24"),
    ),
    "ResourceApplyAdadelta": (
        _tensorflow(("ApplyAdadelta",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/apply_adadelta_plugin.cc:24"),
    ),
    "ResourceApplyAdagrad": (
        _tensorflow(("ApplyAdagrad",), 0, f"{_NN}:optim/apply_adagrad/framework/apply_adagrad_tf_plugin.cpp:18"),
    ),
    "ResourceApplyAdagradDA": (
        _tensorflow(
            ("ApplyAdagradDA",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/apply_adagrad_da_plugin.cc:24"
        ),
    ),
    "ResourceApplyAdagradV2": (
        _tensorflow(
            ("ApplyAdagradV2",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/apply_adagradv2_plugin.cc:24"
        ),
    ),
    "ResourceApplyAdam": (
        _tensorflow(("ApplyAdam",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/apply_adam_plugin.cc:24"),
    ),
    "ResourceApplyAdamWithAmsgrad": (
        _tensorflow(
            ("ApplyAdamWithAmsgrad",),
            0,
            f"{_CANNDEV}:ops/built-in/framework/tf_plugin/apply_adam_with_amsgrad_plugin.cc:24",
        ),
    ),
    "ResourceApplyAddSign": (
        _tensorflow(("ApplyAddSign",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/apply_add_sign_plugin.cc:24"),
    ),
    "ResourceApplyCenteredRMSProp": (
        _tensorflow(
            ("ApplyCenteredRMSProp",),
            0,
            f"{_CANNDEV}:ops/built-in/framework/tf_plugin/apply_centered_rms_prop_plugin.cc:24",
        ),
    ),
    "ResourceApplyFtrl": (
        _tensorflow(("ApplyFtrl",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/apply_ftrl_plugin.cc:24"),
    ),
    "ResourceApplyFtrlV2": (
        _tensorflow(("ApplyFtrlV2",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/apply_ftrl_v2_plugin.cc:24"),
    ),
    "ResourceApplyGradientDescent": (
        _tensorflow(
            ("ApplyGradientDescent",),
            0,
            f"{_CANNDEV}:ops/built-in/framework/tf_plugin/apply_gradient_descent_plugin.cc:24",
        ),
    ),
    "ResourceApplyKerasMomentum": (
        _tensorflow(
            ("ApplyKerasMomentum",),
            0,
            f"{_NN}:optim/apply_keras_momentum/framework/apply_keras_momentum_tf_plugin.cpp:19",
        ),
    ),
    "ResourceApplyMomentum": (
        _tensorflow(("ApplyMomentum",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/apply_momentum_plugin.cc:24"),
    ),
    "ResourceApplyPowerSign": (
        _tensorflow(
            ("ApplyPowerSign",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/apply_power_sign_plugin.cc:24"
        ),
    ),
    "ResourceApplyProximalAdagrad": (
        _tensorflow(
            ("ApplyProximalAdagrad",),
            0,
            f"{_CANNDEV}:ops/built-in/framework/tf_plugin/apply_proximal_adagrad_plugin.cc:24",
        ),
    ),
    "ResourceApplyProximalGradientDescent": (
        _tensorflow(
            ("ApplyProximalGradientDescent",),
            0,
            f"{_CANNDEV}:ops/built-in/framework/tf_plugin/apply_proximal_gradient_descent_plugin.cc:24",
        ),
    ),
    "ResourceApplyRMSProp": (
        _tensorflow(("ApplyRMSProp",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/apply_rms_prop_plugin.cc:24"),
    ),
    "ResourceGather": (
        _tensorflow(("Gather",), 1, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/gather_plugin.cc:24"),
    ),
    "ResourceGatherNd": (
        _tensorflow(("GatherNd",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/gather_nd_plugin.cc:24"),
    ),
    "ResourceScatterAdd": (
        _tensorflow(("ScatterAdd",), 1, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/scatter_add_plugin.cc:24"),
    ),
    "ResourceScatterDiv": (
        _tensorflow(("ScatterDiv",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/scatter_div_plugin.cc:24"),
    ),
    "ResourceScatterMax": (
        _tensorflow(("ScatterMax",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/scatter_max_plugin.cc:24"),
    ),
    "ResourceScatterMin": (
        _tensorflow(("ScatterMin",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/scatter_min_plugin.cc:24"),
    ),
    "ResourceScatterMul": (
        _tensorflow(("ScatterMul",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/scatter_mul_plugin.cc:24"),
    ),
    "ResourceScatterNdAdd": (
        _tensorflow(("ScatterNdAdd",), 1, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/scatter_nd_add_plugin.cc:24"),
    ),
    "ResourceScatterNdSub": (
        _tensorflow(("ScatterNdSub",), 1, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/scatter_nd_sub_plugin.cc:24"),
    ),
    "ResourceScatterNdUpdate": (
        _tensorflow(
            ("ScatterNdUpdate",), 1, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/scatter_nd_update_plugin.cc:24"
        ),
    ),
    "ResourceScatterSub": (
        _tensorflow(("ScatterSub",), 1, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/scatter_sub_plugin.cc:24"),
    ),
    "ResourceScatterUpdate": (
        _tensorflow(("ScatterUpdate",), 1, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/scatter_update_plugin.cc:24"),
    ),
    "ResourceSparseApplyAdadelta": (
        _tensorflow(
            ("SparseApplyAdadelta",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/sparse_apply_adadelta.cc:24"
        ),
    ),
    "ResourceSparseApplyAdagrad": (
        _tensorflow(
            ("SparseApplyAdagrad",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/sparse_apply_adagrad_plugin.cc:24"
        ),
    ),
    "ResourceSparseApplyAdagradV2": (
        _tensorflow(
            ("SparseApplyAdagradV2",),
            0,
            f"{_CANNDEV}:ops/built-in/framework/tf_plugin/sparse_apply_adagrad_v2_plugin.cc:24",
        ),
    ),
    "ResourceSparseApplyFtrl": (
        _tensorflow(
            ("SparseApplyFtrl",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/sparse_apply_ftrl_plugin.cc:24"
        ),
    ),
    "ResourceSparseApplyFtrlV2": (
        _tensorflow(
            ("SparseApplyFtrlV2",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/sparse_apply_ftrl_v2_plugin.cc:24"
        ),
    ),
    "ResourceSparseApplyProximalAdagrad": (
        _tensorflow(
            ("SparseApplyProximalAdagrad",),
            0,
            f"{_CANNDEV}:ops/built-in/framework/tf_plugin/sparse_apply_proximal_adagrad_plugin.cc:24",
        ),
    ),
    "ResourceSparseApplyRMSProp": (
        _tensorflow(
            ("SparseApplyRMSProp",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/sparse_apply_rms_prop.cc:24"
        ),
    ),
    "ResourceStridedSliceAssign": (
        _tensorflow(
            ("StridedSliceAssign",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/strided_slice_assign_plugin.cc:24"
        ),
    ),
    "Reverse": (_caffe(("ReverseV2D",), 0, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/reverse_plugin.cc:48"),),
    "RngReadAndSkip": (
        _tensorflow(("RngReadAndSkipV2",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:1299"),
    ),
    "RoiAlign": (
        _onnx(
            ("ROIAlign", "Cast", "Concat", "Unsqueeze"),
            1,
            f"{_CV}:objdetect/roi_align/framework/roi_align_onnx_plugin.cpp:147,157",
        ),
    ),
    "SampleDistortedBoundingBoxV2": (
        _tensorflow(
            ("SampleDistortedBoundingBoxExt2",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:725"
        ),
    ),
    "ScatterND": (
        _onnx(
            ("ScatterNdAdd", "ScatterNdUpdate", "ScatterNdMax", "ScatterNdMin", "TensorMove", "TensorScatterUpdate"),
            2,
            f"{_NN}:common/src/framework/scatter_nd_onnx_plugin.cpp:113",
        ),
    ),
    "ScatterNdNonAliasingAdd": (
        _tensorflow(
            ("ScatterNonAliasingAdd",),
            0,
            f"{_NN}:index/scatter_non_aliasing_add/framework/scatter_non_aliasing_add_tf_plugin.cpp:19",
        ),
    ),
    "SelfAdjointEigV2": (
        _tensorflow(("SelfAdjointEig",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/aicpu_parser.cc:25"),
    ),
    "Softmax": (
        _onnx(("SoftmaxV2",), 1, f"{_NN}:activation/softmax_v2/framework/softmax_onnx_plugin.cpp:63,71"),
        _tensorflow(("SoftmaxV2",), 1, f"{_NN}:activation/softmax_v2/framework/softmax_v2_tf_plugin.cpp:34"),
        _caffe(("SoftmaxV2",), 1, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/softmax_plugin.cc:52"),
    ),
    "SpatialTransformer": (
        _caffe(
            ("SpatialTransformerD",),
            0,
            f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/spatial_transformer_d_plugin.cc:88",
        ),
    ),
    "StackCloseV2": (
        _tensorflow(("StackClose",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:928"),
    ),
    "StackPopV2": (
        _tensorflow(("StackPop",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/stack_pop_plugin.cc:25"),
    ),
    "StackPushV2": (
        _tensorflow(("StackPush",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/stack_push_plugin.cc:25"),
    ),
    "StackV2": (_tensorflow(("Stack",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/stack_plugin.cc:25"),),
    "StatelessDropout": (
        _tensorflow(("DropOutV3",), 0, f"{_MATH}:random/drop_out_v3/framework/drop_out_v3_tf_plugin.cpp:14"),
    ),
    "Sum": (
        _onnx(("AccumulateNV2",), 0, f"{_MATH}:math/accumulate_nv2/framework/sum_onnx_plugin.cpp:32"),
        _tensorflow(("ReduceSum",), 0, f"{_MATH}:math/reduce_sum/framework/reduce_sum_tf_plugin.cpp:14"),
    ),
    "TanH": (_caffe(("Tanh",), 1, f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/tanh_plugin.cc:46"),),
    "TensorArrayCloseV3": (
        _tensorflow(("TensorArrayClose",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:1089"),
    ),
    "TensorArrayConcatV3": (
        _tensorflow(("TensorArrayConcat",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:1096"),
    ),
    "TensorArrayGatherV3": (
        _tensorflow(
            ("TensorArrayGather",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/tensor_array_gather_plugin.cc:25"
        ),
    ),
    "TensorArrayGradV3": (
        _tensorflow(
            ("TensorArrayGrad",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/tensor_array_grad_plugin.cc:25"
        ),
    ),
    "TensorArrayReadV3": (
        _tensorflow(
            ("TensorArrayRead",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/tensor_array_read_plugin.cc:25"
        ),
    ),
    "TensorArrayScatterV3": (
        _tensorflow(
            ("TensorArrayScatter",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/tensor_array_scatter_plugin.cc:25"
        ),
    ),
    "TensorArraySizeV3": (
        _tensorflow(
            ("TensorArraySize",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/tensor_array_size_plugin.cc:25"
        ),
    ),
    "TensorArraySplitV3": (
        _tensorflow(("TensorArraySplit",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:1110"),
    ),
    "TensorArrayV3": (
        _tensorflow(("TensorArray",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/tensor_array_plugin.cc:45"),
    ),
    "TensorArrayWriteV3": (
        _tensorflow(
            ("TensorArrayWrite",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/tensor_array_write_plugin.cc:25"
        ),
    ),
    "ThresholdedRelu": (
        _onnx(
            ("Threshold", "Identity", "Mul"),
            1,
            f"{_NN}:activation/threshold/framework/threshold_relu_onnx_plugin.cpp:66",
        ),
    ),
    "UniqueV2": (
        _tensorflow(("UniqueExt2",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:1180"),
    ),
    "UniqueWithCountsV2": (
        _tensorflow(("UniqueWithCountsExt2",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/single_plugin.cc:1194"),
    ),
    "VariableShape": (
        _tensorflow(("Shape",), 0, f"{_CANNDEV}:ops/built-in/framework/tf_plugin/variable_shape_plugin.cc:24"),
    ),
    "VariableV2": (_tensorflow(("Variable",), 0, f"{_GE}:parser/parser/common/op_map.cc:87"),),
    "Xor": (_onnx(("BitwiseXor", "Cast"), 0, f"{_MATH}:math/bitwise_xor/framework/xor_onnx_plugin.cpp:58"),),
    "YoloV3DetectionOutput": (
        _caffe(
            ("YoloV3DetectionOutputV2",),
            0,
            f"{_CANNDEV}:ops/built-in/framework/caffe_plugin/caffe_yolov3_detection_output_d_plugin.cc:97",
        ),
    ),
    "_Retval": (_tensorflow(("FrameworkOp",), 0, f"{_GE}:parser/parser/common/op_map.cc:68"),),
    "adaptive_max_pool2d": (
        _onnx(
            ("AdaptiveMaxPool2d",),
            0,
            f"{_NN}:pooling/adaptive_max_pool2d/framework/adaptive_max_pool2d_onnx_plugin.cpp:52",
        ),
    ),
    "torch.onnx.symbolic_opset11.addcmul": (
        _onnx(("Add", "Mul", "Muls"), 0, f"{_MATH}:math/addcmul/framework/addcmul_onnx_plugin.cpp:73"),
    ),
}

#: Type after a pass to the types before it.
LATER_TYPES: Mapping[str, tuple[MadeFromRow, ...]] = {
    "ApplyAdaMaxD": (
        MadeFromRow(
            "ApplyAdaMax",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:154",
        ),
    ),
    "ApplyAdadeltaD": (
        MadeFromRow(
            "ApplyAdadelta",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:156",
        ),
    ),
    "ApplyAdagradD": (
        MadeFromRow(
            "ApplyAdagrad",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:158",
        ),
    ),
    "ApplyAdagradDAD": (
        MadeFromRow(
            "ApplyAdagradDA",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:160",
        ),
    ),
    "ApplyAdagradV2D": (
        MadeFromRow(
            "ApplyAdagradV2",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:183",
        ),
    ),
    "ApplyAdamD": (
        MadeFromRow(
            "ApplyAdam",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:166",
        ),
    ),
    "ApplyAdamWithAmsgradD": (
        MadeFromRow(
            "ApplyAdamWithAmsgrad",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:414",
        ),
    ),
    "ApplyAddSignD": (
        MadeFromRow(
            "ApplyAddSign",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:170",
        ),
    ),
    "ApplyCenteredRMSPropD": (
        MadeFromRow(
            "ApplyCenteredRMSProp",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:164",
        ),
    ),
    "ApplyFtrlD": (
        MadeFromRow(
            "ApplyFtrl",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:162",
        ),
    ),
    "ApplyFtrlV2D": (
        MadeFromRow(
            "ApplyFtrlV2",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:404",
        ),
    ),
    "ApplyKerasMomentumD": (
        MadeFromRow(
            "ApplyKerasMomentum",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:408",
        ),
    ),
    "ApplyMomentumD": (
        MadeFromRow(
            "ApplyMomentum",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:406",
        ),
    ),
    "ApplyPowerSignD": (
        MadeFromRow(
            "ApplyPowerSign",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:172",
        ),
    ),
    "ApplyProximalAdagradD": (
        MadeFromRow(
            "ApplyProximalAdagrad",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:174",
        ),
    ),
    "ApplyRMSPropD": (
        MadeFromRow(
            "ApplyRMSProp",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:147",
        ),
    ),
    "ArgMaxD": (
        MadeFromRow(
            "ArgMaxV2",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:188",
        ),
    ),
    "ArgMinD": (
        MadeFromRow(
            "ArgMin",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:193",
        ),
    ),
    "BatchMatMulV3": (
        MadeFromRow(
            "BatchMatMul",
            "MatMulToMatmulV3FusionPass",
            f"{_NN}:matmul/mat_mul_v3/op_graph/fusion_pass/matmul_to_matmul_v3_fusion_pass.cpp:286",
        ),
        MadeFromRow(
            "BatchMatMulV2",
            "MatMulToMatmulV3FusionPass",
            f"{_NN}:matmul/mat_mul_v3/op_graph/fusion_pass/matmul_to_matmul_v3_fusion_pass.cpp:286",
        ),
    ),
    "BatchToSpaceNDD": (
        MadeFromRow(
            "BatchToSpaceND",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:205",
        ),
    ),
    "BroadcastToD": (
        MadeFromRow(
            "BroadcastTo",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:200",
        ),
    ),
    "ClipBoxesD": (
        MadeFromRow(
            "ClipBoxes",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:394",
        ),
    ),
    "Conv2D": (
        MadeFromRow(
            "DepthwiseConv2D",
            "DepthwiseToConv2dFusionPass",
            f"{_NN}:conv/convolution_forward/op_graph/fusion_pass/depthwise_to_conv2d_fusion_pass.cpp:182",
        ),
    ),
    "Conv2DBackpropFilterD": (
        MadeFromRow(
            "Conv2DBackpropFilter",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:222",
        ),
    ),
    "Conv2DBackpropInputD": (
        MadeFromRow(
            "Conv2DBackpropInput",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:227",
        ),
    ),
    "Conv2DTransposeD": (
        MadeFromRow(
            "Conv2DTranspose",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:242",
        ),
    ),
    "Conv3DBackpropFilter": (
        MadeFromRow(
            "Conv2DBackpropFilter",
            "Conv2DBackpropFilterToV3FusionPass",
            f"{_NN}:conv/conv3d_backprop_filter_v2/op_graph/fusion_pass/conv2d_backprop_filter_to_v3_fusion_pass.cpp:146",
        ),
    ),
    "Conv3DBackpropFilterD": (
        MadeFromRow(
            "Conv3DBackpropFilter",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:232",
        ),
    ),
    "Conv3DBackpropFilterV2": (
        MadeFromRow(
            "Conv3DBackpropFilter",
            "Conv3DBackpropFilterToV2FusionPass",
            f"{_NN}:conv/conv3d_backprop_filter_v2/op_graph/fusion_pass/conv3d_backprop_filter_to_v2_fusion_pass.cpp:200",
        ),
    ),
    "Conv3DBackpropInput": (
        MadeFromRow(
            "Conv2DBackpropInput",
            "Conv2DBackpropInputToV2FusionPass",
            f"{_NN}:conv/conv3d_backprop_input_v2/op_graph/fusion_pass/conv2d_backprop_input_to_v2_fusion_pass.cpp:151",
        ),
    ),
    "Conv3DBackpropInputD": (
        MadeFromRow(
            "Conv3DBackpropInput",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:237",
        ),
    ),
    "Conv3DBackpropInputV2": (
        MadeFromRow(
            "Conv3DBackpropInput",
            "Conv3DBackpropInputToV2FusionPass",
            f"{_NN}:conv/conv3d_backprop_input_v2/op_graph/fusion_pass/conv3d_backprop_input_to_v2_fusion_pass.cpp:189",
        ),
    ),
    "Conv3DTranspose": (
        MadeFromRow(
            "Conv2DTranspose",
            "Conv2DTransposeToV2FusionPass",
            f"{_NN}:conv/conv3d_transpose_v2/op_graph/fusion_pass/conv2d_transpose_to_v2_fusion_pass.cpp:229",
        ),
    ),
    "Conv3DTransposeD": (
        MadeFromRow(
            "Conv3DTranspose",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:247",
        ),
    ),
    "Conv3DTransposeV2": (
        MadeFromRow(
            "Conv3DTranspose",
            "Conv3DTransposeToV2FusionPass",
            f"{_NN}:conv/conv3d_transpose_v2/op_graph/fusion_pass/conv3d_transpose_to_v2_fusion_pass.cpp:223",
        ),
    ),
    "CropAndResizeD": (
        MadeFromRow(
            "CropAndResize",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:195",
        ),
    ),
    "CumprodD": (
        MadeFromRow(
            "Cumprod",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:318",
        ),
    ),
    "CumsumD": (
        MadeFromRow(
            "Cumsum",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:320",
        ),
    ),
    "CumulativeLogsumexpD": (
        MadeFromRow(
            "CumulativeLogsumexp",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:430",
        ),
    ),
    "DepthwiseConv2DBackpropFilterD": (
        MadeFromRow(
            "DepthwiseConv2DBackpropFilter",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:249",
        ),
    ),
    "DepthwiseConv2DBackpropInputD": (
        MadeFromRow(
            "DepthwiseConv2DBackpropInput",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:254",
        ),
    ),
    "DropOutDoMaskV3D": (
        MadeFromRow(
            "DropOutDoMaskV3",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:425",
        ),
    ),
    "EuclideanNormD": (
        MadeFromRow(
            "EuclideanNorm",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:420",
        ),
    ),
    "ExpandD": (
        MadeFromRow(
            "Expand",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:437",
        ),
    ),
    "FillD": (
        MadeFromRow(
            "Fill",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:258",
        ),
    ),
    "FillV2D": (
        MadeFromRow(
            "FillV2",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:435",
        ),
    ),
    "HistogramFixedWidthD": (
        MadeFromRow(
            "HistogramFixedWidth",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:260",
        ),
    ),
    "InTopKD": (
        MadeFromRow(
            "InTopK",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:265",
        ),
    ),
    "InplaceAddD": (
        MadeFromRow(
            "InplaceAdd",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:267",
        ),
    ),
    "InplaceSubD": (
        MadeFromRow(
            "InplaceSub",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:272",
        ),
    ),
    "InplaceUpdateD": (
        MadeFromRow(
            "InplaceUpdate",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:277",
        ),
    ),
    "MatMulV3": (
        MadeFromRow(
            "MatMul",
            "MatMulToMatmulV3FusionPass",
            f"{_NN}:matmul/mat_mul_v3/op_graph/fusion_pass/matmul_to_matmul_v3_fusion_pass.cpp:286",
        ),
        MadeFromRow(
            "MatMulV2",
            "MatMulToMatmulV3FusionPass",
            f"{_NN}:matmul/mat_mul_v3/op_graph/fusion_pass/matmul_to_matmul_v3_fusion_pass.cpp:286",
        ),
    ),
    "MaxPoolExt2": (
        MadeFromRow(
            "MaxPoolV2",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:282",
        ),
    ),
    "ReduceAllD": (
        MadeFromRow(
            "ReduceAll",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:293",
        ),
    ),
    "ReduceAnyD": (
        MadeFromRow(
            "ReduceAny",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:298",
        ),
    ),
    "ReduceMaxD": (
        MadeFromRow(
            "ReduceMax",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:303",
        ),
    ),
    "ReduceMeanD": (
        MadeFromRow(
            "ReduceMean",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:288",
        ),
    ),
    "ReduceMinD": (
        MadeFromRow(
            "ReduceMin",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:308",
        ),
    ),
    "ReduceProdD": (
        MadeFromRow(
            "ReduceProd",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:313",
        ),
    ),
    "ResizeBilinearV2D": (
        MadeFromRow(
            "ResizeBilinearV2",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:322",
        ),
    ),
    "ResizeNearestNeighborV2D": (
        MadeFromRow(
            "ResizeNearestNeighborV2",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:327",
        ),
    ),
    "ReverseV2D": (
        MadeFromRow(
            "ReverseV2",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:332",
        ),
    ),
    "RpnProposalsD": (
        MadeFromRow(
            "RpnProposals",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:399",
        ),
    ),
    "ScatterNdD": (
        MadeFromRow(
            "ScatterNd",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:217",
        ),
    ),
    "SliceD": (
        MadeFromRow(
            "Slice",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:337",
        ),
    ),
    "SpaceToBatchNDD": (
        MadeFromRow(
            "SpaceToBatchND",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:211",
        ),
    ),
    "SparseApplyAdadeltaD": (
        MadeFromRow(
            "SparseApplyAdadelta",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:410",
        ),
    ),
    "SparseApplyAdagradV2D": (
        MadeFromRow(
            "SparseApplyAdagradV2",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:343",
        ),
    ),
    "SparseApplyFtrlD": (
        MadeFromRow(
            "SparseApplyFtrl",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:348",
        ),
    ),
    "SparseApplyFtrlV2D": (
        MadeFromRow(
            "SparseApplyFtrlV2",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:355",
        ),
    ),
    "SparseApplyProximalAdagradD": (
        MadeFromRow(
            "SparseApplyProximalAdagrad",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:168",
        ),
    ),
    "SparseApplyRMSPropD": (
        MadeFromRow(
            "SparseApplyRMSProp",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:176",
        ),
    ),
    "StridedSliceAssignD": (
        MadeFromRow(
            "StridedSliceAssign",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:363",
        ),
    ),
    "TransposeD": (
        MadeFromRow(
            "Transpose",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:369",
        ),
    ),
    "UnsortedSegmentMaxD": (
        MadeFromRow(
            "UnsortedSegmentMax",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:379",
        ),
    ),
    "UnsortedSegmentMinD": (
        MadeFromRow(
            "UnsortedSegmentMin",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:374",
        ),
    ),
    "UnsortedSegmentProdD": (
        MadeFromRow(
            "UnsortedSegmentProd",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:384",
        ),
    ),
    "UnsortedSegmentSumD": (
        MadeFromRow(
            "UnsortedSegmentSum",
            "ConstToAttrPass",
            f"{_CANNDEV}:ops/built-in/fusion_pass/graph_fusion/ai_core/const2attr/const2attr_fusion_pass.cc:389",
        ),
    ),
}

FURTHER_TYPES_SOURCE = "operator types that the parsers, plugins and passes of hicann/ge@ffdcbc9f, hicann/ops-math@c4193324, hicann/ops-nn@e5c3fa93, hicann/ops-cv@6ae87653 and canndev-public-copy@7d77ce32 make and that the operator lists of CANN 8.1.RC1 do not have"

#: Operator types beyond those of CANN 8.1.RC1.
FURTHER_TYPES = frozenset(
    {
        "AccumulatorApplyGradient",
        "AccumulatorNumAccumulated",
        "AccumulatorSetGlobalStep",
        "AccumulatorTakeGradient",
        "AdaptiveAvgPool2d",
        "AddManySparseToTensorsMap",
        "AddRmsNormDynamicQuantV2",
        "AddSparseToTensorsMap",
        "AdjustContrast",
        "AdjustHue",
        "AdjustSaturation",
        "AdpGetNext",
        "AffineGrid",
        "AllCandidateSampler",
        "Angle",
        "AnonymousSeedGenerator",
        "ApplyMomentum",
        "ArgMaxGrad",
        "ArgMaxWithK",
        "AsString",
        "AscendPadding",
        "Assert",
        "AudioSpectrogram",
        "BandedTriangularSolve",
        "Barrier",
        "BarrierClose",
        "BarrierIncompleteSize",
        "BarrierInsertMany",
        "BarrierReadySize",
        "BarrierTakeMany",
        "Batch",
        "BatchDilatePolys",
        "BatchEnqueue",
        "Betainc",
        "Bincount",
        "Bitcast",
        "BnHost",
        "BoostedTreesBucketize",
        "BroadcastArgs",
        "BroadcastGradientArgs",
        "Bucketize",
        "BucketizeV2",
        "CTCBeamSearchDecoder",
        "CTCGreedyDecoder",
        "CTCLoss",
        "CacheAdd",
        "CacheAllIndexToLocal",
        "CacheRemoteIndexToLocal",
        "Case",
        "CastLike",
        "CheckNumerics",
        "Cholesky",
        "CholeskyGrad",
        "Col2ImV2",
        "CommonGRU",
        "CommonLSTM",
        "CompareAndBitpack",
        "ComputeAccidentalHits",
        "ConcatFromSequence",
        "CondTake",
        "ConditionalAccumulator",
        "Conj",
        "ConjugateTranspose",
        "Const",
        "Constant",
        "ContinuationIndicator",
        "ControlTrigger",
        "Copy",
        "Correlation",
        "CountUpTo",
        "CropAndResize",
        "CropAndResizeGradBoxes",
        "CropAndResizeGradImage",
        "Cumprod",
        "CumulativeLogsumexp",
        "Data",
        "DataFormatVecPermute",
        "DecodeAndCropJpeg",
        "DecodeBase64",
        "DecodeBmp",
        "DecodeCSV",
        "DecodeGif",
        "DecodeImage",
        "DecodeJpeg",
        "DecodePng",
        "DecodeRaw",
        "DecodeWav",
        "DeformableConv2D",
        "DeinitEmbeddingHashmapV2",
        "DeleteSeedGenerator",
        "DenseCountSparseOutput",
        "DenseImageWarp",
        "DenseImageWarpGrad",
        "DenseToDenseSetOperation",
        "DenseToSparseSetOperation",
        "Dequeue",
        "DeserializeManySparse",
        "DeserializeSparse",
        "DestroyTemporaryVariable",
        "DrawBoundingBoxes",
        "DrawBoundingBoxesV2",
        "DropOutGenMask",
        "DropOutGenMaskV3",
        "DropOutV3",
        "Dropout",
        "DummySeedGenerator",
        "DynamicAUGRUGrad",
        "DynamicGetNext",
        "DynamicGetNextV2",
        "DynamicPartition",
        "DynamicStitch",
        "EditDistance",
        "Einsum",
        "EmbeddingHashTableApplyAdamW",
        "EmbeddingHashmapFileSize",
        "EmbeddingHashmapSize",
        "EmbeddingLocalIndex",
        "EmbeddingRankId",
        "Empty",
        "EmptyTensorList",
        "EmptyTensorMap",
        "EncodeBase64",
        "EncodeJpegVariableQuality",
        "EnsureShape",
        "Exit",
        "ExpandDims",
        "ExtractGlimpse",
        "FFT",
        "FFT2D",
        "FIFOQueue",
        "FakeQueue",
        "FakeRemoteLookupUniqued",
        "FileConstant",
        "FillV2",
        "Fingerprint",
        "FixedUnigramCandidateSampler",
        "For",
        "FractionalAvgPool",
        "FractionalAvgPoolGrad",
        "FractionalMaxPool",
        "FractionalMaxPoolGrad",
        "FrameworkOp",
        "FusedBatchNormV2",
        "GetNext",
        "GetNextFromQueue",
        "GetSpan",
        "GlobalAveragePool",
        "GuaranteeConst",
        "HSVToRGB",
        "HardMax",
        "HashTable",
        "HcomAllGather",
        "HcomAllReduce",
        "HcomAllToAllV",
        "HcomBroadcast",
        "HcomGatherAllToAllV",
        "HcomReceive",
        "HcomReduce",
        "HcomReduceScatter",
        "HcomRemoteRead",
        "HcomRemoteRefRead",
        "HcomRemoteScatterWrite",
        "HcomRemoteWrite",
        "HcomSend",
        "Histogram",
        "HistogramFixedWidthD",
        "HorovodAllgather",
        "HorovodAllreduce",
        "HorovodBroadcast",
        "IFFT",
        "IFFT2D",
        "IRFFT",
        "IdentityN",
        "If",
        "Igamma",
        "IgammaGradA",
        "Igammac",
        "Imag",
        "InHost",
        "InTopK",
        "InTopKV2",
        "InitEmbeddingHashmapV2",
        "InitializeTable",
        "InplaceAdd",
        "InplaceSub",
        "InvertPermutation",
        "IsVariableInitialized",
        "IsotonicRegression",
        "LSTM",
        "LSTMP",
        "LarsV2",
        "LearnedUnigramCandidateSampler",
        "LeftShift",
        "ListDiff",
        "LogMatrixDeterminant",
        "LogUniformCandidateSampler",
        "LookupTableExport",
        "LookupTableFind",
        "LookupTableImport",
        "LookupTableInsert",
        "LookupTableRemove",
        "LookupTableSize",
        "LoopCond",
        "LowerBound",
        "LruCache",
        "Lu",
        "MapClear",
        "MapIncompleteSize",
        "MapPeek",
        "MapSize",
        "MapStage",
        "MapUnstage",
        "MapUnstageNoKey",
        "MatrixBandPart",
        "MatrixDeterminant",
        "MatrixDiag",
        "MatrixDiagPart",
        "MatrixDiagPartV2",
        "MatrixDiagPartV3",
        "MatrixDiagV2",
        "MatrixDiagV3",
        "MatrixInverse",
        "MatrixSetDiag",
        "MatrixSetDiagV2",
        "MatrixSetDiagV3",
        "MatrixSolve",
        "MatrixSolveLs",
        "MatrixSquareRoot",
        "MatrixTriangularSolve",
        "MaxPool3DGradGrad",
        "MaxPoolV2",
        "MaxPoolWithArgmaxV3",
        "Mfcc",
        "MirrorPadGrad",
        "Multinomial",
        "MutableDenseHashTable",
        "MutableHashTable",
        "MutableHashTableOfTensors",
        "NetOutput",
        "NextAfter",
        "NoOp",
        "NonDeterministicInts",
        "NonMaxSuppression",
        "NonMaxSuppressionV2",
        "NonMaxSuppressionV3",
        "NonMaxSuppressionV4",
        "NonMaxSuppressionV5",
        "NonMaxSuppressionWithOverlaps",
        "NonZeroWithValueShape",
        "Normalize",
        "NthElement",
        "OCRDetectionPostHandle",
        "OCRDetectionPreHandle",
        "OCRFindContours",
        "OCRIdentifyPreHandle",
        "OCRRecognitionPreHandle",
        "OptionalGetValue",
        "OrderedMapClear",
        "OrderedMapIncompleteSize",
        "OrderedMapPeek",
        "OrderedMapSize",
        "OrderedMapStage",
        "OrderedMapUnstage",
        "OrderedMapUnstageNoKey",
        "OutfeedEnqueueOp",
        "OutfeedEnqueueOpV2",
        "PaddingFIFOQueue",
        "ParallelDynamicStitch",
        "ParameterizedTruncatedNormal",
        "ParseExample",
        "ParseSingleExample",
        "ParseSingleSequenceExample",
        "ParseTensor",
        "PartitionedCall",
        "Permute",
        "PhonyConcat",
        "PhonySplit",
        "PlaceholderWithDefault",
        "PreventGradient",
        "PrintV2",
        "PrintV3",
        "PriorBox",
        "PriorityQueue",
        "Proposal",
        "Qr",
        "QuantBatchMatmulV4",
        "QuantizedResizeBilinear",
        "QueueClose",
        "QueueData",
        "QueueDequeue",
        "QueueDequeueMany",
        "QueueDequeueUpTo",
        "QueueEnqueue",
        "QueueEnqueueMany",
        "QueueIsClosed",
        "QueueSize",
        "RFFT",
        "RGBToHSV",
        "RNN",
        "RaggedBincount",
        "RaggedCountSparseOutput",
        "RaggedGather",
        "RaggedRange",
        "RaggedTensorFromVariant",
        "RaggedTensorToSparse",
        "RaggedTensorToTensor",
        "RandomGamma",
        "RandomPoisson",
        "RandomShuffle",
        "RandomShuffleQueue",
        "RandomStandardNormal",
        "RandomStandardNormalV2",
        "RandomUniform",
        "RandomUniformInt",
        "RandomUniformIntV2",
        "RandomUniformV2",
        "Rank",
        "ReadVariableOp",
        "RecordInput",
        "ReduceJoin",
        "ReduceMeanWithCast",
        "RefEnter",
        "RefExit",
        "RefNextIteration",
        "RegexFullMatch",
        "RegexReplace",
        "RepeatWithPad",
        "ResizeAndClipPolys",
        "ResizeArea",
        "ResizeBicubic",
        "ResizeBicubicGrad",
        "ResourceAccumulatorApplyGradient",
        "ResourceAccumulatorNumAccumulated",
        "ResourceAccumulatorSetGlobalStep",
        "ResourceAccumulatorTakeGradient",
        "ResourceConditionalAccumulator",
        "RightShift",
        "RngReadAndSkipV2",
        "RngSkip",
        "RollV2",
        "RotatedNMS",
        "RpnProposals",
        "SPP",
        "SampleDistortedBoundingBox",
        "SampleDistortedBoundingBoxExt2",
        "ScaleAndTranslate",
        "ScaleAndTranslateGrad",
        "ScatterNdMax",
        "ScatterNdMin",
        "SegmentMax",
        "SelfAdjointEig",
        "SequenceAt",
        "SequenceConstruct",
        "SequenceEmpty",
        "SequenceErase",
        "SequenceInsert",
        "SequenceLength",
        "SerializeManySparse",
        "SerializeSparse",
        "SetSize",
        "ShapeN",
        "Size",
        "Snapshot",
        "SobolSample",
        "SparseAccumulatorApplyGradient",
        "SparseAccumulatorTakeGradient",
        "SparseAdd",
        "SparseAddGrad",
        "SparseConcat",
        "SparseConditionalAccumulator",
        "SparseCountSparseOutput",
        "SparseCross",
        "SparseDenseCwiseAdd",
        "SparseDenseCwiseDiv",
        "SparseDenseCwiseMul",
        "SparseFillEmptyRows",
        "SparseFillEmptyRowsGrad",
        "SparseReduceMax",
        "SparseReduceMaxSparse",
        "SparseReduceSum",
        "SparseReduceSumSparse",
        "SparseReorder",
        "SparseSegmentMean",
        "SparseSegmentMeanGrad",
        "SparseSegmentSum",
        "SparseSlice",
        "SparseSliceGrad",
        "SparseSoftmax",
        "SparseSoftmaxCrossEntropyWithLogits",
        "SparseSparseMaximum",
        "SparseSparseMinimum",
        "SparseSplit",
        "SparseTensorDenseAdd",
        "SparseTensorDenseMatMul",
        "SparseToDense",
        "SparseToSparseSetOperation",
        "SpatialTransformerD",
        "SplitToSequence",
        "SqueezeV3",
        "Stack",
        "StackClose",
        "StackPop",
        "StackPush",
        "Stage",
        "StageClear",
        "StagePeek",
        "StageSize",
        "StatefulPartitionedCall",
        "StatefulRandomBinomial",
        "StatefulStandardNormalV2",
        "StatefulTruncatedNormal",
        "StatefulUniform",
        "StatefulUniformFullInt",
        "StatefulUniformInt",
        "StatelessBernoulli",
        "StatelessBernoulliV2",
        "StatelessCase",
        "StatelessIf",
        "StatelessMultinomial",
        "StatelessParameterizedTruncatedNormal",
        "StatelessRandomBinomial",
        "StatelessRandomChoiceWithMask",
        "StatelessRandomGammaV2",
        "StatelessRandomGetAlg",
        "StatelessRandomGetKeyCounter",
        "StatelessRandomGetKeyCounterAlg",
        "StatelessRandomNormalV2",
        "StatelessRandomPoisson",
        "StatelessRandomUniformFullInt",
        "StatelessRandomUniformFullIntV2",
        "StatelessRandomUniformInt",
        "StatelessRandomUniformIntV2",
        "StatelessRandomUniformV2",
        "StatelessSampleDistortedBoundingBox",
        "StatelessTruncatedNormalV2",
        "StatelessWhile",
        "StaticRegexFullMatch",
        "StaticRegexReplace",
        "StopGradient",
        "StridedSliceAssign",
        "StridedSliceV2",
        "StringFormat",
        "StringJoin",
        "StringLength",
        "StringLower",
        "StringNGrams",
        "StringSplit",
        "StringSplitV2",
        "StringStrip",
        "StringToHashBucket",
        "StringToHashBucketFast",
        "StringToHashBucketStrong",
        "StringUpper",
        "Substr",
        "Svd",
        "TableToResourceV2",
        "TakeManySparseFromTensorsMap",
        "TemporaryVariable",
        "TensorArray",
        "TensorArrayClose",
        "TensorArrayConcat",
        "TensorArrayGather",
        "TensorArrayGrad",
        "TensorArrayGradWithShape",
        "TensorArrayRead",
        "TensorArrayScatter",
        "TensorArraySize",
        "TensorArraySplit",
        "TensorArrayWrite",
        "TensorListConcatLists",
        "TensorListConcatV2",
        "TensorListElementShape",
        "TensorListFromTensor",
        "TensorListGather",
        "TensorListGetItem",
        "TensorListLength",
        "TensorListPopBack",
        "TensorListPushBack",
        "TensorListPushBackBatch",
        "TensorListReserve",
        "TensorListResize",
        "TensorListScatterIntoExistingList",
        "TensorListScatterV2",
        "TensorListSetItem",
        "TensorListSplit",
        "TensorListStack",
        "TensorMapErase",
        "TensorMapHasKey",
        "TensorMapInsert",
        "TensorMapLookup",
        "TensorMapSize",
        "TensorMapStackKeys",
        "TensorScatterAdd",
        "TensorScatterMax",
        "TensorScatterMin",
        "TensorScatterSub",
        "TensorScatterUpdate",
        "TfIdfVectorizer",
        "ThreadUnsafeUnigramCandidateSampler",
        "Timestamp",
        "ToBool",
        "TopK",
        "TridiagonalSolve",
        "Trilu",
        "TruncatedNormal",
        "TruncatedNormalV2",
        "Unbatch",
        "UnbatchGrad",
        "UnicodeDecode",
        "UnicodeDecodeWithOffsets",
        "UnicodeEncode",
        "UnicodeScript",
        "UnicodeTranscode",
        "UniformCandidateSampler",
        "Unique",
        "UniqueExt2",
        "UniqueWithCounts",
        "UniqueWithCountsAndSorting",
        "UniqueWithCountsExt2",
        "UnravelIndex",
        "UnsortedSegmentJoin",
        "UnsqueezeV3",
        "Unstage",
        "UpperBound",
        "VarHandleOp",
        "VarIsInitializedOp",
        "Variable",
        "WarpPerspective",
        "Where",
        "While",
        "YoloV2DetectionOutput",
        "YoloV3DetectionOutputV2",
        "YoloV5DetectionOutput",
        "Zeta",
        "_Arg",
        "_If",
        "_ParallelConcatStart",
        "_While",
    }
)
