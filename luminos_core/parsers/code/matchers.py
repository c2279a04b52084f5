"""The matchers of a language: which may match in a text, and which are about a call."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property

import re2

from luminos_core.catalogue.condition import Condition, Is
from luminos_core.catalogue.rule import CodeMatcher, Rule
from luminos_core.parsers.code.calls import Call
from luminos_core.parsers.patterns import compiled

ANY = "*"
ON = "."
TEXTS = "%s"
_Called = Callable[[str], bool]
_ESCAPED = re2.escape(ANY)
_WORDS_ONLY = bytes(i if chr(i).isalnum() or chr(i) == "_" else 32 for i in range(128)).ljust(256)


@dataclass(frozen=True)
class Matcher:
    """One matcher of a rule. `words`: one of them is in every file where it matches."""

    rule: Rule
    code: CodeMatcher

    @cached_property
    def words_of_names(self) -> tuple[frozenset[bytes], ...]:
        """For each name of a call the words of every file that has it; none when one is not known:
        what it is imported from, or begins with, and its last part."""
        found = tuple(_words(name) for name in self.code.call)
        return found if all(found) and not self.code.words else ()

    @cached_property
    def _needed(self) -> list[frozenset[bytes]]:
        """Of each argument by name that a call must have, the words one of which is in the file."""
        return [
            words_of(" ".join(which.rpartition(".")[2] for which in names))
            for which, condition in self.code.where.items()
            if self.code.call and (names := _names(which)) and _asks_for_one(condition)
        ]

    def may_match(self, text: str, words: frozenset[bytes], path: str) -> bool:
        """Whether the words, and what else it asks of a file, are there."""
        if any(not (each & words) for each in self._needed):
            return False
        if self.words_of_names and not any(each <= words for each in self.words_of_names):
            return False
        return self._is_for(text, path)

    def _is_for(self, text: str, path: str) -> bool:
        """Whether the rule's own conditions on a file hold."""
        code = self.code
        if code.words and not any(word in text for word in code.words):
            return False
        return self._is_of(path) and self._is_about(text)

    def _is_of(self, path: str) -> bool:
        code = self.code
        if code.path and not compiled(code.path).search(path):
            return False
        return not (code.not_path and compiled(code.not_path).search(path))

    def _is_about(self, text: str) -> bool:
        code = self.code
        if code.file and not compiled(code.file).search(text):
            return False
        return not (code.not_file and compiled(code.not_file).search(text))


class LanguageRules:
    """All matchers of one language."""

    def __init__(self, matchers: Iterable[Matcher] = ()) -> None:
        self.matchers = list(matchers)

    def that_may_match(self, text: str, path: str) -> list[Matcher]:
        words = words_of(text) if self.matchers else frozenset()
        return [each for each in self.matchers if each.may_match(text, words, path)]


class CallIndex:
    """Finds the matchers about a call without trying each."""

    def __init__(self, matchers: Iterable[Matcher]) -> None:
        self._by_last: dict[str, list[tuple[_Called, Matcher]]] = defaultdict(list)
        self._others: list[tuple[_Called, Matcher]] = []
        self._known: dict[str, tuple[Matcher, ...]] = {}
        for matcher in matchers:
            for name in matcher.code.call:
                last = _last(name)
                place = self._others if ANY in last else self._by_last[last]
                place.append((_called(name), matcher))

    def __bool__(self) -> bool:
        return bool(self._by_last or self._others)

    def about(self, call: Call) -> tuple[Matcher, ...]:
        if call.name not in self._known:
            self._known[call.name] = tuple(self._about(call.name))
        return self._known[call.name]

    def _about(self, name: str) -> Iterable[Matcher]:
        candidates = (*self._by_last.get(_last(name), ()), *self._others)
        found = (matcher for is_meant, matcher in candidates if is_meant(name))
        return {id(matcher): matcher for matcher in found}.values()


def rules_by_language(rules: Iterable[Rule]) -> dict[str, LanguageRules]:
    found: dict[str, LanguageRules] = {}
    for rule in rules:
        for code in rule.code:
            for language in code.languages:
                found.setdefault(language, LanguageRules()).matchers.append(Matcher(rule, code))
    return found


def words_of(text: str) -> frozenset[bytes]:
    """Of ASCII's letters, digits and underscores. Several times faster than a pattern."""
    return frozenset(text.encode("utf-8", "replace").translate(_WORDS_ONLY).split())


def _names(which: str | int) -> list[str]:
    """Under which an argument may be given; none when it has a position, too."""
    names = which.split("|") if isinstance(which, str) else ["0"]
    has_no_name = (each in (ANY, ON, TEXTS) or each.isdigit() for each in names)
    return [] if any(has_no_name) else names


def _asks_for_one(condition: Condition) -> bool:
    """Whether it does not hold for a missing value."""
    return any(
        all(not each.negated and each.is_ is not Is.ABSENT for each in (term, *term.otherwise))
        for term in condition
    )


def _last(name: str) -> str:
    return name.rpartition(".")[2].removeprefix("new ")


def _words(name: str) -> frozenset[bytes]:
    first, last = name.partition(".")[0].removeprefix("new "), _last(name)
    known = last + (f" {first}" if ANY not in first else "")
    return frozenset() if ANY in last else words_of(known)


@cache
def _called(name: str) -> _Called:
    """Whether a call's name is `name`, in which "*" is any text."""
    head, star, tail = name.partition(ANY)
    if not star:
        return name.__eq__
    if ANY in tail:
        pattern = re2.compile(re2.escape(name).replace(_ESCAPED, ".*"))
        return lambda called: bool(pattern.fullmatch(called))
    least = len(head) + len(tail)
    return lambda called: len(called) >= least and called.startswith(head) and called.endswith(tail)
