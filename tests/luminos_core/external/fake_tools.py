"""Programs that stand where other tools would be, and say what those really print."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from luminos_core.audit.run import run_audit
from luminos_core.records.external import ToolRun
from luminos_core.records.flag import Flag
from luminos_core.records.report import AuditReport
from tests.fakes.audits import runtime_over
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor

_PROGRAM = """#!{python}
import json, os, pathlib, sys
seen = pathlib.Path({seen!r})
if any(word in ("--version", "version") for word in sys.argv[1:]):
    print("tool 1.2.3")
    raise SystemExit
entry = dict(argv=sys.argv[1:], env=dict(os.environ), cwd=os.getcwd())
with seen.open("a") as log:
    log.write(json.dumps(entry) + "\\n")
{body}
"""


def fake_tool(folder: Path, name: str, body: str) -> Path:
    """A program `name` in `folder`; returns where it notes how it was called."""
    folder.mkdir(exist_ok=True)
    seen = folder / f"{name}.calls"
    program = folder / name
    program.write_text(_PROGRAM.format(python=sys.executable, seen=str(seen), body=body))
    program.chmod(0o755)
    return seen


def calls(seen: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in seen.read_text().splitlines()] if seen.exists() else []


def sarif(results: Iterable[dict[str, Any]], **driver: Any) -> str:
    """A SARIF document with these results."""
    run = {"tool": {"driver": {"name": "Tool", **driver}}, "results": list(results)}
    return json.dumps({"version": "2.1.0", "runs": [run]})


def result(path: str, line: int, rule: str = "R1", **more: Any) -> dict[str, Any]:
    place = {"artifactLocation": {"uri": path}, "region": {"startLine": line}}
    return {
        "ruleId": rule,
        "level": "error",
        "message": {"text": f"{rule} is broken"},
        "locations": [{"physicalLocation": place}],
        **more,
    }


def audit_with_tools(
    target: Path, results: MemoryResults | None = None, **asked: Any
) -> AuditReport:
    """An offline audit; `asked` are fields of its request, `settings` those of the settings."""
    results = results or MemoryResults()
    with runtime_over(target, results=results, model=None, **asked) as runtime:
        return run_audit(runtime, ThreadExecutor(runtime, results))


def tool_run(report: AuditReport, name: str) -> ToolRun:
    return next(each for each in report.tools if each.name == name)


def flags_of(report: AuditReport, rule: str) -> list[Flag]:
    return [flag for flag in report.flags if flag.rule == rule]
