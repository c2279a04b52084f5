"""How long the answers of a pass are, of the longest that were likely: so much room they need."""

import threading
from collections import defaultdict
from math import ceil

_FEW = 3  # answers, of which the longest says little
_LEAST_MARGIN = 0.2  # over the longest; more while there are few
_ALIKE = 0.7  # of what is likely, from which on an answer tells of a longer one


class AnswerMeter:
    """Shared by the threads of a run."""

    def __init__(self) -> None:
        self._answers: dict[str, list[tuple[int, float]]] = defaultdict(list)  # by pass
        self._lock = threading.Lock()

    def needed(self, pass_name: str, likely: int) -> int:
        """Tokens of an answer that is of use, when at most so many are `likely`. Short answers say
        nothing of long ones, whose prompts are dear to send again when they are cut."""
        with self._lock:
            told = self._answers[pass_name]
            shares = [share for most, share in told if most >= _ALIKE * likely]
        if len(shares) < _FEW:
            return likely
        margin = max(1 / len(shares), _LEAST_MARGIN)
        return ceil(likely * min((1 + margin) * max(shares), 1.0))

    def count(self, pass_name: str, likely: int, output: int, *, was_cut: bool) -> None:
        """An answer of so many tokens was given. One that was cut might have had any length."""
        if likely:
            share = 1.0 if was_cut else output / likely
            with self._lock:
                self._answers[pass_name].append((likely, share))
