"""What is not as it must be, of an audit and a scan that have ended."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from luminos_core.records.report import AuditReport
from tests.hostile.processes import Process
from tests.hostile.tree import CANARY, Outcome

_RAW = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def report_of(audit: Process) -> AuditReport | None:
    try:
        return AuditReport.model_validate_json(audit.stdout)
    except ValidationError:
        return None


def process_problems(name: str, done: Process, allowed: Outcome) -> Iterator[str]:
    """Of either command."""
    codes = (allowed.scan_exit,) if name == "scan" else allowed.exit_codes
    if done.code not in codes:
        yield f"{name}: exit {done.code}: {_last_line(done.stderr)}"
    if done.cpu > allowed.cpu:
        yield f"{name}: {done.cpu:.0f} s of CPU"
    if done.memory > allowed.memory:
        yield f"{name}: {done.memory} MB"
    if b"Traceback" in done.stderr:
        yield f"{name}: traceback: {_last_line(done.stderr)}"
    for stream in (done.stdout, done.stderr):
        if raw := _RAW.search(stream.decode(errors="surrogateescape")):
            yield f"{name}: raw {raw[0]!r} in its output"


def report_problems(report: AuditReport, allowed: Outcome, code: int) -> Iterator[str]:
    """Of a report that was printed."""
    if code != report.exit_code:
        yield f"exit {code} with a report that is {report.status}"
    found = {each.path: str(each.state) for each in report.directories}
    expected = ("investigated", "excluded")
    others = {path: state for path, state in found.items() if state not in expected}
    if allowed.states is not None and others != dict(allowed.states):
        yield f"states: {_short(others)}, not {_short(dict(allowed.states))}"
    counted = {each.name: each.count for each in report.coverage.files_by_state}
    for state, count in allowed.files.items():
        if counted.get(state, 0) != count:
            yield f"{counted.get(state, 0)} files are {state}, not {count}"
    flagged = {(flag.path, flag.rule) for flag in report.flags}
    yield from (f"no flag {rule} at {path}" for path, rule in set(allowed.flags) - flagged)
    report_text = report.model_dump_json()
    yield from (f"{text!r} is not said" for text in allowed.shown if text not in report_text)
    yield from _wrongly_parsed(report, allowed)


def _wrongly_parsed(report: AuditReport, allowed: Outcome) -> Iterator[str]:
    entries = [entry.model_dump() for each in report.directories for entry in each.files]
    named = {each["relative_path"] for each in entries if each.get("not_parsed")}
    named |= {flag.path for flag in report.flags if flag.rule in ("not-parsed", "syntax-error")}
    if missing := sorted(set(allowed.not_parsed) - named):
        yield f"not named as not parsed: {', '.join(missing)}"


def canaries(folder: Path, processes: tuple[Process, ...]) -> Iterator[str]:
    """Where the canary was let out: in an output, or in a file of the stores in `folder`."""
    canary = CANARY.encode()
    outputs = [stream for done in processes for stream in (done.stdout, done.stderr)]
    if any(canary in output for output in outputs):
        yield "the canary is in an output"
    for store in (folder / "store", folder / "prefect"):
        for path in store.rglob("*"):
            if path.is_file() and canary in path.read_bytes():
                yield f"the canary is in {path.relative_to(folder)}"


def _last_line(stream: bytes) -> str:
    lines = stream.decode(errors="replace").strip().splitlines() or [""]
    return lines[-1][-200:]


def _short(states: dict[str, str]) -> str:
    shown = json.dumps(states)
    return shown if len(shown) < 300 else f"{shown[:300]}… ({len(states)})"
