"""A tree of directories as large as Django's, of translations, templates and modules."""

import random
from itertools import pairwise
from pathlib import Path

# Bytes of text in one directory of Django 5.2.19's source, by the share of directories that have
# no more. The last one is cut: a few folders of release notes have 1.5 MB.
_BYTES = (
    (0.0, 0), (0.37, 0), (0.5, 906), (0.75, 5_050), (0.85, 12_245), (0.9, 25_872), (0.95, 37_938),
    (0.99, 193_066), (1.0, 500_000),
)  # fmt: skip
_LONGEST = 90_000  # bytes of one file
_LINES = {
    "py": "    value = compute(value, other)  # a step\n",
    "html": "  <li class='item'>{{ value.name }}</li>\n",
    "po": 'msgid "Hello"\nmsgstr "Guten Tag"\n\n',
}


def make_django_like(root: Path, directories: int) -> dict[str, str]:
    """The tree at `root`; the last words of each text file by its path, to know it by."""
    dice = random.Random(52)  # noqa: S311 - the same tree every time
    ends: dict[str, str] = {}
    for number in range(directories):
        folder = root / f"app{number % 17}" / f"part{number}"
        folder.mkdir(parents=True)
        left = _bytes_at((number + 0.5) / directories)
        kind = dice.choice(tuple(_LINES))
        if kind == "po":
            (folder / "django.mo").write_bytes(b"\xde\x12\x04\x95\0\0\0\0" * 9)
        while left > 0:
            drawn = left if kind == "po" else round(dice.lognormvariate(8, 1.2))
            size = min(left, drawn, _LONGEST)
            left -= size
            file = folder / f"file{len(ends)}.{kind}"
            end = ends[str(file.relative_to(root))] = f"# the end of file{len(ends)}."
            file.write_text(_text(kind, size) + end + "\n")
    return ends


def _bytes_at(share: float) -> int:
    """The quantile of `_BYTES`, in a straight line between two of its rows."""
    for (low, few), (high, many) in pairwise(_BYTES):
        if share <= high:
            return round(few + (many - few) * (share - low) / (high - low))
    raise ValueError(f"{share} is no share")


def _text(kind: str, size: int) -> str:
    head = "def function(value, other):\n" if kind == "py" else ""
    return head + _LINES[kind] * (size // len(_LINES[kind]))
