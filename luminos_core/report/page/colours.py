"""The colour of a language, the same in every page."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zlib import crc32

import orjson

_HASHED = 0.055  # chroma of hashed hues, so that none looks like one of the table's


@dataclass(frozen=True, slots=True)
class Colour:
    """OKLCH without the lightness, which the page sets for its light and dark themes. A chroma of
    0.085 is readable under dark and light text alike."""

    hue: int  # degrees
    chroma: float


def colour(language: str) -> Colour:
    """From the table, so that common languages differ; else by a hash of the name."""
    return common_colours().get(language) or Colour(crc32(language.encode()) % 360, _HASHED)


@cache
def common_colours() -> dict[str, Colour]:
    table = orjson.loads(Path(__file__).with_name("language_colours.json").read_bytes())
    return {language: Colour(**fields) for language, fields in table.items()}
