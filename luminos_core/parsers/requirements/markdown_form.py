"""Requirements in Markdown: list items and headings that begin with an id in brackets, and checks
in code spans, or in blocks of code that are marked "check"."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import re2

from luminos_core.parsers.requirements.draft import ID, Draft
from luminos_core.records.requirement import CheckKind

_BLOCK = "check"  # the info string of a block of checks
_FENCE = re2.compile(r"^\s*(`{3,}|~{3,})\s*([^\s`]*)")
_HEADING = re2.compile(r"^ {0,3}#{1,6}\s+(.*)$")
_LIST_ITEM = re2.compile(r"^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(.*)$")
_BOX = re2.compile(r"^\[[ xX]\]\s+")
# What follows tells an id from a link.
_MARKED = re2.compile(rf"^\[({ID})\](?:\s+(.*))?$")
_SPAN = re2.compile(r"``((?:[^`]|`[^`])+)``|`([^`]+)`")
_CHECK = re2.compile(r"^(file|matches|absent|symbol)\s*:\s*(.*)$")
_PATTERN = re2.compile(r"^/(.+)/\s+in\s+(\S.*)$")
_SYMBOL = re2.compile(r"^(\S+)\s+in\s+(\S.*)$")
_WAIVED = re2.compile(r"^waived\b(.*)$")
_UNTIL = re2.compile(r"^\s+until\s+([^\s:]+)\s*:\s*(.*)$")
_KINDS = {
    "file": CheckKind.FILE_EXISTS,
    "matches": CheckKind.MATCHES,
    "absent": CheckKind.ABSENT,
    "symbol": CheckKind.SYMBOL,
}
_FORMS = {
    CheckKind.FILE_EXISTS: "file: PATH",
    CheckKind.MATCHES: "matches: /RE2/ in PATH",
    CheckKind.ABSENT: "absent: /RE2/ in PATH",
    CheckKind.SYMBOL: "symbol: NAME in PATH",
}


def read_markdown(text: str) -> list[Draft]:
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), start=1):
        reader.read(number, line)
    return reader.drafts


@dataclass
class _Reader:
    """Line by line. A check belongs to the requirement that is open."""

    drafts: list[Draft] = field(default_factory=list)
    _open: Draft | None = None
    _indent: int = -1  # of the open requirement's list item; -1 under a heading
    _fence: str = ""  # of the block of code that is open
    _is_check: bool = False  # whether that is a block of checks

    def read(self, number: int, line: str) -> None:
        if mark := _FENCE.match(line):
            self._read_fence(mark[1], mark[2])
        elif self._fence:
            if self._is_check and line.strip():
                self._read_code(line.strip(), number)
        else:
            self._read_text(number, line)

    def _read_fence(self, mark: str, info: str) -> None:
        if not self._fence:
            self._fence, self._is_check = mark, info == _BLOCK
        elif mark.startswith(self._fence) and not info:
            self._fence = ""

    def _read_text(self, number: int, line: str) -> None:
        if heading := _HEADING.match(line):
            self._begin(number, heading[1], -1)
        elif item := _LIST_ITEM.match(line):
            self._begin_item(number, item[2], len(item[1].expandtabs(4)))
        for code in _codes(line):
            self._read_code(code, number)

    def _begin_item(self, number: int, text: str, indent: int) -> None:
        """An item below the open one, without an id, belongs to it."""
        text = _BOX.sub("", text)
        if _MARKED.match(text) or indent <= self._indent:
            self._begin(number, text, indent)

    def _begin(self, number: int, text: str, indent: int) -> None:
        self._open, self._indent = None, indent
        if marked := _MARKED.match(_BOX.sub("", text)):
            self._open = Draft(marked[1], _without_checks(marked[2] or ""), number)
            self.drafts.append(self._open)

    def _read_code(self, code: str, number: int) -> None:
        check, waived = _CHECK.match(code), _WAIVED.match(code)
        if not (check or waived):
            if self._fence and self._open:
                self._open.problems.append("a line of its block is no check and no waiver")
            return
        if self._open is None:  # nobody would notice that it is not made
            self._open = Draft("", "a check of no requirement", number)
            self.drafts.append(self._open)
        if check:
            _add_check(self._open, _KINDS[check[1]], check[2].strip())
        else:
            _add_waiver(self._open, waived[1])


def _codes(line: str) -> Iterator[str]:
    for double, single in _SPAN.findall(line):
        yield (double or single).strip()


def _without_checks(text: str) -> str:
    def kept(found: object) -> str:
        code = (found[1] or found[2]).strip()  # type: ignore[index]  # RE2's match has no types
        return "" if _CHECK.match(code) or _WAIVED.match(code) else found[0]  # type: ignore[index]

    return str(_SPAN.sub(kept, text)).strip()


def _add_check(draft: Draft, kind: CheckKind, said: str) -> None:
    if kind is CheckKind.FILE_EXISTS:
        draft.add_check(kind, "", said)
        return
    form = _SYMBOL if kind is CheckKind.SYMBOL else _PATTERN
    if found := form.match(said):
        draft.add_check(kind, found[1], found[2].strip())
    else:
        draft.problems.append(f"a check is not written as {_FORMS[kind]}")


def _add_waiver(draft: Draft, said: str) -> None:
    if found := _UNTIL.match(said):
        draft.add_waiver(found[2], found[1])
    else:
        draft.problems.append("its waiver is not written as waived until 2027-01-31: REASON")
