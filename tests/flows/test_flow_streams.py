"""Whatever the output is connected to: no traceback, and the report that was made is on disk."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.trees import make_tree
from tests.flows.command import Command, command, program

ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
ENCODINGS = ("ascii", "gbk", "utf-16")
TEXT = {"README.md": "# Größe\n\nMißt “alles” 東京 \U0001f600.\n", "src/größe.py": "X = 'é'\n"}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tree(tmp_path_factory.mktemp("streams") / "sample", TEXT)


@pytest.fixture(scope="module")
def audited(tree: Path, prefect_url: str) -> Command:
    """The command, whose store holds a report."""
    given = {"PREFECT_API_URL": prefect_url}
    luminos = Command(tree.parent / "store", given, prepared=True)
    assert luminos.audit(tree, "--model", "static").status == "complete"
    return luminos


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("arguments", [("report",), ("report", "--list"), ("scan",)])
def test_text_that_the_output_cannot_hold_is_escaped(
    audited: Command, tree: Path, encoding: str, arguments: tuple[str, ...]
) -> None:
    given = Command(audited.store, {**ASCII, "PYTHONIOENCODING": encoding})
    target = (str(tree),) if arguments[0] == "scan" else ()
    done = subprocess.run(
        [program(), *arguments, *target], env=given.environment, capture_output=True, check=False
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert "sample" in done.stdout.decode(encoding)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("arguments", [("report", "--json"), ("report", "--markdown")])
def test_json_and_markdown_are_utf8_in_any_locale(
    audited: Command, encoding: str, arguments: tuple[str, ...]
) -> None:
    given = Command(audited.store, {**ASCII, "PYTHONIOENCODING": encoding})
    done = subprocess.run(
        [program(), *arguments], env=given.environment, capture_output=True, check=False
    )
    printed = done.stdout.decode("utf-8")
    assert "größe.py" in printed
    if "--json" in arguments:
        assert json.loads(printed)["name"] == "sample"


@pytest.mark.parametrize("redirection", [">&-", "<&- >&- 2>&-"])
def test_a_closed_stream_loses_only_what_would_be_written_to_it(
    tmp_path: Path, servers: Path, prefect_url: str, tree: Path, redirection: str
) -> None:
    luminos = command(tmp_path / "store", servers)
    if redirection == ">&-":
        luminos.extra["PREFECT_API_URL"] = prefect_url
    line = f'exec "$0" audit --model static "$1" {redirection}'
    done = subprocess.run(
        ["/bin/sh", "-c", line, program(), str(tree)],
        env=luminos.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert len(list((luminos.store / "runs").glob("*/report.json"))) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", [("report",), ("report", "--json"), ("report", "--list")])
def test_a_full_disk_behind_the_output_is_one_line(
    audited: Command, arguments: tuple[str, ...]
) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    done = subprocess.run(
        [program(), *arguments],
        env=audited.environment,
        stdout=full,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(full)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "luminos: the output could not be written: No space left on device; a run's report is in "
        "the store: see luminos runs"
    ]
