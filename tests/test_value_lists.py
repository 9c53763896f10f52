"""Lists, switches by name and shapes: Python forms to GE's text and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geopts.errors import OptionValueError
from geopts.facts.options import BY_KEY
from geopts.facts.value_forms import LIST_FORMS
from geopts.values import value_type


def text_of(key: str, value: object) -> str:
    kind = value_type(BY_KEY[key])
    return kind.format(kind.accept(value))


def refusal(key: str, value: object) -> str:
    with pytest.raises(OptionValueError) as caught:
        value_type(BY_KEY[key]).accept(value)
    assert caught.value.allowed
    return caught.value.message


# The separators as the documents' own examples have them: dynamic_shape.md:111-115, :181-196, :262-266;
# deprecated_config_for_future_versions.md:108-119; dnnengine_manager.cc:268-286; options_params/basic_functions.md:116-143.
@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("ge.dynamicBatchSize", [1, 2, 4, 8], "1,2,4,8"),
        ("ge.dynamicBatchSize", ("1", "2"), "1,2"),
        ("ge.dynamicImageSize", [(416, 416), (832, 832)], "416,416;832,832"),
        ("ge.dynamicDims", [[1, 224], [8, 448]], "1,224;8,448"),
        ("ge.dynamicDims", [1, 2], "1;2"),
        ("ge.optypelistForImplmode", ["Pooling", "SoftmaxV2"], "Pooling,SoftmaxV2"),
        ("ge.outputNodeName", ["conv1:0", "conv2:1"], "conv1:0;conv2:1"),
        ("ge.INPUT_NODES_SET_FP16", ["node1", "node2"], "node1;node2"),
        ("ge.exec.exclude_engines", ["AiCore", "AiVec"], "AiCore|AiVec"),
        ("ge.exec.outputReuseInputMemIndexes", [(0, 0), (1, 1)], "0,0|1,1"),
        ("ge.exec.hostInputIndexes", [0, 1], "0;1"),
        (
            "ge.disableOptimizations",
            ["RemoveSameConstPass", "ConstantFoldingPass"],
            "RemoveSameConstPass,ConstantFoldingPass",
        ),
        ("ge.exec.dumpLayer", ["layer1", "layer2"], "layer1 layer2"),
        ("is_input_adjust_hw_layout", [True, False, "true"], "true,false,true"),
        ("is_output_adjust_hw_layout", "true,false", "true,false"),
        ("ge.optimizationSwitch", {"PassA": True, "PassB": False}, "PassA:on;PassB:off"),
        ("ge.optimizationSwitch", "PassA:on", "PassA:on"),
        ("input_shape", {"data": [1, 3, 224, 224], "mask": [1, -1]}, "data:1,3,224,224;mask:1,-1"),
        ("input_shape", {"x": ["1~8", 3]}, "x:1~8,3"),
        ("input_shape", "data:1,3,224,224", "data:1,3,224,224"),
        ("input_data_names", "Placeholder,Placeholder_1", "Placeholder,Placeholder_1"),
    ],
)
def test_python_and_text_give_the_same_text(key: str, value: object, text: str) -> None:
    assert text_of(key, value) == text == text_of(key, text)


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("ge.dynamicBatchSize", [1, True], "True is no integer"),
        ("ge.dynamicBatchSize", [1.0, 2.0], "1.0 is no integer"),
        ("ge.dynamicBatchSize", "1, 2", "' 2' is no integer"),
        ("ge.dynamicBatchSize", [1, 2**63], "out of range"),
        ("ge.dynamicBatchSize", "", "empty"),
        ("ge.dynamicBatchSize", [], "[] is not allowed"),
        ("ge.dynamicBatchSize", 4, "4 is not allowed"),
        ("ge.dynamicBatchSize", b"1,2", "is not allowed"),
        ("ge.dynamicBatchSize", {1, 2}, "is not allowed"),
        ("ge.dynamicDims", [None], "None is no group"),
        ("ge.dynamicDims", [[]], "[] is no group"),
        ("ge.dynamicDims", [1.5], "1.5 is no group"),
        ("ge.dynamicDims", [[1, None]], "None is no integer"),
        ("ge.dynamicDims", "1,2;;3,4", "'' is no integer"),
        # GE does not trim: the page's own example loses its second pass (pass_utils.cc:313-334)
        ("ge.disableOptimizations", "RemoveSameConstPass, ConstantFoldingPass", "GE does not trim"),
        ("ge.disableOptimizations", ["NoSuchPass"], "is none of"),
        ("ge.exec.exclude_engines", ["AiCore", "Aicpu"], "'Aicpu' is none of"),
        ("ge.optypelistForImplmode", ["A,B"], "separator"),
        ("ge.optypelistForImplmode", ["A", ""], "'' is no element"),
        ("ge.optypelistForImplmode", ["A", 1], "1 is no element"),
        ("is_input_adjust_hw_layout", ["yes"], "none of true, false"),
        ("ge.exec.tuneDeviceIds", [0, 1], "is not allowed"),  # no document states the separator
        ("ge.optimizationSwitch", "PassA", "malformed pair 'PassA'"),
        ("ge.optimizationSwitch", "PassA:yes", "malformed pair"),
        ("ge.optimizationSwitch", ":on", "malformed pair"),
        ("ge.optimizationSwitch", "PassA:on;", "malformed pair ''"),
        ("ge.optimizationSwitch", "A:on;A:off", "'A' stands twice"),
        ("ge.optimizationSwitch", {"A": "on"}, "is no switch"),
        ("ge.optimizationSwitch", {"A:B": True}, "is no switch"),
        ("ge.optimizationSwitch", {1: True}, "is no switch"),
        ("ge.optimizationSwitch", {}, "empty"),
        ("ge.optimizationSwitch", True, "True is not allowed"),
        ("input_shape", {}, "is not allowed"),
        ("input_shape", {"": [1]}, "'' is no name"),
        ("input_shape", {"a;b": [1]}, "'a;b' is no name"),
        ("input_shape", {3: [1]}, "3 is no name"),
        ("input_shape", {"x": [10**5000]}, "this int is no dimension"),
        ("ge.optypelistForImplmode", ["A", 10**5000], "this int is no element"),
        ("input_shape", {"x": "1,2"}, "no list of dimensions"),
        ("input_shape", {"x": [1, True]}, "True is no dimension"),
        ("input_shape", {"x": [1, 2.5]}, "2.5 is no dimension"),
        ("input_shape", "", "empty"),
        ("input_shape", [1, 2], "is not allowed"),
    ],
)
def test_what_ge_would_misread_is_refused_with_the_reason(key: str, value: object, reason: str) -> None:
    assert reason in refusal(key, value)


def test_every_list_form_is_of_an_option_and_says_how_to_write_it() -> None:
    for key, form in LIST_FORMS.items():
        words = value_type(BY_KEY[key]).describe()
        assert repr(form.separator) in words
        assert form.inner is None or repr(form.inner) in words


INTEGERS = st.integers(-(2**63), 2**63 - 1)


@given(st.lists(INTEGERS, min_size=1), st.lists(st.lists(INTEGERS, min_size=1), min_size=1))
def test_integers_come_back_from_the_text(plain: list[int], groups: list[list[int]]) -> None:
    batch, dims = value_type(BY_KEY["ge.dynamicBatchSize"]), value_type(BY_KEY["ge.dynamicDims"])
    assert batch.accept(batch.format(batch.accept(plain))) == tuple(plain)
    assert dims.accept(dims.format(dims.accept(groups))) == tuple(tuple(group) for group in groups)


@given(st.dictionaries(st.text(st.characters(exclude_characters=":;"), min_size=1), st.booleans(), min_size=1))
def test_switches_come_back_from_the_text(switches: dict[str, bool]) -> None:
    kind = value_type(BY_KEY["ge.optimizationSwitch"])
    assert kind.accept(kind.format(kind.accept(switches))) == switches
