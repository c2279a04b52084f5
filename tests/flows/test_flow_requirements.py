"""Requirements from the command to the stored report, and again in a retry."""

from pathlib import Path

from luminos_core.records.report import AuditReport
from tests.fakes.trees import PROJECT, make_tree
from tests.flows.command import Command

REQUIREMENTS = """- [R1] It has a licence. `file: /LICENSE`
- [R2] It adds. `symbol: add in src/**`
- [R3] It has rules. `file: /CONTRIBUTING.md` `waived until 2999-01-01: Nobody contributes.`
"""


def latest(luminos: Command) -> AuditReport:
    return AuditReport.model_validate_json(luminos.inside("report", "--json").stdout)


def test_an_audit_names_what_is_unmet_and_the_next_finds_the_stored_result(
    tmp_path: Path, prefect_url: str
) -> None:
    target = make_tree(tmp_path / "t", {**PROJECT, "r.md": REQUIREMENTS})
    luminos = Command(tmp_path / "store", {"PREFECT_API_URL": prefect_url})
    audit = ("audit", str(target), "--requirements", str(target / "r.md"), "--fail-on", "unmet")
    done = luminos.inside(*audit)
    assert done.returncode == 1, done.stderr
    assert "3 requirements: 1 unmet (R1), 1 waived, 1 met" in " ".join(done.stdout.split())
    before = latest(luminos)
    assert before.requirements[0].place == "r.md:1"
    assert before.requirements[1].waiver
    again = luminos.inside(*audit)
    told = "checking the requirements of r.md"
    assert (told in done.stderr, told in again.stderr) == (True, False)
    assert latest(luminos).requirements == before.requirements


def test_a_file_that_cannot_be_used_is_an_error_before_a_run_begins(tmp_path: Path) -> None:
    target = make_tree(tmp_path / "t", {**PROJECT, "r.toml": "a ="})
    luminos = Command(tmp_path / "store", {})
    for name, problem in (("r.toml", "r.toml:1: Invalid value"), ("none.md", "does not exist")):
        done = luminos.inside("audit", str(target), "--requirements", str(target / name))
        assert (done.returncode, problem in done.stderr) == (2, True), done.stderr
    assert not (tmp_path / "store/runs").exists()
