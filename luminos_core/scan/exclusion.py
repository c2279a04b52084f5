"""Which entries are left out of the tree, and by which rule.

In this order: `--exclude` (a pattern that begins with "!" keeps what the rules below would drop),
names that are always skipped, hidden directories, git's ignore rules. Hidden *files* belong to the
tree: `.gitignore`, `.pre-commit-config.yaml` or a forgotten `.env` are what an audit must see.
"""

from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from luminos_core.scan.ignore import RuleFile, judge, parse_rules
from luminos_core.scan.walk import Entry

_STORES = (".git", ".svn", ".hg")  # of version control; nothing brings these back
_SKIPPED = (
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
    "*.egg-info",
)
_OFTEN_SOURCE = ("build", "dist")  # worth a word on how to bring them back
_VISIBLE = (".circleci", ".github", ".gitlab")  # hidden names that hold a project's own pipelines


@dataclass(frozen=True)
class Excluder:
    """Rules for the entries of one directory. `within` is the target's path in the git work tree
    whose rules are in `chain`."""

    wanted: tuple[RuleFile, ...]  # from --exclude
    include_hidden: bool
    chain: tuple[RuleFile, ...]
    within: str

    def reason(self, entry: Entry) -> str | None:
        """Why `entry` is left out; None when it belongs to the tree."""
        if entry.name in _STORES:
            return f"always skipped: {entry.name}"
        if asked := judge(self.wanted, entry.path, entry.is_directory):
            return f"--exclude {asked.pattern}" if asked.ignored else None
        if entry.is_directory and (reason := self._of_directory(entry.name)):
            return reason
        verdict = judge(self.chain, self.base(entry.path), entry.is_directory)
        return f"{verdict.place}: {verdict.pattern}" if verdict and verdict.ignored else None

    def inside(self, rules: RuleFile | None) -> "Excluder":
        """The rules for a directory that has `rules` of its own."""
        return replace(self, chain=(*self.chain, rules)) if rules else self

    def repository(self) -> "Excluder":
        """The rules at the top of another repository: none of those around it reach inside."""
        return replace(self, chain=())

    def base(self, path: str) -> str:
        """A directory of the target, as the rules of the chain spell it."""
        if path == ".":
            return self.within
        return path if self.within == "." else f"{self.within}/{path}"

    def _of_directory(self, name: str) -> str | None:
        for pattern in _SKIPPED:
            if fnmatchcase(name, pattern):
                hint = f" (--exclude '!{name}' keeps it)" if name in _OFTEN_SOURCE else ""
                return f"always skipped: {pattern}{hint}"
        if name.startswith(".") and not self.include_hidden and name not in _VISIBLE:
            return "hidden"
        return None


def asked_rules(patterns: tuple[str, ...]) -> tuple[RuleFile, ...]:
    """The rules of `--exclude`, in the language of a .gitignore file."""
    text = "\n".join(patterns).encode("utf-8", "surrogateescape")
    rules = parse_rules(text, ".", "--exclude")
    return (rules,) if rules else ()
