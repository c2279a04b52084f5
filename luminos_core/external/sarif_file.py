"""The results of other tools in a SARIF file, which a person has named."""

import os
import stat
from pathlib import Path

import re2

from luminos_core.errors import SettingsError
from luminos_core.external.findings import Locate, flags_of
from luminos_core.external.paths import place_in
from luminos_core.external.tool import SARIF
from luminos_core.parsing.limits import REQUEST
from luminos_core.parsing.parser import NotParsed
from luminos_core.parsing.pool import parse
from luminos_core.records.external import ToolReport, ToolResults, ToolRun, ToolState
from luminos_core.records.snapshot import FileRecord, Snapshot
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text import formats
from luminos_core.text.escape import printable_name
from luminos_core.text.filenames import decode_name

_NAMELESS = "sarif"
_NAME = re2.compile(r"[^a-z0-9.]+")


def read_sarif(path: str) -> bytes:
    """The file's bytes. SettingsError when it is none that can be read, or is no SARIF at all."""
    shown = printable_name(path)
    try:
        # Not to wait for whoever writes into a FIFO.
        descriptor = os.open(decode_name(path), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise SettingsError(f"--sarif {shown} is not a regular file")
            content = file.read(REQUEST + 1)
    except OSError as error:
        raise SettingsError(f"--sarif {shown} cannot be read: {error.strerror}") from None
    if len(content) > REQUEST:
        raise SettingsError(f"--sarif {shown} is longer than {REQUEST >> 20} MB")
    return content


def check_sarif(path: str) -> None:
    """SettingsError when `report_sarif` would find nothing to read."""
    results = _parsed(path)
    if isinstance(results, str):
        raise SettingsError(f"--sarif {printable_name(path)} cannot be used: {results}")


def report_sarif(path: str, snapshot: Snapshot, files: SandboxedDir) -> ToolReport:
    """What it says of files of the tree. SettingsError as `read_sarif`."""
    results = _parsed(path)
    shown = printable_name(path.rpartition("/")[2])
    if isinstance(results, str):
        run = ToolRun(name=shown, state=ToolState.UNKNOWN, reason=results)
        return ToolReport(run=run, gap=results)
    tool = _NAME.sub("-", results.tool.lower()).strip("-")[:40] or _NAMELESS
    found = flags_of(tool, results.results, _locator(snapshot), files)
    run = ToolRun(
        name=f"{tool} ({shown})",
        state=ToolState.RAN,
        version=results.version,
        files=len({each.flag.path for each in found.flags}),
        findings=len(results.results) - found.elsewhere,
        reason="; ".join(_remarks(results, found.elsewhere)),
    )
    more = formats.pluralize(results.more, "result")
    gaps = (
        f"changed after the scan: {formats.listed(found.changed)}" if found.changed else "",
        f"{more} beyond the first left out" if results.more else "",
    )
    return ToolReport(run=run, flags=found.flags, gap="; ".join(filter(None, gaps)))


def _parsed(path: str) -> ToolResults | str:
    """Its results, or why it has none."""
    results = parse(SARIF, read_sarif(path))
    if isinstance(results, NotParsed):
        return results.reason
    return results.unreadable or results


def _locator(snapshot: Snapshot) -> Locate:
    known = {file.path: file for file in snapshot.files}
    root = Path(decode_name(snapshot.target))

    def locate(named: str) -> FileRecord | None:
        place = place_in(named, root, known)
        return None if place is None else known[place]

    return locate


def _remarks(results: ToolResults, elsewhere: int) -> list[str]:
    counted = formats.pluralize(elsewhere, "result")
    remarks = [f"{counted} about no file of the tree" if elsewhere else ""]
    remarks.append(f"{results.suppressed:,} suppressed" if results.suppressed else "")
    return [*filter(None, (*remarks, results.problem))]
