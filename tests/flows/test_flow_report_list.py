"""`luminos report` on reports that somebody has changed, or an older version wrote."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from flows.commands.report import report as command
from luminos_core.audit.assemble import assemble
from luminos_core.store.layout import Store
from luminos_core.text.json_text import to_json
from tests.luminos_core.report.report_runs import HOSTILE, facts
from tests.luminos_core.report.test_report_terminal import control_characters


@pytest.mark.parametrize("options", [["--list"], [], ["--markdown"], ["--json"]])
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
