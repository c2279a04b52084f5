"""Nights by the real flow: each run is compared with the one before."""

from pathlib import Path

from luminos_core.records.report import AuditReport
from tests.flows.conftest import Audit

EVAL = "def run(request):\n    return eval(request.args['code'])\n"


def states(report: AuditReport) -> dict[str, str | None]:
    gone = report.comparison.gone if report.comparison else ()
    every = (flag for flag in (*report.flags, *gone) if not flag.rule.startswith("missing-"))
    return {flag.path: flag.state.value if flag.state else None for flag in every}


def test_each_night_is_compared_with_the_one_before(audit: Audit, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    (target / "a.py").write_text(EVAL)
    first = audit(target, None)
    assert (first.comparison, states(first)) == (None, {"a.py": None})
    (target / "b.py").write_text(EVAL)
    second = audit(target, None)
    assert states(second) == {"a.py": "persisting", "b.py": "new"}
    (target / "a.py").unlink()
    third = audit(target, None)
    assert states(third) == {"a.py": "resolved", "b.py": "persisting"}
    assert third.comparison is not None
    assert third.comparison.previous.run_id == second.run_id
