"""trivy, for known defects of dependencies, by the database that the person has downloaded."""

from pathlib import Path

from luminos_core.external.lock_files import names_packages
from luminos_core.external.tool import Call, ExternalTool, Need
from luminos_core.records.settings import Settings


def _arguments(call: Call) -> list[str]:
    settings = call.settings / "trivy.yaml"
    settings.write_text("{}\n", "utf-8")
    return [
        "filesystem",
        f"--config={settings}",
        f"--ignorefile={call.settings / 'none'}",  # where there is no such file
        f"--cache-dir={call.data}",
        "--scanners=vuln",
        "--skip-db-update",
        "--skip-java-db-update",
        "--offline-scan",
        "--quiet",
        "--exit-code=0",
        "--format=sarif",
        f"--output={call.work / TRIVY.report}",
        str(call.tree),
    ]


def _database(settings: Settings) -> Path | None:
    return settings.trivy_cache


TRIVY = ExternalTool(
    name="trivy",
    version=1,
    takes=names_packages,
    arguments=_arguments,
    get="brew install trivy, or a package from github.com/aquasecurity/trivy/releases",
    report="report.sarif",
    seconds=300.0,
    # Newer versions know these; older ones would not know the options.
    environment={
        "TRIVY_CACHE_BACKEND": "memory",
        "TRIVY_DISABLE_TELEMETRY": "true",
        "TRIVY_SKIP_VERSION_CHECK": "true",
    },
    needs=Need(_database, "run: trivy filesystem --download-db-only", marks="metadata.json"),
)
