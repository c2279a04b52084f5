"""What the names of imports stand for, read from the text of a file."""

from collections.abc import Callable, Iterator

import re2

_PYTHON_IMPORT = re2.compile(r"(?m)^[ \t]*import[ \t]+([^\n#;]+)")
_PYTHON_FROM = re2.compile(r"(?m)^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#;]+)")
_REQUIRE = re2.compile(
    r"""(?:const|let|var)\s+(\{[^}]*\}|[\w$]+)\s*=\s*(?:await\s+)?(?:require|import)\(\s*["']([^"']+)["']\s*\)((?:\.\w+)*)"""
)
_JS_IMPORT = re2.compile(r"""(?m)^\s*import\s+([^;"']+?)\s+from\s+["']([^"']+)["']""")
_GO_IMPORT = re2.compile(r'(?m)^\s*(?:import\s+)?([\w.]+\s+)?"([\w./-]+)"\s*$')
_RUST_USE = re2.compile(r"(?m)^\s*(?:pub\s+)?use\s+([^;]+);")
_NAME = re2.compile(r"[\w$]+")


def imported_names(text: str, grammar: str) -> dict[str, str]:
    """Qualified names with ".", by the name in this file: "sp.run" is found by "sp" as
    "subprocess". A Go package stands for its whole path, "rand" for "math/rand"."""
    read = _READERS.get(grammar)
    return dict(read(text)) if read else {}


def _python(text: str) -> Iterator[tuple[str, str]]:
    for found in _PYTHON_IMPORT.finditer(text):
        for name, alias in _aliases(found.group(1), " as "):
            root = name.partition(".")[0]
            yield (alias, name) if alias != name else (root, root)
    for found in _PYTHON_FROM.finditer(text):
        for name, alias in _aliases(found.group(2).strip("()"), " as "):
            yield alias, f"{found.group(1)}.{name}"


def _javascript(text: str) -> Iterator[tuple[str, str]]:
    for found in _REQUIRE.finditer(text):
        bound, module, member = found.groups()
        yield from _bound(bound, _module(module) + (member or ""), ":")
    for found in _JS_IMPORT.finditer(text):
        clause, module = found.group(1), _module(found.group(2))
        before, brace, inside = clause.partition("{")
        if brace:
            yield from _bound("{" + inside, module, " as ")
        for name in _NAME.findall(before.replace("* as ", "").removeprefix("type ")):
            yield name, module


def _bound(bound: str, module: str, renames: str) -> Iterator[tuple[str, str]]:
    if not bound.startswith("{"):
        yield bound, module
        return
    for name, alias in _aliases(bound.strip("{} \n"), renames):
        yield alias, f"{module}.{name}"


def _go(text: str) -> Iterator[tuple[str, str]]:
    for found in _GO_IMPORT.finditer(text):
        path = found.group(2)
        last = path.rpartition("/")[2]
        yield (found.group(1) or last).strip(), path


def _rust(text: str) -> Iterator[tuple[str, str]]:
    for found in _RUST_USE.finditer(text):
        head, brace, inside = found.group(1).partition("{")
        prefix = head if brace else "".join(head.rpartition("::")[:2])
        names = inside.rstrip("} \n") if brace else head.rpartition("::")[2]
        for name, alias in _aliases(names, " as "):
            yield alias, (prefix + name).replace("::", ".")


def _aliases(names: str, renames: str) -> Iterator[tuple[str, str]]:
    """Of "a, b as c": the name, and what it is called here."""
    for each in names.split(","):
        name, _, alias = (part.strip() for part in each.partition(renames))
        if name:
            yield name, alias or name


def _module(name: str) -> str:
    return name.removeprefix("node:")


_READERS: dict[str, Callable[[str], Iterator[tuple[str, str]]]] = {
    "python": _python,
    "javascript": _javascript,
    "typescript": _javascript,
    "tsx": _javascript,
    "go": _go,
    "rust": _rust,
}
