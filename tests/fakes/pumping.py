"""Texts that repeat a part, and whether the work on them grows no faster than they do."""

import gc
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence

_SHORT, _LONG = 4_000, 16_000  # characters
_RATIO = 9  # of the times: 4 if linear, 16 if quadratic
_TRIALS = 4
_NOISE = 0.03  # seconds of CPU time below which a ratio says nothing


def parts_of(pattern: str | bytes) -> list[str]:
    """Words and signs of a pattern, and what else may make it repeat."""
    text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
    bare = re.sub(r"\\[A-Za-z]|\(\?P?<?[a-z]*[:>]?|\{[0-9,]*\}", " ", text)
    found = re.findall(r"[A-Za-z]{2,}|[^\w\s\\]", bare)
    return sorted({*found, " ", "\n", "a", "0", "_", "A"})


def pumped(parts: Sequence[str], chance: random.Random) -> Callable[[int], str]:
    """A text of about so many characters: one beginning, a part many times, one end."""

    def some(most: int) -> str:
        return "".join(chance.choices(parts, k=chance.randint(0, most)))

    before, part, after = some(3), some(3) or chance.choice(parts), some(2)
    return lambda length: f"{before}{part * (length // len(part) + 1)}{after}"


def texts(parts: Sequence[str], seed: int, number: int) -> Iterator[Callable[[int], str]]:
    """Each part alone, then any."""
    yield from (lambda length, part=part: part * (length // len(part) + 1) for part in parts)
    chance = random.Random(seed)  # noqa: S311
    yield from (pumped(parts, chance) for _ in range(number))


def grows_linearly(work: Callable[[str], object], text: Callable[[int], str]) -> bool:
    """Whether four times the text takes about four times as long. The least of several trials
    counts, so a busy or slow machine changes nothing."""
    short, long = text(_SHORT), text(_LONG)
    for _ in range(_TRIALS):
        slow = _seconds(work, long)
        if slow < _NOISE or slow < _RATIO * _seconds(work, short) * len(long) / len(short) / 4:
            return True
    return False


def _seconds(work: Callable[[str], object], text: str) -> float:
    """Of the work alone: a collection of garbage takes as long as other tests have left objects."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        start = time.thread_time()
        work(text)
        return time.thread_time() - start
    finally:
        if was_enabled:
            gc.enable()
