"""Tools that are installed with the tests, over small trees."""

import os
import sys
from pathlib import Path

import pytest

from luminos_core.records.external import ToolState
from luminos_core.records.flag import FlagSource, Severity
from tests.fakes.thread_executor import MemoryResults
from tests.fakes.trees import make_tree
from tests.luminos_core.external.fake_tools import audit_with_tools, flags_of, tool_run

UNSAFE = "import tempfile\n\n\ndef f(items=[]):\n    return tempfile.mktemp()\n"
WORKFLOW = """on: pull_request
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: echo ${{ github.event.pull_request.title }}
"""

pytestmark = pytest.mark.usefixtures("real_tools")


def test_what_ruff_finds_is_quoted_from_the_file_and_weighed_by_our_table(tmp_path: Path) -> None:
    target = make_tree(tmp_path / "t", {"a.py": UNSAFE, "b.py": UNSAFE})
    report = audit_with_tools(target, tools="ruff")
    (flag, _other) = flags_of(report, "ruff:B006")
    assert (flag.path, flag.line, flag.quotation) == ("a.py", 4, "def f(items=[]):")
    assert (flag.severity, flag.source, flag.verified) == (Severity.INFO, FlagSource.TOOL, True)
    run = tool_run(report, "ruff")
    assert (run.state, run.files) == (ToolState.RAN, 2)
    assert run.version[0].isdigit()
    assert report.status == "complete"


def test_what_ruff_and_we_find_is_one_flag_of_ours(tmp_path: Path) -> None:
    target = make_tree(tmp_path / "t", {"a.py": "def f(text):\n    return eval(text)\n"})
    report = audit_with_tools(target, tools="ruff")
    assert not flags_of(report, "ruff:S307")
    assert any(flag.also_found_by == ("ruff:S307",) for flag in report.flags)


def test_the_targets_own_configuration_turns_nothing_off(tmp_path: Path) -> None:
    tree = {
        "a.py": UNSAFE,
        "ruff.toml": 'exclude = ["*.py"]\n[lint]\nignore = ["ALL"]\n',
        "pyproject.toml": '[tool.ruff]\nexclude = ["*"]\n',
        ".ruff.toml": 'extend = "/etc/passwd"\n',
        ".gitignore": "nothing\n",
        ".github/workflows/ci.yml": WORKFLOW,
        "zizmor.yml": "rules:\n  template-injection:\n    disable: true\n",
        ".github/zizmor.yml": "rules:\n  unpinned-uses:\n    disable: true\n",
    }
    report = audit_with_tools(make_tree(tmp_path / "t", tree), tools="ruff,zizmor")
    assert flags_of(report, "ruff:B006")
    assert flags_of(report, "zizmor:unpinned-uses")
    assert any("zizmor:template-injection" in flag.also_found_by for flag in report.flags)


@pytest.mark.parametrize(
    "name",
    ["--config=x.py", "-.py", "a b.py", "a\nb.py", "%41.py", "ü.py", "..py", "a*.py", "@a.py"],
)
def test_a_file_of_any_name_is_looked_at(tmp_path: Path, name: str) -> None:
    target = tmp_path / "t"
    target.mkdir()
    (target / name).write_text(UNSAFE)
    (target / "sub").mkdir()
    (target / "sub" / name).write_text(UNSAFE)
    report = audit_with_tools(target, tools="ruff")
    paths = {flag.path for flag in flags_of(report, "ruff:B006")}
    assert len(paths) == 2
    assert {each.rpartition("/")[0] for each in paths} == {"", "sub"}


def test_a_name_that_is_no_unicode_and_one_that_is_very_deep_are_looked_at(tmp_path: Path) -> None:
    target = make_tree(tmp_path / "t", {"a.txt": "a"})
    (Path(os.fsdecode(os.fsencode(target) + b"/\xff.py"))).write_text(UNSAFE)
    deep = target.joinpath(*("d" * 30 for _ in range(25)))
    deep.mkdir(parents=True)
    (deep / "deep.py").write_text(UNSAFE)
    report = audit_with_tools(target, tools="ruff")
    assert len(flags_of(report, "ruff:B006")) == 2


