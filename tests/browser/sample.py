"""Trees for pages to show, as records."""

from collections import defaultdict
from typing import Any

from luminos_core.records.snapshot import DirectoryRecord, FileRecord, Snapshot, SurveySignals

TODAY = 1_767_268_800  # 2026-01-01 12:00 UTC, in seconds since 1970
DAY = 86_400
_SIGNALS = SurveySignals(
    total_files=0, extension_histogram=(), file_descriptions=(), filename_samples=()
)


def file(path: str, size: int, **known: Any) -> FileRecord:
    return FileRecord(path=path, size=size, **({"mtime_ns": TODAY * 10**9} | known))


def snapshot(*files: FileRecord, **known: Any) -> Snapshot:
    """The files in their directories, and these in theirs."""
    within: dict[str, list[FileRecord]] = defaultdict(list)
    for each in files:
        within[each.path.rpartition("/")[0] or "."].append(each)
    for path in tuple(within):
        steps = path.split("/")
        for end in range(1, len(steps)):
            within["/".join(steps[:end])]  # a directory of directories alone
    return Snapshot(
        **{
            "target": "/projects/sample",
            "name": "sample",
            "scanned_at": "2026-01-01T12:00:00+00:00",
            "directories": tuple(
                DirectoryRecord(path=path, files=tuple(within[path]))
                for path in sorted({*within, "."})
            ),
            "signals": _SIGNALS,
            **known,
        }
    )


PROJECT = snapshot(
    file("src/core/engine.py", 60_000, lines=100, language="Python"),
    file("src/core/model.py", 30_000, lines=900, language="Python"),
    file("src/page.js", 45_000, lines=300, language="JavaScript", mtime_ns=0),
    file("docs/guide.md", 40_000, lines=800, language="Markdown"),
    file("docs/logo.png", 25_000, binary=True),
    file("bundle.js", 50_000, lines=10, language="JavaScript", generated=True),
    file("empty.txt", 0, lines=0, language="Text"),
)
