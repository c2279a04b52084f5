"""Where a tool is: beside this Python, else on PATH; never in the target."""

import os
import shutil
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue

from luminos_core.digest import digest_json
from luminos_core.external.tool import ExternalTool
from luminos_core.records.settings import Settings
from luminos_core.settings import program_folders

_ENTRIES = 10_000  # of a folder of rules or of a database


class Found(NamedTuple):
    """A tool that can run. Its files' sizes and times stand for its version, so that a quiet night
    starts nothing to ask for it."""

    program: Path
    data: Path | None
    digest: str


def find_tool(tool: ExternalTool, settings: Settings, target: Path) -> Found | str:
    """Where it is; else how to get it, in a clause."""
    data = tool.needs.folder(settings) if tool.needs else None
    program = _program(tool.name, target)
    if program is None:
        return f"it is not installed: {tool.get}"
    if tool.needs and data is None:
        return f"it has nothing to look for: {tool.needs.how}"
    if data is not None and data.resolve().is_relative_to(target):
        return f"{data} lies in the target, whose own rules are not used"
    marks = [*_files(tool, data)]
    if tool.needs and not marks:
        return f"there is nothing in {data}: {tool.needs.how}"
    states: list[JsonValue] = [_state(each) for each in (program, *marks)]
    return Found(program, data, digest_json([tool.name, tool.version, states]))


def _program(name: str, target: Path) -> Path | None:
    for folder in program_folders():
        found = shutil.which(name, path=str(folder))
        if found and not any(
            path.resolve().is_relative_to(target) for path in (folder, Path(found))
        ):
            return Path(found)
    return None


def _files(tool: ExternalTool, data: Path | None) -> Iterator[Path]:
    if data is None:
        return
    if data.is_file():
        yield data
    entries = 0
    for parent, folders, names in os.walk(data):
        folders.sort()
        for name in sorted(names):
            entries += 1
            if entries > _ENTRIES:
                return
            if tool.needs and fnmatch(name, tool.needs.marks):
                yield Path(parent, name)


def _state(path: Path) -> list[JsonValue]:
    try:
        found = path.stat()
    except OSError:
        return [str(path), 0, 0]
    return [str(path), found.st_size, found.st_mtime_ns]
