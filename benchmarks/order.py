"""How near the directory graph comes to the best order: `python benchmarks/order.py DIR [seconds]`.

Audits a real tree with a model that takes so long for a call (2 s) and reads all text of a
directory, three files a call. Prints the time from the first directory to the last over a bound
that no order can beat: what is below a directory takes its calls over the concurrency, and then
come the directory itself and those above it, one after the other.
"""

import os
import sys
import tempfile
import threading
import time
from collections import Counter
from math import ceil
from pathlib import Path, PurePosixPath

from benchmarks.graph import CONCURRENCY, MODEL, PricedModel, audited
from luminos_core.records.conversation import ModelRequest, ModelResponse
from luminos_core.records.snapshot import Snapshot
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal
from tests.fakes.audit_script import directory_of, first_text, submits
from tests.fakes.scripted_model import Answer, says
from tests.fakes.whole_reader import left_to_read, reads

FILES_A_CALL = 3


def main() -> None:
    target = Path(sys.argv[1]).resolve()
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 2.0
    scanned = take_snapshot(target, ScanOptions(), ScanContext(lambda event: None, StopSignal()))
    reader = Reader(target, scanned, seconds)
    with tempfile.TemporaryDirectory() as store:
        os.environ["LUMINOS_STORE"] = store
        os.environ.pop("PREFECT_API_URL", None)
        wall = audited(target, PricedModel(reader.answer)).wall
    bound = seconds * max(map(reader.bound, reader.calls))
    print(f"{len(reader.calls):,} directories, {reader.calls.total():,} calls of {seconds} s")
    print(f"wall {wall:.1f} s, bound {bound:.1f} s, wall / bound {wall / bound:.2f}")


class Reader:
    """The model, and the calls that it was asked for by directory."""

    def __init__(self, target: Path, scanned: Snapshot, seconds: float) -> None:
        self.calls: Counter[str] = Counter()
        self._target = target
        self._scanned = scanned
        self._seconds = seconds
        self._lock = threading.Lock()

    def answer(self, request: ModelRequest) -> Answer:
        path = directory_of(request)
        if path:
            time.sleep(self._seconds)
        answer = self._read(path, request) if path else submits()(request)
        assert isinstance(answer, ModelResponse)
        return answer.model_copy(update={"model": MODEL})

    def bound(self, directory: str) -> float:
        """Calls that go by before the root is done, by what is at, above and below a directory."""
        above = {str(parent) for parent in PurePosixPath(directory).parents}
        prefix = "" if directory == "." else f"{directory}/"
        inside = (path for path in self.calls if path.startswith(prefix) and path != directory)
        below = sum(self.calls[path] for path in inside)
        return below / CONCURRENCY + sum(self.calls[path] for path in above | {directory})

    def _read(self, path: str, request: ModelRequest) -> Answer:
        with self._lock:
            self.calls[path] += 1
        left = left_to_read(first_text(request), self._scanned.directory(path))
        turn = len(request.messages) // 2
        if turn >= min(ceil(len(left) / FILES_A_CALL), 9):
            return submits()(request)
        files = left[turn * FILES_A_CALL : (turn + 1) * FILES_A_CALL]
        return says(*(call for file in files for call in list(reads(self._target, file))[:1]))


if __name__ == "__main__":
    main()
