"""What the calls of a file give the parameters of its functions."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import re2
from ast_grep_py import SgNode

from luminos_core.parsers.code.calls import Call
from luminos_core.parsers.code.needs import all_words
from luminos_core.parsers.code.source import Source

_NAME = re2.compile(r"([\w$#]+)[?!]?\s*(?:<[^()]*>)?\s*$")
_ASSIGNED = re2.compile(
    r"([\w$#]+)\s*(?::[^=()]*)?[=:]\s*(?:async\b\s*)?(?:function\b\s*\*?\s*)?(?:<[^()]*>)?\s*$"
)
_KEYWORDS = ("async", "catch", "fn", "fun", "func", "function", "lambda", "new", "return")
_GO_RECEIVER = re2.compile(r"func\s*\(\s*(\w+)")
_SELVES = ("", "self", "cls", "this", "$this", "static", "Self")
_SELF = re2.compile(r"^\W*(?:self|cls)\b")
_ALSO = b"$#"  # in names of some languages
_NO_CODE = re2.compile(
    r"""(?m)"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|//[^\n]*$|/\*(?:[^*]|\*+[^*/])*\*+/|^\s*#[^\n]*$|^package\s+\w+"""
)
_SPREAD = re2.compile("splat|spread|variadic")
_SEVERAL = re2.compile(r"^[\s(,]*\*{1,2}\w|\.\.\.")
_OWN = re2.compile("^(?:_[^_]|#)")
_MOST = 50  # calls of one function that are looked at


@dataclass(frozen=True)
class Arguments:
    """What the calls in the file give one parameter."""

    values: tuple[SgNode, ...] = ()
    are_all: bool = False  # nothing else in the file names the function
    is_own: bool = False  # by its name, only this file calls the function


_NONE = Arguments()


class Callers:
    def __init__(self, source: Source, calls: Callable[[], list[Call]]) -> None:
        self._source = source
        self._calls = calls

    def arguments(self, before: str, parameters: Sequence[str], which: str, name: str) -> Arguments:
        """For the parameter `name`, written as `which` among `parameters`, of the function that
        `before` introduces."""
        function = _name(before)
        calls = self._by_name.get(function, [])[:_MOST] if function else []
        receivers = (*_SELVES, *_GO_RECEIVER.findall(before))
        own = [call for call in calls if call.receiver in receivers]
        is_go = self._source.syntax.grammar == "go"
        number = _number(parameters, which, name, is_go=is_go)
        if not own or number is None:
            return _NONE
        found = [call.named.get(name) or call.argument(number) for call in own]
        spread = any(_SPREAD.search(each.kind()) for call in own for each in call.arguments)
        mentions = self._mentions[function.encode()]
        return Arguments(
            values=tuple(node for node in found if node),
            are_all=mentions <= len(own) + 1 and not spread,
            is_own=self._is_own(function, before),
        )

    def _is_own(self, function: str, before: str) -> bool:
        grammar = self._source.syntax.grammar
        is_named_so = _OWN.search(function) or (grammar == "go" and function[0].islower())
        return bool(is_named_so or (grammar in ("c", "cpp") and "static" in before.split()))

    @cached_property
    def _by_name(self) -> dict[str, list[Call]]:
        found: dict[str, list[Call]] = {}
        for call in self._calls():
            found.setdefault(call.name.rpartition(".")[2], []).append(call)
        return found

    @cached_property
    def _mentions(self) -> Counter[bytes]:
        """How often each word stands in the file, comments and texts apart."""
        return Counter(all_words(_NO_CODE.sub(" ", self._source.text), _ALSO))


def _name(before: str) -> str:
    found = _ASSIGNED.search(before) or _NAME.search(before)
    name = found.group(1) if found else ""
    return "" if name in _KEYWORDS else name


def _number(parameters: Sequence[str], which: str, name: str, *, is_go: bool) -> int | None:
    """The position of its argument; None of a parameter that takes several."""
    if _SEVERAL.search(which):
        return None
    names: list[str] = []
    for text in parameters:
        if text.lstrip()[:1] in ("(", ",", "|") or not names:  # else a default value
            inner = text.strip("(, \n\t")
            names += inner.split(",") if is_go else [inner]
    if names and _SELF.search(names[0]):
        del names[0]
    word = re2.compile(rf"(?:^|\W){re2.escape(name)}(?:\W|$)")
    return next((number for number, text in enumerate(names) if word.search(text)), None)
