"""The `run_command` tool: the common read-only commands, without a process or a shell."""

from collections.abc import Mapping
from types import MappingProxyType

from pydantic import Field

from luminos_core.errors import ToolError
from luminos_core.tools.commands.command import Command, check_arguments, instead_of
from luminos_core.tools.commands.du import DU
from luminos_core.tools.commands.file import FILE
from luminos_core.tools.commands.find import FIND
from luminos_core.tools.commands.grep import GREP
from luminos_core.tools.commands.head_tail import HEAD, TAIL
from luminos_core.tools.commands.ls import LS
from luminos_core.tools.commands.output import Output, Stopped
from luminos_core.tools.commands.stat import STAT
from luminos_core.tools.commands.wc import WC
from luminos_core.tools.tool import Tool, ToolContext, ToolInput, ToolOutput

_COMMANDS = (GREP, FIND, WC, HEAD, TAIL, LS, STAT, DU, FILE)
COMMANDS: Mapping[str, Command] = MappingProxyType({each.name: each for each in _COMMANDS})


class RunCommandInput(ToolInput):
    argv: tuple[str, ...] = Field(
        min_length=1,
        max_length=200,
        description="The command and its arguments, one string each, as in "
        '["grep", "-rn", "TODO", "src"]. Paths are relative to the target\'s root.',
    )


def run(call: RunCommandInput, context: ToolContext) -> ToolOutput:
    name, *arguments = call.argv
    command = COMMANDS.get(name)
    if command is None:
        raise ToolError(_refusal(name))
    check_arguments(arguments)
    output = Output()
    try:
        command.run(arguments, context.files, output)
    except Stopped:
        pass  # a note names the limit, and the output up to it is useful
    except ToolError as error:
        if not output.lines:
            raise ToolError(f"{error}{_wildcard_hint(arguments)}") from None
        output.note(f"{error}.")
    return ToolOutput("\n".join(output.lines), note=" ".join(output.notes))


def _wildcard_hint(arguments: list[str]) -> str:
    is_glob = any("*" in argument and not argument.startswith("-") for argument in arguments)
    return " (there is no shell to expand a wildcard; find -name lists files)" if is_glob else ""


def _refusal(name: str) -> str:
    if any(character in name for character in " |;&<>$`\n"):
        return (
            "argv takes one string for each argument and knows no shell: no pipe, no redirection, "
            'no substitution; for example ["grep", "-rn", "TODO", "."]'
        )
    instead = instead_of(name) or f"there are: {', '.join(COMMANDS)}"
    return f"{name} cannot be run here; {instead}"


_USAGES = "\n".join(command.usage for command in _COMMANDS)

RUN_COMMAND = Tool(
    name="run_command",
    description="Look around in the target with one of these commands. There is no shell: no pipe, "
    "no redirection, no wildcard but in the options that take a GLOB. Patterns are RE2's. Nothing "
    f"is ever written or executed.\n{_USAGES}",
    input=RunCommandInput,
    run=run,
)
