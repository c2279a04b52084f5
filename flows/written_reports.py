"""`--write FORMAT=FILE`: the report of a run in files beside those in the store."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from luminos_core.errors import SettingsError
from luminos_core.records.report import AuditReport
from luminos_core.report.registry import Rendering, rendering
from luminos_core.store.atomic import write_text_atomically


@dataclass(frozen=True)
class ReportFile:
    rendering: Rendering
    path: Path  # absolute: the command goes elsewhere


def write_reports(report: AuditReport, files: Sequence[ReportFile]) -> None:
    """Each whole or not at all. StoreError when one cannot be written."""
    for file in files:
        write_text_atomically(file.path, file.rendering.render(report))


def _report_files(
    _context: click.Context, _option: click.Parameter, values: Sequence[str]
) -> tuple[ReportFile, ...]:
    """What is wrong with one is an error before anything is audited."""
    return tuple(map(_report_file, values))


def _report_file(value: str) -> ReportFile:
    name, separator, file = value.partition("=")
    if not separator or not file:
        raise SettingsError(f"--write {value!r}: write FORMAT=FILE, as in markdown=report.md")
    path = Path(file).absolute()
    if not path.parent.is_dir():
        raise SettingsError(f"--write {value}: there is no directory {path.parent}")
    return ReportFile(rendering(name), path)


write_option = click.option(
    "--write",
    metavar="FORMAT=FILE",
    multiple=True,
    callback=_report_files,
    help="Write the report to FILE, too, in a format of `luminos report`. Repeatable.",
)
