"""A file of suppressions. It may be a hostile tree's: what is wrong with an entry is said, and the
entry suppresses nothing."""

import tomllib
from collections.abc import Iterator
from itertools import islice
from typing import Any

import re2

from luminos_core.parsers.toml_places import (
    day_of,
    line_of,
    lines_of_tables,
    place,
    without_place,
)
from luminos_core.records.suppression import (
    FEWEST_DIGITS,
    RemarkKind,
    SuppressedBy,
    Suppression,
    SuppressionFile,
    SuppressionRemark,
)
from luminos_core.text.escape import one_line

_ENTRIES = 30_000
_PATTERNS = 32_000  # characters of all paths with wildcards, which take time for each flag
_REMARKS = 100
_TEXT = {"reason": 300, "rule": 200, "path": 1_000, "fingerprint": 64}  # characters
_NAMES = (*_TEXT, "until")
_TABLE = "suppress"
_FINGERPRINT = re2.compile(rf"[0-9a-f]{{{FEWEST_DIGITS},64}}")


def parse_suppressions(content: bytes, name: str, by: str) -> SuppressionFile:
    """`name`: of the file, for people. `by`: of `SuppressedBy`."""
    try:
        text = content.decode().removeprefix("\ufeff").replace("\r\n", "\n")
        found = tomllib.loads(text)
    except UnicodeDecodeError:
        return _unusable(name, None, "it is not UTF-8")
    except tomllib.TOMLDecodeError as error:
        return _unusable(name, line_of(error, text), without_place(error))
    entries = found.pop(_TABLE, [])
    if not (isinstance(entries, list) and all(isinstance(each, dict) for each in entries)):
        return _unusable(name, None, f"its entries are not tables under [[{_TABLE}]]")
    reader = _Reader(name, SuppressedBy(by))
    for other in islice(found, 3):
        reader.wrong(None, f"{one_line(other, 40)!r} means nothing here; entries are [[{_TABLE}]]")
    known = lines_of_tables(text, _TABLE, len(entries))
    for number, (entry, line) in enumerate(zip(entries, known, strict=True), start=1):
        reader.read(entry, number, line)
    return reader.file()


class _Reader:
    """Collects the entries of one file, and what is wrong with the others."""

    def __init__(self, name: str, by: SuppressedBy) -> None:
        self._name = name
        self._by = by
        self._entries: list[Suppression] = []
        self._remarks: list[SuppressionRemark] = []
        self._wrong = 0
        self._patterns = 0

    def read(self, entry: dict[str, Any], number: int, line: int | None) -> None:
        problem = "; ".join(_problems(entry)) or self._too_many(entry)
        if problem:
            self.wrong(line, problem if line else f"entry {number}: {problem}")
            return
        where = place(self._name, line)
        values = {name: entry.get(name, "") for name in _TEXT}
        values["reason"] = one_line(values["reason"])
        values["rule"] = values["rule"].strip()
        values["fingerprint"] = values["fingerprint"].strip().lower()
        until = day_of(entry.get("until"))
        self._entries.append(Suppression(place=where, by=self._by, until=until, **values))

    def wrong(self, line: int | None, text: str) -> None:
        self._wrong += 1
        if self._wrong <= _REMARKS:
            self._remarks.append(_remark(self._name, line, text))

    def file(self) -> SuppressionFile:
        if (more := self._wrong - _REMARKS) > 0:
            self._remarks.append(_remark(self._name, None, f"{more:,} more problems like these"))
        return SuppressionFile(entries=tuple(self._entries), remarks=tuple(self._remarks))

    def _too_many(self, entry: dict[str, Any]) -> str:
        if len(self._entries) >= _ENTRIES:
            return f"only the first {_ENTRIES:,} entries are used"
        path = entry.get("path", "")
        is_pattern = any(char in path for char in "*?[\\")
        self._patterns += len(path) if is_pattern else 0
        if is_pattern and self._patterns > _PATTERNS:
            return f"only the first {_PATTERNS:,} characters of paths with wildcards are used"
        return ""


def _problems(entry: dict[str, Any]) -> Iterator[str]:
    """Clauses; none for an entry that can be used."""
    for name in islice((name for name in entry if name not in _NAMES), 3):
        yield f"{one_line(name, 40)!r} is none of {', '.join(_NAMES)}"
    for name, limit in _TEXT.items():
        value = entry.get(name, "")
        if not isinstance(value, str):
            yield f"{name} is no text"
        elif len(value) > limit:
            yield f"{name} is longer than {limit:,} characters"
    if "until" in entry and day_of(entry["until"]) is None:
        yield "until is no date such as 2027-01-31"
    if not any(_problem_of_type(entry)):
        yield from _problems_of_meaning(entry)


def _problem_of_type(entry: dict[str, Any]) -> Iterator[bool]:
    return (not isinstance(entry.get(name, ""), str) for name in _TEXT)


def _problems_of_meaning(entry: dict[str, Any]) -> Iterator[str]:
    reason, rule, path, mark = (entry.get(name, "").strip() for name in _TEXT)
    if not reason:
        yield "it has no reason"
    if mark and not _FINGERPRINT.fullmatch(mark.lower()):
        yield f"fingerprint is not {FEWEST_DIGITS} to 64 hex digits"
    if not mark and not (rule and path):
        yield "it names neither a fingerprint nor both rule and path"
    if path.startswith(("!", "#")):
        yield f"path begins with {path[0]!r}; write '\\{path[0]}' for a name that does"


def _unusable(name: str, line: int | None, problem: str) -> SuppressionFile:
    text = f"the file suppresses nothing: {one_line(problem, 200)}"
    return SuppressionFile(remarks=(_remark(name, line, text),))


def _remark(name: str, line: int | None, text: str) -> SuppressionRemark:
    return SuppressionRemark(kind=RemarkKind.WRONG, place=place(name, line), text=text)
