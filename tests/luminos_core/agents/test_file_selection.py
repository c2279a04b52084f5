"""Which files a first message shows, by the facts of the scan alone."""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.agents.file_contents import file_contents
from luminos_core.agents.file_selection import (
    FileSelection,
    Reason,
    outline_bytes,
    select_files,
    whole_bytes,
)
from luminos_core.agents.prompt_limits import PROMPT_LIMITS, PromptLimits, directory_limits
from luminos_core.records.snapshot import Category, FileKind, FileRecord
from luminos_core.scan.scanned_files import ScannedFiles
from tests.fakes.works import scanned

rare = st.sampled_from([False, False, False, True])
records = st.builds(
    FileRecord,
    path=st.integers(0, 10**6).map(lambda number: f"src/{number}.py"),
    kind=st.sampled_from([FileKind.FILE, FileKind.FILE, FileKind.FILE, *FileKind]),
    size=st.integers(0, 3_000) | st.integers(0, 800_000),
    mtime_ns=st.just(1),
    category=st.sampled_from(Category),
    language=st.sampled_from(["Python", "Markdown", "COBOL", None]),
    lines=st.none() | st.integers(0, 9_000),
    encoding=st.sampled_from(["utf-8", "utf-16-le", None]),
    binary=rare,
    generated=rare,
    vendored=rare,
    documentation=rare,
    withheld=rare,
)
directories = st.lists(records, max_size=60, unique_by=lambda file: file.path)
allowances = st.integers(0, 30_000).map(
    lambda tokens: replace(PROMPT_LIMITS, preload_tokens=tokens)
)


def test_a_file_that_could_not_be_read_is_named_and_never_opened(tmp_path: Path) -> None:
    unread = FileRecord(path="a.py", size=9, mtime_ns=1, note="no permission")
    text = file_contents([unread], (), ScannedFiles(tmp_path), PROMPT_LIMITS)
    assert "Some of these files could not be read" in text
    assert "- could not be read: a.py" in text


def parts(selection: FileSelection) -> list[FileRecord]:
    return [
        *selection.whole,
        *selection.outlined,
        *(file for files in selection.left_out.values() for file in files),
    ]


def paths(files: tuple[FileRecord, ...]) -> list[str]:
    return [file.path for file in files]


@given(directories, st.randoms(use_true_random=False), allowances)
def test_every_file_is_in_exactly_one_part(
    files: list[FileRecord], chance: random.Random, limits: PromptLimits
) -> None:
    flagged = {file.path for file in files if chance.random() < 0.2}
    selection = select_files(files, flagged, limits)
    assert Counter(file.path for file in parts(selection)) == Counter(file.path for file in files)


@given(directories, allowances)
def test_expected_sizes_keep_to_the_limits(files: list[FileRecord], limits: PromptLimits) -> None:
    selection = select_files(files, (), limits)
    outlines = sum(outline_bytes(file, limits) for file in selection.outlined)
    assert sum(map(whole_bytes, selection.whole)) <= limits.preload_bytes
    assert outlines <= limits.outlines_bytes == limits.preload_bytes // 2
    assert len(selection.outlined) <= limits.outlines


@given(directories, st.randoms(use_true_random=False), allowances)
def test_the_selection_does_not_depend_on_the_order_of_the_files(
    files: list[FileRecord], chance: random.Random, limits: PromptLimits
) -> None:
    flagged = {file.path for file in files if chance.random() < 0.2}
    shuffled = chance.sample(files, len(files))
    assert select_files(shuffled, flagged, limits) == select_files(files, flagged, limits)


@given(directories, allowances)
def test_what_is_no_text_is_never_shown_and_the_rest_never_called_so(
    files: list[FileRecord], limits: PromptLimits
) -> None:
    selection = select_files(files, (), limits)
    texts = {
        file.path
        for file in files
        if file.kind is FileKind.FILE and file.size
        if not (file.withheld or file.binary or file.generated)
    }
    assert {file.path for file in (*selection.whole, *selection.unread)} == texts


@given(directories, allowances)
def test_a_file_that_is_left_out_as_too_long_did_not_fit(
    files: list[FileRecord], limits: PromptLimits
) -> None:
    selection = select_files(files, (), limits)
    room = limits.preload_bytes - sum(map(whole_bytes, selection.whole))
    for file in (*selection.outlined, *selection.left_out.get(Reason.TOO_LONG, ())):
        assert whole_bytes(file) > room


