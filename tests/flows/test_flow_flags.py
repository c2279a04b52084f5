"""`luminos flags`."""

import json
from pathlib import Path

import pytest

from luminos_core.records.comparison import ComparedRun, Comparison
from luminos_core.records.flag import Flag, FlagState
from luminos_core.report.terminal.flag_table import flag_table
from luminos_core.report.terminal.plain_console import PlainConsole
from tests.flows.stored_nights import Nights, nights
from tests.luminos_core.report.report_runs import HOSTILE, check_flag, flag
from tests.luminos_core.report.test_report_terminal import control_characters

PREVIOUS = ComparedRun(run_id="aaaa-2", finished_at="2026-01-01T00:00:00+00:00")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Nights:
    return nights(tmp_path_factory.mktemp("nights"))


@pytest.fixture
def own(tmp_path: Path) -> Nights:
    """Of a test that changes it."""
    return nights(tmp_path)


def paths(lines: list[str]) -> list[str]:
    return [line.split()[3] for line in lines if ".py:" in line]


def test_flags_are_listed_a_line_each_with_what_names_them(made: Nights) -> None:
    found = json.loads(made.call("flags", "aaaa-1", "--json").stdout)
    *lines, end = made.lines("flags", "aaaa-1")
    assert [Flag.model_validate(each).location for each in found] == [
        line.split()[3] for line in lines
    ]
    assert [each["fingerprint"][:12] for each in found] == [line.split()[1] for line in lines]
    assert found[0]["finding"] in lines[0]
    assert f"in run aaaa-1 of {made.target}" in end


def test_filters_narrow_the_list_and_the_end_says_from_what(made: Nights) -> None:
    *lines, end = made.lines("flags", "aaaa-1", "--path", "src/old.py")
    assert {line.split()[3].partition(":")[0] for line in lines} == {"src/old.py"}
    assert ", of " not in end
    assert "; of 4 in run aaaa-1" in end
    (nothing,) = made.lines("flags", "aaaa-1", "--rule", "none-such")
    assert nothing.startswith("no flags; of 4 in run aaaa-1")


def test_groups_have_headings_with_numbers_or_are_a_table_of_numbers(made: Nights) -> None:
    lines = made.lines("flags", "aaaa-1", "--group", "file")
    headings = [line for line in lines if line.startswith("src/")]
    assert sorted(line.partition(":")[0] for line in headings) == ["src/old.py", "src/run.py"]
    counts = made.lines("flags", "aaaa-1", "--group", "file", "--count")
    assert counts[0].split() == ["critical", "concern", "info", "places"]
    assert {line.split()[-1] for line in counts[1:-1]} == {
        "general",
        "src/old.py",
        "src/run.py",
    }
    assert "add --group" in made.refused("flags", "--count")


def test_formats_hold_the_flags_that_were_asked_for_alone(made: Nights, tmp_path: Path) -> None:
    asked = ("flags", "aaaa-1", "--path", "src/old.py")
    rules = {each["rule"] for each in json.loads(made.call(*asked, "--json").stdout)}
    lines = made.lines(*asked, "--format", "jsonl")
    assert {json.loads(line)["rule"] for line in lines} == rules
    file = tmp_path / "flags.json"
    assert made.lines(*asked, "--format", "json", "-o", str(file)) == []
    assert {each["rule"] for each in json.loads(file.read_text())} == rules


@pytest.mark.parametrize("form", ["sarif", "code-scanning", "gitlab", "junit", "csv"])
def test_a_format_of_reports_holds_what_was_asked_for_alone(made: Nights, form: str) -> None:
    asked = ("flags", "aaaa-1", "--path", "src/old.py", "--format", form)
    done = made.call(*asked)
    assert done.exception is None
    assert "src/old.py" in done.stdout
    assert "src/run.py" not in done.stdout


