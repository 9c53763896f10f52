"""How the text of list options is put together: one row for each option whose separator is stated."""

from __future__ import annotations

import attrs

__all__ = ["LIST_FORMS", "ListForm"]


@attrs.frozen
class ListForm:
    """The separators of a list.

    :ivar separator: between elements.
    :ivar inner: between the parts of an element, for lists of tuples.
    :ivar integers: every part is a decimal integer.
    :ivar trimmed: GE takes blanks around an element away.
    """

    key: str
    separator: str
    source: str
    inner: str | None = None
    integers: bool = False
    trimmed: bool = False


_BUILD_MODEL = "docs/zh/api/graph_engine_api/cpp/ge/aclgrphBuildModel_config_params"
_PARSER = "docs/zh/api/graph_engine_api/cpp/ge/parser_config_parameters.md"
_OPTIONS = "docs/zh/api/graph_engine_api/cpp/ge/options_params"

LIST_FORMS: dict[str, ListForm] = {
    row.key: row
    for row in (
        ListForm(
            "is_input_adjust_hw_layout", ",", f"{_PARSER}:21-30; parser/parser/common/acl_graph_parser_util.cc:147-160"
        ),
        ListForm(
            "is_output_adjust_hw_layout", ",", f"{_PARSER}:46-48; parser/parser/common/acl_graph_parser_util.cc:147-160"
        ),
        ListForm("enable_scope_fusion_passes", ",", f"{_PARSER}:126"),
        ListForm("ge.dynamicBatchSize", ",", f"{_BUILD_MODEL}/dynamic_shape.md:111-115", integers=True),
        ListForm("ge.dynamicImageSize", ";", f"{_BUILD_MODEL}/dynamic_shape.md:181-196", inner=",", integers=True),
        ListForm("ge.dynamicDims", ";", f"{_BUILD_MODEL}/dynamic_shape.md:262-266", inner=",", integers=True),
        ListForm(
            "ge.optypelistForImplmode",
            ",",
            f"{_OPTIONS}/deprecated_config_for_future_versions.md:108-119; compiler/engines/nn_engine/utils/common/config_parser/op_impl_mode_config_parser.cc:228-268",
            trimmed=True,
        ),
        ListForm("ge.outputNodeName", ";", f"{_PARSER}:67-97"),
        ListForm("ge.INPUT_NODES_SET_FP16", ";", f"{_BUILD_MODEL}/basic_functions.md:192"),
        ListForm(
            "ge.exec.exclude_engines", "|", "compiler/engines/manager/engine_manager/dnnengine_manager.cc:268-286"
        ),
        ListForm(
            "ge.exec.outputReuseInputMemIndexes",
            "|",
            "compiler/api/aclgrph/option_utils.cc:1830-1957",
            inner=",",
            integers=True,
        ),
        ListForm("ge.exec.frozenInputIndexes", ";", f"{_OPTIONS}/basic_functions.md:116-142", inner=",", integers=True),
        ListForm("ge.exec.hostInputIndexes", ";", f"{_OPTIONS}/basic_functions.md:142-143", integers=True),
        ListForm("ge.disableOptimizations", ",", "compiler/graph/passes/pass_utils.cc:313-334"),
        ListForm("ge.exec.dumpLayer", " ", f"{_OPTIONS}/precision_comparison.md"),
    )
}
