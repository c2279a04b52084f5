"""JSON that people print: the value is the same, and no character acts on a terminal."""

import json
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.audit.publish import publish
from luminos_core.records.event import ToolCalled
from luminos_core.records.plan import Plan
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.report.registry import render
from luminos_core.report.snapshot_json import snapshot_json
from luminos_core.store.run_folder import RunFolder, read_report
from luminos_core.text.json_text import to_json
from tests.luminos_core.report.report_runs import file, hostile_text, runs
from tests.luminos_core.report.report_runs import snapshot as snapshot_of
from tests.luminos_core.report.test_report_terminal import control_characters

STEERING = "\x1b\x7f\x85\x9b\u200e\u200f\u2028\u2029\u202e\u2066\u2069\ufeff\U000e0041\r\x00\t\n\\"
TEXTS = hostile_text() | st.text() | st.text(alphabet=STEERING + '\\"u0é')


@given(TEXTS)
def test_any_text_in_json_is_escaped_and_comes_back(text: str) -> None:
    for indent in (None, 2):
        written = to_json(Plan(notes=text), indent)
        assert not control_characters(written)
        assert json.loads(written)["notes"] == text


def test_each_steering_character_is_escaped() -> None:
    every = "".join(chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    written = to_json(Plan(notes=every))
    assert not control_characters(written)
    assert json.loads(written)["notes"] == every
    assert "é" in written


@given(TEXTS, TEXTS)
def test_a_scans_json_is_escaped_and_comes_back(name: str, language: str) -> None:
    tree = snapshot_of(DirectoryRecord(path=".", files=(file(name, language=language),)))
    written = snapshot_json(replace(tree, name=name)).decode()
    assert not control_characters(written)
    value = json.loads(written)
    assert value["name"] == value["directories"][0]["files"][0]["path"] == name
    assert value["directories"][0]["files"][0]["language"] == language


@settings(max_examples=15, deadline=None)
@given(runs(), TEXTS)
def test_no_file_of_json_in_a_runs_folder_acts_on_a_terminal(run: RunFacts, text: str) -> None:
    report = assemble(run)
    assert json.loads(render("json", report)) == report.model_dump(mode="json")
    call = ToolCalled(
        directory=text, turn=1, timestamp="", tool=text, args={"path": text}, result_length=0
    )
    with TemporaryDirectory() as folder, RunFolder(Path(folder)) as opened:
        opened.record(call)
        publish(opened, report, Path(folder))
        written = {path.name: path.read_bytes().decode() for path in Path(folder).glob("*.json*")}
        assert read_report(Path(folder)) == report
    assert len(written) == 6
    assert not control_characters("".join(written.values()))
    assert json.loads(written["investigation.jsonl"]) == call.model_dump()
