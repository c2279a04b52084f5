"""What an investigator keeps: entries of files and of the directory at hand."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from luminos_core.records.conversation import ToolResult
from luminos_core.records.directory import DirectoryReport, DirectoryState, FileEntry
from luminos_core.records.snapshot import Category
from luminos_core.tools.registry import SYNTHESIS_TOOLS
from luminos_core.tools.tool import AgentState, ToolContext

Call = Callable[..., ToolResult]


@pytest.mark.parametrize("form", ["src/app.py", "./src//app.py", "{target}/src/app.py"])
def test_a_file_entry_has_one_identity_however_its_path_is_written(
    form: str, use: Call, context: ToolContext, target: Path
) -> None:
    path = form.format(target=target)
    result = use(
        "write_cache",
        kind="file",
        path=path,
        data={"summary": " Greets. ", "confidence": 0.0, "path": "/etc", "size_bytes": 3},
    )
    assert result.text == "ok"
    assert context.state.files == {
        "src/app.py": FileEntry(
            relative_path="src/app.py",
            size_bytes=(target / "src/app.py").stat().st_size,
            category=Category.SOURCE,
            summary="Greets.",
            cached_at="2026-01-02T03:04:05+00:00",
            confidence=0.0,
        )
    }


def test_a_second_entry_of_a_file_replaces_the_first(use: Call, context: ToolContext) -> None:
    for summary in ("first", "second"):
        use("write_cache", kind="file", path="src/app.py", data={"summary": summary})
    assert [entry.summary for entry in context.state.files.values()] == ["second"]


def test_a_directory_entry_is_filled_in_by_the_program(
    use: Call, context: ToolContext, target: Path
) -> None:
    (target / "src" / ".hidden").touch()
    result = use(
        "write_cache",
        kind="dir",
        path="src/",
        data={
            "summary": "The program.",
            "dominant_category": "source",
            "completeness": 1,
            "notable_files": ["app.py", "src/deep/notes.txt"],
            "child_count": 99,
        },
    )
    assert result.text == "ok"
    entry = context.state.entry
    assert entry is not None
    assert entry.relative_path == "src"
    assert entry.child_count == 2
    assert entry.dominant_category is Category.SOURCE
    assert entry.notable_files == ("src/app.py", "src/deep/notes.txt")
    assert entry.completeness == 1.0
    assert not entry.partial


@pytest.mark.parametrize(
    "data",
    [
        {"summary": "s", "content": "x"},
        {"summary": "s", "Contents": "x"},
        {"summary": "s", "RAW": None},
        {"summary": "s", "notes": {"deep": [{"Content": "x"}]}},
        {"summary": "s", "path": {"raw": "x"}},
        {"summary": "s", " content ": "x"},
    ],
)
def test_text_of_files_is_never_kept(data: dict[str, Any], use: Call, context: ToolContext) -> None:
    result = use("write_cache", kind="file", path="src/app.py", data=data)
    assert result.is_error
    assert "never kept" in result.text
    assert not context.state.files


@pytest.mark.parametrize("field", ["confidence", "completeness"])
@pytest.mark.parametrize("value", [True, False, math.nan, math.inf, "high", "0.5", -0.01, 1.01, []])
def test_a_share_that_is_no_number_from_0_to_1_is_refused(
    field: str, value: Any, use: Call, context: ToolContext
) -> None:
    result = use("write_cache", kind="file", path="src/app.py", data={"summary": "s", field: value})
    assert result.is_error
    assert f"data.{field}" in result.text
    assert not context.state.files


@pytest.mark.parametrize(
    ("kind", "path", "data", "words"),
    [
        ("file", "absent.py", {}, "does not exist"),
        ("file", "README.md", {}, "not in src"),
        ("file", "src", {}, "is a directory"),
        ("file", "/etc/passwd", {}, "outside"),
        ("file", "src/../README.md", {}, "'..'"),
        ("file", "src/app.py", {"notable_files": ["a"]}, "no such field"),
        ("file", "src/app.py", {"dominant_category": "source"}, "no such field"),
        ("file", "src/app.py", {"category": "sauce"}, "data.category"),
        ("dir", ".", {}, "that is src"),
        ("dir", "src/deep", {}, "that is src"),
        ("dir", "src", {"notable": True}, "no such field"),
        ("dir", "src", {"notable_files": ["invented.py"]}, "does not exist"),
        ("dir", "src", {"partial": True}, "data.partial"),
    ],
)
def test_an_entry_of_something_else_is_refused_with_the_reason(
    kind: str, path: str, data: dict[str, Any], words: str, use: Call, context: ToolContext
) -> None:
    result = use("write_cache", kind=kind, path=path, data={"summary": "s", **data})
    assert result.is_error
    assert words in result.text
    assert context.state == AgentState()


def test_a_secret_in_a_summary_is_not_kept(use: Call, context: ToolContext) -> None:
    token = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"
    use("write_cache", kind="file", path="src/app.py", data={"summary": f"Uses {token}."})
    assert "<redacted:" in context.state.files["src/app.py"].summary


def test_a_withheld_file_can_be_named_in_an_entry(
    context: ToolContext, use: Call, target: Path
) -> None:
    (target / "src" / ".env").write_text("A=1\n")
    assert use("write_cache", kind="file", path="src/.env", data={"summary": "s"}).text == "ok"


def test_a_synthesis_reads_what_was_written_of_each_directory(context: ToolContext) -> None:
    entry = FileEntry(
        relative_path="a.py",
        size_bytes=1,
        category=Category.SOURCE,
        summary="Adds.",
        cached_at="2026-01-02T03:04:05+00:00",
    )
    report = DirectoryReport(
        path=".", state=DirectoryState.PARTIAL, reason="max turns reached", files=(entry,)
    )
    reading = ToolContext(context.files, ".", AgentState(), context.observe, reports=(report,))
    listed, read = _synthesis(reading, "list_cache"), _synthesis(reading, "read_cache", path="./")
    assert ".  [partial]  1 file entries" in listed
    assert "max turns reached" in read
    assert "Adds." in read
    assert "turns_used" not in read
    tool = next(tool for tool in SYNTHESIS_TOOLS if tool.name == "list_cache")
    assert "no directory" in tool.run(tool.parse({}), context).text  # type: ignore[misc]


def test_a_directory_without_a_report_is_an_error_that_names_list_cache(use: Call) -> None:
    result = use("read_cache", SYNTHESIS_TOOLS, path="elsewhere")
    assert result.is_error
    assert "list_cache" in result.text


def _synthesis(context: ToolContext, name: str, **given: Any) -> str:
    tool = next(tool for tool in SYNTHESIS_TOOLS if tool.name == name)
    assert tool.run is not None
    return tool.run(tool.parse(given), context).text
