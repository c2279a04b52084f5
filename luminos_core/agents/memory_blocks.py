"""What is remembered of earlier runs, as blocks of a prompt: an index for a planner, and for a
directory what concerns it and those above it."""

from collections.abc import Iterable, Iterator

from luminos_core.agents.estimate.call_pattern import text_tokens
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.memory.patterns import Memory
from luminos_core.records.cost import DIRECTORY, LedgerLine
from luminos_core.records.flag import Known
from luminos_core.records.memory import Judgement, KnownFlag, Pattern, PatternKind
from luminos_core.text.sanitize import sanitize_line

PLAN, PLAN_UPDATE = "plan", "plan-update"  # the passes that are told the index
_REST = "... and {count} more"


def index_block(memory: Memory) -> str:
    """A line a pattern, the most important first, as far as there is room. "" for none."""
    return _within(map(_pattern, memory.told), PROMPT_LIMITS.memory_characters)


def directory_memory(memory: Memory, path: str) -> str:
    """What is known of flags of its own files, and how often rules were right here and above; ""
    for nothing. What it took of its turns is the planner's, and the schedule's."""
    claims = (each for each in memory.about(path) if each.kind is PatternKind.CLAIMS)
    lines = (*map(_known, memory.known_in(path)), *map(_pattern, claims))
    return _within(lines, PROMPT_LIMITS.directory_memory_characters)


def tokens_told(memory: Memory, lines: Iterable[LedgerLine]) -> int:
    """Of these blocks, in the first messages of the conversations that a run has paid for."""
    planners = (PLAN, PLAN_UPDATE)
    blocks = {
        (line.pass_name, line.directory): index_block(memory)
        if line.pass_name in planners
        else directory_memory(memory, line.directory)
        for line in lines
        if line.pass_name in (*planners, DIRECTORY)
    }
    return round(sum(text_tokens(block) for block in blocks.values() if block))


def _pattern(pattern: Pattern) -> str:
    return _line(f"{pattern.text} (sure: {pattern.confidence:.2f})")


def _known(found: KnownFlag) -> str:
    """With the reason of a person; what a model gave for one stays among models of that night."""
    said = found.judgement
    place = f"{said.path}:{said.line}" if said.line else said.path
    word = found.known.value
    because = found.because if found.known is Known.DISMISSED else f"a person: {found.because}"
    return _line(f"{place}, {_what(said)}: {word} ({because})")


def _what(said: Judgement) -> str:
    """A rule of a check, or what an agent claims."""
    return said.finding.rstrip(".") if said.kind else said.rule


def _line(text: str) -> str:
    return f"- {sanitize_line(text, PROMPT_LIMITS.memory_entry_characters - 2)}"


def _within(lines: Iterable[str], limit: int) -> str:
    return "\n".join(_fitting(list(lines), limit))


def _fitting(lines: list[str], limit: int) -> Iterator[str]:
    """Never more than the limit, with the line that counts those that are left out."""
    room = limit - len(_REST) - len(f"{len(lines):,}")
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            yield _REST.format(count=f"{len(lines) - number:,}")
            return
        yield line
