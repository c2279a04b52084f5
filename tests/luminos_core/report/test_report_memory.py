"""What a large report takes of memory beyond itself."""

import gc
import json
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.audit.publish import publish
from luminos_core.records.base import Record
from luminos_core.records.directory import DirectoryState, FileEntry
from luminos_core.records.report import AuditReport
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.redaction.redact_record import redact_record
from luminos_core.store.atomic import write_pieces
from luminos_core.store.run_folder import RunFolder
from luminos_core.text.json_text import json_pieces, to_json
from tests.luminos_core.report.report_runs import (
    directory_report,
    entry,
    facts,
    file_entry,
    runs,
    snapshot,
)


def large_report(directories: int) -> AuditReport:
    paths = [f"directory{number}" for number in range(directories)]
    about = "What is in it, said at such length as an agent does, and an arrow → too. " * 10
    reports = [
        directory_report(
            path,
            DirectoryState.INVESTIGATED,
            entry=entry(path, about),
            files=tuple(file_entry(f"{path}/{name}.py") for name in "abc"),
        )
        for path in (*paths, ".")
    ]
    return assemble(
        facts(snapshot=snapshot(*(DirectoryRecord(path=path) for path in paths)), reports=reports)
    )


def test_publishing_a_report_holds_none_of_its_renderings_as_a_whole(tmp_path: Path) -> None:
    publish_once(tmp_path / "small", large_report(2))  # loads the templates
    report = large_report(500)
    before = gc.get_threshold()
    gc.set_threshold(700)  # an audit in the same process has raised it
    tracemalloc.start()
    publish_once(tmp_path / "large", report)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    gc.set_threshold(*before)
    written = (tmp_path / "large" / "report.json").stat().st_size
    assert written > 1_000_000
    assert peak < written / 2


def publish_once(folder: Path, report: AuditReport) -> None:
    with RunFolder(folder) as opened:
        publish(opened, report, folder)


@settings(max_examples=25, deadline=None)
@given(runs())
def test_the_pieces_of_a_report_are_its_json(run: RunFacts) -> None:
    report = assemble(run)
    pieces = "".join(json_pieces(report))
    assert json.loads(pieces) == json.loads(to_json(report, indent=2))
    others = report.model_copy(update={"files": ()})
    assert "".join(json_pieces(others)) == to_json(others, indent=2)


def test_no_piece_holds_more_than_one_directory() -> None:
    pieces = list(json_pieces(large_report(50)))
    assert max(piece.count('"investigated_at"') for piece in pieces) == 1


def test_a_rendering_that_raises_leaves_the_file_before_and_no_other(tmp_path: Path) -> None:
    file = tmp_path / "report.md"
    file.write_text("before")
    with pytest.raises(ZeroDivisionError):
        write_pieces(file, (b"%d" % (1 // number) for number in (1, 1, 0)))
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_redaction_copies_no_record_without_a_secret_however_often_a_text_is_in_it() -> None:
    first, second = (file_entry("a.py") for _ in range(2))
    second = second.model_copy(update={"summary": "".join(("A ", "file."))})
    assert first.summary is not second.summary
    for record in (first, second, large_report(3)):
        assert redact_record(record) is record
    assert redact_record((first, second))[1] is second


def test_records_do_not_each_remember_which_of_their_fields_were_given() -> None:
    class Large(Record):
        one: str = ""
        two: str = ""

    given_one, given_two = Large(one="a"), Large(one="a", two="")
    assert given_one == given_two == Large.model_validate_json('{"one": "a"}')
    assert given_one.model_fields_set is given_two.model_fields_set
    copy = given_one.model_copy(update={"two": "b"})
    assert (copy.one, copy.two, given_one.two) == ("a", "b", "")
    assert Large(one="c").model_fields_set == set()
    fields = file_entry("a.py").model_dump(exclude_defaults=True)
    assert FileEntry.model_validate(fields).model_dump(exclude_defaults=True) == fields
