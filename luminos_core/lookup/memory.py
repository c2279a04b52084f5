"""What is remembered of a target, as a person asks for it: all, or what is behind one thing."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from luminos_core.errors import StoreError
from luminos_core.lookup.answers import ReportPlaces
from luminos_core.memory.episodes import Episodes
from luminos_core.memory.forget import Remembered, about
from luminos_core.memory.known_flags import said_of_flags
from luminos_core.memory.patterns import Memory, remembered
from luminos_core.records.base import Record
from luminos_core.records.memory import Episode, Judgement, Pattern
from luminos_core.store.layout import Store
from luminos_core.text.filenames import decode_name
from luminos_core.text.tree_paths import parent_of


class SaidOfFlag(Record):
    """The latest word about a flag, and how many there are."""

    run_id: str
    at: str  # ISO 8601, UTC
    judgement: Judgement
    times: int
    now: str = ""  # what the report says of it: "known-false: dismissed in 2 runs"
    is_newer: bool = False  # than the report


class MemoryAnswer(Record):
    target: str
    run_id: str  # of the report that says what the target is now
    episodes: int
    runs: int
    patterns: tuple[Pattern, ...]  # the most important first
    flags: tuple[SaidOfFlag, ...] = ()  # the latest first
    behind: tuple[Episode, ...] = ()  # of what was asked for
    problem: str = ""


def episodes_of(store: Store, report: ReportPlaces) -> Episodes:
    return Episodes(store, Path(decode_name(report.target)))


def memory_answer(store: Store, report: ReportPlaces, name: str | None = None) -> MemoryAnswer:
    """All, or what `name` says: a directory, a pattern, or a flag. StoreError when nothing is
    remembered of that."""
    loaded = episodes_of(store, report).load()
    memory = remembered(loaded.episodes, _sizes(report), loaded.problem)
    asked = asked_for(memory, name) if name is not None else None
    episodes = [each for each in memory.episodes if asked is None or asked.has(each)]
    return MemoryAnswer(
        target=report.target,
        run_id=report.run_id,
        episodes=len(memory.episodes),
        runs=len({each.run_id for each in memory.episodes}),
        patterns=memory.patterns if asked is None else asked.patterns(memory.patterns),
        flags=_flags([e if asked is None else asked.part(e) for e in episodes], report),
        behind=() if asked is None else tuple(asked.part(each) for each in episodes),
        problem=memory.problem,
    )


def asked_for(memory: Memory, name: str) -> Remembered:
    """What `name` stands for. StoreError when nothing of it is remembered, or it is several."""
    found = about(name, memory)
    if not found:
        raise StoreError(
            f"nothing is remembered of {name}; `luminos memory` lists what is, by directory, "
            "pattern and flag"
        )
    if len(found) > 1:
        raise StoreError(f"{len(found)} patterns and flags begin with {name}; give more digits")
    return found[0]


def _sizes(report: ReportPlaces) -> dict[str, int]:
    sizes = Counter({each.path: 0 for each in report.directories})
    for file in report.files:
        sizes[parent_of(file.path)] += file.size
    return dict(sizes)


def _flags(episodes: Sequence[Episode], report: ReportPlaces) -> tuple[SaidOfFlag, ...]:
    lists = (report.flags, report.unverified_flags, report.refuted_flags)
    now = {flag.fingerprint: flag.known_line for flags in lists for flag in flags}
    found = [
        SaidOfFlag(
            run_id=said[-1].run_id,
            at=said[-1].at,
            judgement=said[-1].judgement,
            times=len(said),
            now=now.get(mark, ""),
            is_newer=said[-1].at > report.finished_at,
        )
        for mark, said in said_of_flags(episodes).items()
    ]
    return tuple(found[::-1])
