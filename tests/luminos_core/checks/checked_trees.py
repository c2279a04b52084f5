"""A small tree, and the flags of all checks in it."""

from pathlib import Path

from luminos_core.checks.check_cache import CheckCache
from luminos_core.checks.registry import checks_digest
from luminos_core.checks.run_checks import run_checks
from luminos_core.records.flag import Flag
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal


def flags_of_tree(root: Path, files: dict[str, str | bytes] | dict[str, str]) -> tuple[Flag, ...]:
    """Writes `files` below `root` first."""
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content.encode() if isinstance(content, str) else content)
    context = ScanContext(lambda event: None, StopSignal())
    snapshot = take_snapshot(root, ScanOptions(), context)
    return run_checks(SandboxedDir(root), snapshot, CheckCache(checks_digest()), StopSignal()).flags
