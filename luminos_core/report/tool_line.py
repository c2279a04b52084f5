"""What came of another tool, in one line."""

from luminos_core.records.external import ToolRun, ToolState
from luminos_core.text import formats


def tool_line(run: ToolRun) -> str:
    """ "ruff 0.14.2: 3 findings in 12 files", "gitleaks skipped: it is not installed: …"."""
    named = f"{run.name} {run.version}".strip()
    if run.state is not ToolState.RAN:
        return f"{named} {run.state}: {run.reason}"
    findings = formats.pluralize(run.findings, "finding")
    line = f"{named}: {findings} in {formats.pluralize(run.files, 'file')}"
    return f"{line} ({run.reason})" if run.reason else line
