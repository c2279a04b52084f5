"""`luminos suppress` and `luminos baseline`: what they write is what the next audit honours."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from luminos_core.records.report import AuditReport
from luminos_core.store.layout import Store
from luminos_core.text.json_text import to_json
from tests.fakes.trees import make_tree
from tests.flows.command import Command
from tests.luminos_core.suppressions.test_suppressions_applied import EXEC, HASH, report

FILES = {
    "a.py": "import os\n\n\ndef run(request):\n    os.system(request.args['x'])\n",
    "b.py": "import hashlib\n\n\ndef check(password):\n    return hashlib.md5(password)\n",
}


@pytest.fixture
def stored(luminos: Command) -> AuditReport:
    """A report of two flags, as the latest of the store."""
    made = report()
    (Store(luminos.store).run("run-1") / "report.json").write_text(to_json(made))
    return made


def mark(made: AuditReport, path: str) -> str:
    return next(flag.fingerprint for flag in made.flags if flag.path == path)


def test_without_a_file_an_entry_is_printed_and_nothing_is_written(
    luminos: Command, stored: AuditReport
) -> None:
    done = luminos.inside("suppress", mark(stored, EXEC.path)[:8], "--reason", "Mine.")
    assert (done.returncode, done.stderr) == (0, "")
    assert f'fingerprint = "{mark(stored, EXEC.path)}"' in done.stdout
    assert 'reason = "Mine."' in done.stdout
    whole = luminos.inside("suppress", mark(stored, HASH.path), "--reason", "R.", "--rule-and-path")
    assert 'rule = "weak-hash"\npath = "tests/a.py"\n' in whole.stdout
    assert "fingerprint" not in whole.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["suppress", "zzz", "--reason", "R."], "no flag of run run-1 begins with 'zzz'"),
        (["suppress", "", "--reason", "R."], "no flag of run run-1 begins with ''"),
        (["suppress", "{mark}", "--reason", "  "], "--reason is empty"),
        (["suppress", "{mark}"], "Missing option '--reason'"),
        (["baseline"], "Missing option '--reason'"),
        (["suppress", "{mark}", "--reason", "R.", "--until", "soon"], "'soon' does not match"),
        (["suppress", "{mark}", "--reason", "R.", "-o", "{wrong}"], "wrong.toml:1 is left as it"),
        (["baseline", "--reason", "R.", "-o", "{wrong}"], "wrong.toml:1 is left as it is"),
        (["baseline", "no-run", "--reason", "R."], "no run no-run"),
    ],
)
def test_a_mistake_is_one_line_and_changes_nothing(
    luminos: Command, stored: AuditReport, tmp_path: Path, arguments: list[str], says: str
) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("[[suppress]]\n")
    places = {"mark": mark(stored, EXEC.path), "wrong": wrong}
    done = luminos.inside(*(each.format(**places) for each in arguments))
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr.splitlines()[-1]
    assert wrong.read_text() == "[[suppress]]\n"


def test_what_is_accepted_already_is_not_written_again(
    luminos: Command, stored: AuditReport, tmp_path: Path
) -> None:
    file = tmp_path / "own.toml"
    one = ["suppress", mark(stored, EXEC.path), "--reason", "R.", "-o", str(file)]
    assert "1 entry added" in luminos.inside(*one).stderr
    text = file.read_text()
    assert "suppressed by the file already" in luminos.inside(*one).stderr
    assert file.read_text() == text
    every = ["baseline", "--reason", "All.", "-o", str(file)]
    done = luminos.inside(*every)
    assert "1 place left out" in done.stderr
    assert "1 entry added" in done.stderr
    assert file.read_text().startswith(text)
    assert "0 entries added" in luminos.inside(*every).stderr


def test_a_baseline_can_be_of_a_severity_and_worse(luminos: Command, stored: AuditReport) -> None:
    done = luminos.inside("baseline", "run-1", "--severity", "critical", "--reason", "R.")
    assert done.stdout.count("[[suppress]]") == 1
    assert mark(stored, EXEC.path) in done.stdout


def test_a_baseline_makes_an_audit_keep_its_policy_until_it_ends(
    tmp_path: Path, prefect_url: str
) -> None:
    target = make_tree(tmp_path / "t", FILES)
    luminos = Command(tmp_path / "store", {"PREFECT_API_URL": prefect_url})
    audit = ["audit", str(target), "--fail-on", "info"]
    file = target / ".luminos" / "suppressions.toml"
    accept = ["baseline", "--reason", "Before us.", "-o", str(file)]
    assert luminos.inside(*audit).returncode == 1
    assert luminos.inside(*accept).returncode == 0
    done = luminos.inside(*audit)
    assert done.returncode == 0, done.stdout
    assert "by the target's suppressions file (1 critical)" in " ".join(done.stdout.split())
    assert luminos.inside(*audit, "--no-suppressions").returncode == 1
    yesterday = datetime.now(UTC).date() - timedelta(days=1)
    file.write_text(file.read_text().replace("\nreason", f"\nuntil = {yesterday}\nreason"))
    done = luminos.inside(*audit)
    assert done.returncode == 1
    assert f"it ended on {yesterday}; 1 place of" in " ".join(done.stdout.split())
