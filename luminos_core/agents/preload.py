"""A directory's own files as its first message shows them, so that most directories take one call.

Files stand there whole as far as the allowance goes, then as outlines as far as that of the
outlines goes; of the rest there are names and reasons. When not all fit, a second call will follow
anyway, so what is shown first is what tells most for its tokens: files in which the checks found
something, since a finding is judged by its lines; then code and configuration written here; then
documents; then anything else, and last what others wrote. Among equals the smallest come first:
most files are whole that way, and of the largest an outline says most.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence

from luminos_core.errors import ToolError
from luminos_core.outline.outline import LIMIT, has_outline, outline
from luminos_core.outline.render import render
from luminos_core.records.snapshot import Category, FileKind, FileRecord
from luminos_core.redaction.redact import redact
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.source_text import SourceText, read_text
from luminos_core.text.sanitize import sanitize_name, truncate_lines
from luminos_core.tools.target_text import framed, numbered

_BYTES_PER_TOKEN = 4  # of UTF-8: characters in plain English, fewer where a script costs more
_OUTLINE_SHARE = 2  # outlines may take one token for so many of whole files
_OUTLINE_BYTES = 6_000  # of one outline; the rest of it is cut
_OUTLINES = 24  # that are made at most: a hostile file keeps the parser for 2 s
_LONGEST_LINE = 10_000  # characters; what has longer ones was not written to be read
_NAMES_CHARACTERS = 2_000  # of the files left out for one reason
_TOO_LONG = "too long to be shown here"
_LONG_LINE = f"a line is over {_LONGEST_LINE:,} characters long"
_WIDTHS = {"utf-16-le": 2, "utf-16-be": 2, "utf-32-le": 4, "utf-32-be": 4}  # bytes a character
_WRITTEN = (Category.SOURCE, Category.CONFIG)


def preload(
    own: Sequence[FileRecord], flagged: Collection[str], files: SandboxedDir, tokens: int
) -> str:
    """The files `own`, of which `flagged` holds the paths that a check has something to say about.
    "" when there is nothing to show or `tokens` is 0.

    Whole files take at most `tokens`, outlines half of it on top. Whatever is wrong with a file
    is said of it, and nothing is raised.
    """
    if not own or not tokens:
        return ""
    display = _Display(files, tokens * _BYTES_PER_TOKEN)
    for file in sorted(own, key=lambda file: (_rank(file, flagged), file.size, file.name)):
        display.add(file)
    return display.text()


def _rank(file: FileRecord, flagged: Collection[str]) -> int:
    if file.path in flagged:
        return 0
    if file.vendored:
        return 4
    if file.category in _WRITTEN and not file.documentation:
        return 1
    return 2 if file.category is Category.DOCUMENT else 3


class _Display:
    """What is shown so far, and how many bytes of it are left."""

    def __init__(self, files: SandboxedDir, room: int) -> None:
        self._files = files
        self._room = room
        self._outline_room = room // _OUTLINE_SHARE
        self._outlines_left = _OUTLINES
        self._whole: dict[str, str] = {}  # by name
        self._outlined: dict[str, str] = {}
        self._left_out: dict[str, list[str]] = defaultdict(list)  # names by reason
        self._troubles: list[str] = []

    def add(self, file: FileRecord) -> None:
        try:
            reason = _never_shown(file) or self._show(file)
        except ToolError as trouble:
            self._troubles.append(f"- {sanitize_name(str(trouble))}")
            return
        if reason:
            self._left_out[reason].append(sanitize_name(file.name))

    def text(self) -> str:
        parts = [self._summary()]
        parts += [self._whole[name] for name in sorted(self._whole)]
        parts += [self._outlined[name] for name in sorted(self._outlined)]
        if missing := self._missing():
            parts.append(f"Not shown:\n{missing}")
        return "\n\n".join(parts)

    def _summary(self) -> str:
        """What there is still to read, in a sentence."""
        if self._outlined or self._troubles or {_TOO_LONG, _LONG_LINE} & self._left_out.keys():
            return "Some of these files are not shown whole."
        if self._whole:
            return "All of these files that have text are shown whole: nothing is left to read."
        return "None of these files has text to read."

    def _missing(self) -> str:
        lines = sorted(f"- {why}: {_listed(names)}" for why, names in self._left_out.items())
        if self._troubles:
            lines.append(truncate_lines(self._troubles, _NAMES_CHARACTERS, "- and {count} more"))
        return "\n".join(lines)

    def _show(self, file: FileRecord) -> str:
        """Show the file whole, or else its outline; the reason when it can be neither."""
        may_fit = _least(file) <= self._room
        if not may_fit and not self._may_outline(file):
            return _TOO_LONG
        source = read_text(self._files, file.path)
        if not source.lines:
            return "empty"
        if max(map(len, source.lines)) > _LONGEST_LINE:
            return _LONG_LINE
        if self._fits_whole(file, source) or self._fits_outlined(file, source):
            return ""
        return _TOO_LONG

    def _fits_whole(self, file: FileRecord, source: SourceText) -> bool:
        if source.cut:
            return False
        shown = _part(file, f"whole, {_lines(source)}", numbered(source.lines))
        size = len(shown.encode())
        if size > self._room:
            return False
        self._room -= size
        self._whole[file.name] = shown
        return True

    def _may_outline(self, file: FileRecord) -> bool:
        return self._outlines_left > 0 and file.size <= LIMIT and has_outline(file.language)

    def _fits_outlined(self, file: FileRecord, source: SourceText) -> bool:
        if not self._may_outline(file):
            return False
        self._outlines_left -= 1
        found = outline(source.path, source.content, file.language)
        if found is None or not found.symbols:
            return False
        rendered = redact(render(found)).text
        lines = truncate_lines(rendered.splitlines(), _OUTLINE_BYTES, "... and {count} lines more")
        shown = _part(file, f"outline only, {_lines(source)}", lines)
        size = len(shown.encode())
        if size > self._outline_room:
            return False
        self._outline_room -= size
        self._outlined[file.name] = shown
        return True


def _never_shown(file: FileRecord) -> str:
    """Why the file is not opened for this; "" when it is."""
    if file.kind is FileKind.SYMLINK:
        return "a link, not followed"
    if file.kind is not FileKind.FILE:
        return "not a regular file, never opened"
    if file.withheld:
        return "withheld, since it may hold secrets"
    if file.binary:
        return "binary"
    if file.generated:
        return "generated or minified"
    return "" if file.size else "empty"


def _least(file: FileRecord) -> int:
    """Bytes that the file takes at least when it is shown, by what the scan saw of it."""
    return file.size // _WIDTHS.get(file.encoding or "", 1)


def _part(file: FileRecord, how: str, text: str) -> str:
    return f"{sanitize_name(file.path)} ({how}):\n{framed(text)}"


def _lines(source: SourceText) -> str:
    count = len(source.lines)
    return f"{count:,} lines" if count != 1 else "1 line"


def _listed(names: Sequence[str]) -> str:
    kept = truncate_lines(sorted(names), _NAMES_CHARACTERS, "{count} more").split("\n")
    return ", ".join(kept)
