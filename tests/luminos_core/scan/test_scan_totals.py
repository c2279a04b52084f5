import itertools

from hypothesis import given
from hypothesis import strategies as st

from luminos_core.records.snapshot import Count, FileKind, FileRecord
from luminos_core.scan.totals import (
    large_files,
    survey_signals,
    total_categories,
    total_languages,
)


def record(path: str, **fields: object) -> FileRecord:
    return FileRecord(path=path, **{"size": 1, "mtime_ns": 0} | fields)


def test_language_totals_exclude_generated_and_vendored_files() -> None:
    files = [
        record("a.py", language="Python", lines=10),
        record("b.py", language="Python", lines=5),
        record("c.js", language="JavaScript", lines=100),
        record("v.js", language="JavaScript", lines=1000, vendored=True),
        record("g.go", language="Go", lines=1000, generated=True),
        record("x.py", language=None, binary=True),
    ]
    totals = [(t.language, t.files, t.lines) for t in total_languages(files)]
    assert totals == [("JavaScript", 1, 100), ("Python", 2, 15)]


@given(st.lists(st.sampled_from(["source", "data", "media"])))
def test_categories_add_up(categories: list[str]) -> None:
    files = [record(str(i), category=c, size=i) for i, c in enumerate(categories)]
    totals = total_categories(files)
    assert sum(total.files for total in totals) == len(files)
    assert sum(total.size for total in totals) == sum(file.size for file in files)


def test_large_is_over_a_thousand_lines_or_ten_megabytes() -> None:
    files = [
        record("short", lines=1000, size=50),
        record("long", lines=1001, size=60),
        record("fat", size=10_000_001),
        record("full", size=10_000_000),
    ]
    assert [file.path for file in large_files(files)] == ["fat", "long"]


def test_signals_are_raw_counts_by_count_then_name() -> None:
    files = [
        record("b.PY", mime="text/x-script.python"),
        record("a.py", mime="text/x-script.python"),
        record("dir.d/Makefile", mime="text/plain"),
        record(".gitignore", mime="text/plain"),
        record("z.c", mime="text/x-c"),
        record("pipe", kind=FileKind.FIFO),
    ]
    signals = survey_signals(files)
    assert signals.total_files == 6
    assert signals.extension_histogram == (
        Count(name="", count=3),
        Count(name=".py", count=2),
        Count(name=".c", count=1),
    )
    assert [count.name for count in signals.file_descriptions] == [
        "text/plain",
        "text/x-script.python",
        "fifo",
        "text/x-c",
    ]


@given(st.integers(0, 200))
def test_samples_are_drawn_evenly_and_at_most_twenty(count: int) -> None:
    files = [record(f"{n:03}.x{n}") for n in range(count)]
    signals = survey_signals(files)
    drawn = [int(path[:3]) for path in signals.filename_samples]
    assert len(drawn) == min(count, 20)
    assert drawn == sorted(set(drawn))
    gaps = [b - a for a, b in itertools.pairwise(drawn)]
    assert not gaps or max(gaps) - min(gaps) <= 1
    assert len(signals.extension_histogram) <= 20
