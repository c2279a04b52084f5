"""Offline every text file is read whole; where one is not, the report says so first."""

from pathlib import Path

import pytest

from luminos_core.audit.run import run_audit
from luminos_core.records.report import AuditReport
from luminos_core.report.report_markdown import render_markdown
from tests.fakes.audits import runtime_over
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor

TOKEN = "token = 'ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'\n"
LINE = "Nothing to see on this line of a long text.\n"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "target"
    (folder / "src").mkdir(parents=True)
    (folder / "README.md").write_text("# T\n\nIt is a target with a few files in it.\n")
    return folder


def audit(target: Path) -> AuditReport:
    results = MemoryResults()
    with runtime_over(target, results=results) as runtime:
        return run_audit(runtime, ThreadExecutor(runtime, results))


def test_a_long_source_file_is_outlined_to_its_end(target: Path) -> None:
    functions = "".join(f"def f{n}():\n    return {n}\n\n\n" for n in range(3_000))
    filler = "value = 'which makes the file longer than what is outlined for a model'\n" * 9_000
    (target / "src" / "a.py").write_text(f"{functions}{filler}\n\ndef last():\n    pass\n")
    report = audit(target)
    (entry,) = next(each.files for each in report.directories if each.path == "src")
    assert "3,001 functions" in entry.summary
    assert (entry.not_parsed, entry.partly_read, report.not_read) == (None, None, "")


def test_a_long_file_is_checked_to_its_end(target: Path) -> None:
    (target / "src" / "a.txt").write_text(LINE * 110_000 + TOKEN)
    assert [flag.line for flag in audit(target).flags if "secret" in flag.rule] == [110_001]


def test_what_was_not_read_whole_is_said_first_the_largest_first(target: Path) -> None:
    (target / "src" / "a.txt").write_text(LINE * 200_000)
    (target / "b.txt").write_text(LINE * 210_000)
    (target / ".env").write_text("KEY=value\n")
    report = audit(target)
    assert report.not_read == (
        "3 of 4 text files, of 18 MB, were not read whole: "
        "b.txt (only its first 8.4 MB of 9.2 MB were read), "
        "src/a.txt (only its first 8.4 MB of 8.8 MB were read), "
        ".env (withheld)"
    )
    assert report.brief.startswith(f"{report.not_read}. No language model was used")
    states = {each.name: each.count for each in report.coverage.files_by_state if each.count}
    assert states == {"described": 1, "partly read": 2, "withheld": 1}
    assert "src/: none of its files read" in "".join(render_markdown(report)).replace("`", "")


def test_of_many_files_the_directories_are_named(target: Path) -> None:
    for folder, count in (("src", 1), ("keys", 4), ("other", 2)):
        (target / folder).mkdir(exist_ok=True)
        for number in range(count):
            (target / folder / f"{number}.env").write_text("KEY=value\n" * 100)
            (target / folder / f"{number}.txt").write_text("Words.\n")
    assert audit(target).not_read == (
        "7 of 15 text files, of 7.0 kB, were not read whole: "
        "keys/ (4 of 8 files withheld, 4.0 kB), other/ (2 of 4 files withheld, 2.0 kB), "
        "src/ (1 of 2 files withheld, 1.0 kB)"
    )


def test_what_is_counted_in_a_part_of_a_file_is_counted_at_least(target: Path) -> None:
    header = "void f(void);\n"
    (target / "src" / "a.h").write_text(header)
    (target / "src" / "b.c").write_text('#include "a.h"\nint b;\n')
    (target / "src" / "c.c").write_text('#include "a.h"\nint c;\n')
    summary = next(each.summary for each in audit(target).directories if each.path == "src")
    assert "`a.h` is included by 2 files" in summary
    (target / "src" / "d.c").write_text('#include "a.h"\n' + header * 700_000)
    summary = next(each.summary for each in audit(target).directories if each.path == "src")
    assert "`a.h` is included by at least 3 files" in summary
