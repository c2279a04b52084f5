"""A snapshot as it may be shown: names and links can hold secrets."""

from collections.abc import Iterator

from luminos_core.records.snapshot import Snapshot
from luminos_core.redaction.redact import redact
from luminos_core.redaction.redact_record import redact_record


def shown_snapshot(snapshot: Snapshot) -> Snapshot:
    """`snapshot` without the secrets in its texts. It is no longer one to open files by."""
    # Looking at each of a million texts by itself would take longer than the scan.
    texts = "\n".join(_texts(snapshot))
    return redact_record(snapshot) if redact(texts).total else snapshot


def _texts(snapshot: Snapshot) -> Iterator[str]:
    yield snapshot.name
    yield snapshot.target
    for directory in snapshot.directories:
        yield directory.path
        yield directory.problem
        for file in directory.files:
            yield file.name
            yield file.link_target or ""
            yield file.note or ""
    for excluded in snapshot.exclusions:
        yield excluded.path
        yield excluded.reason
    for error in snapshot.scan_errors:
        yield error.path
        yield error.problem
