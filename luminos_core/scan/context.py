"""What surrounds a scan: who watches, who may stop it, what is known, and who looks along."""

from collections.abc import Callable
from dataclasses import dataclass, field

from luminos_core.records.scan_progress import ScanObserver
from luminos_core.records.snapshot import FileRecord
from luminos_core.scan.scan_cache import ScanCache
from luminos_core.stop import StopSignal

Inspect = Callable[[FileRecord, bytes], None]  # a file that was read, and up to 4 MiB of its start


def nothing_known() -> ScanCache:
    return ScanCache("nothing is known")


@dataclass(frozen=True)
class ScanContext:
    """With `recall`, files that have not changed since the last scan are not opened again, and it
    learns what this scan read. `inspect` is shown every file that is read, while its bytes are at
    hand."""

    observe: ScanObserver
    stop: StopSignal
    recall: ScanCache = field(default_factory=nothing_known)
    inspect: Inspect | None = None
