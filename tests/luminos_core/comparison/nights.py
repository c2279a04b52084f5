"""Audits of one target, night after night, with one store."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from luminos_core.audit.run import run_audit
from luminos_core.records.flag import Flag, FlagState
from luminos_core.records.report import AuditReport
from tests.fakes.audits import runtime_over
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor

EVAL = "def run(request):\n    return eval(request.args['code'])\n"
SHELL = "import os\n\n\ndef clean(name):\n    os.system('rm ' + name)\n"


class Nights:
    def __init__(self, folder: Path) -> None:
        self.target = folder / "target"
        self.store = folder / "store"
        self.results = MemoryResults()
        self.count = 0
        self.target.mkdir()

    def write(self, path: str, text: str) -> None:
        file = self.target / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def become(self, files: Mapping[str, str]) -> None:
        """The target has these files, and no others."""
        shutil.rmtree(self.target)
        self.target.mkdir()
        for path, text in files.items():
            self.write(path, text)

    def audit(self, *, run_id: str = "", **asked: Any) -> AuditReport:
        """The next night."""
        self.count += 1
        name = run_id or f"run-{self.count}"
        asked = {"tools": "none", "yes": True, "unknown_prices": True, **asked}
        with runtime_over(
            self.target, results=self.results, store=self.store, run_id=name, **asked
        ) as runtime:
            return run_audit(runtime, ThreadExecutor(runtime, self.results))


def states(report: AuditReport, rule: str = "") -> list[tuple[str, str | None]]:
    """Place and state of every flag of the report, and of those that are gone."""
    gone = report.comparison.gone if report.comparison else ()
    return sorted(
        (flag.path, flag.state.value if flag.state else None)
        for flag in (*report.flags, *gone)
        if rule in flag.rule and not flag.rule.startswith("missing-")
    )


def flags_in(report: AuditReport, state: FlagState | None) -> list[Flag]:
    gone = report.comparison.gone if report.comparison else ()
    every = (*report.flags, *gone)
    return [f for f in every if f.state is state and not f.rule.startswith("missing-")]
