"""The version of each rule of our own checks: when it changes, the rule may find something else in
the same file."""

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import luminos_core.catalogue
from luminos_core.catalogue.load import all_rules
from luminos_core.catalogue.rule import Rule
from luminos_core.checks.catalogue_rules import CODE_RULES, DOCUMENT_RULES
from luminos_core.checks.check import FileCheck, TreeCheck
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
from luminos_core.redaction.rules import secret_rules

VALUES = "secret-"  # what the names of all rules about values begin with
_PARSED = f"python {sys.version_info[0]}.{sys.version_info[1]}"  # whose parser checks Python files
_WORDS = {"title", "family", "cwe", "message", "fix", "matches", "passes"}  # they find nothing
_RULES: tuple[tuple[FileCheck | TreeCheck | ProjectCheck, tuple[str, ...]], ...] = (
    (CONFLICT_MARKERS, ("merge-conflict",)),
    (SECRETS, (VALUES,)),
    (SYNTAX_ERRORS, ("syntax-error", "not-parsed")),
    (
        PACKAGES,
        (
            "ended-runtime",
            "floating-package",
            "imitated-package",
            "known-bad-package",
            "package-from-branch",
            "package-outside-tree",
            "package-over-http",
        ),
    ),
    (HIDDEN_CHARACTERS, ("bidirectional-characters", "invisible-character", "mixed-alphabets")),
    (OLD_COPIES, ("old-copy",)),
    (PROMPT_INJECTIONS, ("prompt-injection",)),
    (LARGE_BINARIES, ("large-binary",)),
    (SECRET_FILES, ("secret-file",)),
    (MISSING_PROJECT_FILES, ("missing-licence", "missing-readme", "missing-tests")),
    (MISSING_LOCKS, ("missing-lock-file",)),
    (DOCUMENTS, ("dead-link", "document-is-outdated", "document-names-missing")),
    (
        LEFTOVERS,
        (
            "binary-without-source",
            "build-output",
            "copied-file",
            "disabled-tests",
            "minified-without-source",
            "missing-submodule",
        ),
    ),
    (LICENCES, ("licence-conflict",)),
)


def version_of(rule: str) -> str:
    """Of the rule of a flag; "" when no check has it."""
    versions = rule_versions()
    if rule not in versions and rule.startswith(VALUES):
        return versions[VALUES]
    return versions.get(rule, "")


@cache
def rule_versions() -> Mapping[str, str]:
    """By name. All rules about secret values have one version, under `VALUES`."""
    found = {rule.id: _of_catalogue(rule) for rule in all_rules()}
    for check, rules in _RULES:
        found.update(dict.fromkeys(rules, _version(check)))
    return found


def _of_catalogue(rule: Rule) -> str:
    """Of what decides where the rule finds something, and what that weighs."""
    versions = [CODE_RULES.version, DOCUMENT_RULES.version]
    return _short([*versions, rule.model_dump(mode="json", exclude=_WORDS)])


def _version(check: FileCheck | TreeCheck | ProjectCheck) -> str:
    if check is SECRETS:
        named = [[rule.name, rule.version] for rule in secret_rules()]
        return _short([check.version, *named])
    if check is SYNTAX_ERRORS:
        return _short([check.version, _PARSED])
    if check is PACKAGES:
        return _short([check.version, *_lists()])
    return _short([check.version])


def _lists() -> list[str]:
    folder = Path(luminos_core.catalogue.__file__).parent
    return [file.read_text("utf-8") for file in sorted(folder.glob("*/*.toml"))]


def _short(value: list[object]) -> str:
    return digest_json(value)[:16]  # type: ignore[arg-type]
