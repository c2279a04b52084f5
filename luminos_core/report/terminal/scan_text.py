"""A scan as text on a terminal."""

from collections.abc import Callable, Iterator, Sequence

from luminos_core.records.snapshot import FileRecord, LanguageTotal, Snapshot
from luminos_core.report.terminal.plain_console import Cell, Justify, PlainConsole
from luminos_core.text import formats
from luminos_core.text.escape import escape_invisible, one_line

_SHOWN = 10  # rows of a section
_BAR = 24  # columns
_MARGIN = "  "
_SPLIT: tuple[Justify, ...] = ("left", "right", "right", "right", "right", "right")

Lines = Iterator[str]


def scan_text(snapshot: Snapshot, tree: str, console: PlainConsole) -> str:
    """In sections, without empty ones. `tree` is rendered already."""
    recent = snapshot.last_modified
    changed = f"Last changed, by {recent.source}" + (f" ({recent.note})" if recent.note else "")
    sections: tuple[tuple[str, Lines], ...] = (
        ("Tree", iter(escape_invisible(tree.rstrip("\n")).split("\n") if tree else ())),
        ("Languages, in lines", _languages(snapshot.languages, console)),
        ("Categories, in bytes", _categories(snapshot, console)),
        ("Large files", _pairs([(f.path, _file_size(f)) for f in snapshot.large_files], console)),
        (
            changed,
            _pairs([(f.path, formats.utc_time(f.changed_at)) for f in recent.recent], console),
        ),
        (
            "Disk use",
            _pairs([(t.path, formats.size(t.size)) for t in snapshot.top_directories], console),
        ),
        ("Left out", _pairs([(e.path, e.reason) for e in snapshot.exclusions], console)),
        ("Could not be read", _pairs([(t.path, t.problem) for t in snapshot.scan_errors], console)),
    )
    lines = list(_title(snapshot, console))
    for title, content in sections:
        if shown := [_MARGIN + line for line in content]:
            lines += ["", console.styled(one_line(title), "accent"), *shown]
    return "\n".join([*lines, ""])


def _title(snapshot: Snapshot, console: PlainConsole) -> Lines:
    name, target = one_line(snapshot.name), one_line(snapshot.target)
    yield f"{console.styled(name, 'bold')}  {console.styled(target, 'muted')}"
    files = formats.pluralize(snapshot.file_count, "file")
    directories = formats.pluralize(len(snapshot.directories), "directory")
    yield f"{files} in {directories}, {formats.size(snapshot.disk_use)} on disk"


def _languages(totals: Sequence[LanguageTotal], console: PlainConsole) -> Lines:
    if any(total.code is not None for total in totals):
        return _split_languages(totals, console)
    rows = [(t.language, t.lines, formats.pluralize(t.files, "file")) for t in totals]
    return _bars(rows, "{:,}".format, console)


def _split_languages(totals: Sequence[LanguageTotal], console: PlainConsole) -> Lines:
    """Of `scan --count`: numbers instead of bars."""
    heads = ("", "lines", "code", "comments", "blank", "files")
    rows: list[list[Cell]] = [[(head, "muted") for head in heads]]
    for total in totals[:_SHOWN]:
        numbers = (total.lines, total.code, total.comments, total.blanks, total.files)
        shown = ("-" if number is None else f"{number:,}" for number in numbers)
        rows.append([(text, "") for text in (total.language, *shown)])
    yield from _table(rows, _SPLIT, len(totals), console)
    if unsplit := sum(total.lines for total in totals if total.code is None):
        lines = f"{formats.pluralize(unsplit, 'line')} {'is' if unsplit == 1 else 'are'}"
        remark = f"{lines} prose, or in a language that the counter does not know"
        yield console.styled(remark, "muted")


def _categories(snapshot: Snapshot, console: PlainConsole) -> Lines:
    rows = [
        (total.category.value, total.size, formats.pluralize(total.files, "file"))
        for total in sorted(snapshot.categories, key=lambda total: -total.size)
    ]
    return _bars(rows, formats.size, console)


def _bars(
    rows: Sequence[tuple[str, int, str]], shown: Callable[[int], str], console: PlainConsole
) -> Lines:
    """Name, bar to scale, number, and a remark. The first row must be the largest."""
    block, largest = "#" if console.ascii_only else "━", max([1, *(row[1] for row in rows[:1])])
    table: list[Sequence[Cell]] = []
    for name, number, remark in rows[:_SHOWN]:
        bar = block * max(1, round(_BAR * number / largest))
        table.append(((name, ""), (bar, "bar"), (shown(number), ""), (remark, "muted")))
    return _table(table, ("left", "left", "right", "right"), len(rows), console)


def _file_size(file: FileRecord) -> str:
    lines = [formats.pluralize(file.lines, "line")] if file.lines else []
    return ", ".join([*lines, formats.size(file.size)])


def _pairs(rows: Sequence[tuple[str, str]], console: PlainConsole) -> Lines:
    table: list[list[Cell]] = [[(path, ""), (remark, "muted")] for path, remark in rows[:_SHOWN]]
    return _table(table, ("left", "left"), len(rows), console)


def _table(
    rows: Sequence[Sequence[Cell]], justify: Sequence[Justify], total: int, console: PlainConsole
) -> Lines:
    """`rows`, and how many of `total` are not among them."""
    yield from console.table(rows, justify)
    if total > _SHOWN:
        yield console.styled(f"{total - _SHOWN:,} more with --json", "muted")
