"""How long the answers of a pass are, of the longest that were likely: so much room they need."""

import threading
from dataclasses import dataclass
from math import ceil

_FEW = 3  # answers, of which the longest says little
_LEAST_MARGIN = 0.15  # over the longest; more while there are few


@dataclass
class _Share:
    answers: int = 0
    longest: float = 0.0  # of what was likely


class AnswerMeter:
    """Shared by the threads of a run."""

    def __init__(self) -> None:
        self._shares: dict[str, _Share] = {}  # by pass
        self._lock = threading.Lock()

    def needed(self, pass_name: str, likely: int) -> int:
        """Tokens of an answer that is of use, when at most so many are `likely`."""
        with self._lock:
            share = self._shares.get(pass_name)
        if share is None or share.answers < _FEW:
            return likely
        margin = max(1 / share.answers, _LEAST_MARGIN)
        return ceil(likely * min((1 + margin) * share.longest, 1.0))

    def count(self, pass_name: str, likely: int, output: int, *, was_cut: bool) -> None:
        """An answer of so many tokens was given. One that was cut might have had any length."""
        if not likely:
            return
        with self._lock:
            share = self._shares.setdefault(pass_name, _Share())
            share.answers += 1
            share.longest = max(share.longest, 1.0 if was_cut else output / likely)
