"""`luminos report` on reports that somebody has changed, or an older version wrote."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from flows.commands.report import report as command
from luminos_core.audit.assemble import assemble
from luminos_core.errors import StoreError
from luminos_core.records.flag import Flag
from luminos_core.store.layout import Store
from luminos_core.text.json_text import to_json
from tests.luminos_core.report.on_terminal import control_characters
from tests.luminos_core.report.report_runs import HOSTILE, facts


@pytest.mark.parametrize("options", [["--list"], [], ["-v"], ["--markdown"], ["--json"]])
def test_a_tampered_report_does_not_act_on_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    monkeypatch.setenv("LUMINOS_STORE", str(tmp_path))
    text = "".join(HOSTILE)
    fields = ("run_id", "target", "name", "started_at", "finished_at", "luminos_version", "brief")
    changed = assemble(facts()).model_copy(update=dict.fromkeys(fields, text))
    (Store(tmp_path).run("run-1") / "report.json").write_text(to_json(changed))
    shown = CliRunner().invoke(command, options, standalone_mode=False)
    assert shown.exception is None
    assert not control_characters(shown.stdout)
    assert "[click]" in shown.stdout.replace("\\", "")


def test_no_path_of_a_report_is_broken_or_cut_in_a_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUMINOS_STORE", str(tmp_path / "a store"))
    monkeypatch.setenv("COLUMNS", "80")
    deep = "/".join(["d" * 40, "e" * 40, "f" * 40])
    made = assemble(facts())
    outcome = made.directories[0].model_copy(update={"path": deep, "summary": f"See {deep}."})
    flag = Flag(
        severity="concern",
        rule="code-injection",
        path=f"{deep}/a file.py",
        finding="It runs a text.",
        line=3,
    )
    changed = made.model_copy(update={"directories": (outcome,), "flags": (flag,)})
    folder = Store(tmp_path / "a store").run("run-1")
    (folder / "report.json").write_text(to_json(changed))
    shown = CliRunner().invoke(command, ["--verbose"], standalone_mode=False)
    assert shown.exception is None
    assert shown.stdout.count(deep) == 3
    assert f"{deep}/a file.py" in shown.stdout
    assert str(folder) in shown.stdout


@pytest.mark.parametrize("kind", ["folder", "link", "fifo", "not json", "other json", "not text"])
def test_a_report_that_cannot_be_read_is_marked_and_the_others_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setenv("LUMINOS_STORE", str(tmp_path))
    whole = assemble(facts())
    for run in ("run-1", "run-3"):
        (Store(tmp_path).run(run) / "report.json").write_text(to_json(whole))
    path = Store(tmp_path).run("run-2") / "report.json"
    match kind:
        case "folder":
            path.mkdir()
        case "link":
            path.symlink_to(tmp_path / "nothing")
        case "fifo":
            os.mkfifo(path)
        case _:
            path.write_bytes({"not json": b"{", "other json": b"[1]"}.get(kind, b"\xff\xfe"))
    shown = CliRunner().invoke(command, ["--list"], standalone_mode=False)
    assert shown.exception is None
    (line,) = [line for line in shown.stdout.splitlines() if "run-2" in line]
    assert "unreadable" in line
    assert len(shown.stdout.splitlines()) == 4
    named = CliRunner().invoke(command, ["run-2"], standalone_mode=False)
    assert isinstance(named.exception, StoreError)
