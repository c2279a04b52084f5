"""Where a name gets its value: in its function, as its parameter, or once in the file."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import re2
from ast_grep_py import SgNode

from luminos_core.parsers.code.callers import Arguments, Callers
from luminos_core.parsers.code.calls import Call
from luminos_core.parsers.code.comparisons import Comparisons
from luminos_core.parsers.code.places import Span, span
from luminos_core.parsers.code.reassigned import still_counting
from luminos_core.parsers.code.source import Source
from luminos_core.parsers.code.value import GIVEN, OUTSIDE, REMOTE, UNKNOWN, Value
from luminos_core.parsers.patterns import compiled, fits

_ADDS = ("+=", ".=")
_MADE = re2.compile(r"\bDepends\(|:\s*(?:Async)?(?:Session|Connection|Settings|BackgroundTasks)\b")
_PRIVATE = re2.compile(r"\b(?:private|protected)\b")  # the program itself calls it
_PARAMETERS = ("parameters", "parameter")  # fields
_COMMENT = 3_000  # characters
_NUMBERS = re2.compile(
    r"@param\s+\{?(?:int|integer|float|number|bool|boolean)(?:\|null)?\}?\s+\[?\$?(\w+)"
)
_CODE = re2.compile(r"[;{}]")
_MODEL = re2.compile(r"^[\s(,]*\w+\s*:\s*[A-Z]\w*$")  # Django gives a view texts alone


@dataclass(frozen=True)
class Given:
    """Where a name's value comes from."""

    values: tuple[SgNode, ...] = ()
    adds: bool = False  # the values are parts of it
    parameter: Value | None = None  # of one: whether it is input
    by_callers: Arguments | None = None  # of one: what the calls in the file give it
    checked: bool = False  # compared with what is allowed, or only a number


