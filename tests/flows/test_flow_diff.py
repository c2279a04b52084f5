"""`luminos diff`."""

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest

from luminos_core.records.project import Dependency, ProjectFacts
from luminos_core.store.layout import Store
from tests.flows.stored_nights import Nights, nights
from tests.luminos_core.report.report_runs import HOSTILE, check_flag
from tests.luminos_core.report.test_report_terminal import control_characters


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Nights:
    return nights(tmp_path_factory.mktemp("nights"))


@pytest.fixture
def own(tmp_path: Path) -> Nights:
    """Of a test that changes it."""
    return nights(tmp_path)


def compared(made: Nights, *arguments: str) -> dict[str, Any]:
    done = made.call("diff", *arguments, "--target", str(made.target), "--json")
    assert done.exception is None, done.exception
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def states(found: dict[str, Any]) -> dict[str, set[str]]:
    """By path."""
    by_path: dict[str, set[str]] = {}
    for flag in (*found["flags"], *found["gone"]):
        by_path.setdefault(flag["path"], set()).add(flag["state"])
    return by_path


def test_the_previous_run_is_compared_with_the_latest(made: Nights) -> None:
    found = compared(made)
    assert (found["before"]["run_id"], found["after"]["run_id"]) == ("aaaa-2", "bbbb-3")
    assert found == compared(made, "previous", "latest") == compared(made, "aaaa-2")
    assert states(found)["src/new.py"] == {"new"}
    assert states(found)["src/old.py"] == {"resolved"}
    assert states(found)["src/run.py"] == {"persisting"}
    added = [each["name"] for each in found["facts"] if each["change"] == "added"]
    assert "lib" in added


def test_any_two_runs_are_compared_and_say_the_same_as_those_between_them(made: Nights) -> None:
    assert states(compared(made, "aaaa-1", "bbbb-3")) == states(compared(made))
    back = states(compared(made, "bbbb-3", "aaaa-1"))
    assert (back["src/new.py"], back["src/old.py"]) == ({"resolved"}, {"new"})
    assert compared(made, "bbbb", "bbbb")["gone"] == []


def test_a_person_sees_what_is_new_before_what_is_gone_and_counts_of_the_rest(made: Nights) -> None:
    lines = made.lines("diff", "aaaa-1", "bbbb-3")
    assert lines[0].startswith("from  aaaa-1  ")
    assert lines[1].startswith("to    bbbb-3  ")
    titles = [line.partition(":")[0] for line in lines if line and line[0] != " "]
    assert titles[2:] == ["New", "Persisting", "Resolved", "Else"]
    assert not [line for line in lines if "src/run.py" in line]
    assert [line for line in made.lines("diff", "aaaa-1", "--all") if "src/run.py" in line]
    assert "+  directory" in made.call("diff", "aaaa-1", "bbbb-3").stdout


def test_of_many_facts_a_dozen_of_each_kind_are_shown_unless_all_are_asked_for(own: Nights) -> None:
    many = tuple(
        Dependency(ecosystem="npm", name=f"p{number}", path="package.json", line=1)
        for number in range(30)
    )
    own.change("bbbb-3", project=ProjectFacts(dependencies=many), comparison=None)
    lines = own.lines("diff", "aaaa-1", "bbbb-3")
    assert sum("+  dependency" in line for line in lines) == 12
    assert lines[-1].strip() == "18 more dependencies: see --all"
    assert sum("+  dependency" in line for line in own.lines("diff", "aaaa-1", "--all")) == 30


def test_two_runs_without_a_difference_say_so(made: Nights) -> None:
    assert made.lines("diff", "aaaa-1", "aaaa-2")[-1] == "Nothing is new, and nothing is gone."


def test_runs_of_two_targets_are_compared_with_a_note(made: Nights) -> None:
    text = made.call("diff", "cccc", "bbbb").stdout
    assert f"note: they are of two targets, {made.other} and {made.target}" in text


def test_a_run_of_an_earlier_schema_or_that_is_alone_is_told(own: Nights) -> None:
    own.change("aaaa-1", schema_version=2)
    assert "was made by an earlier version (schema 2)" in own.refused("diff", "aaaa-1", "bbbb")
    with contextlib.chdir(own.other):
        assert "there is no run before the latest one" in own.refused("diff")
    (Store(own.store).run_path("aaaa-2") / "report.json").write_text("[]")
    assert "is not a report that this version can read" in own.refused("diff", "aaaa-2", "bbbb")


def test_hostile_words_do_not_act_on_the_terminal(own: Nights) -> None:
    text = "".join(HOSTILE)
    bad = check_flag(finding=text, rule=text, path=text, fingerprint="d" * 64)
    own.change("bbbb-3", flags=(bad,), run_id=text, target=text, finished_at=text, comparison=None)
    for options in ([], ["--json"], ["--all"]):
        printed = own.call("diff", "aaaa-1", "bbbb", *options).stdout
        assert "[click]" in printed
        assert not control_characters(printed)
