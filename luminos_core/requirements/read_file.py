"""Reading the file of requirements that a request names, and having it parsed in the child process:
one that lies in the target is opened like any other of it, beneath the root and through no link."""

import os
from dataclasses import dataclass
from pathlib import Path

from luminos_core.errors import SettingsError, ToolError
from luminos_core.parsing.parser import NotParsed, Parser
from luminos_core.parsing.pool import parse
from luminos_core.records.requirement import RequirementFile
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text.escape import printable_name
from luminos_core.text.filenames import decode_name, encode_name

NEEDS_MODEL = "--requirements infer needs a language model"
_LIMIT = 1 << 20  # bytes
_PARSER = Parser("requirements", RequirementFile)


@dataclass(frozen=True)
class RequirementText:
    """The bytes of a file, not parsed yet. `name`: for people."""

    name: str
    content: bytes


def read_requirements(path: str, target: Path) -> RequirementText:
    """`path`, escaped, is absolute or relative to the target. SettingsError when it is no file that
    can be read, or too long."""
    file = Path(os.path.normpath(target / decode_name(path)))
    inside = _inside(file, target)
    name = printable_name(inside or encode_name(str(file)))
    try:
        content = SandboxedDir(target).read(inside, _LIMIT + 1)[0] if inside else _read(file)
    except (ToolError, OSError) as error:
        problem = error.strerror if isinstance(error, OSError) else str(error)
        raise SettingsError(f"--requirements {name} cannot be read: {problem}") from None
    if len(content) > _LIMIT:
        raise SettingsError(f"--requirements {name} is longer than {_LIMIT >> 20} MB")
    return RequirementText(name, content)


def parsed_requirements(text: RequirementText) -> RequirementFile:
    """Does not raise, whatever the file says."""
    found = parse(_PARSER, text.content, name=text.name)
    if isinstance(found, NotParsed):
        return RequirementFile(problem=f"{text.name}: {found.reason}")
    return found


def check_requirements(path: str, target: Path) -> None:
    """SettingsError when the file is none, or cannot be used as a whole. A wrong entry is told of
    in the report."""
    if problem := parsed_requirements(read_requirements(path, target)).problem:
        raise SettingsError(f"--requirements cannot be used: {problem}")


def _inside(file: Path, target: Path) -> str:
    """The file's path in the target, by its name or where its folder really is; "" outside."""
    for each in (file, file.parent.resolve() / file.name):
        if each.is_relative_to(target):
            return encode_name(str(each.relative_to(target)))
    return ""


def _read(file: Path) -> bytes:
    if not file.is_file():  # not to wait for whoever writes into a FIFO
        raise SettingsError(f"--requirements {printable_name(encode_name(str(file)))} is no file")
    with file.open("rb") as stream:
        return stream.read(_LIMIT + 1)
