"""What is assumed of a model before it has been asked anything."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Habits:
    """How a model works through a directory.

    Models differ more in these three than in anything else: whether they submit as soon as they
    have seen everything or check first and record in a turn of its own, how much they open of what
    they were shown an outline of, and how many words they make.
    """

    looks: float  # turns a directory that no reading asks for
    reading: float  # the share they read of what was not shown whole
    words: float  # times what a summary of two sentences takes


LIGHT = Habits(looks=0.1, reading=0.25, words=0.6)
USUAL = Habits(looks=0.5, reading=0.6, words=1.0)
HEAVY = Habits(looks=1.5, reading=1.0, words=2.0)
