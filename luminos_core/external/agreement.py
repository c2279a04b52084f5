"""What an agent and a check, or another tool, say of one place as one flag with both sources."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from luminos_core.external.merge import are_alike, overlap
from luminos_core.external.weights import kind_of_any, kind_of_cwe
from luminos_core.flags.answers import AGENT
from luminos_core.records.flag import SEVERITY_RANK, Flag, Severity, Verdict


class Agreed(NamedTuple):
    flags: tuple[Flag, ...]
    hints: tuple[Flag, ...]  # those of which no agent has made a flag


def agreed(checks: Iterable[Flag], hints: Iterable[Flag], agents: Iterable[Flag]) -> Agreed:
    """Of a check's and an agent's flag the check's stays, at the worse severity, with what the
    agent says of it; of a hint and an agent's flag the agent's. What reviewers refuted, and whose
    quotation was not found, agrees with nobody."""
    found, left = list(checks), list(hints)
    by_path: dict[str, list[int]] = defaultdict(list)
    for index, flag in enumerate(found):
        by_path[flag.path].append(index)
    own: list[Flag] = []
    for flag in agents:
        if flag.is_doubted or flag.verdict is Verdict.REFUTED:
            own.append(flag)
            continue
        same = [n for n in by_path.get(flag.path, ()) if _is_same(found[n], flag)]
        if same:
            found[same[0]] = _joined(found[same[0]], flag)
        elif not _only_repeats(flag, [found[n] for n in by_path.get(flag.path, ())]):
            rules = [hint.rule for hint in left if _is_same(hint, flag)]
            left = [hint for hint in left if not _is_same(hint, flag)]
            own.append(_with_rules(flag, rules))
    return Agreed((*found, *own), tuple(left))


def _is_same(check: Flag, agents: Flag) -> bool:
    """By the kind of defect; when the agent names no weakness, by the line alone."""
    if not (check.path == agents.path and check.line and agents.line and overlap(check, agents)):
        return False
    if agents.cwe is None:
        return check.line == agents.line
    return are_alike(kind_of_any(check), kind_of_cwe(agents.cwe))


def _joined(check: Flag, agents: Flag) -> Flag:
    worse = min(check.severity, agents.severity, key=SEVERITY_RANK.__getitem__)
    if check.is_dismissed and agents.severity is Severity.INFO:
        return check  # a second flag to say that the first is harmless
    said = {
        "severity": worse,
        "also_found_by": tuple(dict.fromkeys((*check.also_found_by, AGENT))),
        "cwe": agents.cwe,
        "trigger": agents.trigger,
        "consequence": agents.consequence or agents.finding,
        "fix": agents.fix,
        "confidence": agents.confidence,
        "verdict": agents.verdict,
        "verdict_reason": agents.verdict_reason,
        "is_dismissed": False,
    }
    return check.model_copy(update=said)


def _only_repeats(agents: Flag, checks: Sequence[Flag]) -> bool:
    """Whether it is a note at the place of a flag that its agent has dismissed."""
    if agents.severity is not Severity.INFO or not agents.line:
        return False
    return any(check.is_dismissed and check.line and overlap(check, agents) for check in checks)


def _with_rules(flag: Flag, rules: Sequence[str]) -> Flag:
    if not rules:
        return flag
    return flag.model_copy(
        update={"also_found_by": tuple(dict.fromkeys((*flag.also_found_by, *rules)))}
    )
