"""How far a scan has come, told now and then while it goes on."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanProgress:
    files: int
    size: int  # bytes read so far


ScanObserver = Callable[[ScanProgress], None]
