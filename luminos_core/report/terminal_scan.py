"""The base scan on a terminal: what is there, how much of it, and what stands out."""

from collections.abc import Callable, Sequence

from rich.console import Console, Group, JustifyMethod, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from luminos_core.records.snapshot import FileRecord, LanguageTotal, Recency, Snapshot
from luminos_core.report import figures
from luminos_core.report.escape import one_line, visible
from luminos_core.report.theme import ACCENT, QUIET, plain_signs, words

_SHOWN = 10  # rows of a section
_BAR = 24  # columns
_JUSTIFIED: tuple[JustifyMethod, ...] = ("left", "left", "right", "right")


def print_scan(snapshot: Snapshot, tree: str, console: Console) -> None:
    """The whole snapshot in sections; `tree` is rendered already. Sections with nothing to say are
    left out."""
    console.print(_title(snapshot))
    sections: tuple[tuple[str, RenderableType | None], ...] = (
        ("Tree", Text(visible(tree.rstrip("\n")), overflow="fold") if tree else None),
        ("Languages, in lines", _languages(snapshot, console)),
        ("Categories, in bytes", _categories(snapshot, console)),
        ("Large files", _files(snapshot.large_files, _extent)),
        (_recency_title(snapshot.recency), _recent(snapshot.recency)),
        ("Disk use", _disk_use(snapshot)),
        ("Left out", _exclusions(snapshot)),
        ("Could not be read", _troubles(snapshot)),
    )
    for title, content in sections:
        if content is not None:
            console.print()
            console.print(words(title, ACCENT))
            console.print(Padding(content, (0, 2), expand=False))


def _title(snapshot: Snapshot) -> Text:
    files = figures.counted(snapshot.file_count, "file")
    directories = figures.counted(len(snapshot.directories), "directory", "directories")
    return Text.assemble(
        (one_line(snapshot.name), "bold"),
        "  ",
        (one_line(snapshot.target), QUIET),
        f"\n{files} in {directories}, {figures.size(snapshot.disk_use)} on disk",
    )


def _languages(snapshot: Snapshot, console: Console) -> RenderableType | None:
    if any(total.code is not None for total in snapshot.languages):
        return _split_languages(snapshot.languages)
    rows = [
        (total.language, total.lines, figures.counted(total.files, "file"))
        for total in snapshot.languages
    ]
    return _bars(rows, "{:,}".format, console)


def _split_languages(totals: Sequence[LanguageTotal]) -> RenderableType:
    """With `scan --count`: numbers in place of bars."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for index in range(6):
        table.add_column(justify="right" if index else "left")
    table.add_row(
        "", *(Text(word, QUIET) for word in ("lines", "code", "comments", "blank", "files"))
    )
    for total in totals[:_SHOWN]:
        split = (total.code, total.comments, total.blanks)
        numbers = ["-" if number is None else f"{number:,}" for number in split]
        table.add_row(words(total.language), f"{total.lines:,}", *numbers, f"{total.files:,}")
    shown = _with_rest(table, len(totals))
    unsplit = sum(total.lines for total in totals if total.code is None)
    if not unsplit:
        return shown
    remark = f"{unsplit:,} lines are prose, or in a language that the counter does not know"
    return Group(shown, Text(remark, style=QUIET))


def _categories(snapshot: Snapshot, console: Console) -> RenderableType | None:
    rows = [
        (total.category.value, total.size, figures.counted(total.files, "file"))
        for total in sorted(snapshot.categories, key=lambda total: -total.size)
    ]
    return _bars(rows, figures.size, console)


def _bars(
    rows: Sequence[tuple[str, int, str]], shown: Callable[[int], str], console: Console
) -> RenderableType | None:
    """Name, bar to scale, number, and a remark; the first row is the largest."""
    if not rows:
        return None
    table = Table.grid(padding=(0, 2, 0, 0))
    for justify in _JUSTIFIED:
        table.add_column(justify=justify)
    block, largest = "#" if plain_signs(console) else "━", max(rows[0][1], 1)
    for name, number, remark in rows[:_SHOWN]:
        bar = block * max(1, round(_BAR * number / largest))
        table.add_row(words(name), Text(bar, "cyan"), shown(number), Text(remark, QUIET))
    return _with_rest(table, len(rows))


def _files(
    files: Sequence[FileRecord], extent: Callable[[FileRecord], str]
) -> RenderableType | None:
    return _pairs([(file.path, extent(file)) for file in files])


def _extent(file: FileRecord) -> str:
    lines = [figures.counted(file.lines, "line")] if file.lines else []
    return ", ".join([*lines, figures.size(file.size)])


def _recency_title(recency: Recency) -> str:
    note = f" ({recency.note})" if recency.note else ""
    return f"Last changed, by {recency.source}{note}"


def _recent(recency: Recency) -> RenderableType | None:
    return _pairs([(file.path, figures.moment(file.changed_at)) for file in recency.recent])


def _disk_use(snapshot: Snapshot) -> RenderableType | None:
    return _pairs([(total.path, figures.size(total.size)) for total in snapshot.top_directories])


def _exclusions(snapshot: Snapshot) -> RenderableType | None:
    return _pairs([(exclusion.path, exclusion.reason) for exclusion in snapshot.exclusions])


def _troubles(snapshot: Snapshot) -> RenderableType | None:
    return _pairs([(trouble.path, trouble.problem) for trouble in snapshot.troubles])


def _pairs(rows: Sequence[tuple[str, str]]) -> RenderableType | None:
    if not rows:
        return None
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(overflow="fold")
    table.add_column(overflow="fold", style=QUIET)
    for path, remark in rows[:_SHOWN]:
        table.add_row(words(one_line(path)), words(one_line(remark)))
    return _with_rest(table, len(rows))


def _with_rest(table: Table, total: int) -> RenderableType:
    if total <= _SHOWN:
        return table
    return Group(table, Text(f"{total - _SHOWN:,} more with --json", style=QUIET))
