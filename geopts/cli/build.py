"""``geopts build``: from a spec to op_precision.ini and options.json."""

from __future__ import annotations

import json
import os
from typing import Any

import click

from geopts.cli.options_shared import cann_options, format_option, product_options
from geopts.cli.report import show_findings
from geopts.errors import FileError, FindingsError, GeoptsError, OptionValueError, ProductError
from geopts.files import write_together
from geopts.findings import Finding, Severity
from geopts.render.report import Report
from geopts.resolve.plan import Plan, circumstances, resolve
from geopts.spec import Spec, read_spec

__all__ = ["build"]

_OUTPUTS = ("op_precision.ini", "options.json", "pypto_runtime_options.json")

_PRODUCTS = "tables of products in the documents of hicann/ge@ffdcbc9f; 'geopts products' lists the names"


@click.command()
@click.argument("spec", metavar="SPEC")
@click.option(
    "-o", "--output", "directory", default="out", show_default=True, metavar="DIR", help="Where the files go."
)
@product_options
@cann_options
@click.option(
    "--api",
    type=click.Choice(["offline", "session"]),
    default="offline",
    show_default=True,
    help="The GE calls to fill.",
)
@click.option(
    "--ini-path", metavar="PATH", help="Path of op_precision.ini as GE will see it; default: where it is written."
)
@format_option("text", "json")
def build(
    spec: str,
    directory: str,
    product: str | None,
    soc_version: str | None,
    parser: str | None,
    cann: str | None,
    api: Any,
    ini_path: str | None,
    output: str,
) -> int:
    """Check SPEC and write op_precision.ini and options.json.

    options.json holds one option dict for each GE call, to be passed as it is. Nothing is written when an error is found (exit 1).
    """
    try:
        read = read_spec(spec)
        if not (product or soc_version):
            _check_product(read)
        # the command line wins as a whole: a family there is not checked against a SoC in the file, nor a release against a parser
        plan = resolve(
            read.options,
            product=product if product or soc_version else read.product,
            soc_version=soc_version if product or soc_version else read.soc_version,
            parser=parser if parser or cann else read.parser,
            cann=cann if parser or cann else read.cann,
            api=api,
            ini_path=ini_path or os.path.abspath(os.path.join(directory, "op_precision.ini")),
            path=spec,
            spelling=read.spelling,
        )
        pypto_files, pypto_findings = _pypto(read, plan)
    except FindingsError as error:
        return _finish(error.findings, None, [], output, directory)
    findings = (*plan.findings, *_file_findings(read), *pypto_findings)
    if any(finding.severity is Severity.ERROR for finding in findings):
        return _finish(findings, plan, [], output, directory)
    return _finish(findings, plan, _write(directory, _files(read, plan) | pypto_files), output, directory)


def _check_product(spec: Spec) -> None:
    """Tell of a product or a SoC in the spec that does not exist, or is of another product, at its key.

    :raises FindingsError: one of them cannot be used.
    """
    try:
        circumstances(product=spec.product, soc_version=spec.soc_version)
    except ProductError as error:
        code, name = ("GEO405", "ambiguous-product") if error.ambiguous else ("GEO404", "unknown-product")
        key = "soc_version" if spec.soc_version else "product"
        if spec.soc_version and spec.product == error.name != spec.soc_version:
            key = "product"
        wrong: GeoptsError = error
    except OptionValueError as error:  # the SoC is of another family
        code, name, key, wrong = "GEO406", "contradicting-product", "soc_version", error
    else:
        return
    told = Finding(
        code, name, Severity.ERROR, f"{key}: {wrong.message}", wrong.hint, _PRODUCTS, path=spec.path, key=key
    )
    raise FindingsError(f"{spec.path}: {wrong.message}", findings=[told])


def _file_findings(spec: Spec) -> list[Finding]:
    """What GE drops or misreads in ``precision.file``, which is passed on byte for byte; the plan tells of everything else."""
    if spec.precision_bytes is None or spec.precision_path is None:
        return []
    from geopts.rules.context import Context
    from geopts.rules.ini_checks import check

    return check(spec.precision_path, spec.precision_bytes, Context(), lambda code: code < "GEO210")


def _files(spec: Spec, plan: Plan) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    if spec.precision_bytes is not None:
        files["op_precision.ini"] = spec.precision_bytes
    elif plan.precision is not None:
        files["op_precision.ini"] = plan.precision.to_bytes()
    text = json.dumps(plan.calls, indent=2, ensure_ascii=False) + "\n"
    try:
        files["options.json"] = text.encode()
    except UnicodeEncodeError:  # a path that is no UTF-8: JSON can hold it escaped only
        files["options.json"] = (json.dumps(plan.calls, indent=2) + "\n").encode()
    return files


def _pypto(spec: Spec, plan: Plan) -> tuple[dict[str, bytes], tuple[Finding, ...]]:
    """Check ``[pypto.runtime]`` and give its file: its options never go to GE."""
    if spec.pypto_runtime is None:
        return {}, ()
    from geopts.pypto.relations import check_options
    from geopts.pypto.runtime_options import RuntimeOptions

    options = RuntimeOptions.from_mapping(spec.pypto_runtime, path=spec.path, key="pypto.runtime")
    product = plan.circumstances.product
    findings = check_options(options, family=product.family if product else None, key="pypto.runtime", path=spec.path)
    return {"pypto_runtime_options.json": (json.dumps(options.as_dict(), indent=2) + "\n").encode()}, tuple(findings)


def _write(directory: str, files: dict[str, bytes]) -> list[str]:
    try:
        os.makedirs(directory, exist_ok=True)
    except OSError as error:
        raise FileError(
            f"{directory}: cannot be created ({error.strerror})", path=directory, hint="name another directory with -o"
        ) from None
    targets = {os.path.join(directory, name): data for name, data in files.items()}
    write_together(targets)
    return list(targets)


def _left_over(directory: str, written: list[str], plan: Plan | None) -> list[str]:
    """Give the files of an earlier build that this one did not write and that no option of it names."""
    named = (
        {os.path.abspath(text) for table in plan.calls.values() for text in table.values()}
        if plan and written
        else set()
    )
    files = (os.path.join(directory, name) for name in _OUTPUTS)
    return [
        file for file in files if file not in written and os.path.abspath(file) not in named and os.path.exists(file)
    ]


def _finish(findings: tuple[Finding, ...], plan: Plan | None, written: list[str], output: str, directory: str) -> int:
    code = 0 if written else 1
    left_over = _left_over(directory, written, plan)
    if output == "json":
        shown = Report(findings=findings)
        report = {
            "version": 1,
            "tool": shown.tool,
            "tool_version": shown.version,
            "findings": [finding.as_json() for finding in findings],
            "summary": shown.summary().as_json(),
            "calls": plan.calls if plan else None,
            "notes": list(plan.circumstances.notes) if plan else [],
            "written": written,
            "left_over": left_over,
        }
        click.echo(json.dumps(report, indent=2))
        return code
    show_findings(findings)
    if plan is not None and written:
        for file in left_over:
            click.echo(f"note: {file} is from an earlier build; nothing names it now", err=True)
        for note in plan.circumstances.notes:
            click.echo(f"note: {note}", err=True)
        for call, table in plan.calls.items():
            click.echo(f"{call}:" if table else f"{call}: no options")
            for key, text in table.items():
                click.echo(f"  {key} = {text}")
        for name in written:
            click.echo(f"wrote {name}")
    else:
        old = f"; {', '.join(left_over)} from an earlier build stayed" if left_over else ""
        click.echo(f"nothing was written{old}", err=True)
    return code
