"""ruff, for Python: bandit's rules (S), bugbear's (B), and the errors of pylint (PLE)."""

from luminos_core.external.tool import Call, ExternalTool
from luminos_core.records.snapshot import FileRecord

# What every program has: assert, imports of subprocess, programs found on PATH.
_ORDINARY = "S101,S404,S603,S607"


def _arguments(call: Call) -> list[str]:
    return [
        "check",
        "--isolated",  # no configuration of anybody's
        "--no-cache",
        "--no-respect-gitignore",
        "--exit-zero",
        "--quiet",
        "--select=S,B,PLE",
        f"--ignore={_ORDINARY}",
        "--output-format=sarif",
        *map(str, call.files),
    ]


def _takes(file: FileRecord) -> bool:
    return file.language == "Python"


RUFF = ExternalTool(
    name="ruff",
    version=1,
    takes=_takes,
    arguments=_arguments,
    get="pip install 'luminos[checks]'",
    batch=500,
)
