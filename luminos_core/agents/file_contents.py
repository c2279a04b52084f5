"""A directory's own files as its first message shows them. Most directories then take one call."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from luminos_core.agents.file_selection import (
    OUTLINE,
    WHOLE,
    Reason,
    can_outline,
    framed_file,
    select_files,
    whole_room,
)
from luminos_core.agents.prompt_limits import PromptLimits
from luminos_core.errors import ToolError
from luminos_core.outline.outline import outline
from luminos_core.outline.render_outline import render_outline
from luminos_core.records.outline import Outline
from luminos_core.records.snapshot import FileRecord
from luminos_core.redaction.redact import redact
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.source_text import SourceText, read_text
from luminos_core.text.sanitize import sanitize_name, truncate_lines
from luminos_core.tools.target_text import numbered


def file_contents(
    own: Sequence[FileRecord], flagged: Collection[str], files: SandboxedDir, limits: PromptLimits
) -> str:
    """The `own` files as `select_files` says; `flagged` holds the paths with a flag. "" when there
    is no file or `preload_tokens` is 0.

    The limits hold for the files as they are now: one that takes more than the scan let expect is
    outlined or named instead. A file that cannot be read is named with the error; none is raised.
    """
    if not own or not limits.preload_tokens:
        return ""
    selection = select_files(own, flagged, limits)
    contents = _Contents(files, limits, whole_room(own, limits))
    for reason, left_out in selection.left_out.items():
        contents.name(left_out, reason)
    for file in selection.whole:
        contents.show(file, whole=True)
    for file in selection.outlined:
        contents.show(file, whole=False)
    return contents.text()


class _Contents:
    """What is shown and named so far, and how many bytes of it are left."""

    def __init__(self, files: SandboxedDir, limits: PromptLimits, room: int) -> None:
        self._files = files
        self._limits = limits
        self._room = {WHOLE: room, OUTLINE: limits.outlines_bytes}
        self._shown: dict[str, dict[str, str]] = {WHOLE: {}, OUTLINE: {}}  # texts by name
        self._outlines_left = limits.outlines
        self._names: dict[Reason, list[str]] = defaultdict(list)  # of files that are not shown
        self._errors: list[str] = []

    def name(self, files: Iterable[FileRecord], reason: Reason) -> None:
        self._names[reason] += [sanitize_name(file.name) for file in files]

    def show(self, file: FileRecord, *, whole: bool) -> None:
        """Show the file, whole or as an outline; name it when it can be neither."""
        try:
            reason = self._add(file, read_text(self._files, file.path), whole)
        except ToolError as error:
            self._errors.append(f"- {sanitize_name(str(error))}")
        else:
            if reason:
                self.name([file], reason)

    def text(self) -> str:
        parts = [self._summary()]
        for texts in self._shown.values():
            parts += [text for _, text in sorted(texts.items())]
        if not_shown := self._not_shown():
            parts.append(f"Not shown:\n{not_shown}")
        return "\n\n".join(parts)

    def _add(self, file: FileRecord, source: SourceText, whole: bool) -> Reason | None:
        """None when the file is shown, else the reason why not."""
        lines = source.lines
        if not lines:
            return Reason.EMPTY
        if max(map(len, lines)) > self._limits.line_characters:
            return Reason.LONG_LINE
        if whole and not source.cut and self._fits(file, WHOLE, source, numbered(lines)):
            return None
        found = self._outline(file, source)
        if found and found.problem:
            return Reason.NOT_PARSED
        if found and self._fits(file, OUTLINE, source, self._rendered(found)):
            return None
        return Reason.TOO_LONG

    def _fits(self, file: FileRecord, how: str, source: SourceText, text: str) -> bool:
        """Whether there was room for the text, which is then shown."""
        shown = framed_file(file, how, len(source.lines), text, source.remark)
        size = len(shown.encode())
        if size > self._room[how]:
            return False
        self._room[how] -= size
        self._shown[how][file.name] = shown
        return True

    def _outline(self, file: FileRecord, source: SourceText) -> Outline | None:
        """None when the file has no symbols, or enough outlines were made."""
        if not self._outlines_left or not can_outline(file):
            return None
        self._outlines_left -= 1
        found = outline(source.path, source.content, file.language)
        return found if found and (found.symbols or found.problem) else None

    def _rendered(self, found: Outline) -> str:
        lines = redact(render_outline(found)).text.splitlines()
        return truncate_lines(lines, self._limits.outline_characters, "... and {count} lines more")

    def _summary(self) -> str:
        """What there is still to read, in a sentence."""
        is_left = any(reason.leaves_text for reason in self._names)
        if self._shown[OUTLINE] or self._errors or is_left:
            return "Some of these files are not shown whole."
        if Reason.UNREADABLE in self._names:
            return "Some of these files could not be read; nothing else is left to read."
        if self._shown[WHOLE]:
            return "All of these files that have text are shown whole: nothing is left to read."
        return "None of these files has text to read."

    def _not_shown(self) -> str:
        limit = self._limits.file_names_characters
        lines = []
        for reason, names in sorted(self._names.items()):
            listed = truncate_lines(sorted(names), limit, "{count} more").split("\n")
            lines.append(f"- {reason}: {', '.join(listed)}")
        if self._errors:
            lines.append(truncate_lines(self._errors, limit, "- and {count} more"))
        return "\n".join(lines)