def test_a_file_that_a_tool_cannot_read_costs_that_file_alone(tmp_path: Path) -> None:
    tree = {
        ".github/workflows/bad.yml": "on: [push\njobs: {{{\n\t-",
        ".github/workflows/list.yml": "- 1\n- 2\n",
        ".github/workflows/ci.yml": WORKFLOW,
        "broken.py": "def f(:\n",
        "a.py": UNSAFE,
    }
    target = make_tree(tmp_path / "t", tree)
    (target / "bytes.py").write_bytes(b"x = '\xff\xfe'\n" + UNSAFE.encode())
    report = audit_with_tools(target, tools="ruff,zizmor")
    assert {flag.path for flag in flags_of(report, "ruff:B006")} >= {"a.py"}
    assert flags_of(report, "zizmor:unpinned-uses")


def test_links_and_withheld_files_are_not_given_to_a_tool(tmp_path: Path) -> None:
    outside = tmp_path / "outside.py"
    outside.write_text(UNSAFE)
    target = make_tree(tmp_path / "t", {"a.py": "x = 1\n", "secrets.py": UNSAFE, "id_rsa": "x"})
    (target / "link.py").symlink_to(outside)
    os.mkfifo(target / "fifo.py")
    report = audit_with_tools(target, tools="ruff")
    assert not [flag for flag in flags_of(report, "ruff:B006") if flag.path == "link.py"]
    assert tool_run(report, "ruff").files <= 2


def test_nothing_is_written_to_the_target_and_nothing_stays_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    monkeypatch.setattr("luminos_core.external.run_tool.temporary_parent", lambda target: copies)
    target = make_tree(tmp_path / "t", {"a.py": UNSAFE, ".github/workflows/ci.yml": WORKFLOW})
    before = sorted((str(path), path.stat().st_mtime_ns) for path in target.rglob("*"))
    audit_with_tools(target, tools="ruff,zizmor")
    assert sorted((str(path), path.stat().st_mtime_ns) for path in target.rglob("*")) == before
    assert not list(copies.iterdir())


def test_an_unchanged_target_starts_no_tool_again(tmp_path: Path) -> None:
    target, results = make_tree(tmp_path / "t", {"a.py": UNSAFE}), MemoryResults()
    first = audit_with_tools(target, results, tools="ruff")
    events: list[object] = []
    (target / "notes.txt").write_text("not Python")
    again = audit_with_tools(target, results, tools="ruff", events=events)
    assert flags_of(again, "ruff:B006") == flags_of(first, "ruff:B006")
    assert again.tools == first.tools
    assert "ruff" not in {getattr(event, "phase", "") for event in events}
    (target / "a.py").write_text("x = 1\n")
    assert not flags_of(audit_with_tools(target, results, tools="ruff"), "ruff:B006")


def test_the_tools_of_the_checks_extra_are_installed_with_the_tests() -> None:
    assert all((Path(sys.executable).parent / name).exists() for name in ("ruff", "zizmor"))


def test_what_is_seldom_right_is_not_told_of_tests(tmp_path: Path) -> None:
    tree = {"tests/test_a.py": UNSAFE, "a.py": UNSAFE, "docs/b.py": UNSAFE}
    report = audit_with_tools(make_tree(tmp_path / "t", tree), tools="ruff")
    assert {flag.path for flag in flags_of(report, "ruff:B006")} == {"a.py"}


def test_configuration_above_the_copies_turns_nothing_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ignored = '[lint.per-file-ignores]\n"*" = ["ALL"]\n'
    settings = {"ruff.toml": ignored, "zizmor.yml": "rules: {unknown: 1}\n"}
    copies = make_tree(tmp_path / "copies", settings)
    monkeypatch.setattr("luminos_core.external.run_tool.temporary_parent", lambda target: copies)
    target = make_tree(tmp_path / "t", {"a.py": UNSAFE, ".github/workflows/ci.yml": WORKFLOW})
    report = audit_with_tools(target, tools="ruff,zizmor")
    assert report.status == "complete"
    assert flags_of(report, "ruff:B006")
    assert flags_of(report, "zizmor:unpinned-uses")
