"""`luminos verdict` and `luminos memory`: what a person says, is shown, and has forgotten."""

import json
from pathlib import Path

import pytest

from luminos_core.memory.episodes import Episodes
from luminos_core.records.flag import Flag
from luminos_core.store.layout import Store
from tests.flows.stored_nights import Nights, nights
from tests.luminos_core.memory.episode_samples import episode

TOKEN = "ghp_" + "A1b2C3d4E5" * 3 + "F6g7h8"


@pytest.fixture
def stored(tmp_path: Path) -> Nights:
    return nights(tmp_path)


def episodes(stored: Nights) -> Episodes:
    return Episodes(Store(stored.store), stored.target)


def flag_of(stored: Nights) -> Flag:
    target = str(stored.target)
    found = json.loads(stored.call("flags", "-t", target, "--format", "json").stdout)
    return Flag.model_validate(next(each for each in found if each["path"] == "src/new.py"))


def said(stored: Nights, word: str, reason: str) -> str:
    done = stored.call(
        "verdict",
        flag_of(stored).fingerprint[:8],
        word,
        "--reason",
        reason,
        "-t",
        str(stored.target),
    )
    assert done.exception is None, done.exception
    return done.stderr


def test_a_verdict_is_an_episode_with_its_reason_and_the_code_that_it_is_about(
    stored: Nights,
) -> None:
    flag = flag_of(stored)
    text = said(stored, "false", f"Only   numbers\narrive. {TOKEN}")
    assert text == (
        f"luminos: {flag.location}: false; later reports rank it below others of its severity, "
        "and say so\n"
    )
    (found,) = episodes(stored).load().episodes
    (judgement,) = found.judgements
    assert (found.directory, found.turns, judgement.judge, judgement.word) == (
        "src",
        None,
        "person",
        "false",
    )
    assert judgement.reason.startswith("Only numbers arrive.") and TOKEN not in judgement.reason
    assert (judgement.fingerprint, len(judgement.code)) == (flag.fingerprint, 32)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("verdict", "{flag}", "false", "--reason", " "), "--reason is empty"),
        (("verdict", "{flag}", "wrong", "--reason", "R."), "'wrong' is not one of"),
        (("verdict", "fffffff", "false", "--reason", "R."), "no directory, file or flag fffffff"),
        (("memory", "--forget"), "--forget needs what to forget"),
        (("memory", "src/none"), "nothing is remembered of src/none"),
    ],
)
def test_a_mistake_is_told_and_nothing_is_remembered(
    stored: Nights, arguments: tuple[str, ...], says: str
) -> None:
    named = [each.format(flag=flag_of(stored).fingerprint) for each in arguments]
    assert says in stored.refused(*named, "-t", str(stored.target))
    assert not episodes(stored).exist()


def test_memory_shows_what_was_learnt_and_said_and_explains_it(stored: Nights) -> None:
    episodes(stored).add([episode(n, given=5, used=9, borrowed=4, size=100) for n in (1, 2)])
    said(stored, "accepted", "The network is closed.")
    target = ("-t", str(stored.target))
    index = stored.lines("memory", *target)
    turns = "src: 5 turns given, 9 used, 4 of them borrowed; too few in 2 of 2 investigations"
    (learnt,) = (line for line in index if turns in line)
    assert "0.75" in learnt
    assert any(
        "accepted by a person: The network is closed; from the next run on" in line
        for line in index
    )
    assert index[-1].startswith(f"3 episodes of 3 runs of {stored.target}; as it was in run ")

    pattern = learnt.split()[0]
    behind = stored.lines("memory", pattern, *target)
    assert sum("default: 9 of 5 turns, 4 borrowed" in line for line in behind) == 2
    assert not any("accepted" in line for line in behind)
    of_directory = stored.lines("memory", "src/", *target)
    assert any("accepted" in line for line in of_directory)
    whole = json.loads("\n".join(stored.lines("memory", pattern[:6], "--json", *target)))
    assert [each["run_id"] for each in whole["behind"]] == ["run-1", "run-2"]


def test_what_is_forgotten_is_gone_and_nothing_else_is(stored: Nights) -> None:
    episodes(stored).add([episode(1), episode(2), episode(1, "lib", sort=""), episode(2, "lib")])
    said(stored, "false", "No.")
    target = ("-t", str(stored.target))
    stored.call("memory", flag_of(stored).fingerprint[:10], "--forget", *target)
    left = episodes(stored).load().episodes
    assert [(each.directory, each.turns is None) for each in left] == [
        ("src", False),
        ("src", False),
        ("lib", False),
        ("lib", False),
    ]
    assert "forgotten: 2 episodes" in stored.call("memory", "src", "--forget", *target).stderr
    assert {each.directory for each in episodes(stored).load().episodes} == {"lib"}
    stored.call("memory", ".", "--forget", *target)
    assert episodes(stored).load().episodes == ()


def test_text_of_a_model_or_a_person_cannot_write_on_the_terminal(stored: Nights) -> None:
    said(stored, "false", "\x1b[2J\x1b]0;owned\x07 fine\u202e")
    shown = "\n".join(stored.lines("memory", "-t", str(stored.target)))
    assert "\x1b" not in shown and "\u202e" not in shown and "fine" in shown
