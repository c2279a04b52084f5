"""The name of a flow run: what a person typed, else what is audited."""

from functools import cache
from importlib.resources import files
from pathlib import Path

from prefect.runtime import flow_run

from luminos_core.records.request import AuditRequest
from luminos_core.text.escape import printable_name
from luminos_core.text.filenames import decode_name, encode_name

_WORDS = ("coolname", "data")  # of the names that Prefect makes up: "shaggy-velociraptor"


def flow_run_name() -> str:
    """Within a flow run, before it starts."""
    given = str(flow_run.name or "")
    if given and not _is_made_up(given):
        return given
    request: AuditRequest = flow_run.parameters["request"]
    return f"audit of {printable_name(_absolute(request.target))}"


def _absolute(target: str) -> str:
    """Its real path: "." would name nothing. A target that cannot be is named as it was given."""
    try:
        return encode_name(str(Path(decode_name(target)).expanduser().resolve()))
    except (OSError, RuntimeError, ValueError):
        return target


def _is_made_up(name: str) -> bool:
    """The server gives a run without a name two words, and no sign that it did."""
    words = name.split("-")
    return len(words) == 2 and _made_up_words().issuperset(words)


@cache
def _made_up_words() -> frozenset[str]:
    package, folder = _WORDS
    lists = (file for file in (files(package) / folder).iterdir() if file.name.endswith(".txt"))
    return frozenset(word for file in lists for word in file.read_text("utf-8").split())
