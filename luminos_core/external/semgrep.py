"""semgrep, with rules of the person's own: it brings none, and those of its registry need a
network."""

from pathlib import Path

from luminos_core.external.tool import Call, ExternalTool, Need, any_file
from luminos_core.records.settings import Settings


def _arguments(call: Call) -> list[str]:
    return [
        "scan",
        f"--config={call.data}",
        "--metrics=off",
        "--disable-version-check",
        "--no-git-ignore",
        "--no-rewrite-rule-ids",
        "--quiet",
        "--jobs=1",
        "--sarif",
        f"--output={call.work / SEMGREP.report}",
        str(call.tree),
    ]


def _rules(settings: Settings) -> Path | None:
    return settings.semgrep_rules


SEMGREP = ExternalTool(
    name="semgrep",
    version=1,
    takes=any_file,
    arguments=_arguments,
    get="pipx install semgrep",
    report="report.sarif",
    seconds=300.0,
    environment={"SEMGREP_SEND_METRICS": "off", "SEMGREP_ENABLE_VERSION_CHECK": "0"},
    needs=Need(_rules, "set LUMINOS_SEMGREP_RULES to a file or folder of rules"),
)
