"""osv-scanner 2, for known defects of dependencies, by the databases that the person has
downloaded."""

from pathlib import Path

from luminos_core.external.lock_files import names_packages
from luminos_core.external.tool import Call, ExternalTool, Need
from luminos_core.records.settings import Settings


def _arguments(call: Call) -> list[str]:
    settings = call.settings / "osv-scanner.toml"
    settings.write_text("", "utf-8")
    return [
        "scan",
        "source",
        f"--config={settings}",
        "--offline",
        "--no-ignore",
        "--recursive",
        "--format=sarif",
        str(call.tree),
    ]


def _databases(settings: Settings) -> Path | None:
    """The variable names the folder that holds it."""
    return settings.osv_database and settings.osv_database / "osv-scanner"


OSV_SCANNER = ExternalTool(
    name="osv-scanner",
    version=1,
    takes=names_packages,
    arguments=_arguments,
    get="brew install osv-scanner, or its binary from github.com/google/osv-scanner/releases",
    accepts=frozenset({0, 1}),  # 1: it has found something
    seconds=300.0,
    needs=Need(
        _databases,
        "run: osv-scanner scan --offline-vulnerabilities --download-offline-databases FOLDER",
        marks="*.zip",
        variable="OSV_SCANNER_LOCAL_DB_CACHE_DIRECTORY",
    ),
)
