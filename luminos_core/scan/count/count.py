"""Lines of code, comments and blanks by language, by tokei's library (pytokei).

The library reads the files again, in a process of its own. It is told our language, so the comments
of a `.pl` that is Prolog are Prolog's. In all else it has its way: a docstring of Python is code,
blank lines in it too, and a script in HTML is split as JavaScript but belongs to HTML. Prose is not
split. The library ends lines at LF only, reads no UTF-32, and of a notebook the cells alone: where
a file is such, the three do not add up to `lines`.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from luminos_core.records.snapshot import FileRecord, LanguageTotal, ScanError
from luminos_core.scan.batches import batches
from luminos_core.scan.count.counted_as import SUFFIXES
from luminos_core.scan.count.counter import Batch, Split, count_batches
from luminos_core.scan.totals import by_language, total_languages
from luminos_core.stop import StopSignal

_BATCH_FILES = 128  # all are open at once; macOS allows 256
_BATCH_SIZE = 32 << 20  # bytes


@dataclass(frozen=True)
class Counted:
    languages: tuple[LanguageTotal, ...]
    scan_errors: tuple[ScanError, ...]  # one for each file whose lines are not split


def count_lines(root: Path, files: Iterable[FileRecord], stop: StopSignal) -> Counted:
    """The languages of `files`, beneath the real path `root`, with their lines split.

    None stays where the library does not know the language or could read none of its files. A file
    that it could not read, or that was too much for it, is named. Interrupted when `stop` is set.
    """
    kept = list(files)
    asked = [
        Batch(language, SUFFIXES[language], tuple(batch))
        for language, found in by_language(kept).items()
        if language in SUFFIXES
        for batch in batches(found, lambda file: file.size, _BATCH_FILES, _BATCH_SIZE)
    ]
    splits = count_batches(root, asked, stop)
    by_name: defaultdict[str, list[Split]] = defaultdict(list)
    for batch, split in zip(asked, splits, strict=True):
        by_name[batch.language].append(split)
    return Counted(
        languages=tuple(_with(total, by_name[total.language]) for total in total_languages(kept)),
        scan_errors=tuple(
            ScanError(path=file.path, problem=f"its lines are not split: {split.why}")
            for split in splits
            for file in split.missed
        ),
    )


def _with(total: LanguageTotal, splits: list[Split]) -> LanguageTotal:
    if sum(len(split.missed) for split in splits) == total.files or not splits:
        return total
    return replace(
        total,
        code=sum(split.code for split in splits),
        comments=sum(split.comments for split in splits),
        blanks=sum(split.blanks for split in splits),
    )
