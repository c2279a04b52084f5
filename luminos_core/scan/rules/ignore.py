"""Git's ignore rules, without git: what the lines of one file of rules say of an entry.

A rule is matched against each entry itself while the walk goes down, never against what is inside
an ignored directory, which is how git reads them (dir.c). Most rules are plain names, paths or
endings and are looked up; the rest runs on RE2, where a hostile `.gitignore` that takes a
backtracking engine hours takes microseconds. Not read: a person's own global excludes, which say
nothing of the tree.
"""

from __future__ import annotations

import functools
import os
import stat
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from luminos_core.scan.expressions import compile_bytes
from luminos_core.scan.rules.rule_index import RuleIndex
from luminos_core.scan.rules.wildmatch import expression, is_plain
from luminos_core.text.filenames import encode_name

RULE_FILE_LIMIT = 1 << 20  # bytes read of one file of rules
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class Rule(NamedTuple):
    glob: bytes  # without "!", and without the slashes at its ends
    of_names: bool  # about an entry's name, wherever it lies; else about its path
    of_directories: bool  # about nothing else
    ignores: bool  # False for a negation
    place: str  # ".gitignore:3"
    pattern: str  # as it was written, escaped

    def matches(self, path: bytes, is_directory: bool) -> bool:
        """Whether the rule is about the entry at `path`, as seen from the rule's directory."""
        if self.of_directories and not is_directory:
            return False
        text = path.rpartition(b"/")[2] if self.of_names else path
        if is_plain(self.glob):
            return text == self.glob
        compiled = _compiled(self.glob)
        return bool(compiled and compiled.search(text))


class RuleFile:
    """The rules of one file. `base` is the directory they speak of, as a prefix of paths: "" or
    "a/b/"."""

    def __init__(self, base: str, rules: tuple[Rule, ...]) -> None:
        self._rules = rules
        self._skip = len(base)
        self._of_files = RuleIndex(
            [(number, rule) for number, rule in enumerate(rules) if not rule.of_directories]
        )
        self._of_directories = (
            RuleIndex(list(enumerate(rules)))
            if any(rule.of_directories for rule in rules)
            else self._of_files
        )

    def verdict(self, path: str, name: str, is_directory: bool) -> Rule | None:
        """The last rule about the entry; None when no rule is."""
        index = self._of_directories if is_directory else self._of_files
        number = index.last(path[self._skip :], name)
        return self._rules[number] if number >= 0 else None


def judge(chain: tuple[RuleFile, ...], path: str, name: str, is_directory: bool) -> Rule | None:
    """The rule of the innermost file of `chain` (innermost first) that speaks of the entry."""
    for rules in chain:
        if rule := rules.verdict(path, name, is_directory):
            return rule
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
        return os.read(descriptor, RULE_FILE_LIMIT) if regular else b""
    except OSError:
        return b""
    finally:
        os.close(descriptor)


def parse_rules(content: bytes, base: str, shown: str) -> RuleFile | None:
    """The rules in the text of a file in the directory `base` ("." at the top); None when it has
    none. `shown` is the file's name in reasons."""
    if len(content) >= RULE_FILE_LIMIT:
        content = content[: content.rfind(b"\n") + 1]  # half a pattern is another pattern
    rules = tuple(_rules(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), shown))
    return RuleFile("" if base == "." else base + "/", rules) if rules else None


def parse_rule(line: bytes, place: str) -> Rule | None:
    """One pattern; None for a blank line, a comment, or what matches nothing."""
    glob = line.removeprefix(b"!")
    of_directories = glob.endswith(b"/")
    glob = glob[:-1] if of_directories else glob
    of_names = b"/" not in glob
    glob = glob.removeprefix(b"/")
    anywhere = glob.removeprefix(b"**/")
    if anywhere != glob and b"/" not in anywhere:
        glob, of_names = anywhere, True
    if not glob or line.startswith(b"#"):
        return None
    pattern = encode_name(os.fsdecode(line))
    return Rule(glob, of_names, of_directories, not line.startswith(b"!"), place, pattern)


def _rules(lines: Iterable[bytes], shown: str) -> Iterator[Rule]:
    for number, line in enumerate(lines, start=1):
        text = _trimmed(line.removesuffix(b"\r").partition(b"\0")[0])
        if rule := parse_rule(text, f"{shown}:{number}"):
            yield rule


def _trimmed(line: bytes) -> bytes:
    r"""Without trailing spaces, except one that is escaped: "foo\   " means the name "foo "."""
    bare = line.rstrip(b" ")
    backslashes = len(bare) - len(bare.rstrip(b"\\"))
    return bare + b" " if backslashes % 2 and bare != line else bare


@functools.lru_cache(maxsize=1024)
def _compiled(glob: bytes) -> Any:
    """What RE2 makes of a pattern; None when it matches nothing."""
    found = expression(glob)
    return compile_bytes(found) if found else None
