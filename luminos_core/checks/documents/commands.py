"""What a command in a document needs of the tree."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import re2

_SEPARATOR = re2.compile(r"\s*(?:&&|\|\||;|\|)\s*")
_QUOTED_ASSIGNMENT = re2.compile(r"""\b[A-Z][A-Z0-9_]*=(?:"[^"]*"|'[^']*')""")
_ASSIGNMENT = re2.compile(r"^[A-Z][A-Z0-9_]*=\S*$")
_TARGET = re2.compile(r"^[a-zA-Z][\w-]*$")
_PLACEHOLDER = re2.compile(
    r"[<>{}$*\[\]…]|\.\.\.|your|example|path/to|^(?:\./)?my[\w-]*"
    r"|\.(?:phar|jar|exe)$|^composer-setup\.php$|^(?:app|bot|index|server|main|script|test)\.[cm]?[jt]s$"
)
_PYTHON = re2.compile(r"^(?:python|python3|py)(?:\.\d+)?$")
_OTHER_PROJECT = re2.compile(
    r"^(?:npm|yarn|pnpm|bun)\s+(?:init|create)\b|^npx\s+create-|\bdegit\s|\bstartproject\s|^rails\s+new\s"
    r"|^(?:cargo|django-admin|mix|dotnet|flutter|composer)\s+(?:new|init|create|create-project|startproject)\b"
)
_INTO_FOLDER = re2.compile(r"^(?:cd|pushd)\s+([\w./-]+)\s*(?:$|&&|;)")
_CLONED = re2.compile(r"\b(?:git\s+clone|svn\s+(?:co|checkout)|hg\s+clone|tar\s+-?\w*x)")
_SCRIPT = re2.compile(r"\.(?:py|rb|js|sh|pl|php|jar|exe)$|^python|^npx?$")
_PREFIXES = {"sudo", "env", "time", "exec", "poetry", "pipenv", "uv", "bundle", "npx", "run"}


class Need(StrEnum):
    FILE = "file"
    MAKE_TARGET = "make target"
    SCRIPT = "script"
    MODULE = "module"
    GO_PACKAGE = "package"
    PROGRAM = "program"
    TASK = "task"
    COMPOSE_FILE = "compose file"
    OPTION = "option"
    SUBCOMMAND = "command"


@dataclass(frozen=True)
class Needed:
    need: Need
    name: str
    program: str = ""  # of an option or a subcommand, whose; of a target, the folder


def needed_by(command: str, own: frozenset[str]) -> Iterator[Needed]:
    """`own` are the names of the project's programs."""
    plain = _QUOTED_ASSIGNMENT.sub("", command.partition(" #")[0])
    for part in _SEPARATOR.split(plain):
        words = [word for word in part.split() if not _ASSIGNMENT.match(word)]
        while words and words[0] in _PREFIXES:
            words = words[1:]
        if words and not words[0].startswith(("-", "(", "`")):
            yield from _of(words[0], words[1:], own)


def folder_entered(command: str) -> str:
    """ "web" for "cd web" and "cd web && make"; "" for other commands."""
    found = _INTO_FOLDER.search(command)
    return found.group(1).removeprefix("./").rstrip("/") if found else ""


def stays(command: str) -> bool:
    """Whether the commands on the next lines run where this one has led to."""
    return "&&" not in command and ";" not in command


def makes_project(command: str) -> bool:
    """Whether the commands after it are about a new project."""
    return bool(_OTHER_PROJECT.search(command))


def copies_project(command: str) -> bool:
    return bool(_CLONED.search(command))


def _of(program: str, rest: list[str], own: frozenset[str]) -> Iterator[Needed]:
    name = program.rpartition("/")[2]
    if _PYTHON.match(program):
        yield from _python(rest)
    elif program.startswith(("./", "bin/", "scripts/")):
        yield from _file([program] if "." in name or "/" in program.removeprefix("./") else [])
        yield from _own(name, rest, own | {name})
    elif find := _PROGRAMS.get(program):
        yield from find(rest, _plain(rest))
    else:
        yield from _own(program, rest, own)


def _plain(rest: list[str]) -> list[str]:
    return [word for word in rest if not word.startswith("-")]


def _python(rest: list[str]) -> Iterator[Needed]:
    if rest[:1] == ["-m"]:
        yield from (Needed(Need.MODULE, word) for word in rest[1:2])
        return
    script = next((word for word in rest if not word.startswith("-")), "")
    if script.endswith(".py"):
        yield from _file([script])
    if script.endswith("manage.py"):
        commands = rest[rest.index(script) + 1 :][:1]
        yield from (Needed(Need.SUBCOMMAND, word, "manage.py") for word in commands)


