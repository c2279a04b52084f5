"""All checks, in the order in which they run."""

import sys

from pydantic import JsonValue

from luminos_core.checks.catalogue_rules import CODE_RULES, DOCUMENT_RULES
from luminos_core.checks.check import PLACES_OF_A_FILE, FileCheck, TreeCheck
from luminos_core.checks.conflict_markers import CONFLICT_MARKERS
from luminos_core.checks.documents.check import DOCUMENTS
from luminos_core.checks.hidden_characters import HIDDEN_CHARACTERS
from luminos_core.checks.leftovers import LEFTOVERS
from luminos_core.checks.licences import LICENCES
from luminos_core.checks.missing_locks import MISSING_LOCKS
from luminos_core.checks.packages import PACKAGES
from luminos_core.checks.project import ProjectCheck
from luminos_core.checks.prompt_injection import PROMPT_INJECTIONS
from luminos_core.checks.secrets import SECRETS
from luminos_core.checks.syntax_errors import SYNTAX_ERRORS
from luminos_core.checks.tree_checks import LARGE_BINARIES, MISSING_PROJECT_FILES, SECRET_FILES
from luminos_core.checks.vendored_copies import OLD_COPIES
from luminos_core.digest import digest_json
from luminos_core.redaction.rules import Rule, secret_rules

FILE_CHECKS: tuple[FileCheck, ...] = (
    CONFLICT_MARKERS,
    SECRETS,
    SYNTAX_ERRORS,
    CODE_RULES,
    DOCUMENT_RULES,
    PACKAGES,
    HIDDEN_CHARACTERS,
    OLD_COPIES,
    PROMPT_INJECTIONS,
)
TREE_CHECKS: tuple[TreeCheck, ...] = (
    LARGE_BINARIES,
    SECRET_FILES,
    MISSING_PROJECT_FILES,
)
PROJECT_CHECKS: tuple[ProjectCheck, ...] = (DOCUMENTS, LEFTOVERS, LICENCES, MISSING_LOCKS)


def checks_digest() -> str:
    """Changes with the name or version of any check and any rule for secrets, with how many flags
    are kept, and with the version of Python, whose parser checks Python files."""
    versioned: tuple[FileCheck | TreeCheck | ProjectCheck | Rule, ...] = (
        *FILE_CHECKS,
        *TREE_CHECKS,
        *PROJECT_CHECKS,
        *secret_rules(),
    )
    versions: list[JsonValue] = [[each.name, each.version] for each in versioned]
    rules: list[JsonValue] = [each.rules() for each in FILE_CHECKS]
    return digest_json([versions, rules, PLACES_OF_A_FILE, *sys.version_info[:2]])
