"""What must be in a file for a call of some name to be in it: words, and parts of words."""

from dataclasses import dataclass
from functools import cache

import re2

ANY = "*"  # in a name: any text
_TOKEN = re2.compile(r"[\w*]+")
_OF_WORDS = bytes(i for i in range(128) if chr(i).isalnum() or chr(i) == "_")


@dataclass(frozen=True)
class Needs:
    """Without words and parts any file may have it."""

    words: frozenset[bytes] = frozenset()
    parts: tuple[str, ...] = ()

    def are_in(self, vocabulary: str, words: frozenset[bytes]) -> bool:
        """`words` are those of the text, and `vocabulary` is all of them between spaces."""
        return self.words <= words and all(part in vocabulary for part in self.parts)


def needs_of(name: str) -> Needs:
    """Of a call's name, as rules write it. A name stands in the file piece by piece: in the call,
    and in the import that it is replaced by."""
    tokens = _TOKEN.findall(name.removeprefix("new "))
    plain = " ".join(token for token in tokens if ANY not in token)
    parts = (part for token in tokens if ANY in token for part in token.split(ANY))
    return Needs(words_of(plain), tuple(filter(None, parts)))


def is_word(text: str) -> bool:
    """Whether it is one of `words_of`."""
    return words_of(text) == {text.encode()}


def words_of(text: str) -> frozenset[bytes]:
    """Of ASCII's letters, digits and underscores. Several times faster than a pattern."""
    return frozenset(all_words(text))


def all_words(text: str, also: bytes = b"") -> list[bytes]:
    """In their order; what is in `also` is in words, too."""
    return text.encode("utf-8", "replace").translate(_with_spaces(also)).split()


@cache
def _with_spaces(also: bytes) -> bytes:
    """A table that puts spaces in the place of what is in no word."""
    return bytes(i if i in _OF_WORDS + also else 32 for i in range(256))
