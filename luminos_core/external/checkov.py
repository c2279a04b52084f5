"""checkov, for Terraform, CloudFormation, Kubernetes and their like."""

from luminos_core.external.tool import Call, ExternalTool
from luminos_core.records.snapshot import FileRecord

_SUFFIXES = (".tf", ".tfvars", ".yaml", ".yml", ".json", ".bicep", ".template")
_FRAMEWORKS = ("terraform", "cloudformation", "kubernetes", "arm", "bicep", "serverless")
_LONGEST = 1_000_000  # bytes: a description of infrastructure is shorter, and data is not


def _arguments(call: Call) -> list[str]:
    settings = call.settings / "checkov.yaml"
    settings.write_text("{}\n", "utf-8")
    return [
        f"--config-file={settings}",
        f"--directory={call.tree}",
        "--framework",
        *_FRAMEWORKS,
        "--output=sarif",
        f"--output-file-path={call.work}",
        "--soft-fail",
        "--quiet",
        "--compact",
        "--skip-download",
        "--download-external-modules=false",
    ]


def _takes(file: FileRecord) -> bool:
    return file.name.endswith(_SUFFIXES) and file.size <= _LONGEST


CHECKOV = ExternalTool(
    name="checkov",
    version=1,
    takes=_takes,
    arguments=_arguments,
    get="pipx install checkov",
    report="results_sarif.sarif",
    seconds=300.0,
)
