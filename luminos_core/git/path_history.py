"""How often each path was committed, by whom, and since when."""

from collections.abc import Iterable, Mapping

Changes = Mapping[str, int]  # author -> commits

History = tuple[int, Changes]  # seconds since 1970 of the first commit read, and who made how many


def add_change(
    histories: dict[bytes, tuple[int, dict[str, int]]], path: bytes, author: str, time: int
) -> None:
    """One more commit of `path`; commits come newest first, roughly."""
    first, authors = histories.get(path) or (time, {})
    authors[author] = authors.get(author, 0) + 1
    histories[path] = (min(first, time), authors)


def merged(older: Mapping[str, History], newer: Mapping[str, History]) -> dict[str, History]:
    """Of every path in either."""
    found = dict(older)
    for path, (first, authors) in newer.items():
        known_first, known = found.get(path, (first, {}))
        names = dict.fromkeys((*known, *authors))
        sums = {name: known.get(name, 0) + authors.get(name, 0) for name in names}
        found[path] = (min(first, known_first), sums)
    return found


def only(histories: Mapping[str, History], paths: Iterable[str]) -> dict[str, History]:
    return {path: histories[path] for path in paths if path in histories}
