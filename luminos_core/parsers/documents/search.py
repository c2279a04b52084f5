"""Searching one structured file by the rules for such files."""

from collections.abc import Iterator
from functools import cache

from luminos_core.catalogue.condition import Condition, Is, Term
from luminos_core.catalogue.load import document_rules
from luminos_core.catalogue.rule import DocumentMatcher, Rule
from luminos_core.parsers.documents.node import Node
from luminos_core.parsers.documents.read import read_documents
from luminos_core.parsers.documents.select import select
from luminos_core.parsers.patterns import compiled
from luminos_core.records.parsed import RuleMatch, RuleMatches

Matcher = tuple[Rule, DocumentMatcher]


def find_document_matches(content: bytes, language: str, path: str) -> RuleMatches:
    """Every place that a rule describes, each rule once a line; by line."""
    text = content.decode("utf-8", "replace")
    return RuleMatches(matches=tuple(search_document(text, language, path, _matchers())))


def search_document(
    text: str, language: str, path: str, matchers: tuple[Matcher, ...]
) -> list[RuleMatch]:
    asked = [each for each in matchers if _may_match(each[1], text, path)]
    if not asked:
        return []
    try:
        documents = read_documents(text, language, path.rpartition("/")[2])
    except ValueError:  # a template, or broken: other checks say so
        return []
    found = {
        (match.rule, match.line): match
        for rule, matcher in asked
        for document in documents
        for match in _matches(rule, matcher, document)
    }
    return sorted(found.values(), key=lambda match: (match.line, match.rule))


def matchers_of(rules: tuple[Rule, ...]) -> tuple[Matcher, ...]:
    return tuple((rule, matcher) for rule in rules for matcher in rule.documents)


@cache
def _matchers() -> tuple[Matcher, ...]:
    return matchers_of(document_rules())


def _may_match(matcher: DocumentMatcher, text: str, path: str) -> bool:
    if not compiled(matcher.files).search(path):
        return False
    if matcher.not_files and compiled(matcher.not_files).search(path):
        return False
    if matcher.file and not compiled(matcher.file).search(text):
        return False
    return not (matcher.not_file and compiled(matcher.not_file).search(text))


def _matches(rule: Rule, matcher: DocumentMatcher, document: Node) -> Iterator[RuleMatch]:
    for at in matcher.at:
        for node, parent in select(document, at) if at else [(document, document)]:
            if _holds(matcher, node, parent, document):
                line = _line(matcher, node)
                yield RuleMatch(
                    rule=rule.id, line=line, end_line=max(line, node.end_line), column=0
                )


def _holds(matcher: DocumentMatcher, node: Node, parent: Node, document: Node) -> bool:
    return all(
        _all(condition, _selected(where, node, parent, document))
        for where, condition in matcher.where.items()
    )


def _selected(where: str, node: Node, parent: Node, document: Node) -> list[Node]:
    """What a condition is about: "." the node, ".." beside it, "/" from the document's root, "<"
    what is found there and holds the node."""
    if where == ".":
        return [node]
    if where.startswith(".."):
        return [found for found, _ in select(parent, where[2:])]
    if where.startswith("/"):
        return [found for found, _ in select(document, where[1:])]
    if where.startswith("<"):
        holders = (found for found, _ in select(document, where[1:]))
        return [each for each in holders if each.line <= node.line <= each.end_line]
    return [found for found, _ in select(node, where)]


def _all(condition: Condition, nodes: list[Node]) -> bool:
    """Whether one of the nodes is so; for a negated condition, whether none is."""
    return all(_one(term, nodes) is not term.negated for term in condition)


def _one(term: Term, nodes: list[Node]) -> bool:
    if term.is_ is Is.ABSENT:
        return not nodes
    return any(_is(term, node) for node in nodes)


def _is(term: Term, node: Node) -> bool:
    if term.is_ is Is.EQUALS:
        return node.text.lower() == term.text.lower()
    if term.is_ is Is.TEXT:
        return bool(compiled(term.text).search(node.text))
    return term.is_ is Is.PRESENT


def _line(matcher: DocumentMatcher, node: Node) -> int:
    """Of what was found in a value of several lines, or of the node."""
    for term in matcher.where.get(".", ()):
        found = (
            compiled(term.text).search(node.value)
            if term.is_ is Is.TEXT and not term.negated
            else None
        )
        if found and "\n" in node.value:
            return (node.first or node.line) + node.value.count("\n", 0, found.start())
    return node.line
