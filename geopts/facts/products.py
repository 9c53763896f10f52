"""Product families, their SoC names, and which SoCs have HF32.

Paths are relative to hicann/ge@ffdcbc9f unless a repository stands before them. English names of the 310b, 310p and 910 families are
literal renderings. The tag ``910b`` of the documents is Atlas A2; the SoC name ``Ascend910B`` without a digit is the first-generation 910.
"""

from __future__ import annotations

from geopts.facts.rows import Family, FamilyRow, HF32Row, NpuArchRow, OtherSocRow, SocRow, UnknownSocRow

__all__ = ["FAMILIES", "HF32", "NOTES", "NPU_ARCH", "OTHER_SOCS", "SNAPSHOT", "SOCS", "UNKNOWN_SOC"]

SNAPSHOT = "paths without a repository are relative to hicann/ge@ffdcbc9f"

FAMILIES: tuple[FamilyRow, ...] = (
    FamilyRow(
        family=Family.ASCEND_950,
        tag="950",
        name="Ascend 950PR/Ascend 950DT",
        chinese_name="Ascend 950PR/Ascend 950DT",
        aliases=("Ascend 950", "Ascend 950PR", "Ascend 950DT"),
        session_options_supported=True,
        short_soc_version="Ascend950 (older strings: Ascend910_95)",
        prefixes=("Ascend950", "Ascend910_95"),
        npu_arch="3510 (DAV_3510)",
        npu_arch_source=(
            "[hicann/pypto@883e7dfb] framework/src/platform/parser/simulation_platform/platform_config/950PR_958x.ini:13",
            "[hicann/pypto@883e7dfb] python/pypto_pro/runtime/platform.py:40",
            "NPU hardware parameter page kept beside npu-arch-guide.md in the CANN community skills (single-file copy): product table series -> SocVersion -> NpuArch -> chip names",
        ),
        soc_version_rule="ChipName_NPUName from npu-smi info -t board -i <id>, e.g. Ascendxxx_1234 (docs/zh/user_guides/atc_tools/CLI_options/--soc_version.md:32-34)",
        match_rule="GE's HCCL plugin matches by longest prefix: anything starting with Ascend950 or Ascend910_95 (compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:62-63,128-153)",
        source=("docs/zh/api/graph_engine_api/cpp/ge/options_params/overall_constraints.md:6",),
    ),
    FamilyRow(
        family=Family.ATLAS_A3,
        tag="A3",
        name="Atlas A3 Training Series Products/Atlas A3 Inference Series Products",
        chinese_name="Atlas A3 训练系列产品/Atlas A3 推理系列产品",
        aliases=("Atlas A3", "Atlas A3 training", "Atlas A3 inference"),
        session_options_supported=True,
        short_soc_version="Ascend910_93 (reports as Ascend910B in SocVersion enums, external table)",
        short_names=("Ascend910_93",),
        npu_arch="2201 (DAV_2201)",
        npu_arch_source=(
            "[hicann/pypto@883e7dfb] python/pypto_pro/runtime/platform.py:39",
            "NPU hardware parameter page kept beside npu-arch-guide.md in the CANN community skills (single-file copy): product table series -> SocVersion -> NpuArch -> chip names",
        ),
        soc_version_rule="ChipName_NPUName from npu-smi info -t board -i <id> -c <chip> (docs/zh/user_guides/atc_tools/CLI_options/--soc_version.md:38-42)",
        match_rule="exact strings in the HCCL plugin, unknown suffixes fall to prefix keys",
        source=(
            "docs/zh/api/graph_engine_api/cpp/ge/options_params/overall_constraints.md:9",
            "docs/en/user_guides/ge_python/api/OfflineCompile.md:7",
        ),
    ),
    FamilyRow(
        family=Family.ATLAS_A2,
        tag="910b",
        name="Atlas A2 Training Series Products/Atlas A2 Inference Series Products",
        chinese_name="Atlas A2 训练系列产品/Atlas A2 推理系列产品",
        aliases=("Atlas A2", "Atlas A2 training", "Atlas A2 inference"),
        session_options_supported=True,
        short_soc_version="Ascend910B",
        npu_arch="2201 (DAV_2201)",
        npu_arch_source=(
            "examples/custom_op/annotated_args_refresh_add_custom/python/README.md:30",
            "[hicann/pypto@883e7dfb] framework/src/platform/parser/simulation_platform/platform_config/A2A3.ini:14",
            "NPU hardware parameter page kept beside npu-arch-guide.md in the CANN community skills (single-file copy): product table series -> SocVersion -> NpuArch -> chip names",
        ),
        soc_version_rule="Ascend + Name from npu-smi info (docs/zh/user_guides/atc_tools/CLI_options/--soc_version.md:46)",
        match_rule="note: Ascend910B without a digit is NOT this family, see tag 910",
        source=(
            "docs/zh/api/graph_engine_api/cpp/ge/options_params/overall_constraints.md:12",
            "docs/en/user_guides/ge_python/api/OfflineCompile.md:8",
        ),
    ),
    FamilyRow(
        family=Family.ATLAS_200I_500_A2,
        tag="310b",
        name="Atlas 200I/500 A2 inference products",
        chinese_name="Atlas 200I/500 A2 推理产品",
        aliases=("Atlas 200I/500 A2", "Atlas 200I A2", "Atlas 500 A2", "Atlas 200I/500 A2 inference"),
        name_note="English form not in this snapshot; literal rendering",
        session_options_supported=False,
        short_soc_version="Ascend310B",
        short_names=("Ascend310B",),
        npu_arch="3002 (DAV_3002)",
        npu_arch_source=(
            "NPU hardware parameter page kept beside npu-arch-guide.md in the CANN community skills (single-file copy): product table series -> SocVersion -> NpuArch -> chip names",
        ),
        soc_version_rule="Ascend + Name from npu-smi info (docs/zh/user_guides/atc_tools/CLI_options/--soc_version.md:46)",
        match_rule="HCCL plugin maps Ascend310B1 to the 310P identity for now (compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:42)",
        source=("docs/zh/api/graph_engine_api/cpp/ge/options_params/overall_constraints.md:15",),
    ),
    FamilyRow(
        family=Family.ATLAS_INFERENCE,
        tag="310p",
        name="Atlas inference series products",
        chinese_name="Atlas 推理系列产品",
        aliases=("Atlas inference",),
        name_note="English form not in this snapshot; literal rendering",
        session_options_supported=True,
        short_soc_version="Ascend310P",
        short_names=("Ascend310P",),
        npu_arch="2002 (DAV_2002)",
        npu_arch_source=(
            "NPU hardware parameter page kept beside npu-arch-guide.md in the CANN community skills (single-file copy): product table series -> SocVersion -> NpuArch -> chip names",
        ),
        soc_version_rule="Ascend + Name from npu-smi info (docs/zh/user_guides/atc_tools/CLI_options/--soc_version.md:46)",
        source=("docs/zh/api/graph_engine_api/cpp/ge/options_params/overall_constraints.md:18",),
    ),
    FamilyRow(
        family=Family.ATLAS_TRAINING,
        tag="910",
        name="Atlas training series products",
        chinese_name="Atlas 训练系列产品",
        aliases=("Atlas training",),
        name_note="English form not in this snapshot; literal rendering",
        session_options_supported=True,
        short_soc_version="Ascend910",
        npu_arch="1001 (DAV_1001)",
        npu_arch_source=(
            "[hicann/pypto@883e7dfb] python/pypto_pro/runtime/platform.py:38",
            "NPU hardware parameter page kept beside npu-arch-guide.md in the CANN community skills (single-file copy): product table series -> SocVersion -> NpuArch -> chip names",
        ),
        soc_version_rule="Ascend + Name from npu-smi info (docs/zh/user_guides/atc_tools/CLI_options/--soc_version.md:46)",
        match_rule="GE rewrites Ascend910 to Ascend910A (compiler/engines/nn_engine/utils/common/platform_utils.cc:82-85)",
        source=("docs/zh/api/graph_engine_api/cpp/ge/options_params/overall_constraints.md:21",),
    ),
    FamilyRow(
        family=Family.IPV350,
        tag="IPV350",
        name="IPV350",
        chinese_name="IPV350",
        session_options_supported=False,
        short_soc_version="Ascend035",
        npu_arch_note="platform_config AIC_version AIC-N-350 / dav-n350 (tests/engines/nn_engine/config/data/platform_config/Ascend035.ini:7-8); no NpuArch number found",
        soc_version_rule="fixed name, not from npu-smi (docs/zh/user_guides/atc_tools/CLI_options/--soc_version.md:69-73)",
        notes=(
            "ATC mode 30 accepts exactly these three and nothing else (api/atc/main_impl.cc:1072-1105)",
            "that Ascend035 belongs to the IPV350 tag rests on the soc_version page, which lists it under npu=IPV350",
        ),
        source=("docs/zh/api/graph_engine_api/cpp/ge/options_params/overall_constraints.md:24",),
    ),
)

