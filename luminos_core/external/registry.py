"""All external tools, in the order in which their findings count: of two that are alike, the first
is the flag."""

from luminos_core.errors import SettingsError
from luminos_core.external.checkov import CHECKOV
from luminos_core.external.gitleaks import GITLEAKS
from luminos_core.external.hadolint import HADOLINT
from luminos_core.external.osv_scanner import OSV_SCANNER
from luminos_core.external.ruff import RUFF
from luminos_core.external.semgrep import SEMGREP
from luminos_core.external.shellcheck import SHELLCHECK
from luminos_core.external.tool import ExternalTool
from luminos_core.external.trivy import TRIVY
from luminos_core.external.zizmor import ZIZMOR

TOOLS: tuple[ExternalTool, ...] = (
    RUFF,
    ZIZMOR,
    SHELLCHECK,
    HADOLINT,
    GITLEAKS,
    CHECKOV,
    SEMGREP,
    OSV_SCANNER,
    TRIVY,
)
AUTO, NONE = "auto", "none"


def chosen_tools(asked: str, usual: str) -> tuple[ExternalTool, ...]:
    """Those that are asked for: names between commas, "none", or "auto" for what is `usual` on this
    installation, which is all if that is "auto", too. SettingsError for a name that is unknown."""
    wanted = usual if asked.strip() == AUTO else asked
    names = [name.strip() for name in wanted.split(",") if name.strip()]
    if names in ([AUTO], [NONE]):
        return TOOLS if names == [AUTO] else ()
    if unknown := sorted({*names} - {tool.name for tool in TOOLS}):
        known = ", ".join((AUTO, NONE, *(tool.name for tool in TOOLS)))
        raise SettingsError(f"{unknown[0]!r} is no tool for --tools; there are: {known}")
    return tuple(tool for tool in TOOLS if tool.name in names)
