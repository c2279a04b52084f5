"""The map of a target's files."""

from luminos_core.audit.assemble import assemble
from luminos_core.records.coverage import FileState
from luminos_core.records.directory import DirectoryState
from luminos_core.records.project import MappedFile
from luminos_core.records.report import AuditReport
from luminos_core.records.snapshot import (
    BY_HISTORY,
    DirectoryRecord,
    FileKind,
    LastModified,
    Snapshot,
)
from luminos_core.report.registry import render
from tests.luminos_core.report.report_runs import (
    directory_report,
    facts,
    file,
    file_entry,
    snapshot,
)

SECOND = 1_000_000_000


def mapped(tree: Snapshot, *described: str) -> tuple[MappedFile, ...]:
    entries = tuple(file_entry(path) for path in described)
    reports = (
        directory_report(each.path, DirectoryState.INVESTIGATED, files=entries)
        for each in tree.directories
    )
    return assemble(facts(snapshot=tree, reports=tuple(reports))).files


def test_an_empty_file_leaves_nothing_to_read() -> None:
    tree = snapshot(DirectoryRecord(path=".", files=(file("a.py"), file("b.py", size=0))))
    assert [each.state for each in mapped(tree)] == [FileState.LISTED, FileState.DESCRIBED]


def test_every_file_has_what_a_map_of_it_needs() -> None:
    tree = snapshot(
        DirectoryRecord(
            path=".",
            files=(
                file("b.py", size=9, lines=3, language="Python", mtime_ns=5 * SECOND),
                file("a.bin", binary=True, mtime_ns=7 * SECOND),
                file("link", kind=FileKind.SYMLINK, link_target="b.py"),
            ),
        )
    )
    assert mapped(tree, "b.py") == (
        MappedFile(path="a.bin", size=1, changed_at=7, state=FileState.BINARY),
        MappedFile(
            path="b.py",
            size=9,
            lines=3,
            language="Python",
            changed_at=5,
            state=FileState.DESCRIBED,
        ),
        MappedFile(path="link", size=1, state=FileState.SPECIAL),
    )


def test_with_a_history_its_times_and_commits_count() -> None:
    tree = snapshot(
        DirectoryRecord(path=".", files=(file("a.py"), file("old.py"))),
        last_modified=LastModified(source=BY_HISTORY, times={"a.py": 1_700_000_000}),
        commit_counts={"a.py": 3},
    )
    known, old = mapped(tree)
    assert (known.changed_at, known.commits) == (1_700_000_000, 3)
    assert (old.changed_at, old.commits) == (None, 0)


def test_the_json_report_has_a_line_for_each_file_and_is_read_back() -> None:
    names = ("a.py", "b\u202e.py", 'c"d.py')
    tree = snapshot(DirectoryRecord(path=".", files=tuple(file(name) for name in names)))
    report = assemble(facts(snapshot=tree))
    text = render("json", report)
    assert text.count('\n    {"path":') == len(names)
    assert "\u202e" not in text
    assert AuditReport.model_validate_json(text) == report
