"""The category of a file: by name and extension, then by language, then by MIME type."""

import functools
import re
from fnmatch import translate
from typing import NamedTuple

from luminos_core.records.snapshot import Category
from luminos_core.scan.classify.linguist import linguist
from luminos_core.scan.classify.table import load_table


class _Categories(NamedTuple):
    """The table of categories.json."""

    names: tuple[tuple[re.Pattern[str], Category], ...]  # take precedence over the extension
    name_prefixes: tuple[str, ...]  # of all `names`
    extensions: dict[str, Category]
    language_types: dict[str, Category]  # by Linguist's type of the language
    mime_prefixes: dict[str, Category]


def categorize(path: str, language: str | None, mime: str, binary: bool) -> Category:
    """Binary content that is neither media nor an archive is data, compiled code too."""
    name = path[path.rfind("/") + 1 :].lower()
    dot = name.rfind(".")
    extension = name[dot:] if dot >= 0 else ""
    if not _is_program(extension, language) and (named := _by_name(path.lower(), name)):
        return named  # license.py is a program
    return _by_content(extension, language, mime, binary)


@functools.cache
def _is_program(extension: str, language: str | None) -> bool:
    table = linguist()
    return table.types.get(language or "") == "programming" and extension in table.extensions


def _by_name(path: str, name: str) -> Category | None:
    if name.endswith(".txt") and path.endswith("requirements/" + name):
        return Category.CONFIG
    table = _categories()
    if not name.startswith(table.name_prefixes):
        return None
    return next((category for names, category in table.names if names.match(name)), None)


@functools.lru_cache(maxsize=1024)
def _by_content(extension: str, language: str | None, mime: str, binary: bool) -> Category:
    table = _categories()
    if extension in table.extensions:
        return table.extensions[extension]
    if language in linguist().types:
        return table.language_types[linguist().types[language]]
    by_mime = (
        category for start, category in table.mime_prefixes.items() if mime.startswith(start)
    )
    return next(by_mime, Category.DATA if binary else Category.UNKNOWN)


@functools.cache
def _categories() -> _Categories:
    table = load_table("categories.json")
    globs = [glob for names in table["names"].values() for glob in names]
    return _Categories(
        names=tuple(
            (re.compile("|".join(map(translate, names))), Category(category))
            for category, names in table["names"].items()
        ),
        name_prefixes=tuple({glob.partition("*")[0] for glob in globs}),
        extensions=_inverted(table["extensions"]),
        language_types=_inverted(table["language_types"]),
        mime_prefixes=_inverted(table["mime_prefixes"]),
    )


def _inverted(table: dict[str, list[str]]) -> dict[str, Category]:
    return {value: Category(category) for category, values in table.items() for value in values}
