"""What a command is, and how its arguments are parsed: options that are not listed are refused."""

import getopt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import orjson

from luminos_core.errors import ToolError
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.tools.commands.output import Output

_MAX_ARGUMENT = 1_000  # characters


@dataclass(frozen=True)
class Command:
    """`run` gets the arguments after the name. It raises ToolError, or Stopped at a limit."""

    name: str
    usage: str  # with every allowed option
    run: Callable[[Sequence[str], SandboxedDir, Output], None]


@dataclass(frozen=True)
class Arguments:
    """Parsed arguments: the values of each given option by its first name, and the operands."""

    options: Mapping[str, Sequence[str]]
    operands: tuple[str, ...]

    def __contains__(self, option: str) -> bool:
        return option in self.options

    def values(self, option: str) -> tuple[str, ...]:
        return tuple(self.options.get(option, ()))

    def number(self, option: str, default: int) -> int:
        """The last value of `option`; ToolError if it is not a number."""
        values = self.values(option)
        return whole_number(option, values[-1]) if values else default


def parse(
    command: str, argv: Sequence[str], *, flags: str = "", valued: str = "", needs: str = ""
) -> Arguments:
    """Parse `argv` by GNU's rules: joined short options, attached values, unique prefixes, `--`.

    `flags` and `valued` list the options without and with a value, each with its synonyms, as in
    "-i,--ignore-case -n". ToolError for any other option, and for no operand if it `needs` one.
    """
    options = [names.split(",") for names in f"{flags} {valued}".split()]
    first_names = {name: names[0] for names in options for name in names}
    try:
        found, operands = getopt.gnu_getopt(argv, *_getopt_specification(flags, valued))
    except getopt.GetoptError as error:
        known = " ".join(names[0] for names in options)
        raise ToolError(f"{command}: {error.msg}; it has: {known}") from None
    if needs and not operands:
        raise ToolError(f"{command} needs {needs}")
    given: dict[str, list[str]] = {}
    for name, value in found:
        given.setdefault(first_names[name], []).append(value)
    return Arguments(given, tuple(operands))


def _getopt_specification(flags: str, valued: str) -> tuple[str, list[str]]:
    flag_names, valued_names = (text.replace(",", " ").split() for text in (flags, valued))
    names = [*flag_names, *(f"{name}=" for name in valued_names)]
    short = (name[1:].replace("=", ":") for name in names if not name.startswith("--"))
    return "".join(short), [name[2:] for name in names if name.startswith("--")]


def whole_number(option: str, value: str) -> int:
    """`value` as a number that is not negative and has at most 9 digits."""
    if not (value.isascii() and value.isdigit() and len(value) <= 9):
        raise ToolError(f"{option} takes a whole number, not {value!r}")
    return int(value)


def check_arguments(argv: Sequence[str]) -> None:
    """ToolError for what no command accepts."""
    for argument in argv:
        if "\0" in argument:
            raise ToolError("an argument cannot hold a NUL character")
        if len(argument) > _MAX_ARGUMENT:
            raise ToolError(f"an argument is longer than {_MAX_ARGUMENT} characters")


def instead_of(word: str) -> str | None:
    """What to use instead of a common command, or a test of find, that is refused."""
    return _instead().get(word)


@cache
def _instead() -> dict[str, str]:
    table: dict[str, str] = orjson.loads(Path(__file__).with_name("instead.json").read_bytes())
    return table
