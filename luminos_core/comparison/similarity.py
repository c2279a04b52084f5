"""How alike two flags of one rule are, when the text of one was changed."""

from difflib import SequenceMatcher

import re2

from luminos_core.flags.fingerprint import compared
from luminos_core.records.flag import Flag, FlagSource

_LONGEST = 300  # characters that are compared
_SHORTEST = 4  # of a quotation that can be a part of another
_SAME_PLACE, _ELSEWHERE = 0.6, 0.75  # within one function, or anywhere in the file
_MODEL = 0.8  # one agent says many things of one place
_FINDING = 0.5  # of two findings without a quotation
_WORD = re2.compile(r"\w{4,}")


def similarity(flag: Flag, other: Flag) -> float:
    """0 when they are not the same finding; else the more, the surer. Both are of one rule and of
    one file."""
    if not (flag.quotation and other.quotation):
        is_about_all = flag.source is FlagSource.MODEL and flag.quotation == other.quotation
        words = _alike(flag, other) if is_about_all else 0.0
        return words if words >= _FINDING else 0.0
    score = _of_texts(compared(flag.quotation)[:_LONGEST], compared(other.quotation)[:_LONGEST])
    if flag.source is FlagSource.MODEL:
        return score + _alike(flag, other) if score >= _MODEL else 0.0
    is_same_place = flag.symbol == other.symbol
    enough = _SAME_PLACE if is_same_place else _ELSEWHERE
    return score + is_same_place if score >= enough else 0.0


def _of_texts(text: str, other: str) -> float:
    """1 when one is a part of the other: a formatter has broken, or joined, the line."""
    shorter, longer = sorted((text.strip(",;"), other.strip(",;")), key=len)
    if len(shorter) >= _SHORTEST and shorter in longer:
        return 1.0
    matcher = SequenceMatcher(None, text, other, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() >= _SAME_PLACE else 0.0


def _alike(flag: Flag, other: Flag) -> float:
    """The share of the findings' words that both have."""
    words, others = (set(_WORD.findall(each.finding.lower())) for each in (flag, other))
    return len(words & others) / max(len(words | others), 1)
