"""The colour of a language, the same in every page."""

from dataclasses import dataclass
from zlib import crc32

_CHROMA = 0.085  # readable under dark and light text alike at the lightnesses that the page sets
_GREYISH = 0.035
_HASHED = 0.055  # of hashed hues, so that none looks like one of the table's


@dataclass(frozen=True, slots=True)
class Colour:
    """OKLCH without the lightness, which the page sets for its light and dark themes."""

    hue: int  # degrees
    chroma: float


COMMON = {
    "C": Colour(285, 0.06),
    "C++": Colour(350, _CHROMA),
    "C#": Colour(150, _CHROMA),
    "CSS": Colour(318, _CHROMA),
    "Go": Colour(210, _CHROMA),
    "HTML": Colour(40, _CHROMA),
    "JSON": Colour(110, _GREYISH),
    "Java": Colour(65, _CHROMA),
    "JavaScript": Colour(98, _CHROMA),
    "Kotlin": Colour(300, _CHROMA),
    "Makefile": Colour(130, _CHROMA),
    "Markdown": Colour(190, _GREYISH),
    "PHP": Colour(275, _CHROMA),
    "Perl": Colour(185, _CHROMA),
    "Python": Colour(240, _CHROMA),
    "Ruby": Colour(20, _CHROMA),
    "Rust": Colour(50, _CHROMA),
    "SCSS": Colour(325, _CHROMA),
    "SQL": Colour(75, _CHROMA),
    "SVG": Colour(80, _GREYISH),
    "Shell": Colour(145, _CHROMA),
    "Swift": Colour(35, _CHROMA),
    "TOML": Colour(30, _GREYISH),
    "Text": Colour(250, 0.012),
    "TypeScript": Colour(225, _CHROMA),
    "Unix Assembly": Colour(60, _CHROMA),
    "XML": Colour(160, _GREYISH),
    "YAML": Colour(330, _GREYISH),
    "reStructuredText": Colour(165, _CHROMA),
}


def colour(language: str) -> Colour:
    """From the table, so that common languages differ; else by a hash of the name."""
    return COMMON.get(language) or Colour(crc32(language.encode()) % 360, _HASHED)
