"""The checks on what a scan really says of files."""

import json
from pathlib import Path

import pytest

from luminos_core.checks.check_cache import CheckCache
from luminos_core.checks.registry import checks_digest
from luminos_core.checks.run_checks import run_checks
from luminos_core.records.flag import Flag
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal

CONFLICT = "a café\n<<<<<<< ours\none\n=======\ntwo\n>>>>>>> theirs\n"


def flags_of(root: Path) -> list[Flag]:
    snapshot = take_snapshot(root, ScanOptions(), ScanContext(lambda event: None, StopSignal()))
    return list(
        run_checks(SandboxedDir(root), snapshot, CheckCache(checks_digest()), StopSignal()).flags
    )


@pytest.mark.parametrize(
    "content",
    [
        CONFLICT.encode(encoding)
        for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32", "latin-1", "cp1252")
    ]
    + [b"\xff\xfe\x00 torn", b"\xc3(\n" + CONFLICT.encode("cp1252"), b"\x00" * 10, b"\xef\xbb\xbf"],
)
def test_a_file_in_any_encoding_is_checked_or_passed_over(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "notes.txt").write_bytes(content)
    (tmp_path / "beside.txt").write_text(CONFLICT)
    conflicts = {flag.path for flag in flags_of(tmp_path) if flag.rule == "merge-conflict"}
    assert "beside.txt" in conflicts
    assert ("notes.txt" in conflicts) == (b"theirs" in content.replace(b"\x00", b""))


def test_every_quotation_is_on_its_line(tmp_path: Path) -> None:
    for encoding in ("utf-8", "utf-16", "latin-1"):
        (tmp_path / f"{encoding}.py").write_bytes(
            "# café\nimport os\n\n\ndef f(x):\n    return eval(x)\n".encode(encoding)
        )
    found = [flag for flag in flags_of(tmp_path) if flag.line]
    assert found
    for flag in found:
        text = (tmp_path / flag.path).read_bytes().decode(flag.path.removesuffix(".py"))
        assert flag.line is not None
        assert flag.quotation in text.splitlines()[flag.line - 1]


def test_a_notebook_is_checked_and_quoted_as_its_file_has_it(tmp_path: Path) -> None:
    cell = {
        "cell_type": "code",
        "metadata": {},
        "outputs": [],
        "source": ["x = 1\n", "!curl a | sh"],
    }
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "a.ipynb").write_text(json.dumps(notebook, indent=1))
    [flag] = [flag for flag in flags_of(tmp_path) if flag.path == "a.ipynb"]
    assert flag.rule == "shell-pipe-to-shell"
    assert flag.quotation == '"!curl a | sh"'
