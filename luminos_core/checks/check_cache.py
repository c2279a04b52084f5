"""Checking files while the base scan has their bytes in hand, and never the same bytes twice.

What was found in a file stands for as long as its path, its content and the rules are the same.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Self

import orjson

from luminos_core.checks.check import FileCheck, Source, path_flag
from luminos_core.checks.registry import FILE_CHECKS
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import FileKind, FileRecord

READ_LIMIT = 4_000_000  # bytes of one file that are searched
FLAGS_PER_FILE = 20  # of one check; the rest is counted in one more
_DIGITS = 32  # of a content digest: enough that no two files share them by chance


class CheckCache:
    """What the file checks found, by path and content: in this run, or in the one before it."""

    def __init__(self, rules: str) -> None:
        """`rules` is the digest of all checks: what was found by others is not used."""
        self._header = orjson.dumps(rules)
        self._known: dict[str, list[Any]] = {}  # path to state and flags, as stored
        self._found: dict[str, tuple[str, tuple[Flag, ...]]] = {}

    @classmethod
    def load(cls, rules: str, stored: bytes) -> Self:
        """With what an earlier run's `dump` gave."""
        check_cache = cls(rules)
        header, _, known = stored.partition(b"\n")
        if header == check_cache._header:
            check_cache._known = orjson.loads(known)
        return check_cache

    def inspect(self, file: FileRecord, content: bytes) -> None:
        """Check `file`, which begins with `content`, unless it is known."""
        if self.flags_of(file) is None:
            self._found[file.path] = (_state(file), tuple(_flags(file, content[:READ_LIMIT])))

    def flags_of(self, file: FileRecord) -> tuple[Flag, ...] | None:
        """What was found in `file`; None when it was never looked at."""
        if not is_checked(file):
            return ()
        if file.path not in self._found:
            known = self._known.get(file.path)
            if known is None or known[0] != _state(file) or file.digest is None:
                return None
            self._found[file.path] = (known[0], tuple(map(Flag.model_validate, known[1])))
        state, flags = self._found[file.path]
        return flags if state == _state(file) else None

    def dump(self, files: Iterable[FileRecord]) -> bytes:
        """What is known of `files`, for the next run's `load`."""
        known = {
            file.path: [_state(file), [flag.model_dump(mode="json") for flag in flags]]
            for file in files
            if is_checked(file) and (flags := self.flags_of(file)) is not None
        }
        return self._header + b"\n" + orjson.dumps(known)


def is_checked(file: FileRecord) -> bool:
    """Whether the checks look into it at all. Withheld and binary files are not opened."""
    is_text = file.kind is FileKind.FILE and not file.binary
    return is_text and not file.withheld and file.size > 0


def _state(file: FileRecord) -> str:
    """What the checks go by, besides the path."""
    return f"{(file.digest or '')[:_DIGITS]} {file.language or ''}"


def _flags(file: FileRecord, content: bytes) -> Iterator[Flag]:
    source = Source(file, content)
    for check in FILE_CHECKS:
        if check.applies(file):
            yield from _bounded(check, source)


def _bounded(check: FileCheck, source: Source) -> Iterator[Flag]:
    flags = check.run(source)
    yield from islice(flags, FLAGS_PER_FILE)
    rest = list(flags)
    if rest:
        worst = min(rest, key=lambda flag: tuple(Severity).index(flag.severity))
        more = f"{len(rest)} more of the kind: {worst.finding}"
        yield path_flag(source.file.path, worst.rule, more, worst.severity)
