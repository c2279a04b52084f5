"""Which entries are left out of the tree, and by which rule.

In this order: `--exclude` (a pattern that begins with "!" keeps what the rules below would drop),
names that are always skipped, hidden directories, git's ignore rules. Hidden *files* belong to the
tree: `.gitignore`, `.pre-commit-config.yaml` or a forgotten `.env` are what an audit must see. So
does what git tracks, whatever its ignore rules say.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from luminos_core.scan.rules.ignore import Rule, RuleFile, judge, parse_rules, read_rule_file
from luminos_core.scan.rules.work_tree import WorkTree, nested_work_tree, work_tree_of
from luminos_core.scan.walk import Entry
from luminos_core.text.filenames import encode_name

_STORES = frozenset({".git", ".svn", ".hg"})  # of version control; nothing brings these back
_SKIPPED = frozenset(
    {
        "__pycache__",
        "node_modules",
        ".tox",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
        ".venv",
        "venv",
        ".env",
        "dist",
        "build",
        ".eggs",
    }
)
_SKIPPED_ENDING = ".egg-info"
_OFTEN_SOURCE = ("build", "dist")  # worth a word on how to bring them back
_VISIBLE = (".circleci", ".github", ".gitlab")  # hidden names that hold a project's own pipelines


class Excluder(NamedTuple):
    """Rules for the entries of one directory."""

    asked: tuple[RuleFile, ...]  # from --exclude
    include_hidden: bool
    chain: tuple[RuleFile, ...]  # of ignore files, innermost first
    work_tree: WorkTree
    ignored: str | None = None  # why git ignores all in this directory that it does not track

    def reason(self, entry: Entry) -> str | None:
        """Why `entry` is left out; None when it belongs to the tree."""
        name = entry.name
        if name in _STORES:
            return f"always skipped: {name}"
        is_directory = entry.is_directory
        if self.asked and (asked := judge(self.asked, entry.path, name, is_directory)):
            return f"--exclude {asked.pattern}" if asked.ignores else None
        if is_directory and (reason := self._of_directory(name)):
            return reason
        if not (self.chain or self.ignored):
            return None
        reason = self.ignored or self._ignoring(entry.path, name, is_directory)
        return reason if reason and not self.work_tree.keeps(entry.path, is_directory) else None

    def enter(self, path: str, names: Collection[str], descriptor: int) -> Excluder:
        """The rules for what is in the directory at `path`, which belongs to the tree and is open
        as `descriptor`; `names` are those of all its entries. At the top of another repository,
        that one's rules alone."""
        inside = self
        if path != ".":
            if ".git" in names:
                nested = nested_work_tree(self.work_tree.root, path)
                inside = self._replace(chain=nested.rules(), work_tree=nested, ignored=None)
            elif self.chain or self.ignored:
                inside = self._within(path)
        if ".gitignore" not in names or inside.ignored:
            return inside
        text = read_rule_file(".gitignore", descriptor)
        shown = ".gitignore" if path == "." else f"{encode_name(path)}/.gitignore"
        base = inside.work_tree.spelled("" if path == "." else f"{path}/").rstrip("/") or "."
        rules = parse_rules(text, base, shown)
        return inside._replace(chain=(rules, *inside.chain)) if rules else inside

    def _within(self, path: str) -> Excluder:
        """The rules for a directory that is kept: a rule ignores it nonetheless when something in
        it is tracked, and is then the rule for all the rest that is in it."""
        name = path.rpartition("/")[2]
        if self.asked and judge(self.asked, path, name, is_directory=True):
            return self._replace(ignored=None) if self.ignored else self
        reason = self.ignored or self._ignoring(path, name, is_directory=True)
        return self._replace(ignored=reason) if reason != self.ignored else self

    def _ignoring(self, path: str, name: str, is_directory: bool) -> str | None:
        """The rule of an ignore file that ignores an entry, as a reason."""
        rule = judge(self.chain, self.work_tree.spelled(path), name, is_directory)
        return _shown(rule) if rule and rule.ignores else None

    def _of_directory(self, name: str) -> str | None:
        if name in _SKIPPED:
            hint = f" (--exclude '!{name}' keeps it)" if name in _OFTEN_SOURCE else ""
            return f"always skipped: {name}{hint}"
        if name.endswith(_SKIPPED_ENDING):
            return f"always skipped: *{_SKIPPED_ENDING}"
        if name.startswith(".") and not self.include_hidden and name not in _VISIBLE:
            return "hidden"
        return None


def excluder_of(root: Path, exclude: tuple[str, ...], include_hidden: bool) -> Excluder:
    """The rules for the entries of the target, an absolute real path. `exclude` holds patterns in
    the language of a .gitignore file."""
    text = "\n".join(exclude).encode("utf-8", "surrogateescape")
    asked = parse_rules(text, ".", "--exclude")
    work_tree = work_tree_of(root)
    return Excluder((asked,) if asked else (), include_hidden, work_tree.rules(), work_tree)


def _shown(rule: Rule) -> str:
    return f"{rule.place}: {rule.pattern}"
