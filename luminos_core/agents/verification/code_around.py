"""The code that a claim is about: the place in its function, where that is called from, and what it
calls, as far as outlines and names find them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import re2

from luminos_core.errors import ToolError
from luminos_core.outline.outline import whole_outline
from luminos_core.records.outline import Symbol, SymbolKind
from luminos_core.records.snapshot import Category, FileRecord, Snapshot
from luminos_core.records.verification import Claim
from luminos_core.redaction.redact import redact
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.source_text import SourceText, read_text
from luminos_core.stop import StopSignal
from luminos_core.text.sanitize import sanitize_name
from luminos_core.tools.target_text import delimit, numbered

_LINES = 160  # of the function, around the place
_AROUND = 40  # lines, before and after a place that is in no function
_CALLERS, _CALLEES = 8, 6
_CALLEE_LINES = 14
_LINE = 200  # characters
_SEARCHED = 1 << 20  # bytes of a file that is searched for names
_COMMON = 40  # places: a name with more of them is everybody's
_CALLED = re2.compile(r"([A-Za-z_]\w{2,60})\s*\(")
_DEFINED = r"(?:def|function|func|fn|sub|class|struct|interface|type|impl)\s[^(\n]{0,80}?"
_FUNCTIONS = (SymbolKind.FUNCTION, SymbolKind.METHOD)


@dataclass(frozen=True)
class _Place:
    """Of one claim: the lines that are shown whole, and the names to look for elsewhere."""

    source: SourceText
    first: int  # 1-based
    last: int
    function: str = ""
    called: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return (self.function, *self.called) if self.function else self.called


@dataclass
class _Mentions:
    """Where names stand, as "path:line: text"; definitions apart, with what follows them."""

    calls: dict[str, list[tuple[str, int, str]]] = field(default_factory=lambda: defaultdict(list))
    definitions: dict[str, list[tuple[str, int, str]]] = field(
        default_factory=lambda: defaultdict(list)
    )


def code_around(
    claims: Iterable[Claim], snapshot: Snapshot, files: SandboxedDir, stop: StopSignal
) -> Mapping[str, str]:
    """By the claim's id; "" for a claim about no file, or one that cannot be read any more. Every
    source file is searched once, for the names of all claims together."""
    records = {file.path: file for file in snapshot.files}
    kept = tuple(claims)
    places = {claim.id: _place(claim, records.get(claim.path), files) for claim in kept}
    names = {name for place in places.values() if place for name in place.names}
    mentions = _mentions(names, records.values(), files, stop) if names else _Mentions()
    return {
        claim.id: redact(_shown(place, mentions)).text if (place := places[claim.id]) else ""
        for claim in kept
    }


def _place(claim: Claim, record: FileRecord | None, files: SandboxedDir) -> _Place | None:
    if record is None:
        return None
    try:
        source = read_text(files, claim.path)
    except ToolError:
        return None
    total, line = len(source.lines), claim.line or 1
    found = whole_outline(source.path, source.content, record.language)
    around = [each for each in (found.symbols if found else ()) if _holds(each, line)]
    if not around:
        return _Place(source, max(1, line - _AROUND), min(total, line + _AROUND))
    symbol = min(around, key=lambda each: each.end_line - each.line)
    first = max(symbol.line, line - _LINES // 2)
    last = min(symbol.end_line, first + _LINES, total)
    text = "\n".join(source.lines[first - 1 : last])
    called = dict.fromkeys(name for name in _CALLED.findall(text) if name != symbol.name)
    return _Place(source, first, last, symbol.name, tuple(called))


def _holds(symbol: Symbol, line: int) -> bool:
    return symbol.kind in _FUNCTIONS and symbol.line <= line <= symbol.end_line


def _mentions(
    names: Iterable[str], records: Iterable[FileRecord], files: SandboxedDir, stop: StopSignal
) -> _Mentions:
    found = _Mentions()
    wanted = "|".join(sorted(map(re2.escape, names)))
    called = re2.compile(rf"\b({wanted})\s*\(")
    defined = re2.compile(rf"{_DEFINED}\b({wanted})\b")
    for record in records:
        if record.category is not Category.SOURCE or record.is_hidden or record.binary:
            continue
        stop.check()
        try:
            content, _more = files.read(record.path, _SEARCHED)
        except ToolError:
            continue
        text = content.decode("utf-8", "replace")
        if called.search(text):
            _note(record.path, text.split("\n"), called, defined, found)
    return found


def _note(path: str, lines: Sequence[str], called: Any, defined: Any, found: _Mentions) -> None:
    for number, line in enumerate(lines, 1):
        shown = line[:_LINE]
        if definition := defined.search(shown):
            following = "\n".join(each[:_LINE] for each in lines[number - 1 :][:_CALLEE_LINES])
            _add(found.definitions[definition[1]], (path, number, following))
        for name in set(called.findall(shown)) - {definition[1] if definition else ""}:
            _add(found.calls[name], (path, number, shown.strip()))


def _add(places: list[tuple[str, int, str]], place: tuple[str, int, str]) -> None:
    if len(places) <= _COMMON:
        places.append(place)


def _shown(place: _Place, mentions: _Mentions) -> str:
    return "\n\n".join((*_own(place), *_callers(place, mentions), *_callees(place, mentions)))


def _own(place: _Place) -> Iterator[str]:
    lines = place.source.lines[place.first - 1 : place.last]
    where = f", in {sanitize_name(place.function)}" if place.function else ""
    path = sanitize_name(place.source.path)
    yield f"{path}, lines {place.first} to {place.last}{where}:\n" + delimit(
        numbered((line[:_LINE] for line in lines), place.first)
    )


def _callers(place: _Place, mentions: _Mentions) -> Iterator[str]:
    """Not those within its own lines."""
    found = [
        f"{path}:{line}: {text}"
        for path, line, text in mentions.calls.get(place.function, ())
        if path != place.source.path or not place.first <= line <= place.last
    ]
    if place.function and not found:
        yield f"No call of {sanitize_name(place.function)} was found by its name."
    elif len(found) > _COMMON:
        yield f"{sanitize_name(place.function)} is a name with many calls; none is shown."
    elif found:
        more = f", and {len(found) - _CALLERS} more" if len(found) > _CALLERS else ""
        yield f"Called from{more}:\n" + delimit("\n".join(found[:_CALLERS]))


def _callees(place: _Place, mentions: _Mentions) -> Iterator[str]:
    """The definitions of what it calls, where there are one or two of that name."""
    left = _CALLEES
    for name in place.called:
        definitions = mentions.definitions.get(name, ())
        if not left or not 1 <= len(definitions) <= 2:
            continue
        left -= 1
        for path, line, text in definitions:
            yield f"{sanitize_name(name)} in {sanitize_name(path)}:\n" + delimit(
                numbered(text.split("\n"), line)
            )
