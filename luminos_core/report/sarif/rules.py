"""The rules of a report's flags as SARIF's reporting descriptors."""

from collections.abc import Iterable
from typing import Any

from luminos_core.catalogue.rule_text import RuleText, rule_text
from luminos_core.records.flag import SEVERITY_RANK, Flag
from luminos_core.report.markdown_escape import code, inline, link
from luminos_core.report.sarif.results import LEVELS, SCORES, cwe_tag

_TAGS = 20  # GitHub takes no rule with more
_TEXT = 1_000  # characters, of which GitHub shows 1,024


def rules_of(flags: Iterable[Flag]) -> dict[str, dict[str, Any]]:
    """By name, in the order of their first flags. A rule's score is that of its worst flag here,
    since code scanning gives it to all of them."""
    worst: dict[str, Flag] = {}
    for flag in flags:
        known = worst.setdefault(flag.rule, flag)
        if SEVERITY_RANK[flag.severity] < SEVERITY_RANK[known.severity]:
            worst[flag.rule] = flag
    return {rule: _descriptor(flag, rule_text(rule)) for rule, flag in worst.items()}


def _descriptor(flag: Flag, text: RuleText | None) -> dict[str, Any]:
    known = text or RuleText(rule=flag.rule, title=flag.rule)
    said = flag.finding[:_TEXT] or flag.rule
    why = known.why or said
    # Code scanning calls its alerts by it: of another tool's rule, the name says little.
    title = f"{known.title}." if known.why else f"{known.title}: {said}"
    descriptor = {
        "name": _pascal(flag.rule),
        "shortDescription": {"text": title},
        "fullDescription": {"text": why},
        "help": {"text": _help(known, why), "markdown": _markdown(known, why)},
        "helpUri": known.page,
        "defaultConfiguration": {"level": LEVELS[known.severity or flag.severity]},
        "properties": _properties(flag, known),
    }
    return {"id": flag.rule} | {name: value for name, value in descriptor.items() if value}


def _pascal(rule: str) -> str:
    """ "CommandInjection"; of another tool's, its own name."""
    words = rule.split("-")
    return rule if ":" in rule else "".join(word[:1].upper() + word[1:] for word in words)


def _help(text: RuleText, why: str) -> str:
    more = (text.fix, f"See {text.page}" if text.page else "")
    return "\n\n".join(filter(None, (why, *more)))


def _markdown(text: RuleText, why: str) -> str:
    fix = f"**What to do:** {inline(text.fix)}" if text.fix else ""
    page = f"See {link(code(text.page_title), text.page)}." if text.page else ""
    precision = f"Precision: {text.precision}." if text.precision else ""
    return "\n\n".join(filter(None, (inline(why), fix, " ".join(filter(None, (precision, page))))))


def _properties(flag: Flag, text: RuleText) -> dict[str, Any]:
    cwe = cwe_tag(text.cwe) if text.cwe else ""
    tags = filter(None, ("security" if text.is_security else "", text.family, cwe))
    score = {"security-severity": SCORES[flag.severity]} if text.is_security else {}
    precision = {"precision": text.precision.value} if text.precision else {}
    return {"tags": list(tags)[:_TAGS], **precision, **score}
