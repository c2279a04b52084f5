"""Who owns which path, by a CODEOWNERS file. Its patterns become regular expressions that a hostile
one makes slow: in the child process alone."""

import json
import re

from codeowners import CodeOwners

from luminos_core.records.parsed import OwnedPaths

_LENGTH = 100  # characters of an owner
_OWNERS = 5  # of one path
_NAMED = 2_000


def parse_code_owners(content: bytes) -> OwnedPaths:
    """`content` is a JSON array: the file's text, and the paths to look up. A line with a pattern
    that is none owns nothing."""
    try:
        text, *paths = json.loads(content)
        found = CodeOwners("\n".join(filter(_is_rule, text.split("\n"))))
    except (ValueError, TypeError, AttributeError):  # it is no such array
        return OwnedPaths(owners={})
    paths = [path for path in paths if isinstance(path, str)]
    owned = {path: [owner[:_LENGTH] for _, owner in found.of(path)[:_OWNERS]] for path in paths}
    return OwnedPaths(
        owners={path: " ".join(owners) for path, owners in owned.items() if owners},
        named=_named(found),
    )


def _named(found: CodeOwners) -> tuple[str, ...]:
    owners = {owner[:_LENGTH] for _, _, owned, *_ in found.paths for _, owner in owned}
    return tuple(sorted(owners)[:_NAMED])


def _is_rule(line: str) -> bool:
    """Not GitLab's headings of sections, whose default owners would be taken for patterns."""
    try:
        return not line.strip().startswith(("[", "^[")) and bool(CodeOwners(line).paths)
    except (ValueError, re.error):
        return False
