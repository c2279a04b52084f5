"""Taking an argument list apart by a closed list of options: what is not in it is refused."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from luminos_core.errors import ToolError

_MAX_ARGUMENT = 1_000  # characters


@dataclass(frozen=True)
class Option:
    """The first name is the one that `Arguments` knows it by."""

    names: tuple[str, ...]
    takes_value: bool = False


@dataclass(frozen=True)
class Arguments:
    """What was asked for, by the options' first names."""

    options: Mapping[str, tuple[str, ...]]
    operands: tuple[str, ...]

    def has(self, name: str) -> bool:
        return name in self.options

    def texts(self, name: str) -> tuple[str, ...]:
        return self.options.get(name, ())

    def number(self, name: str, default: int) -> int:
        """The last value of `name` as a count; ToolError when it is none."""
        values = self.options.get(name)
        return whole_number(name, values[-1]) if values else default


def parse(command: str, argv: Sequence[str], allowed: Sequence[Option]) -> Arguments:
    """`argv` by GNU's rules: joined short flags, attached values, `--`. Raises ToolError."""
    return _Parser(command, argv, allowed).parsed()


def whole_number(name: str, value: str) -> int:
    """`value` as a number that is not negative and has at most 9 digits."""
    if not (value.isascii() and value.isdigit() and len(value) <= 9):
        raise ToolError(f"{name} takes a whole number, not {value!r}")
    return int(value)


def check_arguments(argv: Sequence[str]) -> None:
    """ToolError for what no command can take, whatever its grammar."""
    for argument in argv:
        if "\0" in argument:
            raise ToolError("an argument cannot hold a NUL character")
        if len(argument) > _MAX_ARGUMENT:
            raise ToolError(f"an argument is longer than {_MAX_ARGUMENT} characters")


class _Parser:
    def __init__(self, command: str, argv: Sequence[str], allowed: Sequence[Option]) -> None:
        self._command = command
        self._allowed = allowed
        self._named = {name: option for option in allowed for name in option.names}
        self._waiting = list(argv)[::-1]
        self._options: dict[str, list[str]] = {}
        self._operands: list[str] = []

    def parsed(self) -> Arguments:
        while self._waiting:
            argument = self._waiting.pop()
            if argument == "--":
                self._operands += self._waiting[::-1]
                break
            if argument.startswith("--"):
                self._long(argument)
            elif argument.startswith("-") and argument != "-":
                self._short(argument)
            else:
                self._operands.append(argument)
        return Arguments(
            options={name: tuple(values) for name, values in self._options.items()},
            operands=tuple(self._operands),
        )

    def _long(self, argument: str) -> None:
        name, equals, value = argument.partition("=")
        option = self._known(name)
        if option.takes_value:
            self._record(option, value if equals else self._next(name))
        elif equals:
            raise ToolError(f"{self._command}: {name} takes no value")
        else:
            self._record(option)

    def _short(self, argument: str) -> None:
        """`-rn`, `-A3`, `-A 3`: letters until one takes a value, which is the rest or the next."""
        for position, letter in enumerate(argument[1:], start=2):
            option = self._known(f"-{letter}")
            if option.takes_value:
                self._record(option, argument[position:] or self._next(f"-{letter}"))
                return
            self._record(option)

    def _known(self, name: str) -> Option:
        option = self._named.get(name)
        if option is None:
            names = " ".join(option.names[0] for option in self._allowed)
            raise ToolError(f"{self._command} has no option {name} here; it has: {names}")
        return option

    def _next(self, name: str) -> str:
        if not self._waiting:
            raise ToolError(f"{self._command}: {name} needs a value")
        return self._waiting.pop()

    def _record(self, option: Option, *values: str) -> None:
        self._options.setdefault(option.names[0], []).extend(values)
