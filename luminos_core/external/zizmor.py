"""zizmor, for GitHub Actions: workflows, actions, and Dependabot's settings."""

import re2

from luminos_core.external.tool import Call, ExternalTool
from luminos_core.records.snapshot import FileRecord

_PATH = re2.compile(
    r"(?:^|/)\.github/(?:workflows/[^/]+\.ya?ml|dependabot\.ya?ml)$|(?:^|/)action\.ya?ml$"
)


def _arguments(call: Call) -> list[str]:
    return [
        "--offline",
        "--no-config",
        "--no-progress",
        "--no-exit-codes",
        "--format=sarif",
        *map(str, call.files),
    ]


def _takes(file: FileRecord) -> bool:
    return bool(_PATH.search(file.path))


ZIZMOR = ExternalTool(
    name="zizmor",
    version=1,
    takes=_takes,
    arguments=_arguments,
    get="pip install 'luminos[checks]'",
    batch=100,
)
