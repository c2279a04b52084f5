"""One rule of an ignore file, or the pattern of a line of .gitattributes."""

import functools
import os
from typing import Any, NamedTuple

from luminos_core.scan.byte_patterns import compile_bytes
from luminos_core.scan.rules.wildmatch import is_literal, to_regex
from luminos_core.text.filenames import encode_name


class IgnoreRule(NamedTuple):
    glob: bytes  # without "!", and without the slashes at its ends
    matches_name: bool  # matches the name of an entry at any depth; else its path
    directories_only: bool  # matches nothing else
    ignores: bool  # False for a negation
    location: str  # ".gitignore:3"
    pattern: str  # as it was written, escaped

    def matches(self, path: bytes, is_directory: bool) -> bool:
        """Whether the rule matches the entry at `path`, relative to the rule's directory."""
        if self.directories_only and not is_directory:
            return False
        text = path.rpartition(b"/")[2] if self.matches_name else path
        if is_literal(self.glob):
            return text == self.glob
        compiled = _compiled(self.glob)
        return bool(compiled and compiled.search(text))


def parse_pattern(line: bytes, location: str) -> IgnoreRule | None:
    """One line; None for a blank line, a comment, or a pattern that cannot match."""
    glob = line.removeprefix(b"!")
    directories_only = glob.endswith(b"/")
    glob = glob[:-1] if directories_only else glob
    matches_name = b"/" not in glob
    glob = glob.removeprefix(b"/")
    anywhere = glob.removeprefix(b"**/")
    if anywhere != glob and b"/" not in anywhere:
        glob, matches_name = anywhere, True
    if not glob or line.startswith(b"#"):
        return None
    pattern = encode_name(os.fsdecode(line))
    return IgnoreRule(
        glob, matches_name, directories_only, not line.startswith(b"!"), location, pattern
    )


@functools.lru_cache(maxsize=1024)
def _compiled(glob: bytes) -> Any:
    """A pattern compiled; None when it cannot match."""
    found = to_regex(glob)
    return compile_bytes(found) if found else None
