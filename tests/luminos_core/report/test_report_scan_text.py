"""A scan as text on a terminal."""

from luminos_core.records.snapshot import (
    Category,
    CategoryTotal,
    Exclusion,
    LanguageTotal,
    LastModified,
    RecentFile,
    ScanError,
)
from luminos_core.report.terminal.plain_console import PlainConsole
from luminos_core.report.terminal.scan_text import scan_text
from tests.luminos_core.report.on_terminal import control_characters
from tests.luminos_core.report.report_runs import HOSTILE, file, snapshot


def test_a_scan_shows_its_sections_and_no_control_character() -> None:
    hostile = "".join(HOSTILE)
    scanned = snapshot(
        languages=(LanguageTotal(language="Python", files=2, lines=1200),),
        categories=(CategoryTotal(category=Category.SOURCE, files=2, size=4000),),
        large_files=(file(hostile, lines=1200),),
        last_modified=LastModified(recent=tuple(RecentFile(path=f"f{n}") for n in range(12))),
        exclusions=(Exclusion(path=hostile, is_directory=False, reason=hostile),),
        scan_errors=(ScanError(path="secret", problem="no permission"),),
    )
    text = scan_text(scanned, f"t/\n├── {hostile}", PlainConsole(colour=False, ascii_only=False))
    assert not control_characters(text)
    parts = (
        "0 files in 1 directory",
        "Python",
        "1,200  2 files",
        "4.0 kB",
        "2 more with --json",
        "1,200 lines, ",
    )
    assert [part for part in (*parts, "no permission") if part not in text] == []
