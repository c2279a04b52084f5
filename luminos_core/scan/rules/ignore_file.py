"""Git's ignore rules, without git: the last rule of an ignore file that matches an entry.

As in git's dir.c, a rule is matched against each entry during the walk, and never against what is
inside an ignored directory. Most rules are literal names, paths or suffixes and are looked up; the
others run on RE2, where a hostile `.gitignore` that takes a backtracking engine hours takes
microseconds. A user's global excludes are not read: they are not part of the tree.
"""

import os
import stat
from collections.abc import Iterable, Iterator

from luminos_core.sandboxed_dir import OPEN_FILE
from luminos_core.scan.rules.ignore_rule import IgnoreRule, parse_pattern
from luminos_core.scan.rules.rule_index import RuleIndex

RULE_FILE_LIMIT = 1 << 20  # bytes


class IgnoreFile:
    """The rules of one file. `base` is its directory as a prefix of paths: "" or "a/b/"."""

    def __init__(self, base: str, rules: tuple[IgnoreRule, ...]) -> None:
        self._rules = rules
        self._skip = len(base)
        self._of_files = RuleIndex(
            [(number, rule) for number, rule in enumerate(rules) if not rule.directories_only]
        )
        self._of_directories = (
            RuleIndex(list(enumerate(rules)))
            if any(rule.directories_only for rule in rules)
            else self._of_files
        )

    def last_match(self, path: str, name: str, is_directory: bool) -> IgnoreRule | None:
        """The last rule that matches the entry; None when none does."""
        index = self._of_directories if is_directory else self._of_files
        number = index.last(path[self._skip :], name)
        return self._rules[number] if number >= 0 else None


def last_match(
    chain: tuple[IgnoreFile, ...], path: str, name: str, is_directory: bool
) -> IgnoreRule | None:
    """The last matching rule of the innermost file of `chain` (innermost first) that has one."""
    for rules in chain:
        if rule := rules.last_match(path, name, is_directory):
            return rule
    return None


def read_rule_file(name: str, directory: int) -> bytes:
    """The content of a file, not a link, in the open `directory`; b"" if it cannot be read."""
    try:
        descriptor = os.open(name, OPEN_FILE, dir_fd=directory)
    except OSError:
        return b""
    try:
        regular = stat.S_ISREG(os.fstat(descriptor).st_mode)
        return os.read(descriptor, RULE_FILE_LIMIT) if regular else b""
    except OSError:
        return b""
    finally:
        os.close(descriptor)


def parse_ignore_file(content: bytes, base: str, shown: str) -> IgnoreFile | None:
    """The rules in `content`, of a file in the directory `base` ("." at the top); None when it has
    none. `shown` is the file's name in reasons."""
    if len(content) >= RULE_FILE_LIMIT:
        content = content[: content.rfind(b"\n") + 1]  # a cut pattern is another pattern
    rules = tuple(_rules(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), shown))
    return IgnoreFile("" if base == "." else base + "/", rules) if rules else None


def _rules(lines: Iterable[bytes], shown: str) -> Iterator[IgnoreRule]:
    for number, line in enumerate(lines, start=1):
        text = _trimmed(line.removesuffix(b"\r").partition(b"\0")[0])
        if rule := parse_pattern(text, f"{shown}:{number}"):
            yield rule


def _trimmed(line: bytes) -> bytes:
    r"""Without trailing spaces, except one that is escaped: "foo\   " means the name "foo "."""
    bare = line.rstrip(b" ")
    backslashes = len(bare) - len(bare.rstrip(b"\\"))
    return bare + b" " if backslashes % 2 and bare != line else bare
