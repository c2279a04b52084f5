"""Requirements in a whole run: checked once, and told in every rendering."""

from pathlib import Path
from unittest import mock

import pytest

from luminos_core.errors import SettingsError
from luminos_core.records.report import AuditReport
from luminos_core.records.requirement import Findings
from luminos_core.report.registry import render
from luminos_core.requirements import look
from luminos_core.requirements.read_texts import Texts
from tests.fakes.trees import PROJECT, make_tree
from tests.luminos_core.audit.test_audit_keep_results import Audits

REQUIREMENTS = """# Sample

- [NAME] It has a name. `matches: /^name/ in /pyproject.toml`
- [ADD] It adds. `symbol: add in src/**`
- [LICENCE] It has a licence. `file: /LICENSE`
- [OLD] It has a changelog. `file: /CHANGELOG.md` `waived until 2020-01-01: Soon.`
- [LATE] It has rules. `file: /CONTRIBUTING.md` `waived until 2999-01-01: Nobody contributes.`
- [FAST] It is fast.
- [WRONG] It is | **wrong**. `matches: /(/ in src/**`
"""
STATES = {
    "LICENCE": "unmet",
    "OLD": "unmet",
    "FAST": "unknown",
    "WRONG": "unknown",
    "LATE": "waived",
    "NAME": "met",
    "ADD": "met",
}


@pytest.fixture
def audits(tmp_path: Path) -> Audits:
    tree = {**PROJECT, "docs/requirements.md": REQUIREMENTS}
    return Audits(make_tree(tmp_path / "sample", tree), tmp_path / "store")


def states(report: AuditReport) -> dict[str, str]:
    return {each.id: each.state.value for each in report.requirements}


def test_each_requirement_is_in_the_report_the_unmet_first(audits: Audits) -> None:
    report = audits.run(None, requirements="docs/requirements.md")
    assert list(states(report).items()) == list(STATES.items())
    assert report.status == "complete"
    first, *_, last = report.requirements
    assert first.place == "docs/requirements.md:5"
    assert [each.location for each in last.evidence] == ["src/sample/adding.py:4"]
    assert audits.run(None).requirements == ()


def test_a_report_shows_them_and_escapes_what_they_say(audits: Audits) -> None:
    report = audits.run(None, requirements="docs/requirements.md")
    markdown = render("markdown", report)
    assert "7 requirements: 2 unmet (LICENCE, OLD), 2 unknown, 1 waived, 2 met." in markdown
    (row,) = (line for line in markdown.splitlines() if "`WRONG`" in line)
    assert "It is \\| \\*\\*wrong\\*\\*." in row
    assert "| `src/sample/adding.py:4` |" in markdown
    assert "its waiver ended on 2020-01-01: Soon; no file matches /CHANGELOG.md" in markdown


def test_a_quiet_night_reads_no_file_for_them(audits: Audits) -> None:
    before = audits.run("a", requirements="docs/requirements.md")
    with (
        mock.patch.object(Texts, "of", side_effect=AssertionError),
        mock.patch.object(look, "whole_outline", side_effect=AssertionError),
    ):
        report = audits.run("a", requirements="docs/requirements.md")
    assert report.requirements == before.requirements
    assert audits.bought == set()


@pytest.mark.parametrize("changed", ["docs/requirements.md", "src/sample/adding.py"])
def test_a_change_of_the_file_or_of_the_target_is_looked_at(audits: Audits, changed: str) -> None:
    audits.run(None, requirements="docs/requirements.md")
    file = audits.target / changed
    file.write_text(file.read_text().replace("def add", "def plus").replace(": add", ": plus"))
    report = audits.run(None, requirements="docs/requirements.md")
    assert states(report)["ADD"] == "unmet"


def test_requirements_of_another_place_buy_nothing_again(audits: Audits, tmp_path: Path) -> None:
    audits.run("a")
    file = tmp_path / "own.toml"
    file.write_text('[[requirement]]\nid = "R"\ntext = "T"\ncheck = { file_exists = "/docs" }\n')
    report = audits.run("a", requirements=str(file))
    assert (states(report), audits.bought) == ({"R": "met"}, set())
    assert report.requirements[0].place == f"{file}:1"
    file.write_text(file.read_text().replace("/docs", "/none"))
    assert states(audits.run("a", requirements=str(file))) == {"R": "unmet"}
    assert audits.bought == set()


def test_a_place_that_is_newly_left_out_is_looked_at(audits: Audits) -> None:
    make_tree(audits.target, {".gitignore": "dist/\n", "r.md": "- [R] T `file: dist/app.js`\n"})
    assert states(audits.run(None, requirements="r.md")) == {"R": "unmet"}
    make_tree(audits.target, {"dist/app.js": "1\n"})
    assert states(audits.run(None, requirements="r.md")) == {"R": "unknown"}


def test_a_file_that_cannot_be_used_is_a_gap(audits: Audits) -> None:
    (audits.target / "r.toml").write_text("a =")
    report = audits.run(None, requirements="r.toml")
    assert report.status == "incomplete"
    assert [(gap.pass_name, gap.reason) for gap in report.gaps] == [
        ("requirements", "r.toml:1: Invalid value")
    ]


def test_a_file_that_is_not_there_ends_the_run_before_anything_is_bought(audits: Audits) -> None:
    with pytest.raises(SettingsError, match="does not exist"):
        audits.run("a", requirements="none.md")
    assert audits.bought == set()


def test_no_secret_of_the_file_is_in_the_report_or_a_stored_result(audits: Audits) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
    file = audits.target / "r.md"
    file.write_text(f"- [R] Token {secret[:40]} `matches: /{secret[:40]}/ in src/**`\n")
    report = audits.run(None, requirements="r.md")
    assert secret[:40] not in report.model_dump_json()
    assert states(report) == {"R": "unmet"}
    (stored,) = (key for key in audits.results.keys if key.startswith("requirements-"))
    assert secret[:40] not in audits.results.load(stored, Findings).model_dump_json()