# The compiler table of another repository that attests most names of the 950 family.
_ASC_PLATFORM = "[hicann/asc-devkit@7932167a] tools/build/asc_op_compile_base/c_api/asc_platform_api.cpp: SoC string -> platform table of the TVM/AscendC compiler"

SOCS: tuple[SocRow, ...] = (
    SocRow(
        name="Ascend950",
        family=Family.ASCEND_950,
        confidence="high",
        note="prefix key, also used bare in simulators",
        source=("compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:62",),
    ),
    SocRow(
        name="Ascend910_95",
        family=Family.ASCEND_950,
        confidence="high",
        note="older prefix; pypto stub ini has Short_SoC_version=Ascend910_95",
        source=("compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:63",),
    ),
    SocRow(
        name="Ascend950A1",
        family=Family.ASCEND_950,
        confidence="low",
        note="only as an example in a comment",
        source=("compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:128",),
    ),
    SocRow(
        name="Ascend950PR_9579",
        family=Family.ASCEND_950,
        confidence="high",
        ai_core_count=28,
        source=(
            "[hicann/pypto@883e7dfb] framework/src/platform/parser/simulation_platform/platform_config/950PR_957x.ini:5",
            _ASC_PLATFORM,
        ),
    ),
    SocRow(
        name="Ascend950PR_9589",
        family=Family.ASCEND_950,
        confidence="high",
        ai_core_count=32,
        source=(
            "[hicann/pypto@883e7dfb] framework/src/platform/parser/simulation_platform/platform_config/950PR_958x.ini:5",
            _ASC_PLATFORM,
        ),
    ),
    SocRow(
        name="Ascend950DT_9572",
        family=Family.ASCEND_950,
        confidence="high",
        ai_core_count=28,
        source=(
            "[hicann/pypto@883e7dfb] framework/src/platform/parser/simulation_platform/platform_config/950DT_957x.ini:5",
            _ASC_PLATFORM,
        ),
    ),
    SocRow(
        name="Ascend950DT_9581",
        family=Family.ASCEND_950,
        confidence="high",
        ai_core_count=32,
        source=(
            "[hicann/pypto@883e7dfb] framework/src/platform/parser/simulation_platform/platform_config/950DT_9581.ini:5",
            _ASC_PLATFORM,
        ),
    ),
    SocRow(
        name="Ascend950DT_9581X",
        family=Family.ASCEND_950,
        confidence="high",
        ai_core_count=32,
        source=(
            "[hicann/pypto@883e7dfb] framework/src/platform/parser/simulation_platform/platform_config/950DT_9581x.ini:5",
        ),
    ),
    SocRow(
        name="Ascend950DT_9582",
        family=Family.ASCEND_950,
        confidence="high",
        ai_core_count=32,
        source=(
            "[hicann/pypto@883e7dfb] framework/src/platform/parser/simulation_platform/platform_config/950DT_958x.ini:5",
            _ASC_PLATFORM,
        ),
    ),
    SocRow(
        name="Ascend910_9572",
        family=Family.ASCEND_950,
        confidence="medium",
        ai_core_count=28,
        source=(
            "[hicann/pypto@883e7dfb] framework/tests/ut/machine/stubs/compiler/data/platform_config/Ascend910_9572.ini:5",
        ),
    ),
    SocRow(name="Ascend950PR_9599", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950PR_958a", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950PR_958b", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950PR_957b", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950PR_957bx", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950PR_957c", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950PR_957d", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950PR_950z", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_950x", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_950y", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_95A1", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_95A2", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_9591", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_9592", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_9595", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_9596", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_9582x", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_9583", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_9584", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_9585", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_9586", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_9587", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_9588", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_9571", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_9573", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_9574", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_9575", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_9576", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_9577", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(name="Ascend950DT_9578", family=Family.ASCEND_950, confidence="medium", source=(_ASC_PLATFORM,)),
    SocRow(
        name="Ascend910_9391",
        family=Family.ATLAS_A3,
        confidence="high",
        source=(
            "compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:55",
            "[hicann/pypto@883e7dfb] .agents/skills/pypto-environment-setup/scripts/detect_npu.py:80",
        ),
    ),
    SocRow(
        name="Ascend910_9381",
        family=Family.ATLAS_A3,
        confidence="high",
        source=(
            "compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:56",
            "[hicann/pypto@883e7dfb] .agents/skills/pypto-environment-setup/scripts/detect_npu.py:82",
        ),
    ),
    SocRow(
        name="Ascend910_9392",
        family=Family.ATLAS_A3,
        confidence="high",
        source=(
            "compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:57",
            "[hicann/pypto@883e7dfb] .agents/skills/pypto-environment-setup/scripts/detect_npu.py:81",
        ),
    ),
    SocRow(
        name="Ascend910_9382",
        family=Family.ATLAS_A3,
        confidence="high",
        source=(
            "compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:58",
            "[hicann/pypto@883e7dfb] .agents/skills/pypto-environment-setup/scripts/detect_npu.py:83",
        ),
    ),
    SocRow(
        name="Ascend910_9372",
        family=Family.ATLAS_A3,
        confidence="high",
        source=(
            "compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:59",
            "[hicann/pypto@883e7dfb] .agents/skills/pypto-environment-setup/scripts/detect_npu.py:84",
        ),
    ),
    SocRow(
        name="Ascend910_9362",
        family=Family.ATLAS_A3,
        confidence="high",
        source=(
            "compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:60",
            "[hicann/pypto@883e7dfb] .agents/skills/pypto-environment-setup/scripts/detect_npu.py:85",
        ),
    ),
    SocRow(
        name="Ascend910B1",
        family=Family.ATLAS_A2,
        confidence="high",
        ai_core_count=24,
        source=(
            "compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:49",
            "tests/engines/nn_engine/config/data/platform_config/Ascend910B1.ini:5-6",
        ),
    ),
    SocRow(
        name="Ascend910B2",
        family=Family.ATLAS_A2,
        confidence="high",
        source=(
            "compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:50",
            "tests/engines/nn_engine/config/data/platform_config/Ascend910B2.ini:5-6",
        ),
    ),
    SocRow(
        name="Ascend910B2C",
        family=Family.ATLAS_A2,
        confidence="high",
        source=("compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:51",),
    ),
    SocRow(
        name="Ascend910B3",
        family=Family.ATLAS_A2,
        confidence="high",
        source=("compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:52",),
    ),
    SocRow(
        name="Ascend910B4",
        family=Family.ATLAS_A2,
        confidence="high",
        source=("compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:53",),
    ),
    SocRow(
        name="Ascend910B4-1",
        family=Family.ATLAS_A2,
        confidence="high",
        source=("compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:54",),
    ),
    SocRow(
        name="Ascend310B1",
        family=Family.ATLAS_200I_500_A2,
        confidence="high",
        source=(
            "compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:42",
            "tests/engines/nn_engine/config/data/platform_config/Ascend310B1.ini:5-6",
            "[Ascend/torchair@fced8842] third_party/ascend/include/metadef/external/platform/platform_infos_lite_def.h:85",
        ),
    ),
    SocRow(
        name="Ascend310B2",
        family=Family.ATLAS_200I_500_A2,
        confidence="high",
        source=(
            "[Ascend/torchair@fced8842] third_party/ascend/include/metadef/external/platform/platform_infos_lite_def.h:86",
            "[hicann/pypto@883e7dfb] .agents/skills/pypto-environment-setup/scripts/detect_npu.py:76",
        ),
    ),
    SocRow(
        name="Ascend310B3",
        family=Family.ATLAS_200I_500_A2,
        confidence="high",
        source=(
            "[Ascend/torchair@fced8842] third_party/ascend/include/metadef/external/platform/platform_infos_lite_def.h:87",
            "[hicann/pypto@883e7dfb] .agents/skills/pypto-environment-setup/scripts/detect_npu.py:77",
        ),
    ),
    SocRow(
        name="Ascend310B4",
        family=Family.ATLAS_200I_500_A2,
        confidence="high",
        source=(
            "[Ascend/torchair@fced8842] third_party/ascend/include/metadef/external/platform/platform_infos_lite_def.h:88",
            "[hicann/pypto@883e7dfb] .agents/skills/pypto-environment-setup/scripts/detect_npu.py:78",
        ),
    ),
    SocRow(
        name="Ascend310P1",
        family=Family.ATLAS_INFERENCE,
        confidence="high",
        source=(
            "compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:38",
            "tests/engines/nn_engine/config/data/platform_config/Ascend310P1.ini:5-6",
        ),
    ),
    SocRow(
        name="Ascend310P2",
        family=Family.ATLAS_INFERENCE,
        confidence="medium",
        source=("[hicann/pypto@883e7dfb] .agents/skills/pypto-environment-setup/scripts/detect_npu.py:62",),
    ),
    SocRow(
        name="Ascend310P3",
        family=Family.ATLAS_INFERENCE,
        confidence="high",
        source=(
            "compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:39",
            "tests/engines/nn_engine/config/data/platform_config/Ascend310P3.ini:5-6",
        ),
    ),
    SocRow(
        name="Ascend310P4",
        family=Family.ATLAS_INFERENCE,
        confidence="medium",
        source=("[hicann/pypto@883e7dfb] .agents/skills/pypto-environment-setup/scripts/detect_npu.py:64",),
    ),
    SocRow(
        name="Ascend310P5",
        family=Family.ATLAS_INFERENCE,
        confidence="high",
        source=("compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:40",),
    ),
    SocRow(
        name="Ascend310P7",
        family=Family.ATLAS_INFERENCE,
        confidence="high",
        source=("compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:41",),
    ),
    SocRow(
        name="Ascend910",
        family=Family.ATLAS_TRAINING,
        confidence="high",
        read_as="Ascend910A",
        source=("compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:43",),
    ),
    SocRow(
        name="Ascend910A",
        family=Family.ATLAS_TRAINING,
        confidence="high",
        source=(
            "compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:44",
            "tests/engines/nn_engine/config/data/platform_config/Ascend910A.ini:5-6",
        ),
    ),
    SocRow(
        name="Ascend910B",
        family=Family.ATLAS_TRAINING,
        confidence="high",
        note="trap: no digit suffix means the first-generation training chip (Short_SoC_version Ascend910, AIC-C-100); a test ini under tests/engines/ffts_engine says Short_SoC_version=Ascend910B",
        source=(
            "compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:45",
            "tests/engines/nn_engine/config/data/platform_config/Ascend910B.ini:5-7",
            "[hicann/pypto@883e7dfb] .agents/skills/pypto-environment-setup/scripts/detect_npu.py:59",
        ),
    ),
    SocRow(
        name="Ascend910ProA",
        family=Family.ATLAS_TRAINING,
        confidence="high",
        source=(
            "compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:46",
            "tests/engines/nn_engine/config/data/platform_config/Ascend910ProA.ini:5-6",
        ),
    ),
    SocRow(
        name="Ascend910ProB",
        family=Family.ATLAS_TRAINING,
        confidence="high",
        source=(
            "compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:47",
            "tests/engines/nn_engine/config/data/platform_config/Ascend910ProB.ini:5-6",
        ),
    ),
    SocRow(
        name="Ascend910PremiumA",
        family=Family.ATLAS_TRAINING,
        confidence="high",
        source=(
            "compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:48",
            "tests/engines/nn_engine/config/data/platform_config/Ascend910PremiumA.ini:5-6",
        ),
    ),
    SocRow(
        name="Ascend035",
        family=Family.IPV350,
        confidence="high",
        source=(
            "docs/zh/user_guides/atc_tools/CLI_options/--soc_version.md:72",
            "api/atc/main_impl.cc:1074",
            "tests/engines/nn_engine/config/data/platform_config/Ascend035.ini:5-6",
        ),
    ),
    SocRow(name="Ascend035A", family=Family.IPV350, confidence="high", source=("api/atc/main_impl.cc:1074",)),
    SocRow(name="Ascend035B", family=Family.IPV350, confidence="high", source=("api/atc/main_impl.cc:1074",)),
)

OTHER_SOCS: tuple[OtherSocRow, ...] = (
    OtherSocRow(
        names=("Ascend960", "Ascend910_96"),
        source=("compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:64-66",),
    ),
    OtherSocRow(
        names=("MC62*",),
        source=(
            "compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:61",
            "[hicann/asc-devkit@7932167a] tools/build/asc_op_compile_base/c_api/asc_platform_api.cpp: SoC string -> platform table of the TVM/AscendC compiler",
        ),
    ),
    OtherSocRow(
        names=("Ascend310", "Ascend310M1", "Ascend320", "Ascend610*", "Ascend615", "Ascend710Vir*"),
        source=(
            "[Ascend/torchair@fced8842] third_party/ascend/include/metadef/external/platform/platform_infos_lite_def.h:84 and following",
            "tests/engines/nn_engine/config/data/platform_config/Ascend310.ini:5",
        ),
    ),
    OtherSocRow(
        names=("Ascend031",),
        source=(
            "[Ascend/torchair@fced8842] third_party/ascend/include/metadef/external/platform/platform_infos_lite_def.h:105",
        ),
    ),
    OtherSocRow(
        names=("nosoc",),
        source=("compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:67",),
    ),
)

UNKNOWN_SOC: tuple[UnknownSocRow, ...] = (
    UnknownSocRow(
        part="hccl_plugin",
        behaviour="exact, then longest prefix, then silent fallback with all capabilities off",
        source="compiler/engines/hccl_engine/hcom_graph_adaptor/ge_plugin/common/device_capability.cc:112-157",
    ),
    UnknownSocRow(
        part="engine",
        behaviour="unknown name fails with E20101",
        source="compiler/engines/nn_engine/utils/common/platform_utils.cc:114-152",
    ),
)

NPU_ARCH: tuple[NpuArchRow, ...] = (
    NpuArchRow(
        values=("1001", "2002", "3002", "3004", "3505", "3102", "5102"),
        source="api/acl/acl_op_compiler/single_op/op_compiler.cpp:48-50",
    ),
    NpuArchRow(
        values=("1001", "3002", "2002", "2201", "3510"), source="api/acl/acl_model/model/aipp_param_check.cpp:36-38"
    ),
)

NOTES: tuple[str, ...] = (
    "docs use tags 950,A3,910b,310b,310p,910,IPV350; '全量芯片支持' (all chips) is used for most options",
    "session/graph options chapter as a whole: 310b and IPV350 not supported (docs/zh/api/graph_engine_api/cpp/ge/options_params/overall_constraints.md:13-24)",
    "310P -> 2002, 310B -> 3002 and 910_93 -> 2201 come from a single-file copy outside the GE snapshot, not from GE itself",
)

# The 45 platform files of CANN 8.1.RC1 (CANN-8.1.RC1@551ed27c). GE asks one thing of them: does Intrinsic_mmad of AICoreintrinsicDtypeMap
# hold h322f32 (compiler/engines/nn_engine/utils/common/platform_utils.cc:415-430).
HF32: tuple[HF32Row, ...] = (
    HF32Row("Ascend910B1", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910B1.ini"),
    HF32Row("Ascend910B2", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910B2.ini"),
    HF32Row("Ascend910B2C", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910B2C.ini"),
    HF32Row("Ascend910B3", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910B3.ini"),
    HF32Row("Ascend910B4", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910B4.ini"),
    HF32Row("Ascend910B4-1", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910B4-1.ini"),
    HF32Row("Ascend910_9362", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910_9362.ini"),
    HF32Row("Ascend910_9372", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910_9372.ini"),
    HF32Row("Ascend910_9381", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910_9381.ini"),
    HF32Row("Ascend910_9382", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910_9382.ini"),
    HF32Row("Ascend910_9391", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910_9391.ini"),
    HF32Row("Ascend910_9392", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910_9392.ini"),
    HF32Row("Ascend910_95", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910_95.ini"),
    HF32Row("Ascend910_5591", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910_5591.ini"),
    HF32Row("Ascend310B1", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend310B1.ini"),
    HF32Row("Ascend310B2", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend310B2.ini"),
    HF32Row("Ascend310B3", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend310B3.ini"),
    HF32Row("Ascend310B4", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend310B4.ini"),
    HF32Row("Ascend031", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend031.ini"),
    HF32Row("Ascend610Lite", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend610Lite.ini"),
    HF32Row("AS31XM1X", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/AS31XM1X.ini"),
    HF32Row("BS9SX2AA", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/BS9SX2AA.ini"),
    HF32Row("BS9SX2AB", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/BS9SX2AB.ini"),
    HF32Row("MC61AM21AA", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/MC61AM21AA.ini"),
    HF32Row("MC61AM21AB", True, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/MC61AM21AB.ini"),
    HF32Row("Ascend910A", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910A.ini"),
    HF32Row("Ascend910B", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910B.ini"),
    HF32Row(
        "Ascend910PremiumA", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910PremiumA.ini"
    ),
    HF32Row("Ascend910ProA", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910ProA.ini"),
    HF32Row("Ascend910ProB", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend910ProB.ini"),
    HF32Row("Ascend310", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend310.ini"),
    HF32Row("Ascend310P1", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend310P1.ini"),
    HF32Row("Ascend310P3", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend310P3.ini"),
    HF32Row("Ascend310P5", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend310P5.ini"),
    HF32Row("Ascend310P7", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend310P7.ini"),
    HF32Row("Ascend610", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend610.ini"),
    HF32Row("Ascend035", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend035.ini"),
    HF32Row("Ascend035A", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend035A.ini"),
    HF32Row("Ascend035B", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Ascend035B.ini"),
    HF32Row("BS9SX1AA", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/BS9SX1AA.ini"),
    HF32Row("BS9SX1AB", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/BS9SX1AB.ini"),
    HF32Row("BS9SX1AC", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/BS9SX1AC.ini"),
    HF32Row("Hi3796CV300CS", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Hi3796CV300CS.ini"),
    HF32Row("Hi3796CV300ES", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/Hi3796CV300ES.ini"),
    HF32Row("SD3403", False, "CANN-8.1.RC1@551ed27c aarch64-linux/data/platform_config/SD3403.ini"),
)
