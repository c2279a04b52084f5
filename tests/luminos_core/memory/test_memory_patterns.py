"""Patterns: learnt by rule, from two episodes on, of directories that are still what they were."""

from hypothesis import given
from hypothesis import strategies as st

from luminos_core.memory.patterns import Memory, remembered
from luminos_core.records.memory import Episode, Judge, Pattern, PatternKind, Word
from tests.luminos_core.memory.episode_samples import episode, persons, word

SIZES = {".": 100, "src": 1_000, "src/auth": 1_000, "docs": 1_000}


def learnt(*episodes: Episode, sizes: dict[str, int] | None = None) -> Memory:
    return remembered(episodes, SIZES if sizes is None else sizes)


def only(memory: Memory, kind: PatternKind) -> Pattern:
    (found,) = (each for each in memory.patterns if each.kind is kind)
    return found


def test_nothing_is_learnt_from_one_episode() -> None:
    judged = [word(Word.FALSE), word(Word.FALSE, fingerprint="f2", path="src/b.py")]
    assert learnt(episode(1, judgements=judged)).patterns == ()
    assert learnt(episode(1), episode(1, "docs", sort="docs")).patterns == ()


def test_a_directory_that_borrowed_is_known_to_need_more() -> None:
    memory = learnt(*(episode(n, given=5, used=10, borrowed=5) for n in (1, 2, 3)))
    found = only(memory, PatternKind.TURNS)
    assert found.text == (
        "src: 5 turns given, 10 used, 5 of them borrowed; too few in 3 of 3 investigations"
    )
    assert (found.about, found.episodes, found.against) == ("src", 3, 0)
    assert [each.turns.used for each in memory.investigations("src") if each.turns] == [10, 10, 10]


def test_the_sort_of_a_directory_says_which_tier_fits_it() -> None:
    memory = learnt(episode(1, used=2), episode(1, "docs", used=2), episode(2, "docs", used=3))
    found = only(memory, PatternKind.SORT)
    assert found.text == (
        "directories of source up to 4.0 kB (default): 10 turns given, 2 used; "
        "too many in 3 of 3 investigations"
    )
    assert found.path == "."


@given(st.integers(2, 40), st.integers(0, 40))
def test_confidence_grows_with_the_count_is_below_one_and_is_lowered_by_what_contradicts(
    agree: int, against: int
) -> None:
    def confidence(few: int, right: int) -> float:
        needy = [episode(n, used=10) for n in range(few)]
        fitting = [episode(100 + n, used=7) for n in range(right)]
        return only(learnt(*fitting, *needy), PatternKind.TURNS).confidence

    assert confidence(agree, 0) <= confidence(agree + 1, 0) < 1
    assert confidence(agree + against, against) <= confidence(agree + against, 0)
    assert confidence(12, 4) < confidence(12, 0)


def test_importance_halves_in_ten_runs_and_not_by_time() -> None:
    def importance(runs_since: int) -> float:
        later = [episode(100 + n, "docs") for n in range(runs_since)]
        memory = learnt(episode(1, used=10), episode(2, used=10), *later)
        return next(p.importance for p in memory.patterns if p.about == "src")

    assert importance(0) > importance(1) > importance(5)
    assert abs(importance(10) - importance(0) / 2) < 0.01


def test_what_was_learnt_of_a_directory_goes_with_it_or_with_what_was_in_it() -> None:
    episodes = (episode(1, used=10), episode(2, used=10))
    assert learnt(*episodes).patterns
    assert not learnt(*episodes, sizes={".": 100}).patterns
    assert not learnt(*episodes, sizes={"src": 90_000}).patterns
    assert learnt(*episodes, sizes={"src": 1_900}).patterns


def test_how_often_a_rule_was_right_is_known_by_directory_and_above_it_where_that_adds() -> None:
    auth = {"path": "src/auth/t.py", "fingerprint": "f2"}
    memory = learnt(
        episode(1, "src/auth", judgements=[word(Word.FALSE, **auth)]),
        episode(2, "src/auth", judgements=[word(Word.FALSE, **auth)]),
        episode(3, "src", judgements=[word(Word.CONFIRMED)]),
    )
    claims = {p.path: p for p in memory.patterns if p.kind is PatternKind.CLAIMS}
    assert {path: each.text for path, each in claims.items()} == {
        "src/auth": "code-injection in src/auth: false in 2 of 2 judgements of 1 flag",
        "src": "code-injection in src: false in 2 of 3 judgements of 2 flags",
    }
    assert claims["src"].confidence < claims["src/auth"].confidence
    assert {p.path for p in memory.about("src/auth") if p.kind is PatternKind.CLAIMS} == {
        "src",
        "src/auth",
    }
    assert not any(p.path == "src/auth" for p in memory.about("docs"))


def test_a_persons_word_stands_for_what_others_said_of_the_flag() -> None:
    memory = learnt(
        episode(1, judgements=[word(Word.FALSE)]),
        episode(2, judgements=[word(Word.FALSE)]),
        persons(2, word(Word.CONFIRMED, Judge.PERSON)),
        episode(3, judgements=[word(Word.CONFIRMED, fingerprint="f2", path="src/b.py")]),
    )
    assert only(memory, PatternKind.CLAIMS).text == (
        "code-injection in src: confirmed in 2 of 2 judgements of 2 flags"
    )
