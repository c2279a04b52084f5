"""What is assumed of a model before it has been asked anything."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ModelProfile:
    """How a model works through a directory. Models differ more in these than in anything else."""

    looks: float  # turns a directory that no reading asks for: to check, to record, to correct
    reading: (
        float  # under 1: chance that it opens a file it was not shown whole, and reads on in one
    )
    recording: float  # share of the files it knows that get an entry of their own
    words: float  # times what a summary of two sentences takes


LIGHT = ModelProfile(looks=0.1, reading=0.2, recording=0.6, words=0.6)
USUAL = ModelProfile(looks=0.5, reading=0.55, recording=0.8, words=1.0)
HEAVY = ModelProfile(looks=1.2, reading=0.9, recording=1.0, words=1.8)
