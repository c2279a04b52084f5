"""A run that has ended, as it is compared."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from luminos_core.comparison.known_files import KnownFiles
from luminos_core.comparison.tree import Tree
from luminos_core.external.registry import TOOLS
from luminos_core.records.cost import DIRECTORY
from luminos_core.records.external import ToolState
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.question import Answer, AnswerKind, AskedAbout
from luminos_core.records.report import AuditReport
from luminos_core.records.snapshot import Snapshot

CHECKS = "checks"  # the name of their gap


@dataclass(frozen=True)
class AuditedRun:
    """`report` has its flags with fingerprints, and no secrets."""

    report: AuditReport
    snapshot: Snapshot
    tree: Tree
    rules: Mapping[str, str]  # versions of our own rules
    tellers: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    """By a model's flag's evidence, the directory whose investigator raised it."""
    purposes: Mapping[str, str] = field(default_factory=dict)
    """By directory, what its own documents say it is for; of an offline run."""
    code_owners: tuple[str, ...] = ()

    @cached_property
    def known_files(self) -> KnownFiles:
        return KnownFiles.of(self.snapshot.files)

    @cached_property
    def directories(self) -> Mapping[str, DirectoryOutcome]:
        return {each.path: each for each in self.report.directories}

    @cached_property
    def dismissed(self) -> Mapping[str, tuple[Answer, DirectoryOutcome]]:
        """By the question whether an earlier flag is still so, the answer that it is gone, and
        whose it is; the latest."""
        told = sorted(self.report.directories, key=lambda outcome: outcome.investigated_at)
        return {
            answer.question: (answer, outcome)
            for outcome in told
            for answer in outcome.answers
            if answer.about is AskedAbout.EARLIER and answer.answer is AnswerKind.DISMISSED
        }

    @cached_property
    def gaps(self) -> frozenset[str]:
        """Names of checks, tools and passes that lack something."""
        return frozenset(gap.pass_name.partition(" ")[0] for gap in self.report.gaps)

    @cached_property
    def tools(self) -> Mapping[str, str]:
        """Of those that ran, by name: their versions, and ours of how we ask them."""
        asked = {tool.name: f"#{tool.version}" for tool in TOOLS}
        ran = (each for each in self.report.tools if each.state is ToolState.RAN)
        return {
            name: each.version + asked.get(name, "#")
            for each in ran
            if (name := each.name.partition(" ")[0])
        }

    @property
    def model(self) -> str:
        """Of the directories; "" offline."""
        models = (each.model for each in self.report.models if each.pass_name == DIRECTORY)
        return next(models, "") if self.report.language_model else ""

    @cached_property
    def unread(self) -> frozenset[str]:
        """Files that were not read whole."""
        return frozenset(
            file.relative_path
            for outcome in self.report.directories
            for file in outcome.files
            if file.not_parsed or file.partly_read
        )
