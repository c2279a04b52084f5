"""What is remembered, on a terminal: an index, and the timeline of one thing."""

from collections.abc import Iterable, Sequence

from luminos_core.lookup.memory import MemoryAnswer, SaidOfFlag
from luminos_core.lookup.sections import INDENT, Lines, section
from luminos_core.records.flag import Known
from luminos_core.records.memory import Episode, Judge, Judgement
from luminos_core.report.terminal.flag_table import FINGERPRINT_DIGITS
from luminos_core.report.terminal.plain_console import Cell, Justify, PlainConsole
from luminos_core.text import formats
from luminos_core.text.escape import one_line, printable_name

_ROWS = 40
_LEFT: Justify = "left"
_LONGEST = 300  # characters of a text


def memory_view(answer: MemoryAnswer, console: PlainConsole) -> Lines:
    """What was learnt, then what was said of flags, then what is behind it, if that was asked."""
    patterns: list[list[Cell]] = [
        [(each.id, "muted"), (f"{each.confidence:.2f}", ""), (one_line(each.text, _LONGEST), "")]
        for each in answer.patterns
    ]
    yield from _table("Learnt, with how sure that is", patterns, console)
    yield from _table("Said of flags", [_said(each) for each in _alike(answer.flags)], console)
    behind = [row for each in reversed(answer.behind) for row in _episode(each)]
    yield from _table("Behind it, the latest first", behind, console)
    if not answer.episodes:
        yield "Nothing is remembered: runs with a model are, and what `luminos verdict` says."
    yield ""
    episodes = formats.pluralize(answer.episodes, "episode")
    runs = formats.pluralize(answer.runs, "run")
    end = f"{episodes} of {runs} of {answer.target}; as it was in run {answer.run_id}"
    yield console.styled(printable_name(end), "muted")


def _table(name: str, rows: list[list[Cell]], console: PlainConsole) -> Lines:
    if not rows:
        return
    yield from section(f"{name}: {len(rows):,}", console)
    columns = [_LEFT] * len(rows[0])
    for line in console.table(rows[:_ROWS], columns, cut_last=True, indent=len(INDENT)):
        yield f"{INDENT}{line}"
    if len(rows) > _ROWS:
        yield f"{INDENT}{formats.pluralize(len(rows) - _ROWS, 'more row')}: see --json"


def _said(alike: Sequence[SaidOfFlag]) -> list[Cell]:
    """One word about several places of a flag is a row."""
    first = alike[0]
    judgement = first.judgement
    more = f" (+{len(alike) - 1:,})" if len(alike) > 1 else ""
    times = f" ({first.times} times)" if first.times > 1 else ""
    return [
        (judgement.fingerprint[:FINGERPRINT_DIGITS], "muted"),
        (printable_name(judgement.path) + more, "bold"),
        (judgement.about, ""),
        (one_line(f"{_words(judgement).rstrip('.')}{times}{_force(first)}", _LONGEST), ""),
    ]


def _force(said: SaidOfFlag) -> str:
    """Whether the report says it, too."""
    if said.now:
        return "; known-false" if said.now.startswith(Known.DISMISSED) else ""
    if said.is_newer:
        return "; from the next run on"
    is_persons = said.judgement.judge is Judge.PERSON
    return "; its code has changed, or it is gone" if is_persons else ""


def _alike(flags: Iterable[SaidOfFlag]) -> list[list[SaidOfFlag]]:
    found: dict[tuple[str, ...], list[SaidOfFlag]] = {}
    for each in flags:
        said = each.judgement
        key = (said.path, said.rule, said.finding, said.word, said.judge, said.reason, each.now)
        found.setdefault(key, []).append(each)
    return list(found.values())


def _episode(episode: Episode) -> list[list[Cell]]:
    at: Cell = (f"{episode.at[:16].replace('T', ' ')} {episode.run_id[:8]}", "muted")
    rows: list[list[Cell]] = []
    if turns := episode.turns:
        parts = [f"{turns.tier}: {turns.used} of {formats.pluralize(turns.given, 'turn')}"]
        parts += [f"{turns.borrowed} borrowed"] if turns.borrowed else []
        parts += [f"{turns.returned} returned"] if turns.returned else []
        parts += ["partial"] if turns.is_partial else []
        parts += [f"confidence {turns.confidence:.2f}"] if turns.confidence is not None else []
        rows.append([at, (printable_name(episode.directory), "bold"), (", ".join(parts), "")])
    for said in episode.judgements:
        words = one_line(f"{said.rule}: {_words(said)}", _LONGEST)
        rows.append([at, (printable_name(said.path), "bold"), (words, "")])
    return rows


def _words(judgement: Judgement) -> str:
    reason = f": {judgement.reason}" if judgement.reason else ""
    judge = "a person" if judgement.judge is Judge.PERSON else judgement.judge
    return f"{judgement.word} by {judge}{reason}"
