"""Reading files of suppressions: that of the target, which is hostile, and one that whoever runs
the audit has named. Both are parsed in the child process."""

from pathlib import Path

from luminos_core.errors import SettingsError, ToolError
from luminos_core.parsing.parser import NotParsed, Parser
from luminos_core.parsing.pool import parse
from luminos_core.records.suppression import (
    RemarkKind,
    SuppressedBy,
    SuppressionFile,
    SuppressionRemark,
)
from luminos_core.redaction.redact import redact
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text.escape import printable_name
from luminos_core.text.filenames import decode_name

OWN_FOLDER = ".luminos"  # of the target; what a synthesis is told does not depend on it
TARGET_FILE = f"{OWN_FOLDER}/suppressions.toml"

_LIMIT = 6 << 20  # bytes
_TOO_LONG = f"it is longer than {_LIMIT >> 20} MB"
_PARSER = Parser("suppressions", SuppressionFile)


def target_suppressions(files: SandboxedDir) -> SuppressionFile:
    """Of the target. Nothing when it has no such file; a remark when it cannot be read."""
    try:
        if not _is_there(files):
            return SuppressionFile()
        content, more = files.read(TARGET_FILE, _LIMIT)
    except ToolError as error:
        return _unusable(TARGET_FILE, str(error))
    except OSError as error:  # the whole target is gone
        return _unusable(TARGET_FILE, error.strerror or "it cannot be read")
    if more:
        return _unusable(TARGET_FILE, _TOO_LONG)
    return parsed_file(content, TARGET_FILE, SuppressedBy.TARGET_FILE)


def given_suppressions(path: str) -> SuppressionFile:
    """Of a file outside of the target, an escaped path; a remark when it cannot be read."""
    try:
        return _given(path)
    except SettingsError as error:
        return _unusable(printable_name(path), str(error))


def check_suppressions(path: str) -> None:
    """SettingsError when a named file is none, or something is wrong with it."""
    if remarks := _given(path).remarks:
        problem = "; ".join(f"{remark.place}: {remark.text}" for remark in remarks[:3])
        raise SettingsError(f"--suppressions {printable_name(path)} cannot be used: {problem}")


def _given(path: str) -> SuppressionFile:
    shown = printable_name(path)
    file = Path(decode_name(path))
    try:
        if not file.is_file():  # not to wait for whoever writes into a FIFO
            raise SettingsError(f"--suppressions {shown} is no file")
        with file.open("rb") as stream:
            content = stream.read(_LIMIT + 1)
    except OSError as error:
        raise SettingsError(f"--suppressions {shown} cannot be read: {error.strerror}") from None
    return parsed_file(content, shown, SuppressedBy.GIVEN_FILE)


def parsed_file(content: bytes, name: str, by: SuppressedBy) -> SuppressionFile:
    """`name`: for people."""
    if len(content) > _LIMIT:
        return _unusable(name, _TOO_LONG)
    found = parse(_PARSER, content, name=name, by=by.value)
    if isinstance(found, NotParsed):
        return _unusable(name, found.reason)
    entries = (
        each.model_copy(update={"reason": redact(each.reason).text}) for each in found.entries
    )
    return found.model_copy(update={"entries": tuple(entries)})


def _is_there(files: SandboxedDir) -> bool:
    """Whether anything stands in its place; ToolError when that cannot be told."""
    name = TARGET_FILE.removeprefix(f"{OWN_FOLDER}/")
    return OWN_FOLDER in files.names(".") and name in files.names(OWN_FOLDER)


def _unusable(name: str, problem: str) -> SuppressionFile:
    text = f"the file suppresses nothing: {problem}"
    return SuppressionFile(
        remarks=(SuppressionRemark(kind=RemarkKind.WRONG, place=name, text=text),)
    )
