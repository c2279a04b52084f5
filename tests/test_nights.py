"""The benchmark of nights counts what is not as its table says, on releases that are told truly."""

import io
import tarfile
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from benchmarks.nights import HERE, nights, transitions

EVAL = "def run(request):\n    return eval(request.args['code'])\n"
SHELL = "import os\n\n\ndef clean(name):\n    os.system('rm ' + name)\n"
TEXTS = {"README.md": "# T\n\nIt adds.\n", "LICENSE": "MIT License\n", "tests/test_a.py": "\n"}
RELEASES: Mapping[str, Mapping[str, str]] = {
    "1": {"a.py": EVAL},
    "2": {"a.py": f"# moved down\n{EVAL}", "b.py": SHELL},
    "3": {"lib/a.py": f"# moved down\n{EVAL}"},
    "4": {"lib/a.py": EVAL, "b.py": SHELL},
}
TABLE: dict[str, Any] = {
    "package": "adder",
    "night": [
        {"version": "1", "first": ["code-injection a.py run"]},
        {"version": "2", "new": ["command-injection b.py clean"]},
        {
            "version": "3",
            "moved": {"a.py": "lib/a.py"},
            "resolved": ["command-injection b.py clean"],
        },
        {"version": "4", "reopened": ["command-injection b.py clean"]},
    ],
}


@pytest.fixture
def releases(tmp_path: Path) -> Path:
    """A folder with the packages."""
    folder = tmp_path / "packages"
    folder.mkdir()
    for version, files in RELEASES.items():
        with tarfile.open(folder / f"adder-{version}.tar.gz", "w:gz") as packed:
            for path, text in {**TEXTS, **files}.items():
                member = tarfile.TarInfo(f"adder-{version}/{path}")
                member.size = len(text)
                packed.addfile(member, io.BytesIO(text.encode()))
    return folder


def test_four_nights_that_are_told_truly_have_no_wrong_transition(
    releases: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert list(nights(TABLE, releases, tmp_path)) == [0, 0, 0, 0]
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(" s  ")[2] for line in lines if " s  " in line] == [
        "1 flags",
        "1 new, 1 persisting",
        "1 persisting, 1 resolved",
        "1 persisting, 1 reopened",
    ]


def test_what_is_not_as_the_table_says_is_counted_and_named(
    releases: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, *_ = TABLE["night"]
    wrong = {**second, "new": [], "resolved": ["code-injection a.py run"]}
    assert list(nights({**TABLE, "night": [first, wrong]}, releases, tmp_path)) == [0, 3]
    out = capsys.readouterr().out
    assert "new, not expected: command-injection b.py clean (1)" in out
    assert "resolved, expected, and not found: code-injection a.py run (1)" in out


def test_the_list_of_thirty_nights_follows_from_night_to_night() -> None:
    """Nothing is resolved that is not open, and nothing moves that is not there."""
    table = tomllib.loads((HERE / "nights.toml").read_text("utf-8"))
    assert len(table["night"]) == 30
    left: Counter[str] = Counter()
    for night in table["night"]:
        gone = Counter(night.get("resolved", ()))
        assert gone <= left
        assert set(night.get("moved", ())) <= {name.split(" ")[1] for name in left}
        left = transitions(night, left)[1]
