"""hadolint, for Dockerfiles."""

import re2

from luminos_core.external.tool import Call, ExternalTool
from luminos_core.records.snapshot import FileRecord

_PATH = re2.compile(r"(?i)(?:^|/)(?:[^/]+\.)?(?:Dockerfile|Containerfile)(?:[.-][^/]*)?$")


def _arguments(call: Call) -> list[str]:
    settings = call.settings / "hadolint.yaml"
    settings.write_text("{}\n", "utf-8")
    return [f"--config={settings}", "--no-fail", "--format=sarif", "--", *map(str, call.files)]


def _takes(file: FileRecord) -> bool:
    return file.language == "Dockerfile" or bool(_PATH.search(file.path))


HADOLINT = ExternalTool(
    name="hadolint",
    version=1,
    takes=_takes,
    arguments=_arguments,
    get="brew install hadolint, or its binary from github.com/hadolint/hadolint/releases",
    batch=100,
)
