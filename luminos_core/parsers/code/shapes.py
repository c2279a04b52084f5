"""Whether a file may have what an ast-grep rule describes: to compile a rule's patterns takes
longer than to search most files."""

from typing import Any

from ast_grep_py import SgNode

from luminos_core.parsers.code.source import Source
from luminos_core.parsers.patterns import compiled

_TIMES = 4  # the length of the file


def may_have(source: Source, rule: dict[str, Any]) -> bool:
    """Whether some node is of the kind and has the pattern that `rule` asks for at its top. Here as
    everywhere `\\w`, `\\s` and `\\b` are ASCII's."""
    if "any" in rule and not any(may_have(source, each) for each in rule["any"]):
        return False
    if "kind" not in rule:
        return True
    if "regex" not in rule:
        return bool(source.of(rule["kind"]))
    return _is_found(compiled(rule["regex"]), source.of(rule["kind"]), _TIMES * len(source.text))


def _is_found(pattern: Any, nodes: list[SgNode], most: int) -> bool:
    """Also when so many characters were searched: nodes may be in one another."""
    for node in nodes:
        text = node.text()
        most -= len(text)
        if most < 0 or pattern.search(text):
            return True
    return False
