"""The suppressions of one run: which files are read, and what the passes are told of flags."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from luminos_core.audit.checks import Checks
from luminos_core.audit.runtime import Runtime, utc_now
from luminos_core.digest import digest_json
from luminos_core.flags.fingerprint import fingerprint
from luminos_core.flags.ranking import (
    fingerprinted,
    flags_by_directory,
    rank_flags,
    without_hints,
)
from luminos_core.records.flag import Flag
from luminos_core.records.settings import TargetSuppressions
from luminos_core.records.suppression import RemarkKind, SuppressionFile, SuppressionRemark
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.suppressions.decide import decide
from luminos_core.suppressions.read_file import (
    TARGET_FILE,
    given_suppressions,
    target_suppressions,
)
from luminos_core.text import formats


def read_suppressions(runtime: Runtime) -> SuppressionFile:
    """Of the file that the request names, and then of the target."""
    named = runtime.run.request.suppressions
    given = given_suppressions(named) if named else SuppressionFile()
    own = target_suppressions(SandboxedDir(runtime.target))
    if _ignores_target(runtime):
        own = _ignored(own)
    return SuppressionFile(
        entries=(*given.entries, *own.entries), remarks=(*given.remarks, *own.remarks)
    )


def without_comments(checks: Checks, runtime: Runtime) -> Checks:
    """With the flags counted that comments in the target suppress, where these are ignored."""
    if not (checks.suppressed and _ignores_target(runtime)):
        return checks
    meant = (flag.model_copy(update={"suppressed": ""}) for flag in checks.suppressed)
    flags, hints = without_hints(meant)
    return replace(
        checks,
        flags=rank_flags((*checks.flags, *flags)),
        hints=rank_flags((*checks.hints, *hints)),
        suppressed=(),
    )


def flags_to_tell(checks: Checks, file: SuppressionFile, runtime: Runtime) -> Sequence[Flag]:
    """What the passes are told. A model is told of all flags, so that a change of suppressions
    changes nothing that was bought; what is put together offline is about those that count, and
    is made again where they change."""
    if runtime.investigator.uses_model:
        return checks.flags
    counted = fingerprinted(without_comments(checks, runtime).flags)
    told = decide(counted, (), (), file, utc_now().date()).flags
    runtime.suppressed.update(_differences(checks.flags, told))
    return told


def _differences(flags: Iterable[Flag], told: Iterable[Flag]) -> dict[str, str]:
    """Of each directory where the two differ, a digest of how."""
    before, after = (
        {path: {fingerprint(flag) for flag in found} for path, found in each.items()}
        for each in (flags_by_directory(flags), flags_by_directory(told))
    )
    return {
        path: digest_json([*sorted(before.get(path, set()) ^ after.get(path, set()))])
        for path in before.keys() | after.keys()
        if before.get(path) != after.get(path)
    }


def _ignores_target(runtime: Runtime) -> bool:
    asked = runtime.run.request.no_suppressions
    return asked or runtime.settings.target_suppressions is TargetSuppressions.IGNORE


def _ignored(file: SuppressionFile) -> SuppressionFile:
    if not (file.entries or file.remarks):
        return file
    text = f"not used in this run: {formats.pluralize(len(file.entries), 'entry')}"
    remark = SuppressionRemark(kind=RemarkKind.IGNORED, place=TARGET_FILE, text=text)
    return SuppressionFile(remarks=(remark,))
