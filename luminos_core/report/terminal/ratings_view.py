"""How the investigators rated their own work, on a terminal: the least sure first."""

from collections.abc import Iterator

from rich.text import Text

from luminos_core.records.outcome import SelfRating
from luminos_core.records.report import AuditReport
from luminos_core.report.terminal.page import Page, joined
from luminos_core.report.terminal.shorten import first_sentences
from luminos_core.report.terminal.style import MUTED, more_in
from luminos_core.report.terminal.wrapping import Unit, whole, words
from luminos_core.text.escape import one_line

_SHOWN = 8  # ratings; the files have all
_REASON = 200  # characters
_NAMED = 3  # notable files of one rating


def ratings(report: AuditReport, page: Page) -> Iterator[Text]:
    for rating in report.self_ratings[:_SHOWN]:
        heads = [whole(rating.path, "bold"), *words(_complete(rating))]
        yield from page.item(heads, Text(_sure(rating)))
        if remarks := list(_remarks(rating, page)):
            yield from page.item(joined(remarks, ";"))
    if (more := len(report.self_ratings) - _SHOWN) > 0:
        yield from page.text(words(more_in("report.md", more, "rating")))


def _sure(rating: SelfRating) -> str:
    return "?" if rating.confidence is None else f"{rating.confidence:.2f}"


def _complete(rating: SelfRating) -> Text:
    """ "not rated, complete 0.90"."""
    rated = ["not rated"] if rating.confidence is None else []
    whole_share = [] if rating.completeness is None else [f"complete {rating.completeness:.2f}"]
    return Text(", ".join((*rated, *whole_share)), MUTED)


def _remarks(rating: SelfRating, page: Page) -> Iterator[list[Unit]]:
    """Why the confidence is what it is, and the files that stand out."""
    if reason := first_sentences(one_line(rating.confidence_reason), _REASON):
        yield page.emphasised(reason)
    if files := rating.notable_files[:_NAMED]:
        more = len(rating.notable_files) - len(files)
        named = [[whole(file.path)] for file in files]
        rest = [page.words(f"and {more:,} more")] if more else []
        yield [*page.words("notable:"), *joined([*named, *rest])]
