"""A scripted world of directories that take unlike numbers of turns, which nobody sees beforehand.

A third is done after a glance, a third takes about what is given by default, a third twice as much;
and each night it is a turn more or less. A planner that goes by names knows nothing of that.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from luminos_core.records.conversation import (
    AssistantMessage,
    ModelRequest,
    ModelResponse,
    Usage,
    UserMessage,
)
from tests.fakes.audit_script import PLAN, SURVEY, directory_of
from tests.fakes.scripted_model import says, submits

_DEPTHS = ((2, 4), (7, 12), (15, 23))  # turns, from and to
_PARTS = 6  # directories below the root; all others are below them
_LAST = ("One turn is left", "at most 1 turns")


@dataclass(frozen=True)
class World:
    """`night` counts from 1, and is 0 before the first."""

    root: Path
    directories: int
    seed: int
    night: int = 0

    @property
    def paths(self) -> list[str]:
        """The root among them."""
        parts = [f"part{number}" for number in range(_PARTS)]
        rest = range(self.directories - len(parts) - 1)
        below = [f"{parts[number % _PARTS]}/unit{number}" for number in rest]
        return [".", *parts, *below][: self.directories]

    def write(self) -> None:
        """The tree of this night: every directory has changed, and none has grown."""
        for path in self.paths:
            folder = self.root / path
            folder.mkdir(parents=True, exist_ok=True)
            lines = (f"def act_{number}(value):\n    return value\n" for number in range(8))
            text = f"NIGHT = {self.night:02}\n\n\n" + "\n\n".join(lines)
            (folder / "code.py").write_text(text)

    def needed(self, path: str) -> int:
        """Turns, this night."""
        usual = random.Random(f"{self.seed} {path}")  # noqa: S311
        fewest, most = usual.choice(_DEPTHS)
        tonight = random.Random(f"{self.seed} {path} {self.night}")  # noqa: S311
        return max(2, usual.randint(fewest, most) + tonight.choice((-1, 0, 0, 1)))

    def answer(self, request: ModelRequest) -> ModelResponse:
        answer = self._answer(request)
        tokens = sum(len(text) for text in _texts(request)) // 4
        usage = Usage(input=tokens, output=len(answer.model_dump_json()) // 4)
        return answer.model_copy(update={"usage": usage, "model": request.model})

    def _answer(self, request: ModelRequest) -> ModelResponse:
        names = {tool.name for tool in request.tools}
        if "submit_survey" in names:
            return says(("submit_survey", SURVEY))
        if "submit_plan" in names:
            return says(("submit_plan", self._plan()))
        if path := directory_of(request):
            return self._investigates(path, request)
        return says(("submit_report", {"brief": "It acts.", "detailed": "It acts on values."}))

    def _plan(self) -> dict[str, object]:
        """By the names alone: a few are priorities and a few shallow."""
        by_name = random.Random(f"{self.seed} plan").sample(self.paths[1:], self.directories // 3)  # noqa: S311
        half = len(by_name) // 2
        priority = [
            {"path": path, "reason": "Its name.", "suggested_turns": 15} for path in by_name[:half]
        ]
        shallow = [{"path": path, "reason": "Its name."} for path in by_name[half:]]
        return {**PLAN, "priority_dirs": priority, "shallow_dirs": shallow}

    def _investigates(self, path: str, request: ModelRequest) -> ModelResponse:
        turn = 1 + sum(isinstance(each, AssistantMessage) for each in request.messages)
        needed = self.needed(path)
        if turn >= needed or _is_last(request):
            return submits(f"What {path} does.", completeness=round(min(turn / needed, 1), 2))
        note = {"observation": f"{turn} of {path}", "hypothesis": "more", "next_action": "look"}
        return says(("think", note))


def well_placed(given: Iterable[tuple[int, int]]) -> float:
    """The share of turns that are where they are needed, of pairs of turns given and needed."""
    pairs = list(given)
    return sum(map(min, pairs)) / sum(map(max, pairs))


def _is_last(request: ModelRequest) -> bool:
    last = request.messages[-1].text
    return any(words in last for words in _LAST)


def _texts(request: ModelRequest) -> Iterable[str]:
    yield request.system
    for message in request.messages:
        yield message.text
        if isinstance(message, UserMessage):
            yield from (each.text for each in message.results)
