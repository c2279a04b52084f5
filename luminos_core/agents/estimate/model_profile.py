"""What is assumed of a model before its first call."""

from dataclasses import dataclass

from luminos_core.agents.estimate.call_pattern import tokens

TOOL_CALL = 35.0  # tokens around a call's own text
SEARCH_RESULT = 400.0  # tokens; also of a look at what was written
TASK = tokens(700)  # of a task's fixed text
GUIDANCE = tokens(1_200)  # of the survey and the plan's notes, in every later prompt
SUMMARY_CHARACTERS = 350  # of a directory's summary, at a verbosity of 1


@dataclass(frozen=True)
class ModelProfile:
    """How a model works through a directory. Models differ most in these."""

    search_turns: float  # in a directory, beside those that read: to check, record or correct
    reading_chance: float  # under 1: that it opens a file not shown whole, and reads on in one
    recorded_share: float  # of the files it knows, each in a call of its own
    verbosity: float  # 1 is a summary of two sentences
    escalated_share: float = 0.05  # of directories, which the next tier looks at, too
    revises: bool = True  # a plan, when early results contradict it
    goes_on: bool = False  # reads on in further conversations what the first cannot hold

    @property
    def summary(self) -> float:
        """Characters of a directory's summary."""
        return SUMMARY_CHARACTERS * self.verbosity


LIGHT = ModelProfile(
    search_turns=0.1,
    reading_chance=0.2,
    recorded_share=0.6,
    verbosity=0.6,
    escalated_share=0.0,
    revises=False,
)
USUAL = ModelProfile(search_turns=0.42, reading_chance=0.62, recorded_share=0.72, verbosity=1.0)
HEAVY = ModelProfile(
    search_turns=1.2,
    reading_chance=0.9,
    recorded_share=1.0,
    verbosity=1.8,
    escalated_share=0.2,
    goes_on=True,
)
