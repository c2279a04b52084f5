"""Which file of the target a tool's result is about."""

from collections.abc import Container, Iterator
from pathlib import Path
from urllib.parse import unquote_to_bytes

from luminos_core.text.filenames import encode_name

_FILE_URI = "file://"
_DEEPEST = 64  # names of a foreign path


def place_in(named: str, root: Path, known: Container[str]) -> str | None:
    """The path from `root`, as records hold it, that `named` stands for; None unless it is `known`.
    `named` is a path, or a URI; it may be of another machine, where the tree was elsewhere."""
    for plain in _plain(named):
        for path in _candidates(plain, encode_name(str(root))):
            if path in known:
                return path
    return None


def _plain(named: str) -> Iterator[str]:
    """As it is, and without a URI's escapes."""
    path = named.removeprefix(_FILE_URI) if named.startswith(_FILE_URI) else named
    path = path.removeprefix("file:")
    yield encode_name(path)
    yield encode_name(unquote_to_bytes(path).decode("utf-8", "surrogateescape"))


def _candidates(path: str, root: str) -> Iterator[str]:
    """The longest first. Some tools count from beside the root: "../tree/a.py"."""
    inside = path.removeprefix(root.rstrip("/") + "/")
    parts = [part for part in inside.split("/") if part not in ("", ".")]
    while parts[:1] == [".."]:
        del parts[0]
    is_foreign = path.startswith("/") and inside == path
    strips = min(len(parts), _DEEPEST) if is_foreign else 2
    for start in range(strips):
        if start == 0 or is_foreign or parts[:1] == [root.rpartition("/")[2]]:
            yield "/".join(parts[start:])
