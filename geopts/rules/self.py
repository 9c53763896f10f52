"""Rules on what is said to geopts itself, and on files it cannot lint."""

from __future__ import annotations

from geopts.findings import Severity
from geopts.rules.registry import documented_rule

__all__ = [
    "directive_not_a_comment",
    "internal_error",
    "malformed_directive",
    "unknown_suppression_code",
    "unreadable_file",
    "unused_suppression",
]


@documented_rule("GEO901", "unknown-suppression-code", Severity.WARNING, since="0.1")
def unknown_suppression_code() -> None:
    """A suppression that names no rule.

    ## What goes wrong

    The word in the brackets is no code, no start of a code and no name of a rule, so it hides nothing.

    ## Example

    ```ini
    # geopts: ignore[GEO2O5] measured, keep
    Gelu=keep_fp16
    ```

    ## Use instead

    ```ini
    # geopts: ignore[GEO205] measured, keep
    Gelu=keep_fp16
    ```

    ## Fix safety

    There is no fix: which rule is meant is not known.
    """


@documented_rule("GEO902", "unused-suppression", Severity.WARNING, since="0.1")
def unused_suppression() -> None:
    """A suppression that hides nothing.

    ## What goes wrong

    The finding it was written for is gone. Left alone, it hides the next one of its kind.

    ## Example

    ```ini
    # geopts: ignore[GEO201] old
    Gelu=high_precision
    ```

    ## Use instead

    ```ini
    Gelu=high_precision
    ```

    ## Fix safety

    The fix deletes the comment or the unused code in it. Comments mean nothing to GE: safe.
    """


@documented_rule("GEO903", "directive-not-a-comment", Severity.WARNING, since="0.1")
def directive_not_a_comment() -> None:
    """A directive to geopts on a line that is no comment for GE.

    ## What goes wrong

    Only a line that starts with `#` is a comment. A directive behind an entry spoils the entry's mode, an indented one or one behind `;`
    may become an entry, so geopts does not follow it.

    ## Example

    ```ini
    Gelu=high_precision  # geopts: ignore[GEO205]
    ```

    ## Use instead

    ```ini
    # geopts: ignore[GEO205]
    Gelu=high_precision
    ```

    ## Fix safety

    There is no fix of its own; the fixes of GEO105 and GEO106 move the comment.
    """


@documented_rule("GEO904", "unreadable-file", Severity.ERROR, since="0.1")
def unreadable_file() -> None:
    """A file or directory that cannot be read.

    ## What goes wrong

    It is missing, there is no permission, it is no regular file, it is too large, or it vanished while geopts was reading. The other files
    are still checked, and the exit code is 2.

    ## Example

    `geopts lint no_such_file.ini`

    ## Use instead

    The path of a file that exists and can be read.

    ## Fix safety

    There is no fix.
    """


@documented_rule("GEO905", "malformed-directive", Severity.WARNING, since="0.1")
def malformed_directive() -> None:
    """A comment that speaks to geopts and cannot be understood.

    ## What goes wrong

    After `# geopts:` stands `ignore[...]`, `file-ignore[...]`, `disable[...]` or `enable[...]` with codes or names of rules in the
    brackets, or surroundings such as `product=A2 parser=new`. There is no form that hides everything.

    ## Example

    ```ini
    # geopts: ignore
    Gelu=keep_fp16
    ```

    ## Use instead

    ```ini
    # geopts: ignore[GEO205] measured, keep
    Gelu=keep_fp16
    ```

    ## Fix safety

    There is no fix: what is meant is not known.
    """


@documented_rule("GEO906", "internal-error", Severity.ERROR, since="0.1")
def internal_error() -> None:
    """A mistake of geopts itself.

    ## What goes wrong

    Checking the file failed in a way nobody foresaw. Its findings are not complete, and the exit code is 2.

    ## Example

    None is known.

    ## Use instead

    Report the file, or what can be shown of it, to the project.

    ## Fix safety

    There is no fix.
    """
