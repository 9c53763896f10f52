"""The rule on files that GE and other ini readers read differently."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from geopts.findings import Finding, Severity
from geopts.ini import WHITE_SPACE, LineKind, Section
from geopts.rules.ini_source import IniSource
from geopts.rules.patterns import lazy
from geopts.rules.registry import rule
from geopts.rules.wording import listed, quoted

__all__ = ["unportable"]

#: What ends a line for str.splitlines and for text files, though not for GE, and that no other rule tells of.
_LINE_ENDS = lazy("[\v\f\x1c-\x1e\x85\u2028\u2029]")
_SOURCE = "GE: op_impl_mode_config_parser.cc:304-359 (hicann/ge@ffdcbc9f); the other reader: iniconfig"


@rule("GEO112", "unportable", Severity.NOTE, since="0.1", opt_in=True)
def unportable(ini: IniSource) -> Iterator[Finding]:
    """GE and a standard ini reader read different tables from this file.

    ## What goes wrong

    Nothing, for GE. Scripts that read or rewrite the file with `iniconfig` or `configparser` see other entries: these take `:` for a
    delimiter and `;` for a comment, continue an entry in an indented line, and end lines at more characters than LF.

    By itself the rule speaks only where a name holds a character that ends a line for other readers. Select it by its code to compare
    the two readings of any file.

    ## Example

    ```ini
    [ByNodeName]
    scope:conv=high_precision
    ```

    ## Use instead

    The entry by operator type, or a node name without `:`.

    ## Fix safety

    There is no fix: the names are those of the model.
    """
    if ini.wide:
        return
    document = ini.document
    asked = unportable.code in ini.context.asked
    suspicious = [
        index
        for index, kind in enumerate(document.kinds if not ini.plain or _has_vertical(ini.data) else b"")
        if kind == LineKind.ENTRY and _LINE_ENDS.search(document.lines[index].partition("=")[0].strip(WHITE_SPACE))
    ]
    if not suspicious and not asked:
        return
    differing, refusal = _differences(ini)
    if not differing and not refusal:
        return
    place = suspicious[0] if suspicious else _first_place(ini, differing[0]) if differing else None
    yield unportable.finding(
        f"a standard ini reader refuses the file ({refusal}), and GE reads it"
        if refusal
        else f"GE and a standard ini reader read different entries here: {listed(map(quoted, differing))}",
        None if place is None else ini.key_span(place),
        path=ini.path,
        hint="if scripts read the file: names without ':', nothing but names in the first column, no line ends but LF and CRLF",
        source=_SOURCE,
    )


def _has_vertical(data: bytes) -> bool:
    return b"\v" in data or b"\f" in data


def _differences(ini: IniSource) -> tuple[list[str], str]:
    """Give the keys that only one of the two readers has, or has with another mode; and why the other refuses the file, if it does."""
    import iniconfig

    document = ini.document
    ours = {
        "ByOpType": {key: mode.value for key, mode in document.by_op_type.items()},
        "ByNodeName": {key: mode.value for key, mode in document.by_node_name.items()},
    }
    text = ini.data.decode("utf-8", "surrogateescape")
    first = next((line for line in document.lines if line.strip(WHITE_SPACE) and line[:1] != "#"), "")
    headless = not first.lstrip(WHITE_SPACE).startswith("[")
    if headless:
        text = "[ByOpType]\n" + text  # most files have no header, which is GE's own default
    try:
        theirs: Mapping[str, Mapping[str, str]] = {
            section.name: dict(section.items()) for section in iniconfig.IniConfig(ini.path, data=text)
        }
    except iniconfig.ParseError as error:
        return [], f"line {error.lineno + 1 - headless}: {error.msg}"
    except (ValueError, IndexError) as error:
        return [], str(error)
    differing: list[str] = []
    for name, table in ours.items():
        other = theirs.get(name, {})
        differing += [key for key in table if other.get(key) != table[key]]
        differing += [key for key in other if key not in table]
    differing += [key for name, table in theirs.items() if name not in ours for key in table]
    return list(dict.fromkeys(differing)), ""


def _first_place(ini: IniSource, key: str) -> int | None:
    for section in Section:
        for index, _ in ini.locate(section, [key]):
            return index
    return None
