"""The rules of the catalogue, over source code and structured files. The child that parses
searches."""

from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import re2

from luminos_core.catalogue.load import all_rules, catalogue_digest, document_rules
from luminos_core.catalogue.rule import (
    CODE_LANGUAGES,
    NOTEBOOK,
    TEMPLATE_LANGUAGES,
    Precision,
    Rule,
)
from luminos_core.checks.check import CheckedFile, FileCheck
from luminos_core.checks.reasons import is_explained, is_remarked
from luminos_core.parsing.parser import NotParsed, Parser
from luminos_core.parsing.pool import parse
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.parsed import RuleMatch, RuleMatches
from luminos_core.records.snapshot import FileRecord

NOT_SEARCHED = "not-searched"  # not a finding: reports count these files with what was not read
_CODE = Parser("code", RuleMatches)
_VENDOR_FOLDER = re2.compile(r"(?:^|/)(?:node_modules|vendor|third[_-]?party|external|deps)/")
# Where pages keep the scripts of others, and those that are built; and how they begin.
_LIBRARY = re2.compile(
    r"(?i)(?:^|/)(?:static|assets|public|www|web|webapp|html|js|scripts?|javascripts?|lib|res(?:ources)?|inc(?:ludes)?)/"
    r"(?:[^/]+/)*(?:libs?|libraries|plugins|vendors?|ext|jquery[^/]*|bower_components|tinymce|ckeditor[^/]*|codemirror[^/]*|plupload)/(?:[^/]+/)*[^/]+\.js$"
    r"|(?:^|/)(?:jquery|underscore|backbone|lodash|angular|knockout|handlebars|mustache|modernizr|d3"
    r"|moment|react|vue|bootstrap)(?:[.-][^/]*)?\.js$|[.-]v?\d+(?:\.\d+)+[^/]*\.js$|[.-]min\.js$"
    r"|(?:^|/)(?:dist|built|bundles?|ace(?:-builds)?|code-?mirror|ckeditor\d*|tiny_?mce|monaco(?:-editor)?|pdfjs)/(?:[^/]+/)*[^/]+\.[cm]?js$"
    r"|[.-][0-9a-f]{8,}\.[cm]?js$"
)
_BANNER = re2.compile(r"^\s*(?:/\*!|/\*\*?\s*(?:\*\s*)?@(?:license|preserve))")
_BANNER_LENGTH = 200  # characters
_LONG_LINE = 5_000  # characters: what no person wrote
_DOCUMENTS = Parser("documents", RuleMatches)


def is_source(file: FileRecord) -> bool:
    return file.language in (*CODE_LANGUAGES, *TEMPLATE_LANGUAGES, NOTEBOOK)


def is_document(file: FileRecord) -> bool:
    """Whether any rule asks for a file of this path."""
    return bool(_document_paths().search(file.path))


def find_by_rules(checked: CheckedFile, parser: Parser[RuleMatches]) -> Iterator[Flag]:
    if not checked.is_complete:
        return
    text, file = checked.text.encode("utf-8", "replace"), checked.file
    found = parse(parser, text, language=file.language or "", path=file.path)
    if isinstance(found, NotParsed):
        finding = f"The rules for this file were not applied: {found.reason}."
        yield checked.flag("not-parsed", finding, checked.severity(Severity.CONCERN), 1, 1)
        return
    if found.minified:
        finding = "Its lines are those of a minified script: no rule searched it."
        yield checked.flag(NOT_SEARCHED, finding, Severity.INFO, 1, 1, quotation="")
    for match in found.matches:
        rule = _rules()[match.rule]
        place = (match.line, match.end_line, match.column)
        severity, is_hint = _weight(rule, match, checked)
        if severity:
            flag = checked.flag(rule.id, rule.message, severity, *place)
            yield flag.model_copy(update={"is_hint": True}) if is_hint else flag


def _weight(rule: Rule, match: RuleMatch, checked: CheckedFile) -> tuple[Severity | None, bool]:
    """Its severity, none where it is not reported; and whether it is a hint."""
    is_low = rule.precision is Precision.LOW
    if checked.is_test:
        is_about_tests = rule.family == "tests"
        severity = None if is_low and not is_about_tests else rule.in_tests
        is_meant = is_about_tests and (
            _has_reason(rule, match, checked) or is_of_others(checked.file) or _is_library(checked)
        )
        return (Severity.INFO if severity and is_meant else severity), is_low or is_meant
    if (
        is_of_others(checked.file) or _is_library(checked) or _is_written_by_program(match, checked)
    ):  # its own project's to mend
        return Severity.INFO, False
    is_meant = _has_reason(rule, match, checked)
    if match.remote and rule.from_outside and not is_meant:
        return rule.from_outside, False
    is_hint = match.is_hint or is_low or is_meant
    return (Severity.INFO if is_hint else rule.severity), is_hint


def _has_reason(rule: Rule, match: RuleMatch, checked: CheckedFile) -> bool:
    """Whether a comment says why it is so."""
    is_enough = rule.remark_is_reason and is_remarked(checked.lines, match.line)
    return is_enough or is_explained(checked.lines, match.line)


def _is_written_by_program(match: RuleMatch, checked: CheckedFile) -> bool:
    return any(len(each) > _LONG_LINE for each in checked.lines[match.line - 1 : match.line])


def _is_library(checked: CheckedFile) -> bool:
    """Whether a script of a page comes from elsewhere, by its place or its first line."""
    is_script = checked.file.language == "JavaScript"
    return is_script and bool(
        _LIBRARY.search(checked.file.path) or _BANNER.search(checked.text[:_BANNER_LENGTH])
    )


def is_of_others(file: FileRecord) -> bool:
    """Settings are vendored by their folder alone: Linguist counts .github and wrappers, too."""
    return file.vendored and (is_source(file) or bool(_VENDOR_FOLDER.search(file.path)))


@cache
def _rules() -> dict[str, Rule]:
    return {rule.id: rule for rule in all_rules()}


@cache
def _document_paths() -> Any:
    patterns = {matcher.files for rule in document_rules() for matcher in rule.documents}
    return re2.compile("|".join(f"(?:{pattern})" for pattern in sorted(patterns)))


CODE_RULES = FileCheck(
    "code-rules", 4, partial(find_by_rules, parser=_CODE), is_source, catalogue_digest
)
DOCUMENT_RULES = FileCheck(
    "document-rules", 1, partial(find_by_rules, parser=_DOCUMENTS), is_document, catalogue_digest
)
