"""What a rule is: the shape of one kind of secret, and the words without which it cannot occur."""

from collections.abc import Callable
from dataclasses import dataclass

from luminos_core.records.base import Record


@dataclass(frozen=True)
class Rule:
    """`pattern` is re2 over UTF-8 bytes.

    Its group `secret` is what must go; its group `prefix`, the start of the secret or the text
    before it, is fixed text that may be shown.
    """

    name: str  # as in the tag
    title: str  # "a GitHub personal access token"
    keywords: tuple[str, ...]  # re2; one must be found before the pattern is tried
    pattern: str
    plausible: Callable[[str], bool]  # of the secret: False for a placeholder or an example
    certain: bool = True  # the shape alone tells; False when it only suggests a secret
    version: int = 1  # raised whenever the rule finds other things than before


class SecretMatch(Record):
    """A secret's place in a text; offsets are of characters, and the secret itself is not kept."""

    rule: str
    title: str
    start: int
    end: int
    line: int  # 1-based, where it starts
    end_line: int
    shown: str  # the line up to and including the fixed prefix: in the text there, and no secret
    certain: bool
