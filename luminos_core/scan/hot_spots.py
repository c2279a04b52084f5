"""Where a project changes most and who knows it: from its git history."""

from collections import Counter
from collections.abc import Iterable, Mapping

from luminos_core.git.commit_times import CommitTimes, NoCommitTimes
from luminos_core.records.snapshot import Category, CodeHistory, FileRecord, HotSpot

_SHOWN = 10
_AUTHORS = 5
_OFTEN = 2  # commits of a path that is no hot spot below


def code_history(files: Iterable[FileRecord], found: CommitTimes | NoCommitTimes) -> CodeHistory:
    """Of the source files that git knows; empty when there is no history."""
    if isinstance(found, NoCommitTimes):
        return CodeHistory()
    source = [file for file in files if _is_own_source(file) and file.path in found.changes]
    spots = [_hot_spot(file, found) for file in source]
    spots.sort(key=lambda spot: (-spot.commits * spot.lines, spot.path))
    authors: Counter[str] = Counter()
    for file in source:
        authors.update(found.changes[file.path][1])
    mains = {spot.path: spot.author for spot in spots}
    return CodeHistory(
        hot_spots=tuple(spot for spot in spots if spot.commits >= _OFTEN)[:_SHOWN],
        authors=tuple(name for name, _ in _ranked(authors)[:_AUTHORS]),
        author_count=len(authors),
        bus_factor=_bus_factor(mains),
    )


def main_authors(found: CommitTimes | NoCommitTimes) -> dict[str, str]:
    """Of most commits of each file, by path."""
    if isinstance(found, NoCommitTimes):
        return {}
    return {path: _main(authors) for path, (_, authors) in found.changes.items()}


def commit_counts(found: CommitTimes | NoCommitTimes) -> dict[str, int]:
    """The commits of each file, without merges, by path."""
    if isinstance(found, NoCommitTimes):
        return {}
    return {path: sum(authors.values()) for path, (_, authors) in found.changes.items()}


def _is_own_source(file: FileRecord) -> bool:
    own = not (file.generated or file.vendored)
    return own and file.category is Category.SOURCE and bool(file.lines)


def _hot_spot(file: FileRecord, found: CommitTimes) -> HotSpot:
    first, authors = found.changes[file.path]
    commits, main = sum(authors.values()), _main(authors)
    return HotSpot(
        path=file.path,
        commits=commits,
        lines=file.lines or 0,
        authors=len(authors),
        author=main,
        share=round(authors[main] / commits, 2),
        first=first,
        last=found.times.get(file.path, first),
    )


def _main(authors: Mapping[str, int]) -> str:
    return _ranked(authors)[0][0]


def _ranked(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _bus_factor(mains: Mapping[str, str]) -> int:
    """The fewest people without whom more than half of the source files lose their main author."""
    left, gone = len(mains), 0
    for number, (_, files) in enumerate(_ranked(Counter(mains.values())), start=1):
        gone += files
        if 2 * gone > left:
            return number
    return 0
