"""`luminos show`: a directory, a file or a flag."""

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest

from luminos_core.records.comparison import ComparedRun, Comparison, Forge, SourceVersion
from luminos_core.records.flag import Flag
from luminos_core.records.report import AuditReport
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_report
from tests.flows.stored_nights import Nights, nights
from tests.luminos_core.report.report_runs import HOSTILE, check_flag, flag
from tests.luminos_core.report.test_report_terminal import control_characters


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Nights:
    return nights(tmp_path_factory.mktemp("nights"))


@pytest.fixture
def own(tmp_path: Path) -> Nights:
    """Of a test that changes it."""
    return nights(tmp_path)


def stored(made: Nights, run: str) -> AuditReport:
    return read_report(Store(made.store).run_path(run))


def answer(made: Nights, *arguments: str) -> dict[str, Any]:
    done = made.call("show", *arguments, "--target", str(made.target), "--json")
    assert done.exception is None, done.exception
    answered: dict[str, Any] = json.loads(done.stdout)
    return answered


def shown(made: Nights, *arguments: str) -> str:
    return "\n".join(made.lines("show", *arguments, "--target", str(made.target)))


def test_a_directory_is_shown_with_its_summary_flags_files_and_history(made: Nights) -> None:
    report = stored(made, "bbbb-3")
    src = next(outcome for outcome in report.directories if outcome.path == "src")
    text = shown(made, "src")
    assert text.startswith("src  investigated")
    assert src.summary in text
    assert {"new.py", "run.py"} <= {line.split()[0] for line in text.splitlines() if line.strip()}
    for each in report.flags:
        assert (each.fingerprint[:12] in text) == each.path.startswith("src/")
    found = answer(made, "src")
    assert [run["run_id"] for run in found["history"]] == ["bbbb-3", "aaaa-2", "aaaa-1"]
    assert found["history"][0]["why"] == src.change
    assert found["last_read"] == {"at": src.investigated_at, "run_id": "bbbb-3", "why": src.change}
    assert found["directory"]["path"] == "src"


def test_a_cached_directory_was_last_read_in_the_run_that_made_its_result(own: Nights) -> None:
    first = next(each for each in stored(own, "aaaa-1").directories if each.path == "src")
    for run, at, why in (
        ("aaaa-2", "2026-01-01T00:00:00+00:00", "forced"),
        ("bbbb-3", first.investigated_at, ""),
    ):
        said = {"investigated_at": at, "change": why, "state": "cached"}
        own.change(
            run,
            directories=tuple(
                each.model_validate(each.model_dump() | said) if each.path == "src" else each
                for each in stored(own, run).directories
            ),
        )
    last = {"at": first.investigated_at, "run_id": "aaaa-1", "why": "new"}
    assert answer(own, "src")["last_read"] == last
    assert "new, run aaaa-1" in shown(own, "src")
    assert answer(own, "src", "--history", "2")["last_read"] == {**last, "run_id": "", "why": ""}


def test_the_root_has_the_flags_of_all_below_it_apart(made: Nights) -> None:
    report, found = stored(made, "bbbb-3"), answer(made, ".")
    below = {each["fingerprint"] for each in found["below"]}
    assert below == {each.fingerprint for each in report.flags if "/" in each.path}
    assert {each["path"] for each in found["flags"]} == {"general"}


def test_what_a_directory_cost_is_told_of_this_run_and_of_all(own: Nights) -> None:
    for run in ("aaaa-2", "bbbb-3"):
        paid = tuple(each.model_copy(update={"usd": 0.5}) for each in stored(own, run).directories)
        own.change(run, directories=paid)
    assert "$0.50 in this run, $1.00 in 3 stored runs" in shown(own, "src")
    assert "in this run" not in shown(own, "src", "--run", "aaaa-1", "--history", "0")


def test_a_file_is_shown_with_its_entry_and_its_flags(made: Nights) -> None:
    found = answer(made, "src/new.py")
    assert found["kind"] == "file"
    assert (found["file"]["size"], found["file"]["lines"]) == (43, 2)
    assert {each["path"] for each in found["flags"]} == {"src/new.py"}
    text = shown(made, "src/new.py")
    assert text.startswith("src/new.py  described")
    assert found["entry"]["summary"] in text
    assert [run["flags"] for run in found["history"]] == [len(found["flags"]), 0, 0]


def test_a_path_may_be_relative_to_where_one_is_or_absolute(made: Nights) -> None:
    with contextlib.chdir(made.target / "src"):
        for name in ("new.py", "./new.py", "../src/new.py", str(made.target / "src/new.py")):
            assert answer(made, name)["path"] == "src/new.py"
        assert answer(made, "src")["directory"]["path"] == "src"
        assert answer(made, ".")["directory"]["path"] == "src"
        assert answer(made, "..")["directory"]["path"] == "."


