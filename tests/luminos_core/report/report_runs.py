"""Runs to report on: one by hand, and hypothesis strategies for any."""

from typing import Any

from hypothesis import strategies as st

from luminos_core.audit.assemble import RunFacts
from luminos_core.records.cost import LedgerLine
from luminos_core.records.directory import (
    DirectoryEntry,
    DirectoryReport,
    DirectoryState,
    FileEntry,
)
from luminos_core.records.flag import Flag, FlagSource, Severity
from luminos_core.records.halt import Halt
from luminos_core.records.plan import Assignment, Schedule, Skip, Tier
from luminos_core.records.report import KeptResults, Synthesis
from luminos_core.records.request import AuditRequest
from luminos_core.records.snapshot import (
    Category,
    DirectoryRecord,
    Exclusion,
    FileKind,
    FileRecord,
    Snapshot,
    SurveySignals,
)
from luminos_core.text.filenames import encode_name

HOSTILE = (
    "[click](http://evil.example)",
    "![x](https://evil.example/x.png)",
    "<img src=x onerror=alert(1)>",
    "<script>",
    "<!-- ",
    "</details>",
    "| cell |",
    "`",
    "```",
    "~~~",
    "www.evil.example",
    "@torvalds",
    "ann@evil.example",
    "&lt;",
    "[ref]: http://evil.example",
    "\n# Flags\n",
    "\n## Flags\n",
    "\n---\n",
    "\n===\n",
    "    indented",
    "\x1b[2J",
    "\x1b]8;;http://evil.example\x07",
    "\u202e",
    "\u2066",
    "\U000e0041",
    "\u200b",
    "\x9b31m",
    "\r",
    "[bold]",
    ":smile:",
    "**",
    "_",
    "\\",
    "$x$",
)


def hostile_text(max_size: int = 6) -> st.SearchStrategy[str]:
    """Text that tries everything: snippets of markup and any characters, in any order."""
    word = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=8), st.just("word "))
    return st.lists(word, max_size=max_size).map("".join)


def names() -> st.SearchStrategy[str]:
    """Names as records hold them: any bytes but NUL and the slash, escaped."""
    hostile = hostile_text(3).map(lambda text: text.replace("/", "").replace("\0", ""))
    as_bytes = st.binary(min_size=1, max_size=6).map(
        lambda raw: raw.replace(b"/", b"_").replace(b"\0", b"_").decode("utf-8", "surrogateescape")
    )
    named = st.one_of(hostile, as_bytes, st.sampled_from("abcd"))
    return named.filter(lambda name: name not in ("", ".", "..")).map(encode_name)


def flag(**changes: Any) -> Flag:
    return Flag.model_validate(
        {"path": "a.py", "finding": "Something.", "severity": Severity.CONCERN} | changes
    )


def check_flag(**changes: object) -> Flag:
    """As `flag`, of a check."""
    made = {"rule": "code-injection", "source": FlagSource.ANALYZER, "verified": True}
    return flag(**{**made, **changes})


def flags() -> st.SearchStrategy[Flag]:
    return st.builds(
        Flag,
        path=st.one_of(names(), st.just("general")),
        finding=hostile_text(),
        severity=st.sampled_from(Severity),
        rule=st.sampled_from(["model", "code-injection", "merge-conflict"]),
        line=st.none() | st.integers(1, 9),
        quotation=hostile_text(),
        verified=st.booleans(),
        source=st.sampled_from(FlagSource),
        more=st.integers(0, 3),
    )


def paid(directory: str = "(survey)", **changes: Any) -> LedgerLine:
    """A line of the ledger: of a directory, unless its name says otherwise."""
    pass_name = directory.strip("()") if directory.startswith("(") else "directory"
    about = {"at": "2026-01-01T00:00:00+00:00", "pass_name": pass_name, "directory": directory}
    numbers = {"input": 10, "output": 2, "cache_read": 3, "cache_write": 4}
    known = {"model": "model-a", "usd": 0.5, "answered": True}
    return LedgerLine.model_validate(about | known | numbers | changes)


def file(path: str, **changes: Any) -> FileRecord:
    return FileRecord(**({"path": path, "size": 1, "mtime_ns": 1} | changes))


def snapshot(*directories: DirectoryRecord, **changes: Any) -> Snapshot:
    """A snapshot of the directories; the root is added when it is missing."""
    root = () if any(d.path == "." for d in directories) else (DirectoryRecord(path="."),)
    signals = SurveySignals(
        total_files=0, extension_histogram=(), file_descriptions=(), filename_samples=()
    )
    known = {"target": "/t", "name": "t", "scanned_at": "2026-01-01T00:00:00+00:00"}
    tree = {"directories": (*directories, *root), "signals": signals}
    return Snapshot(**(known | tree | changes))


def directory_report(path: str, state: DirectoryState, **changes: Any) -> DirectoryReport:
    known = {"path": path, "state": state, "turns_allocated": 10, "turns_used": 4}
    return DirectoryReport.model_validate(known | changes)


