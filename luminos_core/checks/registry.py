"""All checks, written out."""

from luminos_core.checks.check import FileCheck, TreeCheck, any_text
from luminos_core.checks.conflict_markers import find_conflicts
from luminos_core.checks.risky_calls import find_risky_calls, is_python
from luminos_core.checks.secrets import find_leaks
from luminos_core.checks.syntax import find_syntax_errors, is_parsed
from luminos_core.checks.tree_checks import (
    find_large_binaries,
    find_missing_project_files,
    find_withheld_files,
)

FILE_CHECKS: tuple[FileCheck, ...] = (
    FileCheck("merge-conflict", 1, any_text, find_conflicts),
    FileCheck("secret", 1, any_text, find_leaks),
    FileCheck("syntax-error", 1, is_parsed, find_syntax_errors),
    FileCheck("risky-python-call", 1, is_python, find_risky_calls),
)
TREE_CHECKS: tuple[TreeCheck, ...] = (
    TreeCheck("large-binary", 1, find_large_binaries),
    TreeCheck("secret-file", 1, find_withheld_files),
    TreeCheck("missing-project-file", 1, find_missing_project_files),
)
