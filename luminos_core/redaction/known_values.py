"""Values that are known to be secret, wherever they stand, in the forms in which they travel.

Known in this process, not in one run: a secret of one target is none of another's business.
"""

import base64
import html
import json
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import quote, quote_plus

import re2

from luminos_core.redaction.patterns import bytes_options

SHORTEST = 8  # characters of a value, and of a form of it
_LONGEST = 2_000  # characters of a value that are searched for
_MOST = 5_000  # values
_TOGETHER = 1_000  # values of one automaton: with three times as many it is fifty times slower
_MEMORY = 1 << 28  # bytes that an automaton may take


def remember_values(values: Iterable[str]) -> None:
    """From now on, `redact` replaces these values and their encoded forms. Those that are too short
    are left out, and all beyond 5,000."""
    wanted = (value[:_LONGEST] for value in values if len(value) >= SHORTEST)
    with _lock:
        every = tuple(dict.fromkeys((*_known.values, *wanted)))[:_MOST]
        if every != _known.values:
            _replace(_Known(every))


def forget_values() -> None:
    """For tests, which share a process."""
    with _lock:
        _replace(_Known(()))


def known_places(content: bytes) -> Iterator[tuple[int, int]]:
    """Where known values stand in `content`."""
    for finder in _known.finders:
        for match in finder.finditer(content):
            yield match.span()


@dataclass(frozen=True)
class _Known:
    values: tuple[str, ...]

    @cached_property
    def finders(self) -> tuple[Any, ...]:
        starts = range(0, len(self.values), _TOGETHER)
        return tuple(_finder(self.values[start : start + _TOGETHER]) for start in starts)


_lock = threading.Lock()
_known = _Known(())


def _replace(known: _Known) -> None:
    global _known  # noqa: PLW0603 - of the process, as said above
    _known = known


def _finder(values: tuple[str, ...]) -> Any:
    forms = {form for value in values for form in _forms(value) if len(form) >= SHORTEST}
    # In this order a form comes before its beginnings, and RE2 shares what neighbours begin with.
    in_order = sorted(forms, reverse=True)
    options = bytes_options()
    options.max_mem = _MEMORY
    return re2.compile(b"|".join(map(re2.escape, in_order)), options)


def _forms(value: str) -> Iterator[bytes]:
    plain = value.encode("utf-8", "surrogatepass")
    yield plain
    yield plain.hex().encode()
    yield plain.hex().upper().encode()
    yield from _base64_forms(plain)
    for text in _text_forms(value):
        yield text.encode("utf-8", "surrogatepass")


def _base64_forms(plain: bytes) -> Iterator[bytes]:
    """What base64 has of the value wherever it begins in the encoded text: at one of three offsets.
    Digits that also hold bits of its neighbours are left out."""
    for offset, first in ((0, 0), (1, 2), (2, 3)):
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            yield encode(b"\0" * offset + plain)[first : (offset + len(plain)) * 8 // 6]


def _text_forms(value: str) -> Iterator[str]:
    """As in addresses, JSON and HTML."""
    try:
        for encoded in (quote(value, safe=""), quote(value), quote(value, safe="!~*'()")):
            yield encoded
            yield _lower_escapes(encoded)
        yield quote_plus(value)
    except UnicodeEncodeError:  # a lone surrogate is in no address
        pass
    yield json.dumps(value)[1:-1]
    yield json.dumps(value, ensure_ascii=False)[1:-1]
    yield json.dumps(value)[1:-1].replace("/", "\\/")
    yield html.escape(value)


def _lower_escapes(encoded: str) -> str:
    head, *rest = encoded.split("%")
    return "%".join((head, *(part[:2].lower() + part[2:] for part in rest)))
