"""Totals over the files of a scan."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from luminos_core.records.snapshot import (
    Category,
    CategoryTotal,
    Count,
    FileRecord,
    LanguageTotal,
    SurveySignals,
)

_LARGE_LINES = 1000
_LARGE_SIZE = 10_000_000  # bytes
_TOP = 20


def total_categories(files: Iterable[FileRecord]) -> tuple[CategoryTotal, ...]:
    """Files and bytes by category, most files first."""
    counts: Counter[Category] = Counter()
    sizes: Counter[Category] = Counter()
    for file in files:
        counts[file.category] += 1
        sizes[file.category] += file.size
    return tuple(
        CategoryTotal(category=category, files=count, size=sizes[category])
        for category, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )


def total_languages(files: Iterable[FileRecord]) -> tuple[LanguageTotal, ...]:
    """Lines by language, most first, without generated and vendored files."""
    totals = [
        LanguageTotal(
            language=language, files=len(found), lines=sum(file.lines or 0 for file in found)
        )
        for language, found in by_language(files).items()
    ]
    return tuple(sorted(totals, key=lambda total: (-total.lines, total.language)))


def by_language(files: Iterable[FileRecord]) -> dict[str, list[FileRecord]]:
    """The files that `total_languages` counts."""
    found: defaultdict[str, list[FileRecord]] = defaultdict(list)
    for file in files:
        if file.language and file.lines is not None and not (file.generated or file.vendored):
            found[file.language].append(file)
    return found


def large_files(files: Iterable[FileRecord]) -> tuple[FileRecord, ...]:
    """Files of over 1,000 lines or 10 MB, the largest first."""
    large = [f for f in files if (f.lines or 0) > _LARGE_LINES or f.size > _LARGE_SIZE]
    return tuple(sorted(large, key=lambda file: (-file.size, file.path)))


def survey_signals(files: list[FileRecord]) -> SurveySignals:
    """See SurveySignals."""
    return SurveySignals(
        total_files=len(files),
        extension_histogram=_most_common(_extension(file.name) for file in files),
        file_descriptions=_most_common(file.mime or file.kind.value for file in files),
        filename_samples=_sampled_evenly(sorted(file.path for file in files)),
    )


def _extension(name: str) -> str:
    """Lower case with its dot; "" for none, and for a name that is all extension (".gitignore")."""
    stem, dot, extension = name.rpartition(".")
    return dot + extension.lower() if stem and extension else ""


def _most_common(names: Iterable[str]) -> tuple[Count, ...]:
    ordered = sorted(Counter(names).items(), key=lambda item: (-item[1], item[0]))
    return tuple(Count(name=name, count=count) for name, count in ordered[:_TOP])


def _sampled_evenly(paths: list[str]) -> tuple[str, ...]:
    if len(paths) <= _TOP:
        return tuple(paths)
    return tuple(paths[index * len(paths) // _TOP] for index in range(_TOP))
