"""What a run still has to buy, as far as is known after its scan."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from luminos_core.agents.estimate.directory_prompt import DirectoryPrompt, directory_prompt
from luminos_core.agents.prompt_limits import directory_limits
from luminos_core.records.base import Record
from luminos_core.records.complexity import ComplexityTier
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import DirectoryRecord, FileRecord


@dataclass(frozen=True)
class RemainingWork:
    directories: tuple[DirectoryRecord, ...]  # to investigate
    cached: int = 0  # directories whose stored results are used
    kept: int = 0  # of them, those whose results are another model's
    could_be_kept: int = 0  # directories to investigate that have such a result, which is not used
    briefings: Mapping[str, Record] = field(default_factory=dict)  # of passes to run first, by name
    flags: Mapping[str, tuple[Flag, ...]] = field(default_factory=dict)  # the checks', by directory
    hints: Mapping[str, tuple[Flag, ...]] = field(default_factory=dict)  # as `flags`
    memory: Mapping[str, str] = field(default_factory=dict)  # what each directory is told of it
    preload_tokens: int = 0  # of own files in a directory's first message
    is_known: Callable[[FileRecord], bool] = lambda _: False  # by content, from an earlier run
    context_budget: int = 140_000  # tokens of a conversation
    synthesis_characters: int = 0  # of directories' sections in the synthesis
    tier: ComplexityTier = ComplexityTier.STANDARD
    reviewers: Mapping[Severity, int] = field(default_factory=dict)  # of a claim of each
    escalates_to: tuple[str, ...] = ()  # models of the tiers above the first, upwards
    due: Mapping[str, int] = field(default_factory=dict)  # how many tiers up directories begin
    hint_reviewers: int = 0
    calibration: float = 1.0  # what directories cost in earlier runs, of what was estimated

    def prompts_on(self, rung: int) -> list[DirectoryPrompt]:
        """Of the directories that begin so many model tiers above the first."""
        return [each for path, each in self.prompt_of.items() if self.due.get(path, 0) == rung]

    @cached_property
    def prompt_of(self) -> Mapping[str, DirectoryPrompt]:
        """By directory."""
        paths = (each.path for each in self.directories)
        return dict(zip(paths, self.directory_prompts, strict=True))

    @cached_property
    def directory_prompts(self) -> tuple[DirectoryPrompt, ...]:
        limits = directory_limits(self.preload_tokens, self.context_budget)
        return tuple(
            directory_prompt(
                each,
                self.flags.get(each.path, ()),
                self.hints.get(each.path, ()),
                limits,
                self.is_known,
                self.memory.get(each.path, ""),
            )
            for each in self.directories
        )
