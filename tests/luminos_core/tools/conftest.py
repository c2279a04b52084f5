"""A small target with everything in it that a tool may meet, and the context of its tools."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from luminos_core.records.conversation import ToolCall, ToolResult
from luminos_core.records.event import Event
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.tools.execute import execute
from luminos_core.tools.registry import (
    DIRECTORY_TOOLS,
    PLAN_TOOLS,
    SURVEY_TOOLS,
    SYNTHESIS_TOOLS,
    Tools,
)
from luminos_core.tools.tool import AgentState, ToolContext

CANARY = "CANARY-THAT-MUST-STAY-OUTSIDE"
WITHHELD = "CANARY-THAT-IS-WITHHELD"
TOOL_SETS = (DIRECTORY_TOOLS, SYNTHESIS_TOOLS, SURVEY_TOOLS, PLAN_TOOLS)
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

Call = Callable[..., ToolResult]


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """tmp/target, beside a secret that no call may ever show."""
    root = tmp_path / "target"
    (root / "src" / "deep").mkdir(parents=True)
    (root / "src" / "app.py").write_text(
        'import os\n\n\ndef main(name: str) -> None:\n    """Greet."""\n'
        "    eval(name)\n    os.system(name)\n"
    )
    (root / "src" / "deep" / "notes.txt").write_text("one\ntwo\nthree TODO\nfour\nfive todo\n")
    (root / "README.md").write_text("# Target\n\nTODO: say more.\n")
    (root / ".env").write_text(f"PASSWORD={WITHHELD}\n")
    (root / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\2\0\0\0")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text(CANARY)
    (outside / "unguessed.txt").write_text(CANARY)
    (tmp_path / "target-sibling").mkdir()
    (tmp_path / "target-sibling" / "secret.txt").write_text(CANARY)
    (root / "link").symlink_to(outside / "secret.txt")
    (root / "linked").symlink_to(outside)
    os.mkfifo(root / "pipe")
    return root


@pytest.fixture
def events() -> list[Event]:
    return []


@pytest.fixture
def context(target: Path, events: list[Event]) -> ToolContext:
    return ToolContext(
        files=SandboxedDir(target),
        directory="src",
        state=AgentState(),
        observe=events.append,
        now=lambda: NOW,
    )


@pytest.fixture
def use(context: ToolContext) -> Call:
    """Calls a tool, of the directory pass by default, as a model would: with unvalidated input."""

    def _use(name: str, tools: Tools = DIRECTORY_TOOLS, **given: Any) -> ToolResult:
        return execute(tools, ToolCall(id="t1", name=name, input=given), context)

    return _use


@pytest.fixture
def sh(use: Call) -> Callable[..., ToolResult]:
    """run_command with its arguments one by one."""
    return lambda *argv: use("run_command", argv=list(argv))


@pytest.fixture
def lines(sh: Callable[..., ToolResult]) -> Callable[..., list[str]]:
    """The lines between the marks of the result of run_command."""

    def _lines(*argv: str) -> list[str]:
        result = sh(*argv)
        assert not result.is_error, result.text
        _, opened, rest = result.text.partition("<target_text>\n")
        return rest.split("\n</target_text>")[0].split("\n") if opened else []

    return _lines
