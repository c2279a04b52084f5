"""Outlines that checks asked for, kept until the offline investigation asks for the same ones."""

from collections import OrderedDict
from threading import Lock

from luminos_core.digest import digest_bytes
from luminos_core.records.outline import Outline

_SYMBOLS = 30_000  # of all that are kept: some twenty megabytes


class KeptOutlines:
    """Each is given once, since it is asked for once more; the oldest make room."""

    def __init__(self, most: int = _SYMBOLS) -> None:
        self._most = most
        self._left = most
        self._outlines: OrderedDict[tuple[str, str, str], Outline] = OrderedDict()
        self._lock = Lock()

    def keep(self, outline: Outline, content: bytes) -> None:
        key, size = _key(outline.path, outline.language, content), _size(outline)
        with self._lock:
            if size > self._most or key in self._outlines:
                return
            self._outlines[key] = outline
            self._left -= size
            while self._left < 0:
                self._left += _size(self._outlines.popitem(last=False)[1])

    def take(self, path: str, language: str, content: bytes) -> Outline | None:
        with self._lock:
            if not self._outlines:
                return None
            found = self._outlines.pop(_key(path, language, content), None)
            self._left += _size(found) if found else 0
            return found


def _key(path: str, language: str, content: bytes) -> tuple[str, str, str]:
    return path, language, digest_bytes(content)


def _size(outline: Outline) -> int:
    return 1 + len(outline.symbols)


KEPT = KeptOutlines()  # of this process