class Scopes:
    def __init__(self, source: Source, calls: Callable[[], list[Call]]) -> None:
        """`calls` gives those of `source`."""
        self._source = source
        self._calls = calls
        self._syntax = source.syntax
        self._comparisons: dict[Span, Comparisons] = {}  # by function
        self._callers = Callers(source, calls)

    def given(self, name: str, node: SgNode) -> Given:
        """What `name` is given before `node`, in its function or, if nothing is, in the file."""
        function = self._source.function_of(node)
        if function and self._is_checked(name, function):
            return Given(checked=True)
        while function:
            if found := self._in(function, name, node):
                return found
            parameter = self._parameter(function, name)
            if parameter is not None:
                return parameter
            function = self._source.function_of(function)
        return self._of_file(name)

    def _in(self, function: SgNode, name: str, node: SgNode) -> Given | None:
        start, end = span(function)
        here = span(node)[0]
        inside = [
            each
            for each in self._source.assignments.get(name, ())
            if start <= each.span[0] < end and not is_part_of(node, each.value)
        ]
        earlier = [each for each in inside if each.span[0] < here]
        before = still_counting(earlier, node, self._is_addition) or inside
        since = before[0].span[0] if len(before) < len(earlier) else start
        parts = [part for part in self._parts.get(name, ()) if since <= span(part)[0] < here]
        if not before and not parts:
            return None
        adds = bool(parts) or any(self._is_addition(each.node) for each in before)
        values = (*(each.value for each in before), *parts)
        filled = self._parameter(function, name) if self._syntax.fills and not before else None
        return Given(values, adds, filled.parameter if filled else None)

    def _is_addition(self, assignment: SgNode) -> bool:
        if assignment.kind() in self._syntax.additions:
            return True
        return any(child.text() in _ADDS for child in assignment.children() if not child.is_named())

    def _of_file(self, name: str) -> Given:
        """Of an assignment outside of functions; when there are several, it may be any."""
        found = [
            each.value
            for each in self._source.assignments.get(name, ())
            if not self._source.function_of(each.node)
        ]
        return Given(tuple(found))

    @cached_property
    def _parts(self) -> dict[str, list[SgNode]]:
        """By name: calls that read input into the variable, `fgets(name, …)`, what is written into
        it, `sprintf(name, …)`, and what is added to it, `name.append(…)`."""
        found: dict[str, list[SgNode]] = {}
        syntax = self._syntax
        is_needed = syntax.fills or syntax.appends or syntax.reads
        for call in self._calls() if is_needed else ():
            method = call.name.rpartition(".")[2]
            if fits(syntax.reads, method):
                for argument in call.arguments:
                    found.setdefault(argument.text().lstrip("&*"), []).append(call.node)
            if fits(syntax.fills, call.name) and call.arguments:
                name = call.arguments[0].text().lstrip("&")
                parts = [call.node] if "printf" in method else call.arguments[1:]
                found.setdefault(name, []).extend(parts)
            elif fits(syntax.appends, method) and call.receiver:
                root = call.receiver.partition("(")[0].partition(".")[0]
                found.setdefault(root, []).extend(call.arguments)
        return found

    def _parameter(self, function: SgNode, name: str) -> Given | None:
        """None when `function` has no such parameter."""
        pattern = _word(name)
        before, *parameters = self._parameters(function)
        found = next((each for each in parameters if pattern.search(each)), None)
        if found is None:
            return None
        handlers, numbers = self._syntax.handlers, self._syntax.numbers
        if compiled(numbers).search(found) or self._is_documented_number(function, name):
            return Given(checked=True)
        by_callers = self._callers.arguments(before, parameters, found, name)
        texts = self._around(before, found, parameters)
        if not any(compiled(handlers).search(each) for each in texts):
            is_private = _PRIVATE.search(before)
            return Given(parameter=UNKNOWN if is_private else GIVEN, by_callers=by_callers)
        if self._syntax.grammar == "python" and by_callers.values and not self._is_route(before):
            return Given(parameter=GIVEN, by_callers=by_callers)  # a part of a view
        operator = self._syntax.operator
        is_operator = bool(operator) and any(compiled(operator).search(each) for each in texts)
        return Given(parameter=OUTSIDE if is_operator else REMOTE)

    def _around(self, before: str, found: str, parameters: list[str]) -> list[str]:
        """What may say that the parameter `found` of a function is input."""
        if self._syntax.grammar != "python":
            return [before, found]
        if _MADE.search(found) or (_MODEL.search(found) and not self._is_route(before)):
            return []
        view = next((each for each in parameters if "self" not in each), "")  # Django's
        return [before.rpartition("def ")[0], found, view]

    def _is_route(self, before: str) -> bool:
        """Whether a decorator says that requests reach the function."""
        return bool(compiled(self._syntax.handlers).search(before.rpartition("def ")[0]))

    def _is_documented_number(self, function: SgNode, name: str) -> bool:
        """Whether the comment above the function says so: "@param int $name"."""
        end = span(function)[0]
        start = self._source.text.rfind("/**", max(end - _COMMENT, 0), end)
        comment, closed, between = self._source.text[max(start, 0) : end].partition("*/")
        if start < 0 or not closed or _CODE.search(between):
            return False
        return name.lstrip("$") in _NUMBERS.findall(comment)

    def _parameters(self, function: SgNode) -> list[str]:
        """What stands before the parameters of a function: decorators, attributes, its type; then
        the text of each parameter, with the annotations before it."""
        holder = next(filter(None, map(function.field, _PARAMETERS)), None)
        if not holder:
            found = (function.find(kind=kind) for kind in self._syntax.parameters)
            holder = next(filter(None, found), None)
        if not holder:
            return [""]
        parent = function.parent()
        whole = parent if parent and parent.kind() == "decorated_definition" else function
        children = [each for each in holder.named_children() if "modifiers" not in each.kind()]
        ends = [span(holder)[0], *(span(each)[1] for each in children or [holder])]
        text = self._source.text
        # A function that is an argument stands after what it is given to, on the same line.
        starts = [text.rfind("\n", 0, span(whole)[0]) + 1, *ends]
        return [text[start:end] for start, end in zip(starts, ends, strict=False)]

    def _is_checked(self, name: str, function: SgNode) -> bool:
        start, end = span(function)
        if (start, end) not in self._comparisons:
            self._comparisons[start, end] = Comparisons(self._source.text[start:end])
        return self._comparisons[start, end].check(name.lstrip("$@"))


def is_part_of(part: SgNode, whole: SgNode) -> bool:
    (start, end), (first, last) = span(part), span(whole)
    return first <= start and end <= last


@cache
def _word(name: str) -> Any:
    return re2.compile(rf"(?:^|\W){re2.escape(name)}(?:\W|$)")
