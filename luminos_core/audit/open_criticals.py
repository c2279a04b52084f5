"""Critical flags of checks that a person has said nothing of: what a council waits for."""

from collections.abc import Sequence

from luminos_core.agents.run_state import RunState
from luminos_core.audit.checks import Checks
from luminos_core.audit.runtime import Runtime, utc_now
from luminos_core.audit.suppressions import without_comments
from luminos_core.flags.ranking import fingerprinted
from luminos_core.memory.code import code_of
from luminos_core.memory.known_flags import said_of_flags, with_known
from luminos_core.records.flag import Flag, Known, Severity
from luminos_core.records.suppression import SuppressionFile
from luminos_core.suppressions.decide import decide


def open_criticals(
    checks: Checks, file: SuppressionFile, state: RunState, runtime: Runtime
) -> tuple[Flag, ...]:
    """That neither a comment nor an entry suppresses, and of which no person has said what they
    are. None without a model, which has no council."""
    flags = without_comments(checks, runtime).flags
    is_one = any(flag.severity is Severity.CRITICAL for flag in flags)
    if not (is_one and runtime.investigator.uses_model):
        return ()
    counted = decide(fingerprinted(flags), (), (), file, utc_now().date()).flags
    found = tuple(flag for flag in counted if flag.severity is Severity.CRITICAL)
    return _without_word(found, state, runtime)


def _without_word(flags: Sequence[Flag], state: RunState, runtime: Runtime) -> tuple[Flag, ...]:
    """What only reviewers and agents have dismissed is not a person's word."""
    said = said_of_flags(state.memory.episodes)
    about = [flag for flag in flags if flag.fingerprint in said]
    code = code_of(about, runtime.files, state.snapshot.files)
    told = with_known(flags, said, code)
    return tuple(each for each in told if each.known in (None, Known.DISMISSED))