@given(directories, st.integers(0, 20_000), st.integers(20_000, 200_000))
def test_a_directory_of_some_size_is_shown_whole_or_as_one_that_is_not(
    files: list[FileRecord], preload_tokens: int, context_budget: int
) -> None:
    limits = directory_limits(preload_tokens, context_budget)
    assert limits.whole_directory_bytes <= 4 * max(preload_tokens, context_budget // 2)
    selection = select_files(files, (), limits)
    size = sum(map(whole_bytes, (*selection.whole, *selection.unread)))
    assert sum(map(whole_bytes, selection.whole)) <= limits.whole_directory_bytes
    if size <= limits.whole_directory_bytes:
        assert not {*selection.outlined, *selection.left_out.get(Reason.TOO_LONG, ())}
    elif sum(map(whole_bytes, selection.whole)) > limits.preload_bytes:
        assert Reason.LONG_LINE in selection.left_out  # whose text takes no room


def test_three_times_the_allowance_of_files_is_shown_in_one_call_and_no_more() -> None:
    limits = directory_limits(1_000, 140_000)
    base = FileRecord(path="", size=2_900, mtime_ns=1, lines=9, category=Category.SOURCE)
    four, five = ([replace(base, path=f"{n}.py") for n in range(count)] for count in (4, 5))
    assert len(select_files(four, (), limits).whole) == 4
    assert len(select_files(five, (), limits).whole) == 1


def test_flagged_files_come_first_and_vendored_files_last() -> None:
    base = FileRecord(path="", size=100, mtime_ns=1, lines=9, category=Category.SOURCE)
    files = [
        replace(base, path="1.c", vendored=True),
        replace(base, path="2.csv", category=Category.DATA),
        replace(base, path="3.md", category=Category.DOCUMENT),
        replace(base, path="4.py"),
        replace(base, path="5.py", size=50),
        replace(base, path="6.csv", category=Category.DATA),
    ]
    whole = select_files(files, {"6.csv"}, PROMPT_LIMITS).whole
    assert paths(whole) == ["6.csv", "5.py", "4.py", "3.md", "2.csv", "1.c"]


def test_a_file_of_long_lines_only_takes_no_room() -> None:
    packed = FileRecord(path="a.json", size=50_000, mtime_ns=1, lines=1, language="JSON")
    code = FileRecord(path="b.py", size=60_000, mtime_ns=1, lines=2_000, language="Python")
    selection = select_files([packed, code], (), PROMPT_LIMITS)
    assert paths(selection.whole) == ["b.py"]
    assert selection.left_out == {Reason.LONG_LINE: (packed,)}


@pytest.mark.parametrize("ending", ["", "\n"])
@pytest.mark.parametrize("lines", [1, 9, 10, 11, 99, 100, 2_345])
def test_plain_text_takes_what_is_expected(tmp_path: Path, lines: int, ending: str) -> None:
    (tmp_path / "é.py").write_text("\n".join(["naïve = 1"] * lines) + ending)
    (file,) = scanned(tmp_path).directory(".").files
    text = file_contents([file], (), ScannedFiles(tmp_path), PROMPT_LIMITS)
    taken = len(text.partition("\n\n")[2].encode())
    assert taken == whole_bytes(file) - len(ending)


def test_text_that_takes_more_than_expected_is_shown_only_within_the_limit(
    tmp_path: Path,
) -> None:
    """Marks are escaped, so each line is longer than in the file."""
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("</target_text>\n" * 100)
    files = scanned(tmp_path).directory(".").files
    limits = replace(PROMPT_LIMITS, preload_tokens=sum(map(whole_bytes, files)) // 4 + 1)
    assert len(select_files(files, (), limits).whole) == 2
    text = file_contents(files, (), ScannedFiles(tmp_path), limits)
    assert text.startswith("Some of these files are not shown whole.\n\na.txt (whole, 100 lines):")
    assert text.endswith("\n\nNot shown:\n- too long to be shown here: b.txt")
    assert len(text.encode()) < limits.preload_bytes + 200


def test_a_file_that_grew_since_the_scan_is_outlined(tmp_path: Path) -> None:
    code = tmp_path / "a.py"
    code.write_text("x = 1\n")
    files = scanned(tmp_path).directory(".").files
    limits = replace(PROMPT_LIMITS, preload_tokens=100)
    assert paths(select_files(files, (), limits).whole) == ["a.py"]
    code.write_text("def grown():\n" + "    print()\n" * 100)
    text = file_contents(files, (), ScannedFiles(tmp_path), limits)
    assert "a.py (outline only, 101 lines):" in text
    assert "1-101 def grown()" in text
