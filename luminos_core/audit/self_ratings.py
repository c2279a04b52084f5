"""How the investigators rated their own work, the least sure first."""

from collections.abc import Iterable, Iterator

from luminos_core.records.directory import DirectoryReport
from luminos_core.records.outcome import NotableFile, SelfRating

_LOW = 0.7  # of a file: strictly below it, the file has a line of its own


def self_ratings(reports: Iterable[DirectoryReport]) -> tuple[SelfRating, ...]:
    """One of each directory that has an entry, and of each file with a low confidence; the lowest
    confidence first. Unrated counts as 0."""
    ratings = [rating for report in reports for rating in _ratings(report)]
    return tuple(sorted(ratings, key=_order))


def _ratings(report: DirectoryReport) -> Iterator[SelfRating]:
    entry = report.entry
    if entry is None:
        return
    yield SelfRating(
        path=report.path,
        confidence=entry.confidence,
        confidence_reason=entry.confidence_reason or "",
        completeness=entry.completeness,
        notable_files=_notable_files(report),
    )
    for file in report.files:
        if file.confidence is not None and file.confidence < _LOW:
            yield SelfRating(
                path=file.relative_path,
                is_file=True,
                confidence=file.confidence,
                confidence_reason=file.confidence_reason or "",
                completeness=file.completeness,
            )


def _notable_files(report: DirectoryReport) -> tuple[NotableFile, ...]:
    """Those that the directory's entry names, and those whose own entries say so."""
    reasons = {file.relative_path: file.notable_reason or "" for file in report.files}
    named = report.entry.notable_files if report.entry else ()
    own = (file.relative_path for file in report.files if file.notable)
    return tuple(
        NotableFile(path=path, reason=reasons.get(path, ""))
        for path in dict.fromkeys((*named, *own))
    )


def _order(rating: SelfRating) -> tuple[float, float, str]:
    return rating.confidence or 0.0, rating.completeness or 0.0, rating.path
