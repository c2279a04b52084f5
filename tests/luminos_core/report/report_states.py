"""Reports with flags of all states, of any texts, and very many."""

from functools import cache
from typing import Any

from luminos_core.audit.assemble import assemble
from luminos_core.records.comparison import (
    Change,
    ComparedRun,
    Comparison,
    FactChange,
    FactKind,
    Forge,
    SourceVersion,
)
from luminos_core.records.flag import Flag, FlagState, Known, Severity, Verdict
from luminos_core.records.report import AuditReport
from tests.luminos_core.report.report_runs import HOSTILE, check_flag, facts

EMPTY = assemble(facts())
HOSTILE_TEXT = "".join(HOSTILE)
PREVIOUS = ComparedRun(
    run_id="run-0",
    finished_at="2025-12-31T00:00:00+00:00",
    version=SourceVersion(commit="b" * 40),
)
VERSION = SourceVersion(
    commit="c" * 40,
    branch="main",
    remote="https://forge.example/owner/name",
    forge=Forge.GITHUB,
    folder="services/api",
)


def with_flags(*flags: Flag, **changes: Any) -> AuditReport:
    return EMPTY.model_copy(update={"flags": flags, **changes})


def compared(*gone: Flag, **changes: Any) -> Comparison:
    return Comparison.model_validate({"previous": PREVIOUS, "gone": gone, **changes})


def flags_of_all_states() -> AuditReport:
    """One of each state, in the order of `FlagState`; then a claim, and one that is meant."""
    found = [check_flag(line=n, state=state) for n, state in enumerate(list(FlagState)[:4], 1)]
    resolved = check_flag(path="gone.py", line=9, state=FlagState.RESOLVED)
    unseen = check_flag(path="unseen.py", line=9, state=FlagState.UNKNOWN)
    meant = check_flag(path="meant.py", line=3, suppressed="luminos: the command is ours")
    claim = Flag(path="claim.py", finding="A claim.", severity=Severity.CONCERN, doubt="absent")
    return with_flags(
        *found,
        comparison=compared(resolved, unseen),
        suppressed_flags=(meant,),
        unverified_flags=(claim,),
        refuted_flags=(agents_flag(path="refuted.py", verdict=Verdict.REFUTED, was="concern"),),
    )


def hostile_report() -> AuditReport:
    """Whatever the target, a model or another tool says is hostile."""
    names = "path finding quotation symbol owner suppressed doubt trigger consequence fix"
    names += " verdict_reason known_because"
    texts = dict.fromkeys(names.split(), HOSTILE_TEXT)
    new = check_flag(
        **texts,
        line=3,
        state=FlagState.NEW,
        verdict=Verdict.CONFIRMED,
        known=Known.ACCEPTED,
        also_found_by=(HOSTILE_TEXT,),
    )
    theirs = new.model_copy(update={"rule": f"odd:{HOSTILE_TEXT}"})
    gone = new.model_copy(update={"state": FlagState.RESOLVED})
    fact = FactChange(
        kind=FactKind.DEPENDENCY,
        change=Change.ADDED,
        name=HOSTILE_TEXT,
        before=HOSTILE_TEXT,
        after=HOSTILE_TEXT,
    )
    return with_flags(
        new,
        theirs,
        status="incomplete",
        incomplete_because=(HOSTILE_TEXT,),
        name=HOSTILE_TEXT,
        comparison=compared(gone, facts=(fact,), read_less=HOSTILE_TEXT),
        suppressed_flags=(new,),
        unverified_flags=(new,),
        refuted_flags=(new,),
        version=VERSION,
    )


def agents_flag(**changes: Any) -> Flag:
    """With all that an agent says of one."""
    return Flag.model_validate(
        {
            "path": "a.py",
            "line": 3,
            "finding": "The password is logged.",
            "trigger": "Whoever logs in.",
            "consequence": "Readers of the log have the password.",
            "fix": "Log the name alone.",
            "cwe": 532,
            "confidence": 0.85,
            "severity": Severity.CONCERN,
            "quotation": "log(password)",
            "verified": True,
            **changes,
        }
    )


@cache
def many_flags(number: int = 30_000) -> AuditReport:
    """New ones of many rules in many files, the critical ones first."""
    return with_flags(
        *(
            check_flag(
                path=f"src/part{n % 600}/file{n % 6000}.py",
                line=n,
                rule=f"tool:rule{n % 40}",
                severity=Severity.CRITICAL if n < 10 else Severity.CONCERN,
                state=FlagState.NEW,
                fingerprint=f"{n:064x}",
                quotation="x" * 100,
            )
            for n in range(number)
        ),
        comparison=compared(),
        version=VERSION,
    )
