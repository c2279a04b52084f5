"""What is said of a flag, as it is remembered."""

from luminos_core.records.flag import Flag, FlagSource, Verdict
from luminos_core.records.memory import Judge, Judgement, Word

_LONGEST = 200  # characters of a finding or a reason
QUOTED = 200  # of a quotation: what is there is found by its beginning
_WORDS = {Verdict.CONFIRMED: Word.CONFIRMED, Verdict.REFUTED: Word.FALSE}


def said_in_run(flag: Flag, code: str) -> Judgement | None:
    """By the agent of its directory that was asked about it, or by its reviewers; None when
    nobody decided."""
    if flag.answered_by:
        word = Word.FALSE if flag.is_dismissed else Word.CONFIRMED
        return judgement(flag, code, Judge.AGENT, word, flag.answer)
    if flag.verdict in _WORDS:
        return judgement(flag, code, Judge.REVIEWERS, _WORDS[flag.verdict], flag.verdict_reason)
    return None


def judgement(flag: Flag, code: str, judge: Judge, word: Word, reason: str) -> Judgement:
    """`flag` is as a report has it, without secrets; `code`: the digest of what it is about."""
    return Judgement(
        fingerprint=flag.fingerprint,
        path=flag.path,
        rule=flag.rule,
        severity=flag.was or flag.severity,
        kind=_kind(flag),
        finding=flag.finding[:_LONGEST],
        line=flag.line,
        quotation=flag.quotation[:QUOTED],
        code=code,
        judge=judge,
        word=word,
        reason=reason[:_LONGEST],
    )


def _kind(flag: Flag) -> str:
    """Of an agent's claim."""
    if flag.source is not FlagSource.MODEL:
        return ""
    return f"agents' CWE-{flag.cwe}" if flag.cwe else f"agents' {flag.was or flag.severity}"
