"""Putting a walk's visits where they belong: in the tree, or in the count of what is left out."""

from typing import NamedTuple

from luminos_core.records.snapshot import DirectoryRecord, Exclusion, ScanError
from luminos_core.scan.record import Recorder
from luminos_core.scan.rules.attributes import AttributeFile, parse_attributes
from luminos_core.scan.rules.exclusion import Excluder
from luminos_core.scan.rules.ignore import read_rule_file
from luminos_core.scan.walk import Entry, Visit
from luminos_core.text.filenames import encode_name


class _Rules(NamedTuple):
    """What the files of rules at and above a directory say of its entries."""

    excluder: Excluder
    attributes: tuple[AttributeFile, ...] = ()


class _Omission:
    """A directory that is left out, with what is counted of its tree so far."""

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        self.directories = 0
        self.files = 0
        self.size = 0  # bytes


class TreeCollector:
    """Every directory the walk visits ends in exactly one place: a DirectoryRecord, or the count of
    one Exclusion. A directory's rules, or its omission, wait here until the walk comes to it."""

    def __init__(self, rules: Excluder, recorder: Recorder) -> None:
        self._recorder = recorder
        self._waiting: dict[str, _Rules | _Omission] = {".": _Rules(rules)}
        self._directories: list[DirectoryRecord] = []
        self._omissions: list[_Omission] = []
        self._omitted_files: list[Exclusion] = []
        self._troubles: list[ScanError] = []

    def add(self, visit: Visit) -> None:
        for problem in visit.problems:
            self.trouble(visit.path, problem)
        match self._waiting.pop(visit.path):
            case _Omission() as omission:
                self._count(visit, omission)
            case _Rules() as rules:
                self._keep(visit, _rules_within(visit, rules))

    def trouble(self, path: str, problem: str) -> None:
        self._troubles.append(ScanError(path=encode_name(path), problem=problem))

    def directories(self) -> tuple[DirectoryRecord, ...]:
        """Deepest first, then by path; the root last."""
        return tuple(sorted(self._directories, key=_depth_first))

    def exclusions(self) -> tuple[Exclusion, ...]:
        trees = [
            Exclusion(
                path=encode_name(tree.path),
                is_directory=True,
                reason=tree.reason,
                directories=tree.directories,
                files=tree.files,
                size=tree.size,
            )
            for tree in self._omissions
        ]
        return tuple(sorted(trees + self._omitted_files, key=lambda exclusion: exclusion.path))

    def scan_errors(self) -> tuple[ScanError, ...]:
        return tuple(sorted(self._troubles, key=lambda trouble: (trouble.path, trouble.problem)))

    def _count(self, visit: Visit, omission: _Omission) -> None:
        """Nothing of a tree that is left out is opened."""
        omission.directories += 1
        omission.files += len(visit.files)
        omission.size += sum(entry.stat.st_size for entry in visit.files)
        for entry in visit.directories:
            self._waiting[entry.path] = omission

    def _keep(self, visit: Visit, rules: _Rules) -> None:
        children = [entry.path for entry in visit.directories if self._admit(entry, rules)]
        entries = [entry for entry in visit.files if not self._is_omitted(entry, rules)]
        self._directories.append(
            DirectoryRecord(
                path=encode_name(visit.path),
                files=self._recorder.record(visit, entries, rules.attributes),
                children=tuple(map(encode_name, children)),
            )
        )

    def _admit(self, entry: Entry, rules: _Rules) -> bool:
        """Whether the child directory belongs to the tree; either way the walk will come to it."""
        reason = rules.excluder.reason(entry)
        if reason is None:
            self._waiting[entry.path] = rules
            return True
        omission = _Omission(entry.path, reason)
        self._omissions.append(omission)
        self._waiting[entry.path] = omission
        return False

    def _is_omitted(self, entry: Entry, rules: _Rules) -> bool:
        reason = rules.excluder.reason(entry)
        if reason is None:
            return False
        self._omitted_files.append(
            Exclusion(
                path=encode_name(entry.path),
                is_directory=False,
                reason=reason,
                files=1,
                size=entry.stat.st_size,
            )
        )
        return True


def _rules_within(visit: Visit, rules: _Rules) -> _Rules:
    """With the directory's own files of rules; at the top of another repository, those alone."""
    names = {entry.name for entry in (*visit.files, *visit.directories)}
    excluder = rules.excluder.enter(visit.path, names, visit.descriptor)
    attributes = () if visit.path != "." and ".git" in names else rules.attributes
    if ".gitattributes" in names:
        text = read_rule_file(".gitattributes", visit.descriptor)
        if file := parse_attributes(text, visit.path):
            attributes = (*attributes, file)
    return _Rules(excluder, attributes)


def _depth_first(directory: DirectoryRecord) -> tuple[int, str]:
    if directory.path == ".":
        return (1, "")
    return (-directory.path.count("/"), directory.path)
