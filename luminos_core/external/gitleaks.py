"""gitleaks, for secrets in any text. It is not given the files that nobody is shown."""

from luminos_core.external.tool import Call, ExternalTool, any_file

_RULES = "[extend]\nuseDefault = true\n"  # those that it brings


def _arguments(call: Call) -> list[str]:
    rules = call.settings / "gitleaks.toml"
    rules.write_text(_RULES, "utf-8")
    return [
        "dir",
        f"--config={rules}",
        f"--gitleaks-ignore-path={call.settings}",  # where there is no such file
        "--no-banner",
        "--no-color",
        "--redact=100",
        "--exit-code=0",
        "--report-format=sarif",
        f"--report-path={call.work / GITLEAKS.report}",
        str(call.tree),
    ]


GITLEAKS = ExternalTool(
    name="gitleaks",
    version=1,
    takes=any_file,
    arguments=_arguments,
    get="brew install gitleaks, or its binary from github.com/gitleaks/gitleaks/releases",
    report="report.sarif",
    version_argument="version",
)
