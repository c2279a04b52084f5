"""A tool's results as flags: about files of the tree, with our reading of what is there."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from luminos_core.checks.catalogue_rules import is_of_others
from luminos_core.checks.check import CheckedFile
from luminos_core.checks.check_cache import (
    READ_LIMIT,
    is_checked,
    with_surroundings,
    without_secrets,
)
from luminos_core.errors import ToolError
from luminos_core.external.weights import is_hint, kind_of_result, severity_of
from luminos_core.flags.fingerprint import numbered
from luminos_core.records.external import ToolFlag, ToolResult
from luminos_core.records.flag import Flag, FlagSource, Severity
from luminos_core.records.snapshot import FileRecord
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text.escape import one_line

_FINDING = 300  # characters
_RULE = 100

Locate = Callable[[str], FileRecord | None]  # the file that a result names


class Findings(NamedTuple):
    flags: tuple[ToolFlag, ...] = ()
    elsewhere: int = 0  # results about no file of the tree
    changed: tuple[str, ...] = ()  # paths that are no longer what the scan read


def flags_of(
    tool: str, results: Sequence[ToolResult], locate: Locate, files: SandboxedDir
) -> Findings:
    """The flags of `results`, by path. A file's quotation is read from the target."""
    by_file: dict[str, list[ToolResult]] = defaultdict(list)
    records: dict[str, FileRecord] = {}
    elsewhere = 0
    for result in results:
        if (file := locate(result.place)) is None:
            elsewhere += 1
            continue
        records[file.path] = file
        by_file[file.path].append(result)
    flags: list[ToolFlag] = []
    changed: list[str] = []
    for path in sorted(by_file):
        checked = _checked(records[path], files)
        if checked is None:
            changed.append(path)
        else:
            flags += _of_file(tool, by_file[path], checked)
    return Findings(tuple(flags), elsewhere, tuple(changed))


def _checked(file: FileRecord, files: SandboxedDir) -> CheckedFile | None:
    """None when it changed. What nobody is shown is not read, and not quoted."""
    if file.is_hidden or not is_checked(file):
        return CheckedFile(file, b"")
    try:
        return CheckedFile(file, files.read(file.path, READ_LIMIT)[0])
    except (ToolError, OSError):
        return None


def _of_file(tool: str, results: Sequence[ToolResult], checked: CheckedFile) -> Iterator[ToolFlag]:
    """One for each place, numbered as those of our own checks are. Hints about tests and examples
    are left out: much is wrong there on purpose."""
    told = {each for each in results if not (checked.is_test and is_hint(tool, each))}
    distinct = sorted(told, key=lambda each: (each.line or 0, each.rule, each.text))
    kinds = [kind_of_result(tool, result) for result in distinct]
    flags = numbered(with_surroundings([_flag(tool, each, checked) for each in distinct], checked))
    for flag, kind in zip(flags, kinds, strict=True):
        yield ToolFlag(flag=without_secrets(flag), family=kind.family, cwes=kind.cwes)


def _flag(tool: str, result: ToolResult, checked: CheckedFile) -> Flag:
    name = one_line(result.rule.removeprefix(f"{tool}/"), _RULE) or "result"
    rule = f"{tool}:{name}"
    finding = one_line(result.text, _FINDING) or f"{tool} reports {name}."
    severity = checked.severity(severity_of(tool, result))
    if is_of_others(checked.file):
        severity = Severity.INFO
    lines = len(checked.lines) if checked.content else result.line or 0
    line = result.line if result.line and result.line <= lines else None
    flag = (
        checked.flag(rule, finding, severity, line, min(result.end_line or line, lines))
        if line
        else Flag(path=checked.file.path, finding=finding, severity=severity, rule=rule)
    )
    return flag.model_copy(update={"source": FlagSource.TOOL, "verified": True})
