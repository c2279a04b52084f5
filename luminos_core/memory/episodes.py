"""The episodes of one target in the store. Many processes may add some at once."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from luminos_core.errors import StoreError
from luminos_core.records.memory import Episode
from luminos_core.store.layout import MEMORY, Store, target_id
from luminos_core.store.shared_lines import SharedLines
from luminos_core.text import formats

_MOST_BYTES = 16 << 20  # of the file; then older episodes go
_KEPT = 12  # of each directory
_FILE = "episodes"


@dataclass(frozen=True)
class LoadedEpisodes:
    """`problem` says what of the file could not be read; "" for nothing."""

    episodes: tuple[Episode, ...] = ()  # in the order in which they were written
    problem: str = ""


class Episodes:
    """Of the directory at `target`."""

    def __init__(self, store: Store, target: Path) -> None:
        self._store = store
        self._owner = target_id(target)
        self._file = store.path / "targets" / self._owner / MEMORY / _FILE

    def exist(self) -> bool:
        """Whether there are any; nothing is created."""
        return self._file.exists()

    def load(self) -> LoadedEpisodes:
        """Without those that cannot be read. None of one directory and run is there twice: the
        later one counts."""
        if not self.exist():
            return LoadedEpisodes()
        try:
            stored = self._lines().read()
        except StoreError as error:
            return LoadedEpisodes(problem=f"{error}; nothing is remembered")
        episodes = [each for line in stored.lines if (each := _parsed(line))]
        skipped = stored.skipped + len(stored.lines) - len(episodes)
        problem = f"{formats.pluralize(skipped, 'line')} of {self._file} skipped: not as written"
        return LoadedEpisodes(_latest(episodes), problem if skipped else "")

    def add(self, episodes: Iterable[Episode]) -> None:
        """StoreError when they cannot be written."""
        lines = [each.model_dump_json(exclude_defaults=True).encode() for each in episodes]
        if not lines:
            return
        self._lines().append(lines)
        if self._file.stat().st_size > _MOST_BYTES:
            self.keep(_recent)

    def keep(self, kept: Callable[[Sequence[Episode]], Sequence[Episode]]) -> int:
        """Forget all that is not `kept`; how many episodes that were."""
        forgotten = 0

        def left(lines: tuple[bytes, ...]) -> list[bytes]:
            nonlocal forgotten
            episodes = _latest([each for line in lines if (each := _parsed(line))])
            stay = kept(episodes)
            forgotten = len(episodes) - len(stay)
            return [each.model_dump_json(exclude_defaults=True).encode() for each in stay]

        if self.exist():
            self._lines().rewrite(left)
        return forgotten

    def _lines(self) -> SharedLines:
        folder = self._store.signed("targets", self._owner, MEMORY)
        return folder.shared(_FILE, self._owner)


def _parsed(line: bytes) -> Episode | None:
    try:
        return Episode.model_validate_json(line, extra="ignore")
    except ValueError:  # pydantic's ValidationError is one
        return None


def _latest(episodes: Sequence[Episode]) -> tuple[Episode, ...]:
    """A run that was published twice has the same episodes twice."""
    found: dict[tuple[str, ...], Episode] = {}
    for each in episodes:
        said = each.at if each.turns is None else ""
        key = (each.run_id, each.directory, said)
        found.pop(key, None)
        found[key] = each
    return tuple(found.values())


def _recent(episodes: Sequence[Episode]) -> Sequence[Episode]:
    """The last of each directory, and every word of a person."""
    seen: dict[str, int] = {}
    kept = []
    for each in reversed(episodes):
        seen[each.directory] = seen.get(each.directory, 0) + 1
        if each.turns is None or seen[each.directory] <= _KEPT:
            kept.append(each)
    return kept[::-1]
