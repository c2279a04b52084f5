"""Progress events of a scan."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanProgress:
    files: int
    size: int  # bytes read so far


ScanObserver = Callable[[ScanProgress], None]
