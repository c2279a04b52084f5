"""The documents of a target that say what it is to be, and how they are shown."""

from collections.abc import Iterable

import re2

from luminos_core.agents.file_selection import WHOLE, framed_file
from luminos_core.errors import ToolError
from luminos_core.offline.file_kinds import is_readable
from luminos_core.records.snapshot import FileRecord, Snapshot
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.source_text import SourceText, read_text
from luminos_core.text.sanitize import sanitize_name, truncate_lines
from luminos_core.tools.target_text import numbered

DOCUMENTS_CHARACTERS = 120_000  # of all together
_MOST = 40
_ONE = 24_000  # characters of a document
_MORE = "... and {count} lines more"
_TEXT = r"(?i)(?:\.(?:md|markdown|rst|txt|adoc))?"
# In the order in which there is room for them.
_KINDS = (
    re2.compile(rf"(?i)README{_TEXT}"),
    re2.compile(rf"(?i)(?:docs?/|\.github/)?CONTRIBUTING{_TEXT}"),
    re2.compile(r"(?i)(?:[^/]+/){0,5}(?:adrs?|decisions)/[^/]+\.(?:md|markdown|rst|txt|adoc)"),
)


def documents(snapshot: Snapshot) -> tuple[FileRecord, ...]:
    """READMEs, rules for contributors and records of decisions, without vendored ones."""
    readable = [each for each in snapshot.files if is_readable(each) and not each.vendored]
    found = sorted(
        (kind, file.path, file)
        for file in readable
        if (kind := _kind(file.path)) is not None and file.digest is not None
    )
    return tuple(file for _, _, file in found[:_MOST])


def shown(files: Iterable[FileRecord], target: SandboxedDir) -> str:
    """Each with its lines numbered, as far as there is room; the others are named."""
    room, texts, left_out = DOCUMENTS_CHARACTERS, [], []
    for file in files:
        try:
            text = _shown(file, read_text(target, file.path))
        except ToolError as error:
            left_out.append(f"- {sanitize_name(str(error))}")
            continue
        if len(text) > room:
            left_out.append(f"- {sanitize_name(file.path)}: no room")
            continue
        room -= len(text)
        texts.append(text)
    return "\n\n".join([*texts, *(["Not shown:\n" + "\n".join(left_out)] if left_out else [])])


def _shown(file: FileRecord, source: SourceText) -> str:
    lines = numbered(source.lines).split("\n")
    text = truncate_lines(lines, _ONE, _MORE)
    how = WHOLE if len(text.split("\n")) == len(lines) else "its beginning"
    return framed_file(file, how, len(source.lines), text, source.remark)


def _kind(path: str) -> int | None:
    return next((n for n, pattern in enumerate(_KINDS) if pattern.fullmatch(path)), None)
