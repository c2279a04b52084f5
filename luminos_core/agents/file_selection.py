"""Which of a directory's own files its first message shows: decided from the scan's facts alone, so
that the prompt and the estimate of its cost select the same.

All files are shown whole where that takes one call for a directory of some size. Else files are
shown whole up to a lower limit, then as outlines up to half of it; the others are named with a
reason. A directory that is not shown whole takes a second call anyway, so the most informative
files come first: those with flags, since a flag is judged by its lines; then code and configuration
written here; then documents; then the rest, and vendored files last. Among equals the smallest come
first: most files are whole that way, and an outline says most of the largest.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from luminos_core.agents.prompt_limits import PROMPT_LIMITS, PromptLimits
from luminos_core.outline.outline import LIMIT, has_outline
from luminos_core.records.snapshot import Category, FileKind, FileRecord
from luminos_core.text import formats
from luminos_core.text.sanitize import sanitize_name
from luminos_core.tools.target_text import delimit

_OUTLINE_SHARE = 0.1  # of a file's text is in its outline: 0.06 of JavaScript, 0.1 of Python and C
WHOLE, OUTLINE = "whole", "outline only"
_MINIMUM_WIDTHS = {"utf-16-le": 2, "utf-16-be": 2, "utf-32-le": 4, "utf-32-be": 4}  # bytes
_MAXIMUM_WIDTH = 4  # bytes of a character in any encoding
_WRITTEN_HERE = (Category.SOURCE, Category.CONFIG)


class Reason(StrEnum):
    """Why a file is only named."""

    LINK = "a link, not followed"
    NOT_REGULAR = "not a regular file, never opened"
    UNREADABLE = "could not be read"
    WITHHELD = "withheld, since it may hold secrets"
    LINKED = "withheld, since another name of it is outside of the target"
    BINARY = "binary"
    GENERATED = "generated or minified"
    EMPTY = "empty"
    LONG_LINE = f"a line is over {PROMPT_LIMITS.line_characters:,} characters long"
    TOO_LONG = "too long to be shown here"
    NOT_PARSED = "too long to be shown here, and could not be parsed for an outline"

    @property
    def leaves_text(self) -> bool:
        """Whether there is text in the file that may still be read."""
        return self in (Reason.LONG_LINE, Reason.TOO_LONG, Reason.NOT_PARSED)


@dataclass(frozen=True)
class FileSelection:
    """Every file once, each part in the order of selection."""

    whole: tuple[FileRecord, ...]
    outlined: tuple[FileRecord, ...]
    left_out: Mapping[Reason, tuple[FileRecord, ...]]

    @property
    def unread(self) -> tuple[FileRecord, ...]:
        """The files with text that are not shown whole."""
        left_out = (files for reason, files in self.left_out.items() if reason.leaves_text)
        return (*self.outlined, *(file for files in left_out for file in files))


def select_files(
    files: Iterable[FileRecord], flagged: Collection[str], limits: PromptLimits
) -> FileSelection:
    """Select from a directory's own `files`, of which `flagged` holds the paths with a flag.

    Expected sizes keep to the limits: `whole_bytes` to `whole_room`, `outline_bytes` to
    `outlines_bytes`.
    """
    files = tuple(files)
    whole: list[FileRecord] = []
    outlined: list[FileRecord] = []
    left_out: dict[Reason, list[FileRecord]] = defaultdict(list)
    room, outline_room = whole_room(files, limits), limits.outlines_bytes
    for file in sorted(files, key=lambda file: (_rank(file, flagged), file.size, file.path)):
        if reason := _never_shown(file, limits):
            left_out[reason].append(file)
        elif (size := whole_bytes(file)) <= room:
            whole.append(file)
            room -= size
        elif (
            can_outline(file)
            and len(outlined) < limits.outlines
            and (size := outline_bytes(file, limits)) <= outline_room
        ):
            outlined.append(file)
            outline_room -= size
        else:
            left_out[Reason.TOO_LONG].append(file)
    by_reason = {reason: tuple(found) for reason, found in left_out.items()}
    return FileSelection(tuple(whole), tuple(outlined), by_reason)


def whole_room(files: Iterable[FileRecord], limits: PromptLimits) -> int:
    """The bytes that whole files may take: more when all of a directory's files are among them."""
    shown = (whole_bytes(file) for file in files if not _never_shown(file, limits))
    most = limits.whole_directory_bytes
    return most if sum(shown) <= most else limits.preload_bytes


def can_outline(file: FileRecord) -> bool:
    return has_outline(file.language) and file.size <= LIMIT


def framed_file(file: FileRecord, how: str, lines: int, text: str, remark: str = "") -> str:
    """The file's heading, then `text` between marks."""
    facts = [how, formats.pluralize(lines, "line"), *([remark] if remark else [])]
    return f"{sanitize_name(file.path)} ({', '.join(facts)}):\n{delimit(text)}"


def whole_bytes(file: FileRecord) -> int:
    """The bytes of UTF-8 that the file is expected to take, shown whole, delimited and with
    a number and a tab before each line. Redaction, escapes and other scripts can change it."""
    lines = file.lines or 0
    digits = sum(lines - 10**power + 1 for power in range(len(str(lines)))) if lines else 0
    text = file.size // _MINIMUM_WIDTHS.get(file.encoding or "", 1)
    return len(framed_file(file, WHOLE, lines, "").encode()) + text + digits + lines


def outline_bytes(file: FileRecord, limits: PromptLimits) -> int:
    """The bytes that the file's outline is expected to take, on average."""
    text = min(int(file.size * _OUTLINE_SHARE), limits.outline_characters)
    return len(framed_file(file, OUTLINE, file.lines or 0, "").encode()) + text


def _rank(file: FileRecord, flagged: Collection[str]) -> int:
    if file.path in flagged:
        return 0
    if file.vendored:
        return 4
    if file.category in _WRITTEN_HERE and not file.documentation:
        return 1
    return 2 if file.category is Category.DOCUMENT else 3


def _never_shown(file: FileRecord, limits: PromptLimits) -> Reason | None:
    longest = _MAXIMUM_WIDTH * limits.line_characters  # bytes of a line that may be shown
    reasons = (
        (Reason.LINK, file.kind is FileKind.SYMLINK),
        (Reason.NOT_REGULAR, file.kind is not FileKind.FILE),
        (Reason.UNREADABLE, bool(file.problem)),
        (Reason.WITHHELD, file.withheld),
        (Reason.LINKED, file.linked_outside),
        (Reason.BINARY, file.binary),
        (Reason.GENERATED, file.generated),
        (Reason.EMPTY, not file.size),
        (Reason.LONG_LINE, file.lines is not None and file.size > longest * file.lines),
    )
    return next((reason for reason, holds in reasons if holds), None)
