"""Which entries are excluded from the tree, and by which rule.

In this order: `--exclude` (a pattern that begins with "!" keeps what later rules would exclude),
names that are always skipped, hidden directories, git's ignore rules. Hidden *files* belong to the
tree: an audit must see `.gitignore`, `.pre-commit-config.yaml` or a forgotten `.env`. So do files
that git tracks, whatever its ignore rules say.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from luminos_core.scan.directory_walk import Entry
from luminos_core.scan.rules.ignore_file import (
    IgnoreFile,
    last_match,
    parse_ignore_file,
    read_rule_file,
)
from luminos_core.scan.rules.work_tree import WorkTree, find_work_tree, nested_work_tree
from luminos_core.text.filenames import encode_name

_VERSION_CONTROL = frozenset({".git", ".svn", ".hg"})  # excluded whatever --exclude says
_SKIPPED = frozenset((
    "__pycache__", "node_modules", ".tox", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".venv",
    "venv", ".env", "dist", "build", ".eggs",
))  # fmt: skip
_OF_TOOLS = frozenset((  # installations, caches, the settings of a person's editor
    "__pycache__", "node_modules", "bower_components", ".tox", ".nox", ".venv", "venv", ".eggs",
    ".hypothesis", ".ipynb_checkpoints", ".nyc_output", ".gradle", ".terraform", ".bundle", ".bzr",
    "_darcs", ".jj", ".direnv", ".pixi", ".next", ".nuxt", ".svelte-kit", ".turbo", ".vs",
    ".idea", ".vscode",
))  # fmt: skip
_SKIPPED_SUFFIX = ".egg-info"
_OFTEN_SOURCE = ("build", "dist")  # the reason says how to include them
_VISIBLE = frozenset((  # hidden directories with a project's own pipelines and deployments
    ".buildkite", ".circleci", ".devcontainer", ".ebextensions", ".github", ".gitlab", ".helm",
    ".kamal", ".platform", ".semaphore", ".streamlit", ".woodpecker",
    ".aws", ".azure", ".cargo", ".docker", ".gnupg", ".kube", ".m2", ".ssh",  # or with credentials
))  # fmt: skip


class ExclusionRules(NamedTuple):
    """The rules for the entries of one directory."""

    option_rules: tuple[IgnoreFile, ...]  # of --exclude
    include_hidden: bool
    chain: tuple[IgnoreFile, ...]  # of ignore files, innermost first
    work_tree: WorkTree
    ignored: str | None = None  # the reason why git ignores all untracked files in this directory

    def reason(self, entry: Entry) -> str | None:
        """Why `entry` is excluded; None when it belongs to the tree."""
        name = entry.name
        if name in _VERSION_CONTROL:
            return f"always skipped: {name}"
        is_directory = entry.is_directory
        if self.option_rules and (
            rule := last_match(self.option_rules, entry.path, name, is_directory)
        ):
            return f"--exclude {rule.pattern}" if rule.ignores else None
        if is_directory and (reason := self._skip_reason(name)):
            return reason
        if not (self.chain or self.ignored):
            return None
        reason = self.ignored or self._ignore_reason(entry.path, name, is_directory)
        return reason if reason and not self.work_tree.tracks(entry.path, is_directory) else None

    def is_of_tool(self, entry: Entry) -> bool:
        """Whether an excluded entry is no part of the target: a tool's repository, installation or
        cache. What git tracks is part of it, whatever its name."""
        name = entry.name
        cache = name.startswith(".") and name.endswith("cache")
        if name in _VERSION_CONTROL:
            return True
        if not (entry.is_directory and (name in _OF_TOOLS or cache or _is_egg(name))):
            return False
        return not self.work_tree.tracks(entry.path, is_directory=True)

    def for_directory(self, path: str, names: Collection[str], descriptor: int) -> ExclusionRules:
        """The rules for the entries of the directory at `path`, which belongs to the tree and is
        open as `descriptor`; `names` are those of all its entries. At the top of a nested
        repository, only that one's."""
        inside = self
        if path != ".":
            if ".git" in names:
                nested = nested_work_tree(self.work_tree.root, path)
                inside = self._replace(chain=nested.rules(), work_tree=nested, ignored=None)
            elif self.chain or self.ignored:
                inside = self._in_kept_directory(path)
        if ".gitignore" not in names or inside.ignored:
            return inside
        text = read_rule_file(".gitignore", descriptor)
        folder = "" if path == "." else f"{path}/"
        base = inside.work_tree.path_in_work_tree(folder).rstrip("/") or "."
        rules = parse_ignore_file(text, base, f"{encode_name(folder)}.gitignore")
        return inside._replace(chain=(rules, *inside.chain)) if rules else inside

    def _in_kept_directory(self, path: str) -> ExclusionRules:
        """A directory is kept for its tracked files; its untracked ones stay ignored."""
        name = path.rpartition("/")[2]
        if self.option_rules and last_match(self.option_rules, path, name, is_directory=True):
            return self._replace(ignored=None) if self.ignored else self
        reason = self.ignored or self._ignore_reason(path, name, is_directory=True)
        return self._replace(ignored=reason) if reason != self.ignored else self

    def _ignore_reason(self, path: str, name: str, is_directory: bool) -> str | None:
        """The rule that ignores an entry, if one does."""
        rule = last_match(self.chain, self.work_tree.path_in_work_tree(path), name, is_directory)
        return f"{rule.location}: {rule.pattern}" if rule and rule.ignores else None

    def _skip_reason(self, directory: str) -> str | None:
        if directory in _SKIPPED:
            hint = f" (--exclude '!{directory}' keeps it)" if directory in _OFTEN_SOURCE else ""
            return f"always skipped: {directory}{hint}"
        if _is_egg(directory):
            return f"always skipped: *{_SKIPPED_SUFFIX}"
        if directory.startswith(".") and not self.include_hidden and directory not in _VISIBLE:
            return "hidden"
        return None


def _is_egg(directory: str) -> bool:
    return directory.endswith(_SKIPPED_SUFFIX)


def exclusion_rules(root: Path, exclude: tuple[str, ...], include_hidden: bool) -> ExclusionRules:
    """The rules for the target, an absolute real path; `exclude` is as in a .gitignore file."""
    text = "\n".join(exclude).encode("utf-8", "surrogateescape")
    option_rules = parse_ignore_file(text, ".", "--exclude")
    work_tree = find_work_tree(root)
    return ExclusionRules(
        (option_rules,) if option_rules else (), include_hidden, work_tree.rules(), work_tree
    )
