"""The size of a directory's first message, which no model's habits change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from luminos_core.agents.directory_blocks import listing_block
from luminos_core.agents.estimate.call_pattern import text_tokens, tokens
from luminos_core.agents.file_selection import outline_bytes, select_files, whole_bytes
from luminos_core.agents.prompt_limits import PromptLimits
from luminos_core.agents.question_blocks import asked_block
from luminos_core.records.flag import Flag
from luminos_core.records.snapshot import DirectoryRecord, FileRecord

_KNOWN_FILE = tokens(300)  # its summary and flags
_LINE_CHARACTERS = 3  # of a line that JSON, or a tokenizer, counts again: breaks, tabs, quotes


@dataclass(frozen=True)
class DirectoryPrompt:
    facts: float  # tokens of the listing, flags, hints, memory and the summaries of known files
    files: float  # tokens of the files that are shown, whole or as outlines
    whole: int  # files shown whole
    unread: tuple[float, ...]  # tokens of each file with text that is not shown whole
    children: int  # child directories, each with a summary

    @property
    def text(self) -> float:
        """Tokens of all files, as far as their text is new."""
        return self.files + sum(self.unread)


def directory_prompt(
    directory: DirectoryRecord,
    flags: Sequence[Flag],
    hints: Sequence[Flag],
    limits: PromptLimits,
    is_known: Callable[[FileRecord], bool],
    memory: str = "",
) -> DirectoryPrompt:
    """Of files whose content is known from an earlier run there are summaries, and no text."""
    new = [file for file in directory.files if not is_known(file)]
    known = (len(directory.files) - len(new)) * _KNOWN_FILE
    selection = select_files(new, {flag.path for flag in (*flags, *hints)}, limits)
    told = (listing_block(directory), asked_block(flags, ()), asked_block(hints, ()), memory)
    outlines = sum(tokens(outline_bytes(file, limits)) for file in selection.outlined)
    return DirectoryPrompt(
        facts=sum(text_tokens(text) for text in told if text) + known,
        files=sum(map(_file_tokens, selection.whole)) + outlines,
        whole=len(selection.whole),
        unread=tuple(map(_file_tokens, selection.unread)),
        children=len(directory.children),
    )


def _file_tokens(file: FileRecord) -> float:
    return tokens(whole_bytes(file) + _LINE_CHARACTERS * (file.lines or 0))
