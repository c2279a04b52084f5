"""Whose results a report shows, in every rendering."""

import json

from luminos_core.audit.assemble import assemble
from luminos_core.records.directory import DirectoryState
from luminos_core.records.report import AuditReport, KeptResults, PassModel
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.report.kept_results import kept_results
from luminos_core.report.outcome_line import outcome_line
from luminos_core.report.report_json import render_json
from luminos_core.report.report_markdown import render_markdown
from luminos_core.report.summary_markdown import summary_markdown
from luminos_core.report.tables import directory_rows
from tests.luminos_core.report.report_runs import directory_report, entry, facts, snapshot
from tests.luminos_core.report.test_report_truth import on_terminal

KEPT = (
    KeptResults(pass_name="survey", model="old-1", results=1),
    KeptResults(pass_name="directory", model="old-1", results=2),
    KeptResults(pass_name="directory", model="older", results=1),
)
OLD = "Results of old-1, kept: survey, 2 of 5 directories"
OLDER = "Results of older, kept: 1 of 5 directories"


def mixed() -> AuditReport:
    states = {
        "a": DirectoryState.CACHED,
        "b": DirectoryState.CACHED,
        "c": DirectoryState.CACHED,
        "gone": DirectoryState.FAILED,
        ".": DirectoryState.INVESTIGATED,
    }
    reports = [
        directory_report(
            path, state, entry=None if path == "gone" else entry(path, f"About {path}.")
        )
        for path, state in states.items()
    ]
    models = {"a": "old-1", "b": "old-1", "c": "older", "gone": "new", ".": "new"}
    return assemble(
        facts(
            snapshot=snapshot(*(DirectoryRecord(path=path) for path in states if path != ".")),
            reports=reports,
            result_models=models,
            models=(PassModel(pass_name="directory", model="new"),),
            kept_results=KEPT,
        )
    )


def test_json_has_the_model_of_each_result() -> None:
    written = json.loads("".join(render_json(mixed())))
    models = {each["path"]: each["model"] for each in written["directories"]}
    assert models == {"a": "old-1", "b": "old-1", "c": "older", "gone": "", ".": "new"}
    assert {"pass_name": "directory", "model": "old-1", "results": 2} in written["kept_results"]


def test_every_rendering_says_how_many_results_are_whose() -> None:
    report = mixed()
    assert kept_results(report) == (OLD, OLDER)
    assert f"{OLD}." in on_terminal(report)
    assert f"{OLDER}." in on_terminal(report)
    assert outcome_line(report).endswith(f"{OLD}; {OLDER}")
    for text in (
        "".join(render_markdown(report)),
        summary_markdown(report, "/store/runs/run-1", ""),
    ):
        assert f"\n{OLD}.\n\n{OLDER}.\n" in text.replace("\\", "")


def test_tables_say_of_each_kept_directory_who_investigated_it() -> None:
    report = mixed()
    rows = [
        line for line in "".join(render_markdown(report)).splitlines() if line.startswith("| `")
    ]
    by_model = {line.split("`")[1]: "*Investigated by `" in line for line in rows[:5]}
    assert by_model == {"a": True, "b": True, "c": True, "gone": False, ".": False}
    assert "About c. *Investigated by `older`.*" in "".join(render_markdown(report))
    why = {row["directory"]: row["why"].replace("\\", "") for row in directory_rows(report)}
    assert (why["`c`"], why["`.`"]) == ("investigated by older", "")


def test_nothing_is_said_when_nothing_was_kept() -> None:
    report = mixed().model_copy(update={"kept_results": ()})
    for text in (on_terminal(report), "".join(render_markdown(report)), outcome_line(report)):
        assert "kept" not in text
        assert "nvestigated by" not in text
