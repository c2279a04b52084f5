"""The rules of the catalogue over source code. The search is done by the child that parses."""

from collections.abc import Iterator
from functools import cache

from luminos_core.catalogue.load import catalogue_digest, code_rules
from luminos_core.catalogue.rule import CODE_LANGUAGES, Precision, Rule
from luminos_core.checks.check import CheckedFile, FileCheck
from luminos_core.parsing.parser import NotParsed, Parser
from luminos_core.parsing.pool import parse
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.parsed import CodeMatches
from luminos_core.records.snapshot import FileRecord

_CODE = Parser("code", CodeMatches)


def is_source(file: FileRecord) -> bool:
    return file.language in CODE_LANGUAGES


def find_by_rules(checked: CheckedFile) -> Iterator[Flag]:
    if not checked.is_complete:
        return
    text = checked.text.encode("utf-8", "replace")
    file = checked.file
    found = parse(_CODE, text, language=file.language or "", path=file.path)
    if isinstance(found, NotParsed):
        return
    for match in found.matches:
        rule = _rules()[match.rule]
        severity = _severity(rule, checked)
        if severity:
            yield checked.flag(
                rule.id, rule.message, severity, match.line, match.end_line, match.column
            )


def _severity(rule: Rule, checked: CheckedFile) -> Severity | None:
    """None where the rule is not reported. Vendored code is its own project's to mend."""
    if checked.is_test:
        return rule.in_tests
    if checked.file.vendored or rule.precision is Precision.LOW:
        return Severity.INFO
    return rule.severity


@cache
def _rules() -> dict[str, Rule]:
    return {rule.id: rule for rule in code_rules()}


CODE_RULES = FileCheck("code-rules", 1, find_by_rules, is_source, catalogue_digest)
