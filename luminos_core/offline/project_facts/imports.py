"""What a source file imports, as far as that tells which part of a project needs which."""

import sys
from collections.abc import Callable, Iterator
from posixpath import join, normpath
from typing import Any, NamedTuple

import re2

from luminos_core.text.tree_paths import parent_of

_LIBRARY = {"", *sys.stdlib_module_names}  # of Python
_STEPS = 3  # of a dotted name
_MOST = 300  # imports of one file
_PYTHON = re2.compile(r"(?m)^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([\w., \t]+))")
_SCRIPT = re2.compile(r"""\b(?:from|import|require)\s*\(?\s*["']([^"'\n]{1,200})["']""")
_GO = re2.compile(r'(?m)^[ \t]*(?:import[ \t]+)?(?:[\w.]+[ \t]+)?"([\w./~-]+)"[ \t\r]*$')
_RUST = re2.compile(
    r"(?m)^[ \t]*(?:pub[^\n;]{0,30}[ \t])?(?:use|extern[ \t]+crate)[ \t]+(?:::)?(\w+)"
)
_JVM = re2.compile(r"(?m)^[ \t]*import[ \t]+(?:static[ \t]+)?([\w.]+)")
_PHP = re2.compile(r"(?m)^[ \t]*use[ \t]+(?:function[ \t]+|const[ \t]+)?\\?([\w\\]+)")
_SHARP = re2.compile(r"(?m)^[ \t]*(?:global[ \t]+)?using[ \t]+(?:static[ \t]+)?([\w.]+)[ \t]*;")
_RUBY = re2.compile(r"""(?m)^[ \t]*require[ \t(]+["']([\w/.-]+)["']""")
_PACKAGE = {
    "Java": re2.compile(r"(?m)^[ \t]*package[ \t]+([\w.]+)"),
    "PHP": re2.compile(r"(?m)^[ \t]*namespace[ \t]+([\w\\]+)"),
    "C#": re2.compile(r"(?m)^[ \t]*namespace[ \t]+([\w.]+)"),
}
_PACKAGE |= dict.fromkeys(("Kotlin", "Scala", "Groovy"), _PACKAGE["Java"])


class Imported(NamedTuple):
    """A name, and how it is looked up: "python", "path", "npm", "go", …"""

    kind: str
    name: str


def imported(path: str, text: str, language: str) -> tuple[Imported, ...]:
    """Sorted. Names of the file's own directory are left out."""
    find = _FINDERS.get(language)
    found = {Imported(*each) for each in find(path, text)} if find else ()
    return tuple(sorted(each for each in found if each.name))[:_MOST]


def declared_package(text: str, language: str) -> str:
    """The dotted name that a file says it belongs to; "" in languages without one."""
    pattern = _PACKAGE.get(language)
    found = pattern.search(text) if pattern else None
    return found.group(1).replace("\\", ".") if found else ""


def _python(path: str, text: str) -> Iterator[tuple[str, str]]:
    for package, modules in _PYTHON.findall(text):
        for module in (package or modules).split(","):
            name = module.strip().partition(" ")[0]
            if name.startswith("."):
                yield "path", _relative(path, name)
            elif name.partition(".")[0] not in _LIBRARY:
                yield "python", ".".join(name.split(".")[:_STEPS])


def _relative(path: str, name: str) -> str:
    """Of "..a.b" the path that it is looked for at."""
    below = name.lstrip(".")
    up = [".."] * (len(name) - len(below) - 1)
    return normpath(join(parent_of(path), *up, *below.split(".")))


def _script(path: str, text: str) -> Iterator[tuple[str, str]]:
    for name in _SCRIPT.findall(text):
        if name.startswith("../"):
            yield "path", normpath(join(parent_of(path), name))
        elif name[0] not in "./#~" and not name.startswith("node:"):
            yield "npm", "/".join(name.split("/")[: 2 if name.startswith("@") else 1])


def _ruby(_path: str, text: str) -> Iterator[tuple[str, str]]:
    for name in _RUBY.findall(text):
        yield "rubygems", name.partition("/")[0]


def _by(kind: str, pattern: Any) -> Callable[[str, str], Iterator[tuple[str, str]]]:
    def find(_path: str, text: str) -> Iterator[tuple[str, str]]:
        for name in pattern.findall(text):
            yield kind, name.replace("\\", ".")

    return find


_FINDERS: dict[str, Callable[[str, str], Iterator[tuple[str, str]]]] = {
    "Python": _python,
    "Go": _by("go", _GO),
    "Rust": _by("cargo", _RUST),
    "PHP": _by("dotted", _PHP),
    "C#": _by("dotted", _SHARP),
    "Ruby": _ruby,
}
_FINDERS |= dict.fromkeys(("JavaScript", "TypeScript", "TSX", "Vue", "Svelte", "Astro"), _script)
_FINDERS |= dict.fromkeys(("Java", "Kotlin", "Scala", "Groovy"), _by("dotted", _JVM))
