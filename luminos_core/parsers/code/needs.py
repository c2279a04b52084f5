"""What must be in a file for a call of some name to be in it: words, and parts of words."""

from dataclasses import dataclass

import re2

ANY = "*"  # in a name: any text
_TOKEN = re2.compile(r"[\w*]+")
_WORDS_ONLY = bytes(i if chr(i).isalnum() or chr(i) == "_" else 32 for i in range(128)).ljust(256)


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
    return frozenset(text.encode("utf-8", "replace").translate(_WORDS_ONLY).split())