def test_a_flag_is_shown_with_its_rule_and_how_to_fix_it(made: Nights) -> None:
    each = next(flag for flag in stored(made, "bbbb-3").flags if flag.path == "src/new.py")
    text = shown(made, each.fingerprint[:6])
    assert text.startswith(f"{each.location}  {each.severity}")
    assert each.quotation.strip() in text
    assert each.finding in text
    assert each.fingerprint in text
    found = answer(made, each.fingerprint[:12].upper())
    assert found["rule"]["fix"] and found["rule"]["fix"] in text
    assert f"CWE-{found['rule']['cwe']}" in text
    assert [run["state"] != "" for run in found["history"]] == [True, False, False]


def test_a_file_and_a_flag_link_to_the_forge_where_it_is_known(own: Nights) -> None:
    version = SourceVersion(
        commit="ab" * 20, remote="https://github.com/a/b", forge=Forge.GITHUB, folder="sub"
    )
    report = own.change("bbbb-3", version=version)
    each = next(flag for flag in report.flags if flag.path == "src/new.py")
    page = f"https://github.com/a/b/blob/{'ab' * 20}/sub/src/new.py"
    assert answer(own, "src/new.py")["link"] == page
    assert f"{page}#L{each.line}" in shown(own, each.fingerprint)
    assert "https://github.com" not in shown(own, "src/run.py", "--run", "aaaa-1")


def test_a_flag_that_is_gone_is_shown_and_so_are_those_that_do_not_count(own: Nights) -> None:
    previous = ComparedRun(run_id="aaaa-2", finished_at="2026-01-01T00:00:00+00:00")
    named = {"resolved": "a" * 64, "noqa": "b" * 64, "unverified": "c" * 64}
    named["refuted: no; it was critical"] = "e" * 64
    refuted = {"verdict": "refuted", "verdict_reason": "no", "was": "critical"}
    gone = check_flag(path="g.py", state="resolved", fingerprint=named["resolved"])
    own.change(
        "bbbb-3",
        suppressed_flags=(check_flag(path="s.py", suppressed="noqa", fingerprint=named["noqa"]),),
        unverified_flags=(flag(doubt="not found", fingerprint=named["unverified"]),),
        refuted_flags=(flag(fingerprint="e" * 64, **refuted),),
        comparison=Comparison(previous=previous, gone=(gone,)),
    )
    for word, fingerprint in named.items():
        assert word in shown(own, fingerprint[:8])
    assert answer(own, "aaaa")["history"][0]["state"] == "resolved"


def test_what_is_not_there_and_what_means_several_flags_is_told(own: Nights) -> None:
    alike = [check_flag(path=f"{name}.py", fingerprint=f"abcd{name}" + "0" * 59) for name in "12"]
    own.change("bbbb-3", flags=tuple(alike))
    at = ("--target", str(own.target))
    assert "2 flags begin with abcd (abcd1" in own.refused("show", "abcd", *at)
    for name in ("nothing/here", "abc", "xyz", "/etc/passwd", "../other/a.py"):
        assert "has no directory, file or flag" in own.refused("show", name, *at)
    assert "see luminos runs" in own.refused("show", ".", "--run", "nope")


def test_a_run_that_cannot_be_read_is_missing_in_the_history_and_named(own: Nights) -> None:
    (Store(own.store).run_path("aaaa-1") / "report.json").write_text("{")
    done = own.call("show", "src", "--target", str(own.target), "--run", "bbbb-3", "--json")
    assert [run["run_id"] for run in json.loads(done.stdout)["history"]] == ["bbbb-3", "aaaa-2"]
    assert "the history is without it" in done.stderr


def test_a_report_of_an_earlier_version_is_shown_with_what_it_has(own: Nights) -> None:
    own.change("aaaa-1", schema_version=2, files=(), comparison=None)
    text = shown(own, "src/old.py", "--run", "aaaa-1")
    assert text.startswith("src/old.py  investigated")
    assert "62 bytes" in text


def test_hostile_words_do_not_act_on_the_terminal(own: Nights) -> None:
    text = "".join(HOSTILE)
    report = stored(own, "bbbb-3")
    said = tuple(
        each.model_copy(update={"summary": text, "reason": text, "change": text, "model": text})
        for each in report.directories
    )
    words = {"finding": text, "rule": text, "owner": text, "symbol": text, "quotation": text}
    bad = check_flag(**words, path="src/new.py", fingerprint="d" * 64, first_commit=text)
    own.change("bbbb-3", directories=said, flags=(Flag.model_validate(bad),), run_id=text)
    for name in ("src", "src/new.py", "dddd"):
        for options in ([], ["--json"]):
            printed = shown(own, name, *options)
            assert "[click]" in printed
            assert not control_characters(printed)