def entry(path: str, summary: str, **changes: Any) -> DirectoryEntry:
    known = {"relative_path": path, "child_count": 1, "summary": summary}
    rest = {"dominant_category": Category.SOURCE, "cached_at": "2026-01-01T00:00:00+00:00"}
    return DirectoryEntry.model_validate(known | rest | changes)


def file_entry(path: str) -> FileEntry:
    return FileEntry(
        relative_path=path,
        size_bytes=1,
        category=Category.SOURCE,
        summary="A file.",
        cached_at="2026-01-01T00:00:00+00:00",
    )


def facts(**changes: Any) -> RunFacts:
    known = {
        "run_id": "run-1",
        "request": AuditRequest(target="/t"),
        "snapshot": snapshot(),
        "synthesis": Synthesis(brief="It is a thing.", detailed="It has parts."),
        "started_at": "2026-01-01T00:00:00+00:00",
        "finished_at": "2026-01-01T00:01:05+00:00",
        "language_model": True,
        "reports": [
            directory_report(d.path, DirectoryState.INVESTIGATED)
            for d in changes.get("snapshot", snapshot()).directories
        ],
    }
    return RunFacts(**(known | changes))


def ledgers() -> st.SearchStrategy[list[LedgerLine]]:
    """What some directories and passes paid, at times without an answer or a known price."""
    line = st.builds(
        lambda label, model, usd, answered: paid(label, model=model, usd=usd, answered=answered),
        st.sampled_from(["(survey)", "(plan)", "(synthesis)", "a", "b"]),
        st.sampled_from(["model-a", "model-b"]),
        st.none() | st.floats(0, 9),
        st.booleans(),
    )
    return st.lists(line, max_size=12)


@st.composite
def runs(draw: st.DrawFn) -> RunFacts:
    """Any tree, any states, any words."""
    paths = draw(st.lists(st.lists(names(), min_size=1, max_size=3).map("/".join), unique=True))
    tree = [_directory(draw, path) for path in (*paths, ".")]
    reported = [d for d in tree if draw(st.booleans())]
    left = [d.path for d in tree if d not in reported]
    skipped = [Skip(path=p, reason=draw(hostile_text())) for p in left if draw(st.booleans())]
    return facts(
        snapshot=snapshot(*tree, exclusions=draw(st.lists(_exclusions(), max_size=3))),
        reports=[_reported(draw, directory) for directory in reported],
        schedule=Schedule(
            assignments=tuple(
                Assignment(path=d.path, tier=Tier.DEFAULT, turns=10, band=1) for d in reported
            ),
            skipped=tuple(skipped),
        ),
        synthesis=Synthesis(brief=draw(hostile_text()), detailed=draw(hostile_text(12))),
        check_flags=draw(st.lists(flags(), max_size=4)),
        changes={d.path: draw(hostile_text()) for d in reported},
        result_models={d.path: draw(_models()) for d in reported},
        kept_results=draw(st.lists(_kept(), max_size=2)),
        ledger=[paid("(plan)", model=draw(hostile_text()), usd=draw(st.none() | st.just(1.0)))],
        tree=draw(hostile_text()),
        language_model=draw(st.booleans()),
        halt=draw(st.none() | hostile_text().map(_halt)),
    )


def _models() -> st.SearchStrategy[str]:
    return st.one_of(st.sampled_from(["model-a", "model-b"]), hostile_text(2))


def _kept() -> st.SearchStrategy[KeptResults]:
    passes = st.sampled_from(["directory", "plan"])
    return st.builds(KeptResults, pass_name=passes, model=_models(), results=st.integers(1, 9))


def _halt(words: str) -> Halt:
    return Halt(reason=words, sentence=f"the run paused: {words}")


def _directory(draw: st.DrawFn, path: str) -> DirectoryRecord:
    kinds = draw(st.lists(st.sampled_from(FileKind), max_size=3))
    prefix = "" if path == "." else f"{path}/"
    files = tuple(
        file(f"{prefix}f{number}", kind=kind, binary=draw(st.booleans()), withheld=number == 2)
        for number, kind in enumerate(kinds)
    )
    return DirectoryRecord(path=path, files=files)


def _reported(draw: st.DrawFn, directory: DirectoryRecord) -> DirectoryReport:
    reportable = [s for s in DirectoryState if s not in ("skipped", "excluded")]
    return directory_report(
        directory.path,
        draw(st.sampled_from(reportable)),
        reason=draw(hostile_text()),
        entry=draw(st.none() | hostile_text().map(lambda text: entry(directory.path, text))),
        files=tuple(file_entry(f.path) for f in directory.files if draw(st.booleans())),
        flags=draw(st.lists(flags(), max_size=2)),
    )


def _exclusions() -> st.SearchStrategy[Exclusion]:
    return st.builds(
        Exclusion,
        path=names(),
        is_directory=st.booleans(),
        reason=hostile_text(),
        directories=st.integers(0, 5),
        files=st.integers(0, 5),
    )
