"""The git work tree around a target: ignore rules from outside of the target, and tracked paths,
which belong to the tree even when a rule ignores them."""

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from luminos_core.errors import ToolError
from luminos_core.git.find_repository import find_repository
from luminos_core.git.index import TrackedPaths, read_tracked_paths
from luminos_core.git.repository import NoRepository, Repository
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.rules.ignore_file import RULE_FILE_LIMIT, IgnoreFile, parse_ignore_file
from luminos_core.text.filenames import encode_name


@dataclass(frozen=True)
class WorkTree:
    """`prefix` is the path of `root` in the work tree, `nested_at` that of the work tree in `root`;
    both exact prefixes of paths, "" or "a/b/", and one of them is ""."""

    root: Path
    found: Repository | NoRepository
    prefix: str = ""
    nested_at: str = ""

    def path_in_work_tree(self, path: str) -> str:
        """A path in the target as a path in the work tree."""
        return self.prefix + path[len(self.nested_at) :]

    def rules(self) -> tuple[IgnoreFile, ...]:
        """Those that apply to the target from outside of it, innermost first: the .gitignore files
        of its parent directories, then the repository's info/exclude."""
        chain = []
        bases = PurePosixPath(self.prefix).parents
        for base, folder in zip(bases, self.root.parents, strict=False):
            shown = os.path.relpath(folder / ".gitignore", self.root)
            chain.append(_read_rules(SandboxedDir(folder), ".gitignore", base.as_posix(), shown))
        if isinstance(self.found, Repository):
            sandboxed_dir = SandboxedDir(self.found.anchor)
            path = f"{self.found.common}/info/exclude"
            shown = os.path.relpath(self.found.anchor / path, self.root)
            chain.append(_read_rules(sandboxed_dir, path, ".", shown))
        return tuple(rules for rules in chain if rules)

    @cached_property
    def tracked(self) -> TrackedPaths:
        """Read when a rule first ignores an entry."""
        return (
            read_tracked_paths(self.found) if isinstance(self.found, Repository) else TrackedPaths()
        )

    @property
    def problem(self) -> str | None:
        """What could not be read of the repository so far."""
        if isinstance(self.found, NoRepository):
            return self.found.reason or None
        problem = self.tracked.problem if "tracked" in self.__dict__ else None
        return f"what git tracks is unknown; of its index: {problem}" if problem else None

    def tracks(self, path: str, is_directory: bool) -> bool:
        """Whether git tracks an entry of the target, or something inside it."""
        exact = os.fsencode(self.path_in_work_tree(path))
        return self.tracked.contains_below(exact) if is_directory else self.tracked.contains(exact)


def find_work_tree(root: Path) -> WorkTree:
    """The work tree of a target; the target itself when it is in no repository."""
    found = find_repository(root)
    if found.top is None:
        return WorkTree(root, found)
    prefix = root.relative_to(found.top).as_posix()
    return WorkTree(root, found, prefix="" if prefix == "." else f"{prefix}/")


def nested_work_tree(root: Path, path: str) -> WorkTree:
    """The work tree of a nested repository, at `path` in the target."""
    return WorkTree(root, find_repository(root, path), nested_at=f"{path}/")


def _read_rules(sandboxed_dir: SandboxedDir, path: str, base: str, shown: str) -> IgnoreFile | None:
    try:
        content, _ = sandboxed_dir.read(path, RULE_FILE_LIMIT)
    except ToolError:
        return None
    return parse_ignore_file(content, base, encode_name(shown))
