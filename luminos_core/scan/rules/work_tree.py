"""What a repository says of the entries of its work tree: rules from outside of the target, and
the paths that it tracks, which belong to the tree even where a rule ignores them."""

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from luminos_core.errors import ToolError
from luminos_core.git.index import Tracked, read_tracked
from luminos_core.git.repository import NoRepository, Repository, find_repository
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.rules.ignore import RULE_FILE_LIMIT, RuleFile, parse_rules
from luminos_core.text.filenames import encode_name


@dataclass(frozen=True)
class WorkTree:
    """A work tree as the scan of `root` sees it. `within` is the root's place in it, `outside` the
    work tree's place in the root; both exact prefixes of paths, "" or "a/b/", one of them ""."""

    root: Path
    found: Repository | NoRepository
    within: str = ""
    outside: str = ""

    def spelled(self, path: str) -> str:
        """A path of the target as the rules and the index of this work tree spell it."""
        return self.within + path[len(self.outside) :]

    def rules(self) -> tuple[RuleFile, ...]:
        """Those that reach the target's entries from outside of it, innermost first: the ignore
        files of the folders above it, then the repository's own info/exclude."""
        chain = []
        bases = PurePosixPath(self.within).parents
        for base, folder in zip(bases, self.root.parents, strict=False):
            shown = os.path.relpath(folder / ".gitignore", self.root)
            chain.append(_read_rules(SandboxedDir(folder), ".gitignore", base.as_posix(), shown))
        if isinstance(self.found, Repository):
            sandboxed_dir, path = (
                SandboxedDir(self.found.anchor),
                f"{self.found.common}/info/exclude",
            )
            shown = os.path.relpath(self.found.anchor / path, self.root)
            chain.append(_read_rules(sandboxed_dir, path, ".", shown))
        return tuple(rules for rules in chain if rules)

    @cached_property
    def tracked(self) -> Tracked:
        """Read when a rule first ignores something."""
        return read_tracked(self.found) if isinstance(self.found, Repository) else Tracked()

    @property
    def problem(self) -> str | None:
        """What could not be read of its repository so far."""
        if isinstance(self.found, NoRepository):
            return self.found.reason or None
        problem = self.tracked.problem if "tracked" in self.__dict__ else None
        return f"what git tracks is unknown; of its index: {problem}" if problem else None

    def keeps(self, path: str, is_directory: bool) -> bool:
        """Whether git tracks an entry of the target, or something inside it."""
        exact = os.fsencode(self.spelled(path))
        return self.tracked.holds_within(exact) if is_directory else self.tracked.holds(exact)


def work_tree_of(root: Path) -> WorkTree:
    """The work tree that the target lies in; the target itself where there is no repository."""
    found = find_repository(root)
    if found.top is None:
        return WorkTree(root, found)
    within = root.relative_to(found.top).as_posix()
    return WorkTree(root, found, within="" if within == "." else f"{within}/")


def nested_work_tree(root: Path, path: str) -> WorkTree:
    """That of another repository, at `path` inside the target."""
    return WorkTree(root, find_repository(root, path), outside=f"{path}/")


def _read_rules(sandboxed_dir: SandboxedDir, path: str, base: str, shown: str) -> RuleFile | None:
    try:
        content, _ = sandboxed_dir.read(path, RULE_FILE_LIMIT)
    except ToolError:
        return None
    return parse_rules(content, base, encode_name(shown))
