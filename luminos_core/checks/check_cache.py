"""Flags of file checks, cached by path, content and checks, so that no bytes are checked twice.

The scan passes the bytes of every file that it reads, so no file is opened for the checks alone.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from threading import Lock
from typing import Any

import orjson

from luminos_core.checks.check import FLAGS_PER_RULE, PLACES_OF_A_FILE, CheckedFile
from luminos_core.checks.doubles import without_doubles
from luminos_core.checks.registry import FILE_CHECKS, checks_digest
from luminos_core.checks.suppressions import suppressed_by
from luminos_core.flags.fingerprint import numbered
from luminos_core.outline.enclosing import enclosing_symbols
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import FileKind, FileRecord, Snapshot
from luminos_core.redaction.redact import redact
from luminos_core.store.layout import Store, target_id

READ_LIMIT = 8 << 20  # bytes of one file that are checked: what an audit ever reads of one
_PROJECT = ""  # stands among the paths of files, for the whole tree
PLACES_OF_A_RUN = 100_000  # that have a flag each: a hostile tree must not fill the memory
_DIGITS = 32  # of a content digest: enough that no two files share them by chance


class CheckCache:
    """The flags of this run's file checks, and of the run before it. Several threads may check
    files, each another one."""

    def __init__(self, digest: str, stored: bytes = b"") -> None:
        """`digest` is `checks_digest()`, `stored` what `dump` wrote. Flags of other checks are not
        used."""
        self._header = orjson.dumps(digest)
        header, _, entries = stored.partition(b"\n")
        # By path: the file's state and its flags.
        self._stored: dict[str, list[Any]] = orjson.loads(entries) if header == self._header else {}
        self._flags: dict[str, tuple[str, tuple[Flag, ...]]] = {}
        self._project: tuple[str, tuple[Flag, ...]] | None = None
        self._left = PLACES_OF_A_RUN
        self._lock = Lock()

    def inspect(self, file: FileRecord, start: bytes) -> None:
        """Check `file` if `start` is all of it that is checked; else it is read again for that."""
        if len(start) >= min(file.size, READ_LIMIT):
            self.check(file, start)

    def check(self, file: FileRecord, content: bytes) -> None:
        """Check `file`, which starts with `content`, unless its flags are cached."""
        if self.flags_of(file) is None:
            checked = CheckedFile(file, content[:READ_LIMIT])
            every = _bounded(_run_checks(checked), min(self._left, PLACES_OF_A_FILE))
            found = without_doubles(every)
            with self._lock:
                self._left -= len(found)
            flags = numbered(with_surroundings(found, checked)) if found else ()
            self._flags[file.path] = (_state(file), flags)

    def flags_of(self, file: FileRecord) -> tuple[Flag, ...] | None:
        """The flags of `file`; None on a cache miss."""
        if not is_checked(file):
            return ()
        if file.path not in self._flags:
            stored = self._stored.get(file.path)
            if stored is None or stored[0] != _state(file) or file.digest is None:
                return None
            self._flags[file.path] = (stored[0], tuple(map(Flag.model_validate, stored[1])))
        state, flags = self._flags[file.path]
        return flags if state == _state(file) else None

    def of_project(self, state: str, find: Callable[[], Iterable[Flag]]) -> tuple[Flag, ...]:
        """The flags of checks that compare files; found anew unless the tree's state is known."""
        if self._project is None or self._project[0] != state:
            stored = self._stored.get(_PROJECT)
            known = stored is not None and stored[0] == state
            flags = map(Flag.model_validate, stored[1]) if known and stored else find()
            self._project = (state, numbered(flags))
        return self._project[1]

    def dump(self, files: Iterable[FileRecord]) -> bytes:
        """The cached flags of `files`, for the next run."""
        cached = {
            file.path: [
                _state(file),
                [without_secrets(flag).model_dump(mode="json") for flag in flags],
            ]
            for file in files
            if is_checked(file) and (flags := self.flags_of(file)) is not None
        }
        if self._project:
            state, found = self._project
            cached[_PROJECT] = [
                state,
                [f.model_dump(mode="json") for f in map(without_secrets, found)],
            ]
        return self._header + b"\n" + orjson.dumps(cached)


def without_secrets(flag: Flag) -> Flag:
    """Also without values that were not known to be secret when the file was checked. Its path
    stays: it leads to the file."""
    clean = {"finding": redact(flag.finding).text, "quotation": redact(flag.quotation).text}
    return flag.model_copy(update=clean)


def load_check_cache(store: Store, target: Path, *, fresh: bool) -> CheckCache:
    """The cache of the last run on `target`, a real path; empty when `fresh`, and when the file is
    missing or was modified."""
    stored = None if fresh else store.signed("checks").load(target_id(target))
    return CheckCache(checks_digest(), stored or b"")


def save_check_cache(
    store: Store, target: Path, check_cache: CheckCache, snapshot: Snapshot
) -> None:
    store.signed("checks").write(target_id(target), check_cache.dump(snapshot.files))


def is_checked(file: FileRecord) -> bool:
    """Whether file checks run on it: not when it is binary, or has another name outside."""
    is_text = file.kind is FileKind.FILE and not file.binary
    return is_text and not file.linked_outside and file.size > 0


def _state(file: FileRecord) -> str:
    """What the flags depend on besides the path and the checks."""
    return f"{(file.digest or '')[:_DIGITS]} {file.language or ''}"


def _run_checks(checked: CheckedFile) -> Iterator[Flag]:
    file = checked.file
    for check in FILE_CHECKS:
        if check.applies(file) and (check.reads_withheld or not file.withheld):
            yield from check.run(checked)


def _bounded(flags: Iterable[Flag], limit: int) -> list[Flag]:
    """The flags of each rule by severity and line. When there are more than `limit`, those of each
    rule and severity that came first, and the first of a rule says how many more there are."""
    kept: dict[str, dict[Severity, list[Flag]]] = {}
    counts: Counter[str] = Counter()
    total = 0
    for flag in flags:
        counts[flag.rule] += 1
        alike = kept.setdefault(flag.rule, {each: [] for each in Severity})[flag.severity]
        if total < limit or len(alike) < FLAGS_PER_RULE:
            alike.append(flag)
            total += 1
    found: list[Flag] = []
    for rule, by_severity in kept.items():
        first, *others = (flag for each in by_severity.values() for flag in sorted(each, key=_line))
        more = counts[rule] - len(others) - 1
        found += [first.model_copy(update={"more": more}), *others] if more else [first, *others]
    return found


def with_surroundings(flags: list[Flag], checked: CheckedFile) -> Iterator[Flag]:
    """With what encloses each, and with the comment that says that it is meant; of a withheld file
    only with whose comment it is."""
    file = checked.file
    lines = set() if file.withheld else {flag.line for flag in flags if flag.line}
    symbols = _symbols(checked, lines) if lines else {}
    for flag in flags:
        suppressed = suppressed_by(flag, checked.lines)
        found = {
            "symbol": symbols.get(flag.line or 0, ""),
            "suppressed": suppressed.partition(":")[0] if file.withheld else suppressed,
        }
        yield flag.model_copy(update=found) if any(found.values()) else flag


def _symbols(checked: CheckedFile, lines: set[int]) -> Mapping[int, str]:
    file, has_secrets = checked.file, bool(checked.secrets)
    return enclosing_symbols(file.path, checked.utf8, file.language, lines, has_secrets=has_secrets)


def _line(flag: Flag) -> int:
    return flag.line or 0
