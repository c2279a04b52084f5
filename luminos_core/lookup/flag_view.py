"""A flag on a terminal: its evidence, its rule, and what is known of it."""

from luminos_core.lookup.answers import FlagAnswer
from luminos_core.lookup.sections import INDENT, Lines, facts, history_lines, prose, title
from luminos_core.records.flag import Flag, FlagState
from luminos_core.report.answered import also_found, answered
from luminos_core.report.terminal.flag_table import FINGERPRINT_DIGITS, STATE_WORDS
from luminos_core.report.terminal.plain_console import PlainConsole
from luminos_core.text import formats
from luminos_core.text.escape import escape_invisible

_QUOTED = 20  # lines


def flag_view(answer: FlagAnswer, console: PlainConsole) -> Lines:
    flag, rule = answer.flag, answer.rule
    state = STATE_WORDS[flag.state] if flag.state else ""
    yield title(flag.location, f"{flag.label}, {state}" if state else flag.label, console)
    yield from prose(flag.finding, console)
    yield from _quotation(flag, console)
    cwe = f"CWE-{rule.cwe}" if rule and rule.cwe else ""
    yield ""
    yield from facts(
        {
            "rule": ", ".join(filter(None, (flag.rule, rule.title if rule else "", cwe))),
            "in": flag.symbol,
            "why": rule.why if rule and rule.why != flag.finding else "",
            "fix": rule.fix if rule else "",
            "read on": rule.page if rule else "",
            "doubt": flag.doubt,
            "reviewed": _verdict(flag),
            "asked": answered(flag),
            "remembered": flag.known_line,
            "suppressed": flag.suppressed,
            "owner": flag.owner,
            "found by": _found_by(flag),
            "first seen": _seen(flag.first_seen, flag.first_commit),
            "last seen": _seen(flag.last_seen, flag.last_commit),
            "more": formats.pluralize(flag.more, "more place") if flag.more else "",
            "at": answer.link,
            "fingerprint": flag.fingerprint,
            "accept": _acceptance(flag),
            "judge": _judging(flag),
        },
        console,
    )
    yield from history_lines(answer.history, console)


def _quotation(flag: Flag, console: PlainConsole) -> Lines:
    lines = escape_invisible(flag.quotation).expandtabs(4).strip("\n").split("\n")
    bar = "|" if console.ascii_only else "│"
    if flag.quotation.strip():
        yield ""
        yield from (f"{INDENT}{console.styled(bar, 'bar')} {line}" for line in lines[:_QUOTED])
    if len(lines) > _QUOTED:
        more = formats.pluralize(len(lines) - _QUOTED, "more line")
        yield f"{INDENT}{console.styled(bar, 'bar')} {more}"


def _verdict(flag: Flag) -> str:
    """ "refuted: the caller checks it; it was critical"; "" for a flag that was not reviewed."""
    if flag.verdict is None:
        return ""
    reason = f": {flag.verdict_reason}" if flag.verdict_reason else ""
    return f"{flag.verdict}{reason}" + (f"; it was {flag.was}" if flag.was else "")


def _acceptance(flag: Flag) -> str:
    """The command for it; "" for what is suppressed, or gone."""
    if flag.suppressed or flag.state in (FlagState.RESOLVED, FlagState.UNKNOWN):
        return ""
    return f'luminos suppress {flag.fingerprint[:FINGERPRINT_DIGITS]} --reason "..."'


def _judging(flag: Flag) -> str:
    if flag.state is FlagState.RESOLVED:
        return ""
    return f'luminos verdict {flag.fingerprint[:FINGERPRINT_DIGITS]} false --reason "..."'


def _found_by(flag: Flag) -> str:
    return ", ".join((flag.source.value, *also_found(flag)))


def _seen(at: str, commit: str) -> str:
    if not at:
        return ""
    return f"{at[:16].replace('T', ' ')} UTC{f', commit {commit[:12]}' if commit else ''}"
