"""What a command is: its name, how it is written, and what it does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.tools.commands.output import Output


@dataclass(frozen=True)
class Command:
    """`run` is given the arguments after the name. It raises ToolError, or Stopped at a limit."""

    name: str
    usage: str  # every allowed flag, written out
    run: Callable[[Sequence[str], SandboxedDir, Output], None]