def test_states_are_asked_for_with_what_is_gone(own: Nights) -> None:
    flags = (check_flag(path="a.py", state="new"), check_flag(path="b.py", state="persisting"))
    gone = (
        check_flag(path="c.py", state=FlagState.RESOLVED),
        check_flag(path="d.py", state=FlagState.UNKNOWN),
    )
    own.change("bbbb-3", flags=flags, comparison=Comparison(previous=PREVIOUS, gone=gone))
    for states, expected in (
        (["new"], ["a.py"]),
        (["persisting", "new"], ["a.py", "b.py"]),
        (["resolved"], ["c.py"]),
        (["not-seen-again"], ["d.py"]),
        ([], ["a.py", "b.py"]),
    ):
        options = [word for state in states for word in ("--state", state)]
        found = json.loads(own.call("flags", "bbbb", "--json", *options).stdout)
        assert [each["path"] for each in found] == expected
    assert "not seen again" in own.lines("flags", "bbbb", "--state", "not-seen-again")[0]


def test_a_run_that_was_compared_with_none_has_no_states(own: Nights) -> None:
    own.change("aaaa-1", comparison=None, schema_version=2)
    assert "was compared with no earlier run" in own.refused("flags", "aaaa-1", "--state", "new")


def test_claims_and_suppressed_flags_are_asked_for_by_name(own: Nights) -> None:
    claim = flag(path="u.py", doubt="the quotation was not found", quotation="x")
    own.change(
        "bbbb-3",
        flags=(),
        unverified_flags=(claim,),
        refuted_flags=(flag(path="r.py", verdict="refuted"),),
        suppressed_flags=(check_flag(path="s.py", suppressed="noqa"),),
    )
    assert own.lines("flags", "bbbb")[0].startswith("no flags")
    assert own.lines("flags", "bbbb", "--unverified")[0].startswith("unverified")
    assert "r.py" in own.lines("flags", "bbbb", "--refuted")[0]
    assert "s.py" in own.lines("flags", "bbbb", "--suppressed")[0]
    assert "s.py" in own.call("flags", "bbbb", "--suppressed", "--format", "csv").stdout


def test_a_flag_with_several_places_is_one_line_unless_each_is_asked_for(own: Nights) -> None:
    own.change("bbbb-3", flags=tuple(check_flag(line=line) for line in (3, 5, 9)))
    first, end = own.lines("flags", "bbbb")
    assert "a.py:3 (+2)" in first
    assert end.startswith("1 flag in 3 places: 1 concern; in run bbbb-3")
    assert len(own.lines("flags", "bbbb", "--places")) == 4


def test_a_hostile_flag_does_not_act_on_the_terminal(own: Nights) -> None:
    text = "".join(HOSTILE)
    words = {"finding": text, "rule": text, "owner": text, "path": text, "symbol": text}
    own.change("bbbb-3", flags=(check_flag(**words),), target=text)
    for options in ([], ["--json"], ["--group", "owner"], ["--group", "rule", "--count"]):
        shown = own.call("flags", "bbbb", *options).stdout
        assert "[click]" in shown
        assert not control_characters(shown)


def test_a_path_keeps_its_spaces_and_words_are_on_one_line() -> None:
    odd = check_flag(path="a  b .py", finding="one\n  two")
    (line,) = flag_table([odd], PlainConsole(colour=False, ascii_only=False))
    assert "  a  b .py  one two" in line


def test_on_a_narrow_terminal_what_is_said_of_a_flag_has_its_own_line() -> None:
    long = check_flag(path="d" * 60 + "/a.py", finding="word " * 40, fingerprint="0" * 64)
    head, said = flag_table([long], PlainConsole(colour=False, ascii_only=False, width=90))
    assert head.endswith("d" * 60 + "/a.py")
    assert said.startswith("    word word") and said.endswith("…")
    assert len(said) <= 90


def test_on_a_terminal_only_what_is_said_of_a_flag_is_cut() -> None:
    long = check_flag(path="d" * 60 + "/a.py", finding="word " * 40, fingerprint="0" * 64)
    for ascii_only, end in ((False, "…"), (True, "...")):
        (line,) = flag_table([long], PlainConsole(colour=False, ascii_only=ascii_only, width=160))
        assert len(line) <= 160
        assert "d" * 60 + "/a.py" in line
        assert line.endswith(end)
