"""The secret values in text that is withheld: what is to be replaced wherever else it stands.

Words, names of hosts, versions, numbers and the like stay out: they stand everywhere.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import re2

from luminos_core.redaction.find_secrets import decoded, encoded, find_spans
from luminos_core.redaction.known_values import SHORTEST
from luminos_core.redaction.patterns import bytes_options
from luminos_core.redaction.plausibility import is_random, setting_value
from luminos_core.redaction.rules import secret_fragment

# The value to the end of a line, and the value as one word.
_ASSIGNMENT = (
    rb"""(?m)^[ \t]*(?:export[ \t]+|-[ \t]+)?["']?([\w.:/-]+?)["']?"""
    rb"""[ \t]*[=: \t][ \t]*(\S[^\r\n]*)$"""
)
_WORD = rb"""[^\s"'`,;=:@(){}\[\]<>|&?]{12,}"""
_PASSPHRASE_NAME = rb"(?i)(?:passw(?:or)?d|passphrase|secret)$"
_WORDS = rb"[a-z0-9]{3,}(?:[ -][A-Za-z0-9]+){2,9}"
_PATH = rb"~?(?:/[\w.-]+){2,}/?"
_MOST = 2_000  # values of one text
_NAMED = "(?i){{named}}|key|token|pass|cred"


def values_in(text: str) -> tuple[str, ...]:
    """The secret values in the text of a file that is withheld."""
    content = encoded(text)
    found = (*_by_shape(content), *_assigned(content), *_random_words(content))
    long_enough = (value for value in found if len(value) >= SHORTEST)
    secrets = (value for value in long_enough if not _compiled(_PATH).fullmatch(value.encode()))
    return tuple(dict.fromkeys(secrets))[:_MOST]


def values_of_environment(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Of variables whose names mean secrets, and passwords in the addresses of others."""
    return values_in("\n".join(f"{name}={value}" for name, value in environ.items()))


def _by_shape(content: bytes) -> Iterator[str]:
    for span in find_spans(content):
        for line in decoded(content[span.start : span.end]).splitlines():
            if not line.startswith("-----"):
                yield line.strip(" \t\"',\\")


def _assigned(content: bytes) -> Iterator[str]:
    for match in _compiled(_ASSIGNMENT).finditer(content):
        value = match[2].decode("utf-8", "replace").strip().rstrip(",")
        if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'":
            value = value[1:-1]
        if _named().search(match[1]) and (setting_value(value) or _is_passphrase(match[1], value)):
            yield value


def _is_passphrase(name: bytes, value: str) -> bool:
    """Several words, which by accident stand nowhere else in this order."""
    return _compiled(_PASSPHRASE_NAME).search(name) is not None and (
        _compiled(_WORDS).fullmatch(value.encode()) is not None
    )


def _random_words(content: bytes) -> Iterator[str]:
    for match in _compiled(_WORD).finditer(content):
        word = match.group().decode("utf-8", "replace")
        if is_random(word):
            yield word


@cache
def _named() -> Any:
    return re2.compile(secret_fragment(_NAMED).encode(), bytes_options())


@cache
def _compiled(pattern: bytes) -> Any:
    return re2.compile(pattern, bytes_options())
