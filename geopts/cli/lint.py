"""``geopts lint``: every way GE drops or misreads an op_precision.ini, told before the compile."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from geopts.lint.run import LintOptions, LintResult

__all__ = ["lint"]

_SEVERITIES = ("error", "warning", "note")
_FORMATS = ("full", "concise", "json", "sarif", "github", "gitlab", "junit")


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(allow_dash=True), metavar="[PATH]...")
@click.option(
    "--select",
    multiple=True,
    metavar="RULES",
    help="Only these rules: codes, starts of codes, names, ALL; with commas.",
)
@click.option("--ignore", multiple=True, metavar="RULES", help="Not these rules.")
@click.option("--severity", multiple=True, metavar="RULE=LEVEL", help="Set a severity: error, warning, note or off.")
@click.option(
    "--fail-on", type=click.Choice(_SEVERITIES), help="Exit with 1 from this severity on.  [default: warning]"
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 although there are findings.")
@click.option("--format", "output", type=click.Choice(_FORMATS), help="By default full at a terminal, else concise.")
@click.option("--statistics", is_flag=True, help="Count the findings of each rule.")
@click.option(
    "--fix", is_flag=True, help="Apply safe fixes: GE loads the same before and after, proved before writing."
)
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff: also fixes that change what GE loads.")
@click.option("--diff", is_flag=True, help="Show what --fix would change; write nothing.")
@click.option("--baseline", metavar="FILE", help="Keep the findings of this file quiet.")
@click.option("--write-baseline", metavar="FILE", help="Write today's findings to this file.")
@click.option("--exclude", multiple=True, metavar="PATTERN", help="Leave paths out of directories.")
@click.option("--config", metavar="FILE", help="Read this configuration instead of the nearest one.")
@click.option("--isolated", is_flag=True, help="Read no configuration.")
@click.option(
    "-j", "--jobs", type=click.IntRange(0), default=1, help="Processes that share many files; 0: one for each core."
)
@click.option("--stdin-filename", metavar="NAME", help="What the standard input (-) is called.")
@click.option("--product", metavar="NAME", help="Product family, such as A2: entries that never count there are told.")
@click.option("--soc-version", metavar="NAME", help="SoC name, such as Ascend910B3.")
@click.option("--parser", type=click.Choice(("old", "new")), help="Generation of GE's parser.")
@click.option("--cann", metavar="VERSION", help="CANN version, which tells the generation where that is attested.")
@click.option("--allow-hf32", metavar="VALUE", help="Value of allow_hf32 in the same build.")
@click.option("--op-select-implmode", metavar="VALUE", help="Value of op_select_implmode in the same build.")
@click.option(
    "--opp", metavar="DIR|none", help="opp directory with the built-in files.  [default: those of CANN 8.1.RC1]"
)
def lint(paths: tuple[str, ...], **given: object) -> int:
    """Check op_precision.ini files, option files, and scripts, Python and documents that set GE's options.

    Directories are searched for such files, - is the standard input.
    Exit code 0: nothing at or above --fail-on; 1: findings; 2: something could not be read or done.
    """
    from geopts.lint.run import collector_paused

    with collector_paused():  # while the report is written, too
        return _lint(paths or (".",), given)


def _lint(paths: tuple[str, ...], given: dict[str, object]) -> int:
    from geopts.cli.progress import lint_progress
    from geopts.lint.run import lint_files

    diff, fix = bool(given["diff"]), bool(given["fix"])
    if given["unsafe_fixes"] and not (fix or diff):
        raise click.UsageError("--unsafe-fixes says which fixes are applied: add --fix or --diff")
    if given["isolated"] and given["config"]:
        raise click.UsageError("--isolated reads no configuration, so it cannot be given with --config")
    stdin = "-" in paths
    if stdin and len(paths) > 1 and (fix or diff):
        raise click.UsageError(
            "- with --fix writes the mended file to the standard output, so it must be the only path"
        )
    options = _options(given, write=fix and not diff and not stdin)
    baseline = given["write_baseline"]
    if given["output"] == "json" and not (diff or fix or baseline):
        return _show_coming(paths, options, exit_zero=bool(given["exit_zero"]))
    with lint_progress() as progress:
        result = lint_files(paths, options, progress=progress)
    if isinstance(baseline, str) and baseline:
        return _write_baseline(baseline, result)
    if diff:
        return _show_diff(result, exit_zero=bool(given["exit_zero"]))
    if fix and stdin:
        _write_stdin(result)
    _show(result, given, to_stderr=fix and stdin)
    return result.exit_code(exit_zero=bool(given["exit_zero"]))


def _show_coming(paths: tuple[str, ...], options: LintOptions, *, exit_zero: bool) -> int:
    """Write a JSON report while its findings come, so that those of a long one are never held together."""
    from itertools import chain, islice

    from geopts.cli.progress import lint_progress
    from geopts.cli.report import show_coming
    from geopts.lint.run import Run

    run = Run(options)
    with lint_progress() as progress:
        findings = run.stream(paths, progress)
        first = list(islice(findings, 1))  # before it is there anything may fail, and afterwards next to nothing
    result = run.result
    show_coming(
        chain(first, findings),
        numbers=lambda: run.tally.summary(checked=len(result.checked), suppressed=len(result.hidden)),
    )
    _tell_baseline(result)
    return result.exit_code(exit_zero=exit_zero)


def _tell_baseline(result: LintResult) -> None:
    if result.baseline_gone:
        click.echo(f"{result.baseline_gone} of the baseline did not come again", err=True)


def _options(given: dict[str, object], *, write: bool) -> LintOptions:
    from geopts.findings import Severity
    from geopts.lint.config import load_config
    from geopts.lint.run import LintOptions
    from geopts.lint.select import Selection, parse_selectors, parse_severities
    from geopts.rules.context import CONTEXT_KEYS

    def text(name: str) -> str:
        value = given.get(name)
        return value if isinstance(value, str) else ""

    def texts(name: str) -> tuple[str, ...]:
        value = given.get(name)
        return value if isinstance(value, tuple) else ()

    severities: dict[str, str] = {}
    for pair in texts("severity"):
        word, equals, level = pair.partition("=")
        if not equals:
            raise click.BadParameter(f"{pair!r} is no RULE=LEVEL", param_hint="--severity")
        severities[word] = level
    return LintOptions(
        config=load_config(text("config"), must=True) if given["config"] else None,
        isolated=bool(given["isolated"]),
        selection=Selection(
            parse_selectors(texts("select"), option="--select"),
            parse_selectors(texts("ignore"), option="--ignore"),
            parse_severities(severities, option="--severity"),
        ),
        context={key: text(key) for key in CONTEXT_KEYS if text(key)},
        fail_on=Severity(text("fail_on")) if text("fail_on") else None,
        exclude=texts("exclude"),
        baseline="" if given["write_baseline"] else text("baseline"),
        fix=bool(given["fix"] or given["diff"]),
        unsafe=bool(given["unsafe_fixes"]),
        write=write,
        stdin_filename=text("stdin_filename") or "<stdin>",
        jobs=_jobs(given["jobs"]),
    )


def _jobs(given: object) -> int:
    """Give the number of processes; for 0 that of the cores this process may use."""
    if isinstance(given, int) and given:
        return given
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _show(result: LintResult, given: dict[str, object], *, to_stderr: bool) -> None:
    from geopts.cli.report import choose_format, rule_texts, show_report
    from geopts.render import Report, Suppressed

    stream = sys.stderr if to_stderr else sys.stdout
    output = given["output"]
    chosen = output if isinstance(output, str) else choose_format(stream)
    report = Report(
        findings=result.findings,
        sources=result.sources,
        checked=result.checked,
        suppressed=[
            Suppressed(finding=hidden.finding, justification=hidden.reason, in_source=not hidden.by_baseline)
            for hidden in result.hidden
        ],
        rules=rule_texts() if chosen == "sarif" else (),
        statistics=bool(given["statistics"]),
    )
    show_report(report, format=chosen, stream=stream)
    if result.fixed:
        click.echo(f"{result.fixed} fixed in {len(result.mended)} file{'s' * (len(result.mended) > 1)}", err=True)
    _tell_baseline(result)


def _write_baseline(path: str, result: LintResult) -> int:
    from geopts.lint.baseline import Baseline

    written = Baseline.write(path, result.findings, result.sources)
    click.echo(f"{written} finding{'s' * (written != 1)} written to {path}", err=True)
    return 2 if result.broken else 0


def _write_stdin(result: LintResult) -> None:
    data = result.mended[0].after if result.mended else result.stdin
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _show_diff(result: LintResult, *, exit_zero: bool) -> int:
    from geopts.lint.diff import unified

    sys.stdout.flush()
    for mended in result.mended:
        sys.stdout.buffer.write(unified(mended.path, mended.before, mended.after))
    sys.stdout.buffer.flush()
    files = len(result.mended)
    what = f"{result.fixed} would be fixed in {files} file{'s' * (files != 1)}" if files else "nothing would be fixed"
    click.echo(what, err=True)
    if result.broken:
        return 2
    return 0 if exit_zero or not (files or result.failing) else 1
