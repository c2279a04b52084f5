"""Git's ignore rules, without git: nested files, negation, `.git/info/exclude`, parents above.

A rule is matched against each entry itself while the walk goes down, never against what is inside
an ignored directory, which is how git reads them. Patterns run on RE2: a hostile `.gitignore` that
takes a backtracking engine hours takes it microseconds. Not read: a user's own global excludes,
which say nothing of the tree.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import re2
from pathspec.patterns.gitignore.base import GitIgnorePatternError
from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

from luminos_core.beneath import Beneath
from luminos_core.errors import ToolError
from luminos_core.pathname import escape
from luminos_core.scan.expressions import compile_bytes, pattern_set

_RULE_FILE_LIMIT = 1 << 20  # bytes read of one file of rules
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_INSIDE = b"ps_d"  # pathspec's group for the slash between a matched directory and what is inside
_ANY_DIRECTORY = b"(?P<ps_d>/)"  # pathspec's pattern for "*/"


@dataclass(frozen=True)
class Verdict:
    ignored: bool
    place: str  # ".gitignore:3"
    pattern: str


@dataclass(frozen=True)
class Rule:
    expression: Any  # a compiled RE2 pattern
    ignores: bool  # False for a negation
    place: str
    pattern: str

    def matches(self, path: bytes, is_directory: bool) -> bool:
        """Whether the rule is about this entry, and not about a directory above it."""
        inside = self.expression.groupindex.get(_INSIDE, 0)
        found = self.expression.search(path)
        if found and not (inside and found.group(inside)):
            return True
        if not (inside and is_directory):
            return False
        found = self.expression.search(path + b"/")
        return bool(found) and found.start(inside) == len(path)


@dataclass(frozen=True)
class RuleFile:
    """The rules of one file. `base` is the directory they speak of, as a prefix of paths: b"" or
    b"a/b/"."""

    base: bytes
    rules: tuple[Rule, ...]
    matcher: Any  # an RE2 set of all rules, to find the few that matter at once

    def verdict(self, path: bytes, is_directory: bool) -> Verdict | None:
        """What the last matching rule says of `path`; None when no rule is about it."""
        inner = path[len(self.base) :]
        candidates = self.matcher.Match(inner + b"/" if is_directory else inner)
        for index in sorted(candidates or (), reverse=True):
            rule = self.rules[index]
            if rule.matches(inner, is_directory):
                return Verdict(rule.ignores, rule.place, rule.pattern)
        return None


def judge(chain: tuple[RuleFile, ...], path: str, is_directory: bool) -> Verdict | None:
    """What the innermost file of `chain` (outermost first) that has an opinion says of `path`."""
    exact = os.fsencode(path)
    for rules in reversed(chain):
        if verdict := rules.verdict(exact, is_directory):
            return verdict
    return None


def read_rule_file(name: str, directory: int) -> bytes:
    """The text of the file `name` of the open `directory`; b"" when it is missing or unreadable.

    A link is not followed, as git does not.
    """
    try:
        descriptor = os.open(name, _READ, dir_fd=directory)
    except OSError:
        return b""
    try:
        regular = stat.S_ISREG(os.fstat(descriptor).st_mode)
        return os.read(descriptor, _RULE_FILE_LIMIT) if regular else b""
    except OSError:
        return b""
    finally:
        os.close(descriptor)


def parse_rules(content: bytes, base: str, shown: str) -> RuleFile | None:
    """The rules in the text of a file; None when it has none. A line git cannot read is no rule."""
    rules = tuple(_rules(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), shown))
    if not rules:
        return None
    matcher = pattern_set([rule.expression.pattern for rule in rules])
    prefix = b"" if base == "." else os.fsencode(base) + b"/"
    return RuleFile(prefix, rules, matcher)


def rules_above(target: Path) -> tuple[tuple[RuleFile, ...], str]:
    """The rules that reach the entries of `target` from outside of its own .gitignore files, and
    the target's path in its git work tree ("." at the top, or when it is in none)."""
    top = next((folder for folder in (target, *target.parents) if (folder / ".git").exists()), None)
    if top is None:
        return (), "."
    chain = [_rules_at(top, ".git/info/exclude", ".", target)]
    within = target.relative_to(top).as_posix()
    for part in reversed(target.relative_to(top).parents):
        chain.append(_rules_at(top, f"{part}/.gitignore", part.as_posix(), target))
    return tuple(rules for rules in chain if rules), within


def _rules_at(top: Path, path: str, base: str, target: Path) -> RuleFile | None:
    try:
        content, _ = Beneath(top).read(escape(path), _RULE_FILE_LIMIT)
    except ToolError:
        return None
    return parse_rules(content, base, escape(os.path.relpath(top / path, target)))


def parse_rule(pattern: bytes, place: str) -> Rule | None:
    """One pattern; None for a blank line, a comment, or what git cannot read."""
    try:
        expression, ignores = GitIgnoreSpecPattern.pattern_to_regex(pattern)
        if expression is None or ignores is None:
            return None
        if expression == _ANY_DIRECTORY:
            expression += b"$"
        compiled = compile_bytes(expression)
    except (GitIgnorePatternError, re2.error):
        return None
    return Rule(compiled, ignores, place, escape(os.fsdecode(pattern)))


def _rules(lines: Iterable[bytes], shown: str) -> Iterator[Rule]:
    for number, line in enumerate(lines, start=1):
        if rule := parse_rule(_trimmed(line.removesuffix(b"\r")), f"{shown}:{number}"):
            yield rule


def _trimmed(line: bytes) -> bytes:
    r"""Without trailing spaces, except one that is escaped: "foo\   " means the name "foo "."""
    bare = line.rstrip(b" ")
    backslashes = len(bare) - len(bare.rstrip(b"\\"))
    return bare + b" " if backslashes % 2 and bare != line else bare
