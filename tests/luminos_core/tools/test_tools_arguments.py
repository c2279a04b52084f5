"""Arguments are parsed by GNU's rules, and only options that a command lists are accepted."""

import pytest

from luminos_core.errors import ToolError
from luminos_core.tools.commands.command import parse

FLAGS, VALUED = "-i,--ignore-case -n", "-e,--regexp --include"


@pytest.mark.parametrize(
    ("argv", "options", "operands"),
    [
        (["-in", "a"], {"-i": ("",), "-n": ("",)}, ("a",)),
        (["a", "-i", "b"], {"-i": ("",)}, ("a", "b")),
        (["-ex", "-e", "y", "--regexp=z"], {"-e": ("x", "y", "z")}, ()),
        (["-e", "--", "-"], {"-e": ("--",)}, ("-",)),
        (["--include=", "--", "-i"], {"--include": ("",)}, ("-i",)),
        (["--ign", "a"], {"-i": ("",)}, ("a",)),
    ],
)
def test_options_are_found_by_their_first_name(
    argv: list[str], options: dict[str, tuple[str, ...]], operands: tuple[str, ...]
) -> None:
    arguments = parse("grep", argv, flags=FLAGS, valued=VALUED)
    assert {name: arguments.values(name) for name in arguments.options} == options
    assert arguments.operands == operands
    assert ("-i" in arguments) is ("-i" in options)


@pytest.mark.parametrize(
    "argv", [["-x"], ["--file=a"], ["-e"], ["--include"], ["--ignore-case=1"], ["--i"], ["-:"]]
)
def test_any_other_option_is_refused_with_those_there_are(argv: list[str]) -> None:
    with pytest.raises(ToolError, match=r"^grep: .*; it has: -i -n -e --include$"):
        parse("grep", argv, flags=FLAGS, valued=VALUED)
