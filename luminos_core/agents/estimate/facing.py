"""What a directory's investigator will have in front of it, whatever its habits."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from luminos_core.agents.directory_blocks import listing_block
from luminos_core.agents.estimate.conversation import tokens, tokens_of
from luminos_core.agents.estimate.shown import Shown, shown
from luminos_core.agents.prompt_blocks import flags_block
from luminos_core.records.flag import Flag
from luminos_core.records.snapshot import DirectoryRecord, FileRecord

_KNOWN = tokens(300)  # what is told of a file that an earlier run has looked at


@dataclass(frozen=True)
class Facing:
    facts: float  # tokens of listing, flags and what is known of files
    files: Shown
    children: int  # whose summaries it is told


def facing(
    directory: DirectoryRecord,
    flags: Sequence[Flag],
    preload_tokens: int,
    is_known: Callable[[FileRecord], bool],
) -> Facing:
    """Files that are known by content are told of and not shown."""
    new = [file for file in directory.files if not is_known(file)]
    known = (len(directory.files) - len(new)) * _KNOWN
    return Facing(
        facts=tokens_of(listing_block(directory)) + tokens_of(flags_block(flags)) + known,
        files=shown(new, preload_tokens),
        children=len(directory.children),
    )
