"""Investigators of many habits, for tests of what a run costs.

Written down before any estimate was made, from how language models differ at this work, and not
changed to suit one. With the same prompt and with all text shown, models differ in

- thoroughness: of files that were cut off or only outlined, one model opens a fifth, another nearly
  all, and each reads on after a first piece about as often as it opened the file at all;
- how many files they open in one turn: one model asks for one at a time, another for half a dozen;
- curiosity: some submit when they have seen everything, others grep or read a file again first,
  in up to four of ten directories;
- splitting: asked to do everything in one response, some still write their entries in one turn and
  submit in the next, up to every second time;
- words: the same summary takes one model 120 characters and another 400;
- diligence: which share of the files gets an entry of its own;
- alarm: how many flags they raise, and slips: how often a submission is refused first.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from luminos_core.records.conversation import ModelRequest, ModelResponse, ToolResult, UserMessage
from luminos_core.records.snapshot import DirectoryRecord, FileKind, FileRecord, Snapshot
from tests.fakes.audit_script import directory_of, first_text
from tests.fakes.scripted_model import says

_SENTENCE = "the parser keeps a table of open files and reads each request before it answers"
_WORDS = _SENTENCE.split()
Call = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class Temperament:
    thoroughness: float
    at_once: int
    curiosity: float
    splitting: float
    words: float
    diligence: float
    alarm: float
    slips: float


def drawn(chance: random.Random) -> Temperament:
    return Temperament(
        thoroughness=chance.uniform(0.2, 0.9),
        at_once=chance.randint(1, 6),
        curiosity=chance.uniform(0.0, 0.4),
        splitting=chance.uniform(0.0, 0.5),
        words=chance.uniform(0.6, 1.6),
        diligence=chance.uniform(0.6, 1.0),
        alarm=chance.uniform(0.0, 0.6),
        slips=chance.uniform(0.0, 0.05),
    )


@dataclass
class _Directory:
    """What one investigation still has to do."""

    to_read: list[dict[str, Any]]  # inputs of read_file
    looks_again: bool
    splits: bool
    slips: bool
    entries: list[Call]
    flags: list[Call]


@dataclass
class Investigator:
    """A script for a scripted model, called from one thread. It knows the tree in advance."""

    temperament: Temperament
    chance: random.Random
    snapshot: Snapshot
    _directories: dict[str, _Directory] = field(default_factory=dict)  # by path
    _reads: int | None = None  # of the synthesis

    def __call__(self, request: ModelRequest) -> ModelResponse:
        tools = {tool.name for tool in request.tools}
        if "submit_survey" in tools:
            return says(("submit_survey", self._survey()))
        if "submit_plan" in tools:
            return says(("submit_plan", self._plan()), text=self._aside())
        if path := directory_of(request):
            return says(*self._investigate(path, request), text=self._aside())
        return says(*self._synthesize(), text=self._aside())

    def _investigate(self, path: str, request: ModelRequest) -> list[Call]:
        directory, turn = self.snapshot.directory(path), 1 + len(request.messages) // 2
        if turn == 1:
            self._directories[path] = self._intention(directory, request)
        doing = self._directories[path]
        if turn >= _turns(request):
            return [*doing.entries, *doing.flags, self._report()]
        if turn > 1:
            doing.to_read[:0] = self._continued(request)
        if doing.to_read:
            reads = doing.to_read[: self.temperament.at_once]
            del doing.to_read[: len(reads)]
            return [("read_file", read) for read in reads]
        if doing.looks_again:
            doing.looks_again = False
            return [self._look(directory)]
        if doing.slips:
            doing.slips = False
            return [*doing.entries, ("submit_report", {"summary": self._prose(200)})]
        if doing.splits and doing.entries:
            entries, doing.entries = doing.entries, []
            return entries
        return [*doing.entries, *doing.flags, self._report()]

    def _intention(self, directory: DirectoryRecord, request: ModelRequest) -> _Directory:
        habits, chance = self.temperament, self.chance
        files = [file for file in directory.files if _has_text(file)]
        shown = first_text(request)
        unseen = [file for file in files if f"{file.path} (whole" not in shown]
        opened = [file for file in unseen if chance.random() < habits.thoroughness]
        known = [file for file in files if file not in unseen or file in opened]
        recorded = [file for file in known if chance.random() < habits.diligence]
        return _Directory(
            to_read=[{"path": file.path} for file in opened],
            looks_again=chance.random() < habits.curiosity,
            splits=chance.random() < habits.splitting,
            slips=chance.random() < habits.slips,
            entries=[self._entry(file) for file in recorded[:60]],
            flags=[self._flag() for _ in range(_times(habits.alarm, chance))],
        )

    def _continued(self, request: ModelRequest) -> Iterator[dict[str, Any]]:
        """The calls that read on in files whose text was cut."""
        last = request.messages[-1]
        results: tuple[ToolResult, ...] = last.results if isinstance(last, UserMessage) else ()
        for result in results:
            _, cut, rest = result.text.partition("read_file with start_line=")
            if cut and self.chance.random() < self.temperament.thoroughness:
                path = result.text.rpartition(" of ")[2].partition(". To read on")[0]
                yield {"path": path, "start_line": int(rest.partition(".")[0])}

    def _look(self, directory: DirectoryRecord) -> Call:
        path = directory.path
        kinds: list[Call] = [
            ("list_directory", {"path": path}),
            ("run_command", {"argv": ["grep", "-rn", "-m", "3", "def ", path]}),
        ]
        kinds += [("read_file", {"path": f.path}) for f in directory.files if _has_text(f)]
        return self.chance.choice(kinds)

    def _entry(self, file: FileRecord) -> Call:
        data = {"summary": self._prose(200), "confidence": 0.9, "completeness": 1.0}
        if self.chance.random() < 0.15:
            data |= {"notable": True, "notable_reason": self._prose(80)}
        return "write_cache", {"kind": "file", "path": file.path, "data": data}

    def _flag(self) -> Call:
        finding = {"path": "general", "severity": "concern", "finding": self._prose(180)}
        return "flag", finding

    def _report(self) -> Call:
        report = {"summary": self._prose(350), "completeness": 0.9, "confidence": 0.8}
        return "submit_report", report

    def _synthesize(self) -> list[Call]:
        if self._reads is None:
            self._reads = self.chance.randint(0, 2)
        if self._reads and self._directories:
            self._reads -= 1
            return [("read_cache", {"path": self.chance.choice(list(self._directories))})]
        report = {"brief": self._prose(600), "detailed": self._prose(5_000)}
        return [("submit_report", report)]

    def _plan(self) -> dict[str, Any]:
        """Lists about a third of the directories; leaves out one of twenty, without more below."""
        listed: dict[str, list[dict[str, Any]]] = {"priority": [], "shallow": [], "skip": []}
        for directory in self.snapshot.directories[:-1]:
            kind = self.chance.choices(["", *listed], [13, 3, 3, 1])[0]
            if kind and not (kind == "skip" and directory.children):
                listed[kind].append({"path": directory.path, "reason": self._prose(70)})
        return {
            "priority_dirs": listed["priority"],
            "shallow_dirs": listed["shallow"],
            "skip_dirs": listed["skip"],
            "investigation_order": "leaf-first",
            "notes": self._prose(300),
        }

    def _survey(self) -> dict[str, Any]:
        return {
            "description": self._prose(250),
            "approach": self._prose(350),
            "relevant_tools": ["read_file", "parse_structure"],
            "skip_tools": [],
            "domain_notes": self._prose(200),
            "confidence": 0.85,
        }

    def _aside(self) -> str:
        """Text beside the calls; many responses have none."""
        return self._prose(150) if self.chance.random() < 0.6 else ""

    def _prose(self, characters: int) -> str:
        """About so many characters; a model of many words writes up to three times as many."""
        length = characters * self.temperament.words * self.chance.lognormvariate(0, 0.3)
        return " ".join(self.chance.choices(_WORDS, k=max(3, round(length / 5))))


def _turns(request: ModelRequest) -> int:
    """The turns that a directory's first message allows."""
    allowed = re.search(r"You have at most (\d+) turns", first_text(request))
    assert allowed
    return int(allowed[1])


def _has_text(file: FileRecord) -> bool:
    return file.kind is FileKind.FILE and not (file.binary or file.withheld or not file.size)


def _times(mean: float, chance: random.Random) -> int:
    """How often something happens that happens `mean` times on average."""
    count = 0
    while chance.random() < mean / (1 + mean):
        count += 1
    return count
