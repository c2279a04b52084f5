"""A target's histories in the store, one a branch. They are kept when runs are pruned."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from luminos_core.comparison.history import History
from luminos_core.digest import digest_bytes
from luminos_core.records.base import Record
from luminos_core.store.layout import HISTORY, Store, target_id
from luminos_core.store.signed import BadSignature

_INDEX = "branches"
_BEFORE = "-before"  # ends the name of the one that a run has replaced
_BRANCHES = 20  # kept, the last that were audited


class _Branch(Record):
    name: str
    commit: str  # of its last complete run
    at: str  # ISO 8601, UTC: of its last run


class _Branches(Record):
    branches: tuple[_Branch, ...] = ()  # the last audited first


@dataclass(frozen=True)
class LoadedHistory:
    """`stored` is what was read; `gap` says why earlier runs are not known, though there were."""

    history: History
    stored: bytes = b""
    gap: str = ""


class Histories:
    """Of one target. The caller holds its lock."""

    def __init__(self, store: Store, target: Path) -> None:
        self._folder = store.signed("targets", target_id(target), HISTORY)

    def load(self, branch: str, run_id: str, commits: Callable[[], Sequence[str]]) -> LoadedHistory:
        """What the run is compared with: a retry of a run that is in the history, with what was
        before. A branch that was never audited begins with the history of the branch whose commit
        it contains, the latest of its `commits` first, else of the last run."""
        found = self._read(_name(branch))
        if found is None:
            origin = self._origin(commits)
            found = self._read(_name(origin)) if origin is not None else None
        elif _is_of(found.history, run_id):
            found = self._read(_name(branch) + _BEFORE)
        found = found or LoadedHistory(History())
        return LoadedHistory(
            found.history.model_copy(update={"branch": branch}), found.stored, found.gap
        )

    def store(self, history: History, loaded: LoadedHistory, at: str) -> None:
        """Replace the branch's history. StoreError when it cannot be written."""
        name = _name(history.branch)
        if loaded.stored:
            self._folder.write(name + _BEFORE, loaded.stored)
        self._folder.write(name, _dumped(history))
        self._remember(history, at)

    def _read(self, name: str) -> LoadedHistory | None:
        """None when there is none."""
        try:
            stored = self._folder.read(name)
            return LoadedHistory(History.model_validate_json(stored), stored)
        except FileNotFoundError:
            return None
        except BadSignature as error:
            return LoadedHistory(History(), gap=str(error))
        except ValueError:  # pydantic's ValidationError is one
            gap = f"{self._folder.path / name} was written by another version; it is ignored"
            return LoadedHistory(History(), gap=gap)

    def _origin(self, commits: Callable[[], Sequence[str]]) -> str | None:
        """The branch that a new one begins with."""
        known = self._known().branches
        by_commit = {each.commit: each.name for each in reversed(known) if each.commit}
        contained = (
            by_commit[each] for each in (commits() if by_commit else ()) if each in by_commit
        )
        return next(contained, known[0].name if known else None)

    def _known(self) -> _Branches:
        return self._folder.load_record(_INDEX, _Branches) or _Branches()

    def _remember(self, history: History, at: str) -> None:
        commit = history.base.run.version.commit if history.base else ""
        own = _Branch(name=history.branch, commit=commit, at=at)
        others = [each for each in self._known().branches if each.name != own.name]
        kept = (own, *others)[:_BRANCHES]
        self._folder.write(_INDEX, _Branches(branches=kept).model_dump_json().encode())
        for old in (own, *others)[_BRANCHES:]:
            for name in (_name(old.name), _name(old.name) + _BEFORE):
                self._folder.remove(name)


def _is_of(history: History, run_id: str) -> bool:
    return history.base is not None and history.base.run.run_id == run_id


def _name(branch: str) -> str:
    return f"branch-{digest_bytes(branch.encode('utf-8', 'surrogatepass'))[:16]}"


def _dumped(history: History) -> bytes:
    return history.model_dump_json(exclude_defaults=True).encode()
