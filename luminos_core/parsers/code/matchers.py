"""The matchers of a language: which may match in a text, and which are about a call."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property

import re2

from luminos_core.catalogue.condition import Condition, Is
from luminos_core.catalogue.rule import CodeMatcher, Rule
from luminos_core.parsers.code.calls import Call
from luminos_core.parsers.code.needs import ANY, Needs, is_word, needs_of, words_of
from luminos_core.parsers.patterns import compiled

ON = "."
TEXTS = "%s"
_Called = Callable[[str], bool]
_ESCAPED = re2.escape(ANY)


@dataclass(frozen=True)
class Matcher:
    """One matcher of a rule."""

    rule: Rule
    code: CodeMatcher

    @cached_property
    def needs(self) -> tuple[Needs, ...]:
        """What is in every file with a call that it is about: for each of its names."""
        return tuple(map(needs_of, self.code.call))

    @cached_property
    def _named(self) -> list[frozenset[bytes]]:
        """Of each argument by name that a call must have, the words one of which is in the file."""
        return [
            words_of(" ".join(which.rpartition(".")[2] for which in names))
            for which, condition in self.code.where.items()
            if self.code.call and (names := _names(which)) and _asks_for_one(condition)
        ]

    def may_match(self, text: str, words: frozenset[bytes], vocabulary: str, path: str) -> bool:
        """Whether the words, and what else it asks of a file, are there."""
        if any(not (each & words) for each in self._named):
            return False
        if self.needs and not any(each.are_in(vocabulary, words) for each in self.needs):
            return False
        return self._has_word(text, vocabulary) and self._is_of(path) and self._is_about(text)

    def _has_word(self, text: str, vocabulary: str) -> bool:
        """Parts of words are looked for among the different words, which are much shorter."""
        parts, others = self._asked
        return (
            not self.code.words
            or any(part in vocabulary for part in parts)
            or any(other in text for other in others)
        )

    @cached_property
    def _asked(self) -> tuple[list[str], list[str]]:
        """The words that it asks for, those first that are of letters, digits and underscores."""
        asked = self.code.words
        return [each for each in asked if is_word(each)], [
            each for each in asked if not is_word(each)
        ]

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
        self._matchers = list(matchers)

    def that_may_match(self, text: str, path: str) -> list[Matcher]:
        if not self._matchers:
            return []
        words = words_of(text)
        vocabulary = " ".join(word.decode() for word in words)
        found = (self._matchers[number] for number in self._index.near(words, vocabulary))
        return [each for each in found if each.may_match(text, words, vocabulary, path)]

    @cached_property
    def _index(self) -> "_WordIndex":
        return _WordIndex(self._matchers)


class _WordIndex:
    """Most matchers are about calls whose words few files have: they are found by one of these."""

    def __init__(self, matchers: Iterable[Matcher]) -> None:
        self._always: set[int] = set()
        self._by_word: dict[bytes, set[int]] = defaultdict(set)
        self._by_part: dict[str, set[int]] = defaultdict(set)
        for number, matcher in enumerate(matchers):
            for each in matcher.needs or (Needs(),):
                self._place(each).add(number)
        self._words = frozenset(self._by_word)

    def _place(self, needs: Needs) -> set[int]:
        if needs.words:
            return self._by_word[max(needs.words, key=len)]
        return self._by_part[max(needs.parts, key=len)] if needs.parts else self._always

    def near(self, words: frozenset[bytes], vocabulary: str) -> list[int]:
        """Numbers of matchers, in order; `vocabulary` is all words, between spaces."""
        by_word = (self._by_word[word] for word in words & self._words)
        by_part = (numbers for part, numbers in self._by_part.items() if part in vocabulary)
        return sorted(self._always.union(*by_word, *by_part))


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
    found: dict[str, list[Matcher]] = defaultdict(list)
    for rule in rules:
        for code in rule.code:
            for language in code.languages:
                found[language].append(Matcher(rule, code))
    return {language: LanguageRules(matchers) for language, matchers in found.items()}


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