def _interpreted(rest: list[str], plain: list[str]) -> Iterator[Needed]:
    """What a shell reads from its input or its arguments is no file."""
    scripts = [word for word in plain[:1] if "." in word or "/" in word]  # not "source code"
    yield from _file([] if {"-s", "-c", "-e"} & set(rest) else scripts)


def _make(rest: list[str], plain: list[str]) -> Iterator[Needed]:
    if {"-f", "--file", "--directory"} & set(rest):
        return
    folder = next(iter(_after(rest, "-C")), "").strip("/")
    for word in plain:
        if _TARGET.match(word) and word != folder:
            yield Needed(Need.MAKE_TARGET, word, folder)


def _npm(_rest: list[str], plain: list[str]) -> Iterator[Needed]:
    """Scripts; yarn and pnpm need no "run" before them, and a name with ":" is always one."""
    words = plain[1:] if plain[:1] == ["run"] else plain
    first = words[0] if words else ""
    if plain[:1] == ["run"] or first == "test" or ":" in first:
        yield from (Needed(Need.SCRIPT, word) for word in words[:1])


def _pip(rest: list[str], _plain: list[str]) -> Iterator[Needed]:
    yield from _file(_after(rest, "-r"))


def _pytest(_rest: list[str], plain: list[str]) -> Iterator[Needed]:
    yield from _file([word.partition("::")[0] for word in plain[:1]])


def _go(rest: list[str], plain: list[str]) -> Iterator[Needed]:
    package = rest[1] if rest[:1] == ["run"] and len(rest) > 1 else ""
    if package.startswith("./"):
        yield Needed(Need.GO_PACKAGE, package)
        yield from _options(package.rpartition("/")[2], rest)


def _cargo(rest: list[str], _plain: list[str]) -> Iterator[Needed]:
    if rest[:1] == ["run"]:
        yield from (Needed(Need.PROGRAM, word) for word in _after(rest, "--bin"))
        yield from _options("cargo run", rest[rest.index("--") + 1 :] if "--" in rest else [])


def _rake(_rest: list[str], plain: list[str]) -> Iterator[Needed]:
    yield from (Needed(Need.TASK, word) for word in plain[:1])


def _rails(_rest: list[str], plain: list[str]) -> Iterator[Needed]:
    yield from (Needed(Need.TASK, word) for word in plain[:1] if ":" in word)


def _docker(rest: list[str], plain: list[str]) -> Iterator[Needed]:
    if rest[:1] == ["compose"]:
        yield from _compose(rest, plain)
    elif rest[:1] == ["build"]:
        yield from _file(_after(rest, "-f") or _after(rest, "--file"))


def _compose(rest: list[str], _plain: list[str]) -> Iterator[Needed]:
    files = _after(rest, "-f")
    yield from _file(files)
    if not files:
        yield Needed(Need.COMPOSE_FILE, "compose.yaml")


def _own(program: str, rest: list[str], own: frozenset[str]) -> Iterator[Needed]:
    if program not in own:
        return
    yield from _options(program, rest)
    first = rest[0] if rest else ""
    if re2.fullmatch(r"[a-z][a-z-]{2,}", first) and "." not in first:
        yield Needed(Need.SUBCOMMAND, first, program)


def _options(program: str, rest: list[str]) -> Iterator[Needed]:
    """Up to a program that it is to run, whose options follow."""
    for word in rest:
        if word == "--" or _SCRIPT.search(word) or word in _PROGRAMS:
            return
        if re2.fullmatch(r"--?[a-zA-Z][\w-]*(?:=.*)?", word):
            yield Needed(Need.OPTION, word.partition("=")[0], program)


def _file(words: list[str]) -> Iterator[Needed]:
    for word in words:
        is_path = re2.fullmatch(r"(?:\./)?[\w.-]+(?:/[\w.-]+)*/?", word) is not None
        if is_path and not _PLACEHOLDER.search(word):
            yield Needed(Need.FILE, word.removeprefix("./").rstrip("/"))


def _after(words: list[str], option: str) -> list[str]:
    return [value for name, value in pairwise(words) if name == option]


_PROGRAMS: dict[str, Callable[[list[str], list[str]], Iterator[Needed]]] = {
    **dict.fromkeys(("node", "ruby", "php", "bash", "sh", "source", "perl", "bats"), _interpreted),
    **dict.fromkeys(("npm", "yarn", "pnpm", "bun"), _npm),
    **dict.fromkeys(("pip", "pip3"), _pip),
    "make": _make,
    "pytest": _pytest,
    "docker": _docker,
    "docker-compose": _compose,
    "go": _go,
    "cargo": _cargo,
    "rake": _rake,
    "rails": _rails,
}
