"""Episodes in the store: what cannot be read is told of, and what is said twice counts once."""

from pathlib import Path

from luminos_core.memory.episodes import Episodes
from luminos_core.records.memory import Judge, Word
from luminos_core.store.layout import Store
from tests.luminos_core.memory.episode_samples import episode, persons, word


def stored(folder: Path, target: str = "/t") -> Episodes:
    return Episodes(Store(folder / "store"), Path(target))


def file_in(folder: Path) -> Path:
    (found,) = (folder / "store").glob("targets/*/memory/episodes")
    return found


def test_what_was_added_is_loaded_in_order_and_of_its_own_target_alone(tmp_path: Path) -> None:
    assert not stored(tmp_path).exist()
    written = (episode(1), episode(1, "docs"), persons(1, word(Word.FALSE, Judge.PERSON)))
    stored(tmp_path).add(written[:1])
    stored(tmp_path).add(written[1:])
    loaded = stored(tmp_path).load()
    assert (loaded.episodes, loaded.problem) == (written, "")
    assert stored(tmp_path, "/u").load().episodes == ()


def test_a_corrupt_line_is_skipped_with_a_warning(tmp_path: Path) -> None:
    stored(tmp_path).add([episode(1), episode(2), episode(3)])
    file = file_in(tmp_path)
    file.write_bytes(file.read_bytes().replace(b"run-2", b"run-x"))
    loaded = stored(tmp_path).load()
    assert [each.run_id for each in loaded.episodes] == ["run-1", "run-3"]
    assert loaded.problem == f"1 line of {file} skipped: not as written"


def test_a_run_that_was_published_twice_has_its_episodes_once(tmp_path: Path) -> None:
    stored(tmp_path).add([episode(1, used=3), episode(2)])
    stored(tmp_path).add([episode(1, used=4)])
    loaded = stored(tmp_path).load().episodes
    assert [(each.run_id, each.turns and each.turns.used) for each in loaded] == [
        ("run-2", 5),
        ("run-1", 4),
    ]


def test_what_is_forgotten_is_gone_and_the_rest_stays(tmp_path: Path) -> None:
    stored(tmp_path).add([episode(1), episode(2, "docs"), episode(3)])
    forgotten = stored(tmp_path).keep(lambda all_: [e for e in all_ if e.directory != "src"])
    assert (forgotten, [e.run_id for e in stored(tmp_path).load().episodes]) == (2, ["run-2"])
