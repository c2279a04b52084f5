"""One tool over the files of a snapshot that it is for."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import re2

from luminos_core.errors import ToolError
from luminos_core.external.copies import Copies, copy_files
from luminos_core.external.find import Found
from luminos_core.external.findings import flags_of
from luminos_core.external.paths import place_in
from luminos_core.external.process import (
    OUTPUT,
    Limits,
    ToolFailed,
    last_words,
    run_confined,
)
from luminos_core.external.tool import Call, ExternalTool
from luminos_core.parsing.parser import NotParsed
from luminos_core.parsing.pool import parse
from luminos_core.records.external import (
    ToolReport,
    ToolResults,
    ToolRun,
    ToolState,
)
from luminos_core.records.snapshot import FileRecord
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.settings import temporary_parent
from luminos_core.stop import StopSignal
from luminos_core.text import formats

_VERSION = re2.compile(r"\d+\.\d+[0-9A-Za-z.+-]*")
_VERSION_SECONDS = 30.0


def run_tool(
    tool: ExternalTool,
    found: Found,
    wanted: Sequence[FileRecord],
    files: SandboxedDir,
    stop: StopSignal,
) -> ToolReport:
    """What it finds in the `wanted` files. Whatever the tool does, it does not raise; Interrupted
    when stopped, and SettingsError without a place for the copies."""
    run = ToolRun(name=tool.name, state=ToolState.RAN)
    parent = temporary_parent(files.root)
    with TemporaryDirectory(prefix="luminos-tool-", dir=parent) as folder:
        session = _Session(tool, found, Path(folder).resolve(), stop)
        copies = copy_files(files, wanted, session.tree, stop)
        run = run.model_copy(update={"files": len(copies.files), "version": session.version()})
        try:
            results = session.results(copies)
        except ToolFailed as failed:
            update = {"state": ToolState.UNKNOWN, "reason": str(failed)}
            return ToolReport(run=run.model_copy(update=update), gap=str(failed))
        return _report(run, results, copies, files)


def _report(
    run: ToolRun, results: Sequence[ToolResults], copies: Copies, files: SandboxedDir
) -> ToolReport:
    each = [result for part in results for result in part.results]
    locate = _locator(copies)
    found = flags_of(run.name, each, locate, files)
    more = sum(part.more for part in results)
    changed = (*copies.changed, *found.changed)
    gaps = (
        changed and f"changed after the scan: {formats.listed(changed)}",
        more and f"{formats.pluralize(more, 'result')} beyond the first were left out",
        next((f"it says: {part.problem}" for part in results if part.problem), ""),
    )
    remark = copies.left_out and f"{formats.pluralize(copies.left_out, 'file')} too large for it"
    gap = "; ".join(text for text in gaps if text)
    update = {"findings": len(each) - found.elsewhere, "reason": gap or remark or ""}
    return ToolReport(run=run.model_copy(update=update), flags=found.flags, gap=gap)


def _locator(copies: Copies) -> Callable[[str], FileRecord | None]:
    def locate(named: str) -> FileRecord | None:
        path = place_in(named, copies.tree, copies.files)
        return None if path is None else copies.files[path]

    return locate


@dataclass(frozen=True)
class _Session:
    """One tool in one temporary folder."""

    tool: ExternalTool
    found: Found
    folder: Path
    stop: StopSignal

    def __post_init__(self) -> None:
        for name in ("tree", "work", "home", "settings"):
            (self.folder / name).mkdir()

    @property
    def tree(self) -> Path:
        return self.folder / "tree"

    def version(self) -> str:
        """ "" when it does not say."""
        try:
            _, printed = self._run([self.tool.version_argument], _VERSION_SECONDS)
        except ToolFailed:
            return ""
        first = _VERSION.search(printed.read_bytes()[:2_000].decode("utf-8", "replace"))
        return str(first[0]) if first else ""

    def results(self, copies: Copies) -> list[ToolResults]:
        """Of each call. ToolFailed when one of them has none."""
        paths = sorted(self.tree / path for path in copies.files)
        until = time.monotonic() + self.tool.seconds
        parts = (
            [
                tuple(paths[start : start + self.tool.batch])
                for start in range(0, len(paths), self.tool.batch)
            ]
            if self.tool.batch
            else [tuple(paths)]
        )
        return [self._results(part, until) for part in parts]

    def _results(self, part: Sequence[Path], until: float) -> ToolResults:
        work, settings = self.folder / "work", self.folder / "settings"
        call = Call(self.tree, part, work, settings, self.found.data)
        code, printed = self._run(self.tool.arguments(call), self.tool.seconds, until)
        if code not in self.tool.accepts:
            words = last_words(self.folder)
            raise ToolFailed(f"it ended with exit code {code}{words and f': {words}'}")
        written = f"work/{self.tool.report}" if self.tool.report else printed.name
        try:
            content, _more = SandboxedDir(self.folder).read(written, OUTPUT)
        except ToolError:
            raise ToolFailed("it has written no results") from None
        results = parse(self.tool.output, content)
        reason = results.reason if isinstance(results, NotParsed) else results.unreadable
        if isinstance(results, NotParsed) or reason:
            raise ToolFailed(f"its results cannot be read: {reason}")
        return results

    def _run(
        self, arguments: Sequence[str], seconds: float, until: float | None = None
    ) -> tuple[int, Path]:
        limits = Limits(until or time.monotonic() + seconds, seconds, self.tool.memory)
        command = [str(self.found.program), *arguments]
        environment = dict(self.tool.environment)
        if self.tool.needs and self.tool.needs.variable and self.found.data:
            environment[self.tool.needs.variable] = str(self.found.data.parent)
        return run_confined(command, self.folder, environment, limits, self.stop)
