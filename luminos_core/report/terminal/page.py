"""Lines of a report on a console: in its width, in what it can show, and tame in a log."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from luminos_core.report.terminal.build_log import BuildLog
from luminos_core.report.terminal.style import ACCENT, MAX_WIDTH, MUTED, emphasised, escaped
from luminos_core.report.terminal.wrapping import Unit, fill, words
from luminos_core.text.build_commands import tame_line
from luminos_core.text.escape import one_line

_LABEL = 16  # columns: "Not seen again"
_SEVERITY = 10
_NARROW = 60  # columns: below, what follows a label hangs less
_IN_ASCII = str.maketrans(
    {"“": '"', "”": '"', "‘": "'", "’": "'", "…": "...", "→": "->", "–": "-", "—": "-"}  # noqa: RUF001
)


class Page:
    """`is_log`: the lines are read by a program too, which would obey some of them."""

    def __init__(self, console: Console, *, is_log: bool) -> None:
        self.console = console
        self.width = min(console.width, MAX_WIDTH)
        self.ascii_only = console.options.ascii_only
        self.margin = " " * (_SEVERITY if self.width >= _NARROW else 2)
        self._is_log = is_log

    def print(self, lines: Iterable[Text]) -> None:
        """Each as it is: never cut, broken or padded."""
        for line in lines:
            self.console.print(_tamed(line) if self._is_log else line, soft_wrap=True)

    def heading(self, text: str, remark: str = "") -> list[Text]:
        """After an empty line."""
        units = [*words(escaped(text, ACCENT)), *words(escaped(remark, MUTED))]
        return [Text(), *fill(units, self.width, Text(), 0)]

    def row(self, label: str, *units: Unit, style: str = MUTED) -> list[Text]:
        """What is named by a label on the left."""
        indent = _LABEL if self.width >= _NARROW else 2
        return fill(units, self.width, Text(f"{label}  ", style), indent)

    def item(self, units: Iterable[Unit], label: Text | None = None) -> list[Text]:
        """Of a list of flags, directories or ratings: a short label, and what hangs."""
        return fill(units, self.width, _spaced(label), len(self.margin))

    def text(self, units: Iterable[Unit], label: Text | None = None, indent: int = 0) -> list[Text]:
        return fill(units, self.width, label or Text(" " * indent), indent)

    def group(self, title: str, lines: Iterable[Text], log: BuildLog | None) -> None:
        """Below a heading; in a log, folded."""
        if log:
            self.console.file.write(log.begin(title))
            self.print(lines)
            self.console.file.write(log.end(title))
        else:
            self.print((*self.heading(title), *lines))

    def words(self, text: str, style: str = "") -> list[Unit]:
        """Of hostile running text, on one line before it wraps."""
        return words(escaped(self.shown(one_line(text)), style))

    def emphasised(self, text: str) -> list[Unit]:
        """As `words`, with a model's `code` and **bold** in style."""
        return words(emphasised(self.shown(one_line(text))))

    def sign(self, sign: str, in_ascii: str) -> str:
        return in_ascii if self.ascii_only else sign

    def shown(self, line: str) -> str:
        """Typographic signs as ASCII, where nothing else can be shown."""
        return line.translate(_IN_ASCII) if self.ascii_only else line


def _tamed(line: Text) -> Text:
    """As it is, unless a build server would obey it."""
    shown = tame_line(line.plain)
    return line if shown == line.plain else Text(shown)


def _spaced(label: Text | None) -> Text:
    return label + Text("  ") if label else Text()


def joined(items: Sequence[Sequence[Unit]], mark: str = ",") -> list[Unit]:
    """The units of the items, parted by `mark`."""
    parted = [[*item[:-1], _with(item[-1], mark)] for item in items[:-1]]
    return [unit for item in (*parted, *items[-1:]) for unit in item]


def _with(unit: Unit, mark: str) -> Unit:
    return Unit(unit.text + Text(mark), unit.follows)
