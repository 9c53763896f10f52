"""Options handed to PyPTO: a stand-in of the newest API, one of the API of 0.2.0, and no PyPTO at all."""

from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import Any

import pytest

from geopts.pypto.hand_over import PyPTOError, apply
from geopts.pypto.runtime_options import InvalidRuntimeOptionsError, RuntimeOptions
from geopts.pypto.scopes import OptionScopes


def stand_in(mode: str = "pypto", *, experimental: bool = True) -> tuple[Any, OptionScopes]:
    """A module with PyPTO's functions over a model of its scopes."""
    scopes = OptionScopes(mode=mode)
    module = types.SimpleNamespace(
        __version__="9.9",
        set_options=scopes.set_options,
        get_current_scope=lambda: types.SimpleNamespace(get_options=scopes.get_options),
        experimental=types.SimpleNamespace(),
    )
    if experimental:
        module.experimental.set_runtime_options = scopes.set_runtime_options
    return module, scopes


def test_each_option_goes_through_its_function() -> None:
    module, scopes = stand_in()
    done = apply(RuntimeOptions(stitch_function_num_per_pool=[64, 2, 1], device_sched_mode=1), module=module)
    assert done.set == ("device_sched_mode", "stitch_function_num_per_pool")
    assert done.decorator == {}
    values = scopes.get_runtime_options()
    assert (values["device_sched_mode"], values["stitch_function_num_per_pool"]) == (1, [64, 2, 1])


def test_what_only_the_decorator_carries_is_given_back_with_a_warning() -> None:
    module, scopes = stand_in()
    with pytest.warns(UserWarning, match="run_mode, launch_early_mode: PyPTO reads this from the jit decorator only"):
        done = apply({"run_mode": 1, "launch_early_mode": 2, "device_sched_mode": 1}, module=module)
    assert done.decorator == {"run_mode": 1, "launch_early_mode": 2}
    assert done.set == ("device_sched_mode",)
    assert scopes.get_runtime_options()["run_mode"] == 0


def test_a_dict_is_checked_first() -> None:
    module, scopes = stand_in()
    with pytest.raises(InvalidRuntimeOptionsError):
        apply({"device_sched_mode": 1, "valid_shape_optimize": 7}, module=module)
    assert scopes.get_runtime_options()["device_sched_mode"] == 0


def test_a_release_without_the_experimental_setter() -> None:
    # findings.md F: 0.2.0 has no pypto.experimental.set_runtime_options.
    module, scopes = stand_in(experimental=False)
    with pytest.raises(
        PyPTOError, match=r"the installed PyPTO 9\.9 has no pypto\.experimental\.set_runtime_options"
    ) as caught:
        apply(RuntimeOptions(stitch_function_num_per_pool=[64, 2, 1], device_sched_mode=1), module=module)
    assert caught.value.version == "9.9"
    assert "after 22 Aug 2026" in caught.value.hint
    assert scopes.get_runtime_options()["device_sched_mode"] == 0


def test_a_release_without_the_option() -> None:
    module, _ = stand_in()
    module.get_current_scope = lambda: types.SimpleNamespace(get_options=lambda _group: {"run_mode": 0})
    with pytest.raises(PyPTOError, match="no runtime option max_workspace_kb") as caught:
        apply({"max_workspace_kb": 1024}, module=module)
    assert "v9.2.0-beta.1" in caught.value.hint


def test_a_release_that_shows_no_scope_is_left_to_its_own_check() -> None:
    module, scopes = stand_in()
    del module.get_current_scope
    assert apply({"device_sched_mode": 2}, module=module).set == ("device_sched_mode",)
    assert scopes.get_runtime_options()["device_sched_mode"] == 2


def test_what_pypto_itself_refuses_is_one_line() -> None:
    def refuse(**_: Any) -> None:
        raise RuntimeError("CHECK FAILED: F00002\nits value\nlibtile_fwk_interface.so(+0x6c7)")

    module, _ = stand_in()
    module.set_options = refuse
    with pytest.raises(PyPTOError, match=r"PyPTO 9\.9 refuses the options: CHECK FAILED: F00002$"):
        apply({"device_sched_mode": 1}, module=module)


def test_no_pypto(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypto", None)
    with pytest.raises(PyPTOError, match="not installed") as caught:
        apply(RuntimeOptions())
    assert "pip install pypto" in caught.value.hint
    monkeypatch.delitem(sys.modules, "pypto")
    package = tmp_path / "pypto"
    package.mkdir()
    (package / "__init__.py").write_text("import a_module_that_is_not_there\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(PyPTOError, match="needs the package a_module_that_is_not_there"):
        apply(RuntimeOptions())
    (package / "__init__.py").write_text("raise OSError('libtile.so: no such file')\n", encoding="utf-8")
    with pytest.raises(PyPTOError, match=r"cannot be imported: libtile\.so"):
        apply(RuntimeOptions())
