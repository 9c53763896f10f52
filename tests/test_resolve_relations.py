"""The engine of relations: each checkable row violated and satisfied, levels, unknown products, and what never happens.

The cases are written from the sources that the rows cite, with the neighbouring cases that must stay silent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geopts.facts.relation_rows import RelationKind, RelationRow
from geopts.facts.relations import RELATIONS
from geopts.facts.rows import Call, Family
from geopts.findings import Finding, Severity
from geopts.resolve.relations import CODES, check_relations, describe_relation, relations_of

INIT, MODEL, PARSE = Call.BUILD_INITIALIZE, Call.BUILD_MODEL, Call.PARSE
GLOBAL, SESSION, GRAPH = Call.GE_INITIALIZE, Call.SESSION, Call.GRAPH

CHECKABLE = {row.identifier: row for row in RELATIONS if row.checkable}
BATCH, IMAGE, DIMS = "ge.dynamicBatchSize", "ge.dynamicImageSize", "ge.dynamicDims"
V1, V2 = "ge.exec.precision_mode", "ge.exec.precision_mode_v2"
INI, HF32 = "ge.exec.op_precision_mode", "ge.exec.allow_hf32"
SELECT, TYPES = "ge.opSelectImplmode", "ge.optypelistForImplmode"
CACHE, CACHE_DIR = "ge.op_compiler_cache_mode", "ge.op_compiler_cache_dir"
FLOAT32 = "enable_float_32_execution"

Options = Mapping[Call, Mapping[str, str]]


@attrs.frozen
class Violated:
    """Options that draw one finding of the row, at this key."""

    calls: Options
    key: str
    says: tuple[str, ...] = ()
    known: Mapping[str, Any] = attrs.field(factory=dict)


@attrs.frozen
class Satisfied:
    """Options close to a violation that draw no finding of the row."""

    calls: Options
    known: Mapping[str, Any] = attrs.field(factory=dict)


def model(**options: str) -> Options:
    return {MODEL: options}


GEARS = {"input_format": "NCHW", "input_shape": "data:-1,3,224,224", BATCH: "1,2,4"}

CASES: dict[str, tuple[Violated | Satisfied, ...]] = {
    "one-gear-option": (
        Violated({MODEL: {**GEARS, DIMS: "1;2"}}, BATCH, (BATCH, DIMS, "E10009")),
        Violated({MODEL: {**GEARS, "input_shape_range": "data:[1~2,3,4,4]"}}, BATCH, ("input_shape_range",)),
        Satisfied({MODEL: GEARS}),
        Satisfied({MODEL: {**GEARS, DIMS: ""}}),
        Satisfied({MODEL: {"input_shape_range": "data:[1~2,3]"}}),
    ),
    "gears-require-input-shape": (
        Violated({MODEL: {BATCH: "1,2"}}, BATCH, ("needs input_shape", "E10004")),
        Violated({MODEL: {IMAGE: "4,4;8,8", "input_shape": ""}}, IMAGE),
        # The dict of build_initialize is not looked at.
        Violated({INIT: {"input_shape": "x:-1"}, MODEL: {DIMS: "1;2"}}, DIMS),
        Satisfied({MODEL: GEARS}),
        # A session has another key for it.
        Satisfied({GRAPH: {DIMS: "1;2", "ge.inputShape": "x:-1", "ge.dynamicNodeType": "1"}}),
    ),
    "shape-range-text-with-gears": (
        Violated({MODEL: {**GEARS, "input_shape": "data:1~4,3,224,224"}}, "input_shape", ("E10040",)),
        Satisfied({MODEL: {"input_shape": "data:1~4,3,224,224"}}),
        Satisfied({MODEL: GEARS}),
    ),
    "image-gears-require-image-format": (
        Violated({MODEL: {"input_shape": "d:1,3,-1,-1", IMAGE: "4,4;8,8"}}, IMAGE, ("NCHW or NHWC", "E10003")),
        Violated({MODEL: {"input_shape": "d:1,3,-1,-1", IMAGE: "4,4;8,8", "input_format": "ND"}}, IMAGE),
        Satisfied({MODEL: {"input_shape": "d:1,3,-1,-1", IMAGE: "4,4;8,8", "input_format": "NCHW"}}),
        Satisfied({MODEL: {"input_shape": "d:1,-1,-1,3", IMAGE: "4,4;8,8", "input_format": "NHWC"}}),
    ),
    "gears-require-input-format": (
        Violated({MODEL: {"input_shape": "d:-1,3", BATCH: "1,2"}}, BATCH, ("input_format",)),
        Violated({MODEL: {"input_shape": "d:-1,3", DIMS: "1;2"}}, DIMS),
        Satisfied({MODEL: {"input_shape": "d:-1,3", DIMS: "1;2", "input_format": "ND"}}),
        Satisfied({MODEL: {"input_shape": "d:-1,3"}}),
    ),
    "batch-gears-require-free-batch": (
        Violated({MODEL: {**GEARS, "input_shape": "data:1,3,224,224"}}, BATCH, ("E10031", "input_shape")),
        Violated({MODEL: {**GEARS, "input_shape": "data:1,-1"}}, BATCH),
        Violated({MODEL: {**GEARS, "input_shape": "data:-1,-1"}}, BATCH),
        Satisfied({MODEL: GEARS}),
        # One such input is enough, and scalars may stand beside it.
        Satisfied({MODEL: {**GEARS, "input_shape": "a:2,2;b:;data:-1,3"}}),
        # A name may hold a colon; a shape without a name is another error (E10002).
        Satisfied({MODEL: {**GEARS, "input_shape": "scope:data:-1,3"}}),
        Satisfied({MODEL: {**GEARS, "input_shape": "-1,3"}}),
    ),
    "image-gears-require-free-image": (
        Violated({MODEL: {"input_format": "NCHW", "input_shape": "d:1,3,4,4", IMAGE: "4,4;8,8"}}, IMAGE, ("E10019",)),
        Violated({MODEL: {"input_format": "NCHW", "input_shape": "d:1,-1,-1,3", IMAGE: "4,4;8,8"}}, IMAGE),
        Violated({MODEL: {"input_format": "NCHW", "input_shape": "d:1,3,-1,-1;e:-1", IMAGE: "4,4;8,8"}}, IMAGE),
        Satisfied({MODEL: {"input_format": "NCHW", "input_shape": "d:8,3,-1,-1;e:2", IMAGE: "4,4;8,8"}}),
        Satisfied({MODEL: {"input_format": "NHWC", "input_shape": "d:1,-1,-1,3", IMAGE: "4,4;8,8"}}),
    ),
    "dims-gears-require-free-dimension": (
        Violated({MODEL: {"input_format": "ND", "input_shape": "d:1,3", DIMS: "1;2"}}, DIMS, ("E10001",)),
        Satisfied({MODEL: {"input_format": "ND", "input_shape": "d:1,-1", DIMS: "4;8;16;64"}}),
    ),
    "dims-gears-match-free-dimensions": (
        Violated({MODEL: {"input_format": "ND", "input_shape": "d:1,-1,-1", DIMS: "1,2;3"}}, DIMS, ("E10003",)),
        Violated({MODEL: {"input_format": "ND", "input_shape": "d:1,-1", DIMS: "1,2;3,4"}}, DIMS),
        Satisfied({MODEL: {"input_format": "ND", "input_shape": "d:1,-1,-1", DIMS: "1,2;3,4;5,6;7,8"}}),
        # GE drops one semicolon at the end.
        Satisfied({MODEL: {"input_format": "ND", "input_shape": "d:-1;e:-1", DIMS: "1,2;3,4;"}}),
    ),
    "free-dimensions-require-gears-without-ranges": (
        Violated(model(input_shape="d:-1,3"), "input_shape", (), {"family": Family.ATLAS_200I_500_A2}),
        Satisfied(model(input_shape="d:-1,3"), {"family": Family.ATLAS_A2}),
        Satisfied(model(input_shape="d:-1,3")),
        Satisfied({MODEL: GEARS}, {"family": Family.ATLAS_200I_500_A2}),
        Satisfied(model(input_shape="d:1,3"), {"family": Family.ATLAS_200I_500_A2}),
    ),
    "shape-range-over-shape": (
        Violated(model(input_shape="d:1,3", input_shape_range="d:[1~2,3]"), "input_shape", ("screen",)),
        Satisfied(model(input_shape="", input_shape_range="d:[1~2,3]")),
        # Parsing has an input_shape of its own.
        Satisfied({PARSE: {"input_shape": "d:1,3"}, MODEL: {"input_shape_range": "d:[1~2,3]"}}),
    ),
    "hint-shape-without-gears": (
        Violated({MODEL: {**GEARS, "ge.inputHintShape": "0:[1,2]"}}, "ge.inputHintShape", ("E10001",)),
        Satisfied({MODEL: {"input_shape": "d:-1,3", "ge.inputHintShape": "0:[1,2]"}}),
    ),
    "aipp-without-dims-gears": (
        Violated(
            {MODEL: {"input_format": "ND", "input_shape": "d:-1", DIMS: "1;2", "ge.insertOpFile": "a.cfg"}},
            "ge.insertOpFile",
        ),
        Satisfied({MODEL: {**GEARS, "ge.insertOpFile": "a.cfg"}}),
    ),
    "aipp-over-input-format": (
        Violated({MODEL: {"input_format": "NCHW", "ge.insertOpFile": "a.cfg"}}, "input_format", ("NHWC",)),
        Satisfied({MODEL: {"input_format": "NHWC", "ge.insertOpFile": "a.cfg"}}),
        Satisfied({MODEL: {"input_format": "NCHW", "ge.insertOpFile": ""}}),
    ),
    "input-format-hides-build-mode-check": (
        Violated(
            {MODEL: {"input_format": "ND", "ge.shape_generalized_build_mode": "precise"}},
            "ge.shape_generalized_build_mode",
        ),
        Satisfied({MODEL: {"input_format": "ND", "ge.shape_generalized_build_mode": "shape_precise"}}),
        Satisfied({MODEL: {"ge.shape_generalized_build_mode": "precise"}}),
    ),
    "input-layout-requires-fp16-nodes": (
        Violated({PARSE: {"is_input_adjust_hw_layout": "true,false"}}, "is_input_adjust_hw_layout"),
        Satisfied({PARSE: {"is_input_adjust_hw_layout": "false"}}),
        Satisfied({PARSE: {"is_input_adjust_hw_layout": "true", "ge.INPUT_NODES_SET_FP16": "a"}}),
    ),
    "output-layout-requires-out-nodes": (
        Violated({PARSE: {"is_output_adjust_hw_layout": "true"}}, "is_output_adjust_hw_layout"),
        Satisfied({PARSE: {"is_output_adjust_hw_layout": "true", "ge.outputNodeName": "a:0"}}),
    ),
    "session-shape-requires-gears": (
        Violated({SESSION: {"ge.inputShape": "d:-1,3"}}, "ge.inputShape"),
        Satisfied({SESSION: {"ge.inputShape": "d:-1,3"}, GRAPH: {DIMS: "1;2", "ge.dynamicNodeType": "0"}}),
    ),
    "session-gears-together": (
        Violated({GRAPH: {"ge.inputShape": "d:-1", DIMS: "1;2"}}, DIMS, ("needs ge.dynamicNodeType",)),
        Violated({GRAPH: {"ge.dynamicNodeType": "1"}}, "ge.dynamicNodeType", ("ge.dynamicDims and ge.inputShape",)),
        Satisfied({GRAPH: {"ge.inputShape": "d:-1", DIMS: "1;2", "ge.dynamicNodeType": "1"}}),
        Satisfied({MODEL: {"input_shape": "d:-1", DIMS: "1;2", "input_format": "ND"}}),
    ),
    "dims-gears-over-data-range": (
        Violated({GRAPH: {DIMS: "1;2", "ge.exec.dataInputsShapeRange": "[1~2]"}}, "ge.exec.dataInputsShapeRange"),
        Satisfied({GRAPH: {"ge.exec.dataInputsShapeRange": "[1~2]"}}),
    ),
    "precision-modes-together": (
        Violated({MODEL: {V1: "force_fp32", V2: "origin"}}, V1, ("E10056", "(build_model)")),
        Violated({INIT: {V1: "force_fp32", V2: "origin"}}, V1, ("(build_initialize)",)),
        Violated({GLOBAL: {V1: "force_fp32", V2: "origin"}}, V1),
        # The Session constructor joins its options with the global ones.
        Violated({GLOBAL: {V1: "force_fp32"}, SESSION: {V2: "origin"}}, V1, ("(ge_initialize)", "(session)")),
        Satisfied({GLOBAL: {V1: "force_fp32"}, SESSION: {V1: "", V2: "origin"}}),
        Satisfied({MODEL: {V1: "", V2: "origin"}}),
        # Across the two build calls, and at graph level, nothing checks the pair.
        Satisfied({INIT: {V1: "force_fp32"}, MODEL: {V2: "origin"}}),
        Satisfied({GRAPH: {V1: "force_fp32", V2: "origin"}}),
    ),
    "precision-mode-over-v2": (
        Violated({INIT: {V1: "force_fp32"}, MODEL: {V2: "origin"}}, V2, ("precision_mode='force_fp32'", "overrides")),
        Violated({GLOBAL: {V1: "force_fp32"}, GRAPH: {V2: "origin"}}, V2),
        Violated({GRAPH: {V1: "force_fp32", V2: "origin"}}, V2),
        Satisfied({INIT: {V1: "force_fp32"}, MODEL: {V1: "", V2: "origin"}}),
        # Refused anyway: one finding says it.
        Satisfied({MODEL: {V1: "force_fp32", V2: "origin"}}),
    ),
    "mixlist-requires-mixed-mode": (
        Violated({MODEL: {"ge.exec.modify_mixlist": "a.json"}}, "ge.exec.modify_mixlist", ("mixed_float16", "E10001")),
        Violated({MODEL: {"ge.exec.modify_mixlist": "a.json", V2: "fp16"}}, "ge.exec.modify_mixlist"),
        Violated({INIT: {V2: "mixed_float16"}, MODEL: {"ge.exec.modify_mixlist": "a.json"}}, "ge.exec.modify_mixlist"),
        Violated(
            {GLOBAL: {V1: "allow_mix_precision", "ge.exec.modify_mixlist": "a.json"}, SESSION: {V1: "force_fp16"}},
            "ge.exec.modify_mixlist",
        ),
        Satisfied({MODEL: {"ge.exec.modify_mixlist": "a.json", V2: "mixed_hif8"}}),
        Satisfied({MODEL: {"ge.exec.modify_mixlist": "a.json", V1: "allow_mix_precision_bf16"}}),
        Satisfied({GLOBAL: {V1: "allow_mix_precision"}, SESSION: {"ge.exec.modify_mixlist": "a.json"}}),
    ),
    "op-precision-over-implementation-mode": (
        Violated({INIT: {SELECT: "high_precision"}, MODEL: {INI: "p.ini"}}, SELECT, ("op_precision_mode='p.ini'",)),
        Violated({GLOBAL: {SELECT: "high_precision", TYPES: "Gelu", INI: "p.ini"}}, SELECT, (TYPES,)),
        Satisfied({INIT: {SELECT: "high_precision", TYPES: "Gelu"}, MODEL: {INI: ""}}),
    ),
    "type-list-requires-implementation-mode": (
        Violated({INIT: {TYPES: "Gelu"}}, TYPES, ("E10001",)),
        Violated({INIT: {TYPES: "Gelu", SELECT: ""}}, TYPES),
        Satisfied({INIT: {TYPES: "Gelu", SELECT: "high_precision"}}),
        Satisfied({GLOBAL: {TYPES: "Gelu"}}),
    ),
    "for-all-over-type-list": (
        Violated({INIT: {TYPES: "Gelu", SELECT: "high_performance_for_all"}}, TYPES),
        Satisfied({INIT: {TYPES: "Gelu", SELECT: "high_performance"}}),
        Satisfied({INIT: {TYPES: "", SELECT: "high_performance_for_all"}}),
    ),
    "hf32-beside-float32-modes": (
        Violated({MODEL: {INI: "p.ini", HF32: "true"}}, INI, (), {"hf32": True, "ini_modes": {FLOAT32}}),
        # Without a product it is advice with an if.
        Violated(
            {MODEL: {INI: "p.ini", HF32: "true"}},
            INI,
            ("(build_model) if the product has HF32: ",),
            {"ini_modes": {FLOAT32}},
        ),
        Satisfied({MODEL: {INI: "p.ini", HF32: "true"}}, {"hf32": False, "ini_modes": {FLOAT32}}),
        Satisfied({MODEL: {INI: "p.ini", HF32: "true"}}, {"hf32": True, "ini_modes": {"high_precision"}}),
        Satisfied({MODEL: {INI: "p.ini"}}, {"hf32": True, "ini_modes": {FLOAT32}}),
    ),
    "hf32-under-forced-fp16": (
        Violated({MODEL: {HF32: "true", V2: "fp16"}}, HF32),
        Violated({INIT: {HF32: "true", V1: "force_fp16"}, MODEL: {}}, HF32),
        # The first generation wins, and it keeps float32 here.
        Satisfied({INIT: {V1: "must_keep_origin_dtype"}, MODEL: {HF32: "true", V2: "fp16"}}),
        Satisfied({MODEL: {HF32: "true", V2: "origin"}}),
        Satisfied({MODEL: {HF32: "false", V2: "fp16"}}),
        Satisfied({MODEL: {HF32: "true", V2: "fp16", "ge.customizeDtypes": "c.cfg"}}),
    ),
    "hf32-requires-float32": (
        Violated({MODEL: {HF32: "true"}}, HF32, ("precision_mode_v2 or",)),
        Violated({MODEL: {HF32: "10", V2: ""}}, HF32),
        Satisfied({MODEL: {HF32: "true", V2: "origin"}}),
        Satisfied({INIT: {V1: "force_fp32"}, MODEL: {HF32: "true"}}),
        # The default of a session depends on the product and the run mode.
        Satisfied({GLOBAL: {HF32: "true"}}),
    ),
    "virtual-type-over-core-number": (
        Violated({INIT: {"ge.virtual_type": "1", "ge.aicoreNum": "8"}}, "ge.aicoreNum"),
        Satisfied({INIT: {"ge.virtual_type": "0", "ge.aicoreNum": "8"}}),
    ),
    "cache-over-core-number": (
        Violated({INIT: {"ge.aicoreNum": "8", CACHE: "enable"}}, "ge.aicoreNum"),
        Satisfied({INIT: {"ge.aicoreNum": "8"}}),
        Satisfied({INIT: {"ge.aicoreNum": "8", CACHE: "disable"}}),
    ),
    "cache-directory-requires-cache": (
        Violated({MODEL: {CACHE_DIR: "d", CACHE: "disable"}}, CACHE_DIR, ("other than disable",)),
        Violated({INIT: {CACHE: "disable"}, MODEL: {CACHE_DIR: "d"}}, CACHE_DIR),
        Satisfied({MODEL: {CACHE_DIR: "d"}}),
        Satisfied({MODEL: {CACHE_DIR: "d", CACHE: "force"}}),
        Satisfied({INIT: {CACHE: "disable"}, MODEL: {CACHE_DIR: "d", CACHE: "enable"}}),
    ),
    "debug-level-over-cache": (
        Violated({MODEL: {"ge.opDebugLevel": "1", CACHE: "enable"}}, CACHE),
        Violated({MODEL: {"ge.opDebugLevel": "3", CACHE_DIR: "d"}}, CACHE_DIR),
        Satisfied({MODEL: {"ge.opDebugLevel": "0", CACHE: "enable"}}),
        Satisfied({MODEL: {"ge.opDebugLevel": "1"}}),
        Satisfied({MODEL: {"ge.opDebugLevel": "1", CACHE: "disable"}}),
        # At build level it is 0 again.
        Satisfied({INIT: {"ge.opDebugLevel": "1"}, MODEL: {"ge.opDebugLevel": "0", CACHE: "enable"}}),
    ),
    "debug-file-over-cache": (
        Violated({MODEL: {"op_debug_config": "d.cfg", CACHE: "force"}}, CACHE),
        Satisfied({MODEL: {"op_debug_config": "d.cfg"}}),
        Satisfied({MODEL: {"op_debug_config": "", CACHE: "force"}}),
    ),
    "debug-directory-requires-debug-level": (
        Violated({MODEL: {"ge.debugDir": "d", "ge.opDebugLevel": "0"}}, "ge.debugDir"),
        Violated({MODEL: {"ge.debugDir": "d"}}, "ge.debugDir"),
        Satisfied({MODEL: {"ge.debugDir": "d", "ge.opDebugLevel": "3"}}),
        # kernel_meta is kept for a debug file at level 0 too.
        Satisfied({MODEL: {"ge.debugDir": "d", "op_debug_config": "d.cfg"}}),
    ),
    "model-bank-requires-buffer-optimisation": (
        Violated({INIT: {"ge.bufferOptimize": "off_optimize"}, MODEL: {"ge.mdl_bank_path": "b"}}, "ge.mdl_bank_path"),
        Violated({SESSION: {"ge.bufferOptimize": "l1_optimize", "ge.mdl_bank_path": "b"}}, "ge.mdl_bank_path"),
        Satisfied({MODEL: {"ge.mdl_bank_path": "b"}}),
        Satisfied({INIT: {"ge.bufferOptimize": "l2_optimize"}, MODEL: {"ge.mdl_bank_path": "b"}}),
    ),
    "disabled-pass-over-folding": (
        Violated(
            {
                SESSION: {"ge.disableOptimizations": "RemoveSameConstPass,ConstantFoldingPass"},
                GRAPH: {"ge.oo.constantFolding": "true"},
            },
            "ge.oo.constantFolding",
        ),
        Satisfied({SESSION: {"ge.disableOptimizations": "ConstantFoldingPass", "ge.oo.constantFolding": "false"}}),
        # The list is not trimmed: the name with a blank is unknown and ignored (pass_utils.cc:313-334).
        Satisfied({SESSION: {"ge.disableOptimizations": "A, ConstantFoldingPass", "ge.oo.constantFolding": "true"}}),
    ),
    "one-stream-or-many": (
        Violated(
            {SESSION: {"ge.autoMultistreamParallelMode": "cv"}, GRAPH: {"ge.enableSingleStream": "true"}},
            "ge.enableSingleStream",
            ("E10056",),
        ),
        Satisfied({SESSION: {"ge.autoMultistreamParallelMode": "None", "ge.enableSingleStream": "true"}}),
        Satisfied({SESSION: {"ge.autoMultistreamParallelMode": "cv", "ge.enableSingleStream": "false"}}),
    ),
    "compression-switch-or-list": (
        Violated(
            {INIT: {"ge.enableCompressWeight": "true", "compress_weight_conf": "c"}},
            "ge.enableCompressWeight",
            ("E10047",),
        ),
        Satisfied({INIT: {"ge.enableCompressWeight": "false", "compress_weight_conf": "c"}}),
        Satisfied({INIT: {"ge.enableCompressWeight": "true", "compress_weight_conf": ""}}),
    ),
    "sparsity-or-compression": (
        Violated(
            {INIT: {"ge.enableSparseMatrixWeight": "1", "compress_weight_conf": "c"}}, "ge.enableSparseMatrixWeight"
        ),
        Satisfied({INIT: {"ge.enableSparseMatrixWeight": "0", "compress_weight_conf": "c"}}),
        Satisfied({INIT: {"ge.enableSparseMatrixWeight": "1", "ge.enableCompressWeight": "false"}}),
    ),
    "weight-directory-and-embedded-weights": (
        Violated({SESSION: {"ge.externalWeightDir": "d", "ge.externalWeight": "0"}}, "ge.externalWeightDir"),
        Satisfied({GLOBAL: {"ge.externalWeight": "2"}, SESSION: {"ge.externalWeightDir": "d"}}),
        Satisfied({SESSION: {"ge.externalWeightDir": "d"}}),
    ),
    "weight-directory-by-default": (
        Violated({SESSION: {"ge.externalWeightDir": "d"}}, "ge.externalWeightDir"),
        Satisfied({SESSION: {"ge.externalWeightDir": "d", "ge.externalWeight": "1"}}),
        Satisfied({SESSION: {"ge.externalWeightDir": "d", "ge.externalWeight": "0"}}),
    ),
    "level-requires-determinism": (
        Violated({INIT: {"ge.deterministicLevel": "2"}}, "ge.deterministicLevel", ("E10001",)),
        Violated({INIT: {"ge.deterministicLevel": "1", "ge.deterministic": "0"}}, "ge.deterministicLevel"),
        Satisfied({INIT: {"ge.deterministicLevel": "3", "ge.deterministic": "1"}}),
        Satisfied({INIT: {"ge.deterministicLevel": "0"}}),
    ),
    "determinism-and-level-zero": (
        Violated({INIT: {"ge.deterministicLevel": "0", "ge.deterministic": "1"}}, "ge.deterministic"),
        Satisfied({INIT: {"ge.deterministic": "1"}}),
        Satisfied({INIT: {"ge.deterministicLevel": "1", "ge.deterministic": "1"}}),
        Satisfied({INIT: {"ge.deterministicLevel": "0", "ge.deterministic": "0"}}),
    ),
    "host-system-and-processor": (
        Violated({INIT: {"ge.host_env_os": "linux"}}, "ge.host_env_os", ("needs ge.host_env_cpu",)),
        Violated({INIT: {"ge.host_env_cpu": "aarch64"}}, "ge.host_env_cpu", ("needs ge.host_env_os",)),
        Satisfied({INIT: {"ge.host_env_os": "linux", "ge.host_env_cpu": "aarch64"}}),
        Satisfied({INIT: {"ge.host_env_os": "", "ge.host_env_cpu": ""}}),
    ),
    "om2-refuses": (
        Violated({MODEL: {"ge.offlineMode": "7", "ge.tiling_schedule_optimize": "1"}}, "ge.offlineMode", ("E10001",)),
        Violated({INIT: {"ge.virtual_type": ""}, MODEL: {"ge.offlineMode": "7"}}, "ge.offlineMode"),
        Satisfied({MODEL: {"ge.offlineMode": "0", "ge.tiling_schedule_optimize": "1"}}),
        Satisfied({MODEL: {"ge.offlineMode": "7", "ge.externalWeight": "1"}}),
        # Only the build options are asked for the mode.
        Satisfied({INIT: {"ge.offlineMode": "7", "ge.virtual_type": "0"}}),
    ),
    "rank-requires-rank-table": (
        Violated({GLOBAL: {"ge.exec.rankId": "0"}}, "ge.exec.rankId"),
        Satisfied({GLOBAL: {"ge.exec.rankTableFile": "r.json"}, SESSION: {"ge.exec.rankId": "0"}}),
    ),
    "profiling-requires-items": (
        Violated({GLOBAL: {"ge.exec.profilingMode": "1"}}, "ge.exec.profilingMode"),
        Satisfied({GLOBAL: {"ge.exec.profilingMode": "1", "ge.exec.profilingOptions": "{}"}}),
        Satisfied({GLOBAL: {"ge.exec.profilingMode": "0"}}),
    ),
    "frozen-or-host-input": (
        Violated(
            {GRAPH: {"ge.exec.frozenInputIndexes": "0;2,88832131,4", "ge.exec.hostInputIndexes": "1;2"}},
            "ge.exec.frozenInputIndexes",
        ),
        # An address or a size is no index.
        Satisfied({GRAPH: {"ge.exec.frozenInputIndexes": "0,4,1", "ge.exec.hostInputIndexes": "1;4"}}),
    ),
    "batch-copy-beside-merging": (
        Violated({SESSION: {"ge.inputBatchCpy": "1", "ge.exec.input_fusion_size": "131072"}}, "ge.inputBatchCpy"),
        Satisfied({SESSION: {"ge.inputBatchCpy": "1", "ge.exec.input_fusion_size": "0"}}),
        Satisfied({SESSION: {"ge.inputBatchCpy": "0", "ge.exec.input_fusion_size": "131072"}}),
    ),
    "parallel-compilation-or-variable-format": (
        Violated(
            {SESSION: {"ge.AllowMultiGraphParallelCompile": "1", "ge.exec.variable_acc": "True"}},
            "ge.AllowMultiGraphParallelCompile",
            ("E10001",),
        ),
        Violated(
            {GLOBAL: {"ge.exec.variable_acc": "True"}, SESSION: {"ge.AllowMultiGraphParallelCompile": "1"}},
            "ge.AllowMultiGraphParallelCompile",
        ),
        Satisfied({SESSION: {"ge.AllowMultiGraphParallelCompile": "1", "ge.exec.variable_acc": "False"}}),
        Satisfied({SESSION: {"ge.AllowMultiGraphParallelCompile": "1"}}),
    ),
    "graph-cache-directory-and-key": (
        Violated({SESSION: {"ge.graph_compiler_cache_dir": "d"}}, "ge.graph_compiler_cache_dir", ("ge.graph_key",)),
        Violated({GRAPH: {"ge.graph_key": "g"}}, "ge.graph_key", ("ge.graph_compiler_cache_dir",)),
        Satisfied({SESSION: {"ge.graph_compiler_cache_dir": "d"}, GRAPH: {"ge.graph_key": "g"}}),
    ),
    "dump-or-overflow-detection": (
        Violated(
            {GLOBAL: {"ge.exec.enableDump": "1", "ge.exec.dumpPath": "d"}, SESSION: {"ge.exec.enableDumpDebug": "1"}},
            "ge.exec.enableDump",
            ("E10001",),
        ),
        Satisfied({SESSION: {"ge.exec.enableDump": "1", "ge.exec.enableDumpDebug": "0", "ge.exec.dumpPath": "d"}}),
    ),
    "dump-requires-path": (
        Violated({SESSION: {"ge.exec.enableDump": "1"}}, "ge.exec.enableDump", ("E10058",)),
        Violated({SESSION: {"ge.exec.enableDumpDebug": "1", "ge.exec.dumpPath": ""}}, "ge.exec.enableDumpDebug"),
        Satisfied({GLOBAL: {"ge.exec.dumpPath": "d"}, SESSION: {"ge.exec.enableDump": "1"}}),
        Satisfied({SESSION: {"ge.exec.enableDump": "0"}}),
    ),
    "dump-path-requires-dump": (
        Violated({SESSION: {"ge.exec.dumpPath": "d"}}, "ge.exec.dumpPath"),
        # Switched off by hand: the author knows.
        Satisfied({SESSION: {"ge.exec.dumpPath": "d", "ge.exec.enableDump": "0"}}),
        Satisfied({SESSION: {"ge.exec.dumpPath": "d", "ge.exec.enableDumpDebug": "1"}}),
    ),
    "dump-details-require-dump": (
        Violated({SESSION: {"ge.exec.dumpStep": "0|5", "ge.exec.dumpLayer": "a"}}, "ge.exec.dumpStep", ("need ",)),
        Satisfied({SESSION: {"ge.exec.dumpStep": "0|5", "ge.exec.enableDump": "0"}}),
    ),
    "jit-compile-of-offline-builds": (
        Violated({INIT: {"ge.jit_compile": "0"}, MODEL: {}}, "ge.jit_compile", ("has no effect",)),
        Satisfied({INIT: {"ge.jit_compile": "1"}}),
        Satisfied({GLOBAL: {"ge.jit_compile": "0"}}),
    ),
    "run-mode-of-offline-builds": (
        Violated({INIT: {"ge.graphRunMode": "1"}}, "ge.graphRunMode"),
        Satisfied({INIT: {"ge.graphRunMode": "0"}}),
        Satisfied({GLOBAL: {"ge.graphRunMode": "1"}}),
    ),
    "graph-mode-of-offline-builds": (
        Violated({INIT: {"ge.buildGraphMode": "online"}}, "ge.buildGraphMode"),
        Satisfied({INIT: {"ge.buildGraphMode": "offline"}}),
    ),
    "auto-tune-is-gone": (
        Violated({MODEL: {"ge.autoTuneMode": "RL,GA"}}, "ge.autoTuneMode", ("cannot be given:", "E10055")),
        Violated({GRAPH: {"ge.autoTuneMode": "GA"}}, "ge.autoTuneMode"),
        Satisfied({MODEL: {"ge.autoTuneMode": ""}}),
    ),
    "tuning-requires-step": (
        Violated({MODEL: {"ge.buildMode": "tuning"}}, "ge.buildMode", ("E10001",)),
        Satisfied({MODEL: {"ge.buildMode": "tuning", "ge.buildStep": "after_builder"}}),
        Satisfied({MODEL: {"ge.buildMode": "normal"}}),
    ),
}

VIOLATED = [(name, case) for name, cases in CASES.items() for case in cases if isinstance(case, Violated)]
SATISFIED = [(name, case) for name, cases in CASES.items() for case in cases if isinstance(case, Satisfied)]


def of_row(row: RelationRow, findings: list[Finding]) -> list[Finding]:
    """Findings of a row: its source is its own (asserted by the tests of the table)."""
    return [each for each in findings if each.source == row.source and each.code == CODES[row.kind][0]]


def test_every_checkable_row_has_cases_of_both_kinds() -> None:
    assert CASES.keys() == CHECKABLE.keys()
    for cases in CASES.values():
        assert {type(case) for case in cases} == {Violated, Satisfied}


@pytest.mark.parametrize(("name", "case"), VIOLATED, ids=[name for name, _ in VIOLATED])
def test_a_violated_row_is_one_finding(name: str, case: Violated) -> None:
    row = CHECKABLE[name]
    (finding,) = of_row(row, check_relations(case.calls, **case.known))
    assert (finding.code, finding.name) == CODES[row.kind]
    assert finding.severity.value == row.severity
    assert finding.key == case.key
    assert finding.hint
    for text in case.says:
        assert text in finding.message
    named = {key for options in case.calls.values() for key in options} & set(row.options)
    assert any(key in finding.message for key in named)


@pytest.mark.parametrize(("name", "case"), SATISFIED, ids=[name for name, _ in SATISFIED])
def test_a_satisfied_row_is_silent(name: str, case: Satisfied) -> None:
    assert of_row(CHECKABLE[name], check_relations(case.calls, **case.known)) == []


# What GE refuses, with its error (checks.md sections 2 to 6; the codes of single gear checks: option_utils.cc); the
# conflict of AIPP and dims gears has no code in build_model (ge_ir_build.cc:940-941).
REFUSALS = {
    "one-gear-option": "E10009",
    "gears-require-input-shape": "E10004",
    "shape-range-text-with-gears": "E10040",
    "image-gears-require-image-format": "E10003",
    "batch-gears-require-free-batch": "E10031",
    "image-gears-require-free-image": "E10019",
    "dims-gears-require-free-dimension": "E10001",
    "dims-gears-match-free-dimensions": "E10003",
    "hint-shape-without-gears": "E10001",
    "aipp-without-dims-gears": "without an error code",
    "precision-modes-together": "E10056",
    "mixlist-requires-mixed-mode": "E10001",
    "type-list-requires-implementation-mode": "E10001",
    "one-stream-or-many": "E10056",
    "compression-switch-or-list": "E10047",
    "level-requires-determinism": "E10001",
    "determinism-and-level-zero": "E10001",
    "om2-refuses": "E10001",
    "parallel-compilation-or-variable-format": "E10001",
    "dump-or-overflow-detection": "E10001",
    "dump-requires-path": "E10058",
    "auto-tune-is-gone": "E10055",
    "tuning-requires-step": "E10001",
}

# Advice: GE accepts the options and they may well do what their author wants.
ADVICE = {
    "gears-require-input-format",
    "aipp-over-input-format",
    "input-format-hides-build-mode-check",
    "session-gears-together",
    "hf32-beside-float32-modes",
    "hf32-under-forced-fp16",
    "hf32-requires-float32",
    "virtual-type-over-core-number",
    "cache-over-core-number",
    "debug-file-over-cache",
    "weight-directory-by-default",
    "host-system-and-processor",
    "rank-requires-rank-table",
    "profiling-requires-items",
    "batch-copy-beside-merging",
}


def test_an_error_is_what_ge_refuses() -> None:
    assert {name for name, row in CHECKABLE.items() if row.severity == "error"} == REFUSALS.keys()
    for name, code in REFUSALS.items():
        assert code in CHECKABLE[name].message


def test_advice_is_a_note() -> None:
    assert {name for name, row in CHECKABLE.items() if row.severity == "note"} == ADVICE


# Option sets that work as their authors want (corpus/option_sets.json 64, 76, 87, 473, and the examples of the pages
# dynamic_shape.md, function_debugging.md, memory_management.md, operator_and_graph_compilation.md).
WORKING: tuple[Options, ...] = (
    {MODEL: {V1: "force_fp16", "ge.customizeDtypes": "./customize_dtypes.cfg"}},
    {MODEL: {V1: "allow_mix_precision", "ge.exec.modify_mixlist": "../ops_info.json"}},
    {INIT: {SELECT: "high_precision", V1: "allow_fp32_to_fp16"}, MODEL: {}},
    {INIT: {SELECT: "high_performance", TYPES: "Gelu,Tanh"}, MODEL: {}},
    {
        GLOBAL: {
            "ge.exec.deviceId": "0",
            "ge.graphRunMode": "0",
            "ge.tiling_schedule_optimize": "1",
            V1: "allow_fp32_to_fp16",
            "ge.exec.reuseZeroCopyMemory": "1",
        },
    },
    {MODEL: {"input_format": "NHWC", "input_shape": "data:-1,3,416,416", BATCH: "1,2,4,8"}},
    {MODEL: {"input_format": "NCHW", "input_shape": "data:8,3,-1,-1", IMAGE: "416,416;832,832"}},
    {MODEL: {"input_format": "ND", "input_shape": "data:1,-1,-1", DIMS: "1,2;3,4;5,6;7,8"}},
    {MODEL: {"input_shape": "A:-1,32,208,208;B:;C:16,64,208,208", BATCH: "1,2,4", "input_format": "NCHW"}},
    {MODEL: {"input_shape": "input_0_0:1~10,32,208,208;input_1_0:16,64,100~208,100~208"}},
    {MODEL: {"input_shape": "input_name1:;input_name2:16,32,208,208"}},
    {MODEL: {"input_shape": "x:-1,3,224,224"}},
    {MODEL: {"ge.opDebugLevel": "1", "ge.debugDir": "/home/test/module/out_debug_info"}},
    {MODEL: {CACHE: "enable", CACHE_DIR: "/home/test/data/atc_data"}},
    {SESSION: {"ge.externalWeight": "1", "ge.externalWeightDir": "$HOME/your_tmp_path"}},
    {GLOBAL: {"ge.exec.profilingMode": "1", "ge.exec.profilingOptions": '{"output":"/p"}'}},
    {INIT: {"ge.deterministic": "1"}, MODEL: {INI: "op_precision.ini", V2: "origin"}},
    {MODEL: {HF32: "true", V2: "origin", INI: "p.ini"}},
    {PARSE: {"ge.INPUT_NODES_SET_FP16": "input1;input2", "is_input_adjust_hw_layout": "true,true"}},
)


@pytest.mark.parametrize("calls", WORKING)
@pytest.mark.parametrize("family", [None, Family.ATLAS_A2])
def test_options_that_work_draw_nothing(calls: Options, family: Family | None) -> None:
    assert check_relations(calls, family=family) == []


def test_a_mirrored_pair_is_one_finding() -> None:
    for calls in (
        {MODEL: {V1: "force_fp32", V2: "origin"}},
        {MODEL: {V2: "origin", V1: "force_fp32"}},
        {INIT: {"compress_weight_conf": "c", "ge.enableCompressWeight": "true"}},
        {SESSION: {"ge.exec.variable_acc": "True", "ge.AllowMultiGraphParallelCompile": "1"}},
        {SESSION: {"ge.exec.enableDumpDebug": "1", "ge.exec.enableDump": "1", "ge.exec.dumpPath": "d"}},
        {SESSION: {"ge.graph_key": "k"}},
        {GRAPH: {"ge.autoMultistreamParallelMode": "cv", "ge.enableSingleStream": "true"}},
        {MODEL: {**GEARS, DIMS: "1;2"}},
    ):
        assert len(check_relations(calls)) == 1


def test_the_same_fault_in_two_dicts_is_two_findings() -> None:
    both = {V1: "force_fp32", V2: "origin"}
    first, second = check_relations({INIT: both, MODEL: both})
    assert "(build_initialize)" in first.message
    assert "(build_model)" in second.message


def test_a_fault_of_the_global_dict_is_not_repeated_for_the_session() -> None:
    assert len(check_relations({GLOBAL: {V1: "force_fp32", V2: "origin"}, SESSION: {"ge.graph_key": ""}})) == 1


def test_messages_use_the_spelling_of_the_user() -> None:
    spelled = {V1: "precision_mode", V2: "precision_mode_v2"}
    (finding,) = check_relations({MODEL: {V1: "force_fp32", V2: "origin"}}, origin=spelled.__getitem__)
    assert finding.key == "precision_mode"
    assert finding.message.startswith(
        "precision_mode='force_fp32' (build_model) cannot be combined with precision_mode_v2='origin' (build_model): "
    )
    assert "keep precision_mode_v2" in finding.hint
    assert "ge.exec" not in finding.message + finding.hint


def test_texts_and_spellings_with_braces_stay_as_they_are() -> None:
    (finding,) = check_relations({MODEL: {V1: "{option}", V2: "{0}"}}, origin=lambda key: f"{{{key}}}")
    assert "{ge.exec.precision_mode}='{option}'" in finding.message


def test_long_texts_are_shortened() -> None:
    (finding,) = check_relations({MODEL: {V1: "x" * 1000, V2: "origin"}})
    assert "'" + "x" * 37 + "...'" in finding.message


def test_several_subjects_take_the_plural() -> None:
    (finding,) = check_relations({SESSION: {"ge.exec.dumpStep": "1", "ge.exec.dumpMode": "all"}})
    assert "ge.exec.dumpStep='1' (session) and ge.exec.dumpMode='all' (session) need " in finding.message


def test_an_unknown_product_is_no_reason_for_a_warning() -> None:
    calls = {MODEL: {"input_shape": "d:-1,3"}}
    assert check_relations(calls) == []
    (finding,) = check_relations(calls, family=Family.IPV350)
    assert finding.severity is Severity.WARNING


def test_nothing_given_is_nothing_found() -> None:
    assert check_relations({}) == []
    assert check_relations({call: {} for call in Call}) == []


# --- relations_of --------------------------------------------------------------------------------------------------


def test_relations_of_shows_both_sides_and_what_cannot_be_checked() -> None:
    shown = {row.identifier for row in relations_of(INI)}
    assert {"op-precision-over-implementation-mode", "hf32-order", "hf32-beside-float32-modes"} <= shown
    assert "op-precision-over-implementation-mode" in {row.identifier for row in relations_of(TYPES)}
    assert [row.identifier for row in relations_of("env:TUNE_BANK_PATH")] == ["model-bank-order", "operator-bank-order"]
    assert relations_of("ge.no_such_option") == ()


def test_every_relation_can_be_said_without_options() -> None:
    for row in RELATIONS:
        text = describe_relation(row)
        assert not re.search(r"[{}\[\]]", text), text
        assert all(key in text for key in row.options), text
        assert ("(not checked: " in text) is not row.checkable


def test_a_relation_is_said_in_the_spelling_of_the_user() -> None:
    (row,) = [row for row in RELATIONS if row.identifier == "session-shape-requires-gears"]
    text = describe_relation(row, origin=lambda key: key.removeprefix("ge."))
    assert text == (
        "inputShape needs dynamicDims: in a session the shape is read for dims gears only and has no effect alone"
    )


def test_relations_of_keeps_the_order_of_the_table() -> None:
    order = [row.identifier for row in RELATIONS]
    shown = [row.identifier for row in relations_of(V1)]
    assert shown == sorted(shown, key=order.index)


# --- any options ----------------------------------------------------------------------------------------------------

KEYS = sorted({key for row in RELATIONS for key in row.keys})
TEXTS = st.one_of(
    st.sampled_from(
        sorted({value for row in RELATIONS for each in (*row.subject, *row.any_of, *row.when) for value in each.values})
    ),
    st.sampled_from(["", "0", "1", "2", "a:-1,3", "a:1,3,-1,-1", "a:1~2", "1;2", "1,2;3,4", "p.ini"]),
    st.text(max_size=20),
)
DICTS = st.dictionaries(st.one_of(st.sampled_from(KEYS), st.text(max_size=10)), TEXTS, max_size=12)
CALLS = st.dictionaries(st.sampled_from(Call), DICTS, max_size=6)


@settings(deadline=None, max_examples=150)
@given(
    calls=CALLS,
    family=st.none() | st.sampled_from(Family),
    hf32=st.sampled_from([None, True, False]),
    ini_modes=st.sets(st.sampled_from([FLOAT32, "keep_fp16"])),
)
def test_any_options_draw_well_formed_findings(
    calls: dict[Call, dict[str, str]], family: Family | None, hf32: bool | None, ini_modes: set[str]
) -> None:
    findings = check_relations(calls, family=family, hf32=hf32, ini_modes=ini_modes)
    given_keys = {key for options in calls.values() for key in options}
    for finding in findings:
        assert finding.message
        assert finding.hint
        assert finding.source
        assert finding.key in given_keys
    assert len(set(findings)) == len(findings)
    assert check_relations(calls, family=family, hf32=hf32, ini_modes=ini_modes) == findings


@settings(deadline=None, max_examples=50)
@given(calls=CALLS, family=st.sampled_from(Family), hf32=st.booleans())
def test_what_is_said_without_a_product_is_advice_or_holds_with_any(
    calls: dict[Call, dict[str, str]], family: Family, hf32: bool
) -> None:
    without = {(f.code, f.source) for f in check_relations(calls) if f.severity is not Severity.NOTE}
    having = {(f.code, f.source) for f in check_relations(calls, family=family, hf32=hf32)}
    assert without <= having


class Counted(Mapping[str, str]):
    """An option dict that counts how often it is asked."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.options = options
        self.asked = 0

    def __getitem__(self, key: str) -> str:
        self.asked += 1
        return self.options[key]

    def __iter__(self) -> Iterator[str]:
        for key in self.options:
            self.asked += 1
            yield key

    def __len__(self) -> int:
        return len(self.options)


def test_the_work_does_not_grow_with_foreign_keys() -> None:
    def asked(size: int) -> int:
        counted = Counted({f"key{index}": "1" for index in range(size)} | {V1: "force_fp32", V2: "origin"})
        assert len(check_relations({MODEL: counted})) == 1
        return counted.asked

    assert asked(10_000) == asked(10)


def test_kinds_have_codes_of_their_own() -> None:
    assert CODES.keys() == set(RelationKind)
    assert len(set(CODES.values())) == len(RelationKind)
