"""The linter: which files, which rules, what is kept quiet, what is mended."""

from geopts.lint.run import LintResult, lint_files
from geopts.lint.select import Selection

__all__ = ["LintResult", "Selection", "lint_files"]
