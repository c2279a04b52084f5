"""Sorting a walk's directories: into the tree, or into the count of an exclusion."""

from dataclasses import dataclass
from typing import NamedTuple

from luminos_core.records.snapshot import DirectoryRecord, Exclusion, ScanError
from luminos_core.scan.directory_walk import DirectoryListing, Entry
from luminos_core.scan.file_recorder import FileRecorder
from luminos_core.scan.rules.attributes import AttributeFile, parse_attributes
from luminos_core.scan.rules.exclusion_rules import ExclusionRules
from luminos_core.scan.rules.ignore_file import read_rule_file
from luminos_core.text.filenames import encode_name


class _Rules(NamedTuple):
    """Those that apply to the entries of a directory."""

    exclusion: ExclusionRules
    attributes: tuple[AttributeFile, ...] = ()


@dataclass
class _ExcludedTree:
    """An excluded directory, with the running count of its subtree."""

    path: str
    reason: str
    of_tool: bool
    directories: int = 0
    files: int = 0
    size: int = 0  # bytes


class TreeCollector:
    """Every directory of the walk ends in exactly one place: a DirectoryRecord, or the count of one
    Exclusion. `_pending` holds the rules, or the exclusion, of each directory still to be walked.
    """

    def __init__(self, rules: ExclusionRules, recorder: FileRecorder) -> None:
        self._recorder = recorder
        self._pending: dict[str, _Rules | _ExcludedTree] = {".": _Rules(rules)}
        self._directories: list[DirectoryRecord] = []
        self._excluded_trees: list[_ExcludedTree] = []
        self._excluded_files: list[Exclusion] = []
        self._errors: list[ScanError] = []

    def add(self, listing: DirectoryListing) -> None:
        match self._pending.pop(listing.path):
            case _ExcludedTree() as tree:
                self._count(listing, tree)
            case _Rules() as rules:
                self._record(listing, _rules_within(listing, rules))

    def directories(self) -> tuple[DirectoryRecord, ...]:
        """Deepest first, then by path; the root last."""
        return tuple(sorted(self._directories, key=_depth_first))

    def exclusions(self) -> tuple[Exclusion, ...]:
        trees = [
            Exclusion(
                path=encode_name(tree.path),
                is_directory=True,
                reason=tree.reason,
                of_tool=tree.of_tool,
                directories=tree.directories,
                files=tree.files,
                size=tree.size,
            )
            for tree in self._excluded_trees
        ]
        return tuple(sorted(trees + self._excluded_files, key=lambda exclusion: exclusion.path))

    def scan_errors(self) -> tuple[ScanError, ...]:
        return tuple(sorted(self._errors, key=lambda error: (error.path, error.problem)))

    def _count(self, listing: DirectoryListing, tree: _ExcludedTree) -> None:
        """Nothing in an excluded tree is opened."""
        path = encode_name(listing.path)
        self._errors += [ScanError(path=path, problem=problem) for problem in listing.problems]
        tree.directories += 1
        tree.files += len(listing.files)
        tree.size += sum(entry.stat.st_size for entry in listing.files)
        for entry in listing.directories:
            self._pending[entry.path] = tree

    def _record(self, listing: DirectoryListing, rules: _Rules) -> None:
        children = [entry.path for entry in listing.directories if self._keep_child(entry, rules)]
        entries = [entry for entry in listing.files if self._keep_file(entry, rules)]
        directory = DirectoryRecord(
            path=encode_name(listing.path),
            files=self._recorder.record(listing, entries, rules.attributes),
            children=tuple(map(encode_name, children)),
            problem="; ".join(listing.problems),
        )
        self._directories.append(directory)
        self._errors += directory.unread

    def _keep_child(self, entry: Entry, rules: _Rules) -> bool:
        """Whether the child directory belongs to the tree; the walk enters it in either case."""
        reason = rules.exclusion.reason(entry)
        if reason is None:
            self._pending[entry.path] = rules
            return True
        tree = _ExcludedTree(entry.path, reason, rules.exclusion.is_of_tool(entry))
        self._excluded_trees.append(tree)
        self._pending[entry.path] = tree
        return False

    def _keep_file(self, entry: Entry, rules: _Rules) -> bool:
        reason = rules.exclusion.reason(entry)
        if reason is None:
            return True
        self._excluded_files.append(
            Exclusion(
                path=encode_name(entry.path),
                is_directory=False,
                reason=reason,
                of_tool=rules.exclusion.is_of_tool(entry),
                files=1,
                size=entry.stat.st_size,
            )
        )
        return False


def _rules_within(listing: DirectoryListing, rules: _Rules) -> _Rules:
    """`rules` and the directory's own; at the top of a nested repository its own alone."""
    names = {entry.name for entry in (*listing.files, *listing.directories)}
    exclusion = rules.exclusion.for_directory(listing.path, names, listing.descriptor)
    attributes = () if listing.path != "." and ".git" in names else rules.attributes
    if ".gitattributes" in names:
        text = read_rule_file(".gitattributes", listing.descriptor)
        if file := parse_attributes(text, listing.path):
            attributes = (*attributes, file)
    return _Rules(exclusion, attributes)


def _depth_first(directory: DirectoryRecord) -> tuple[int, str]:
    if directory.path == ".":
        return (1, "")
    return (-directory.path.count("/"), directory.path)
