"""Lines of code, comments and blanks by language, by tokei's library (pytokei).

The library reads the files again, in a process of its own. It is given our language as a suffix
(`tokei_suffixes.json`): that by which tokei 12.1.2 takes a file for the language, or for one with
the same comments and quotes. Prose has no suffix and is not counted. A docstring of Python is code,
with its blank lines; a script in HTML is counted as JavaScript under HTML. The library ends lines
at LF only, and reads no UTF-32: such files are listed. Of a notebook it reads only the cells, and
the sum differs from `lines`.
"""

import functools
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import orjson

from luminos_core.records.snapshot import FileRecord, LanguageTotal, ScanError
from luminos_core.scan.batches import batches
from luminos_core.scan.line_counts.tokei_process import (
    Batch,
    LineCounts,
    count_batches,
    uncounted_file,
)
from luminos_core.scan.totals import by_language, total_languages
from luminos_core.stop import StopSignal

_BATCH_FILES = 128  # all are open at once; macOS allows 256
_BATCH_SIZE = 32 << 20  # bytes


@dataclass(frozen=True)
class CountedLanguages:
    languages: tuple[LanguageTotal, ...]
    scan_errors: tuple[ScanError, ...]  # one for each file that was not counted


def count_lines(root: Path, files: Iterable[FileRecord], stop: StopSignal) -> CountedLanguages:
    """The language totals of `files`, beneath the real path `root`, with code, comments and blanks.

    These stay None when the library does not know the language or could read none of its files. A
    file that it could not read or count is listed. Interrupted when `stop` is set.
    """
    files, suffixes = list(files), tokei_suffixes()
    batched: list[Batch] = []
    counts: defaultdict[str, list[LineCounts]] = defaultdict(list)  # by language
    for language, found in by_language(files).items():
        if language in suffixes:
            wide = [uncounted_file(file, "it is UTF-32") for file in found if _is_wide(file)]
            counts[language].append(LineCounts(uncounted=tuple(wide)))
            read = sorted((file for file in found if not _is_wide(file)), key=_path)
            batched += _batches(language, read)
    for batch, count in zip(batched, count_batches(root, batched, stop), strict=True):
        counts[batch.language].append(count)
    return CountedLanguages(
        languages=tuple(
            _with_counts(total, counts[total.language]) for total in total_languages(files)
        ),
        scan_errors=tuple(
            error for each in counts.values() for count in each for error in count.uncounted
        ),
    )


@functools.cache
def tokei_suffixes() -> dict[str, str]:
    """Linguist's name of a language to the suffix for tokei."""
    table = orjson.loads(Path(__file__).with_name("tokei_suffixes.json").read_bytes())
    return {**table["same_language"], **table["same_syntax"]}


def _batches(language: str, files: list[FileRecord]) -> Iterator[Batch]:
    for batch in batches(files, lambda file: file.size, _BATCH_SIZE, _BATCH_FILES):
        yield Batch(language, tokei_suffixes()[language], tuple(batch))


def _path(file: FileRecord) -> str:
    return file.path


def _is_wide(file: FileRecord) -> bool:
    return (file.encoding or "").startswith("utf-32")


def _with_counts(total: LanguageTotal, counts: list[LineCounts]) -> LanguageTotal:
    if sum(len(count.uncounted) for count in counts) == total.files or not counts:
        return total
    return replace(
        total,
        code=sum(count.code for count in counts),
        comments=sum(count.comments for count in counts),
        blanks=sum(count.blanks for count in counts),
    )
