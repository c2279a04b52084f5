"""Reports for pages to show."""

from dataclasses import replace
from typing import Any

from luminos_core.audit.assemble import assemble
from luminos_core.records.comparison import (
    Change,
    ComparedRun,
    Comparison,
    FactChange,
    FactKind,
    SourceVersion,
)
from luminos_core.records.directory import DirectoryState
from luminos_core.records.flag import Flag, FlagSource, FlagState, Severity
from luminos_core.records.project import Command, Dependency, EntryPoint, Part, ProjectFacts
from luminos_core.records.report import AuditReport, Synthesis
from luminos_core.records.snapshot import FileRecord, LanguageTotal
from tests.browser.sample import PROJECT, snapshot
from tests.luminos_core.report.report_runs import (
    check_flag,
    directory_report,
    entry,
    facts,
    file_entry,
)

NIGHT = "2026-01-01T00:01:05+00:00"
BEFORE = "2025-12-20T00:00:00+00:00"


def report(*flags: Flag, files: tuple[FileRecord, ...] = (), **changes: Any) -> AuditReport:
    """Of a small project, or of these files; with any field of the report."""
    tree = snapshot(*files) if files else PROJECT
    languages = (LanguageTotal(language="Python", files=2, lines=1_000),)
    run = facts(
        snapshot=replace(tree, languages=languages),
        check_flags=flags,
        language_model=False,
        synthesis=Synthesis(
            brief="`sample`: It makes samples of things, so that they can be seen. It is small.",
            detailed="#### Overview\n\nIt has **parts**, such as `core`.",
        ),
        reports=[
            directory_report(
                each.path,
                DirectoryState.INVESTIGATED,
                entry=entry(each.path, f"What `{each.path}` is for."),
                files=tuple(file_entry(file.path) for file in each.files),
            )
            for each in tree.directories
        ],
    )
    return assemble(run).model_copy(update=changes)


def flag(path: str, state: FlagState | None = FlagState.PERSISTING, **changes: Any) -> Flag:
    """Found before, in code that is the same, unless it is said otherwise."""
    known = {
        "path": path,
        "line": 3,
        "end_line": 3,
        "quotation": "eval(text)",
        "state": state,
        "first_seen": NIGHT if state is FlagState.NEW else BEFORE,
        "finding": "A text is run as code.",
    }
    return check_flag(**(known | changes))


def compared(*gone: Flag, **changes: Any) -> Comparison:
    previous = ComparedRun(
        run_id="before", finished_at=BEFORE, version=SourceVersion(commit="f" * 40)
    )
    return Comparison(previous=previous, gone=gone, **changes)


NEW = flag(
    "src/core/engine.py",
    FlagState.NEW,
    severity=Severity.CRITICAL,
    line=12,
    end_line=13,
    quotation="def run(text):\n    eval(text)",
    symbol="run",
    owner="ann",
)
OLD = (
    flag("src/core/model.py", severity=Severity.CONCERN, owner="bob"),
    flag("src/core/model.py", severity=Severity.CONCERN, line=30, owner="bob"),
    flag("src/page.js", severity=Severity.INFO, rule="ruff:S1", source=FlagSource.TOOL),
    flag(
        "docs/guide.md",
        severity=Severity.INFO,
        rule="model",
        source=FlagSource.MODEL,
        finding="The guide names a command that is not there.",
        quotation="",
    ),
)
GONE = (
    flag("src/page.js", FlagState.RESOLVED, severity=Severity.CONCERN, line=9),
    flag("docs/guide.md", FlagState.UNKNOWN, severity=Severity.INFO),
)
NIGHTLY = report(
    NEW,
    *OLD,
    comparison=compared(
        *GONE,
        facts=(
            FactChange(kind=FactKind.DIRECTORY, change=Change.ADDED, name="src/core"),
            FactChange(
                kind=FactKind.DEPENDENCY,
                change=Change.CHANGED,
                name="jinja2",
                before="3.0",
                after="3.1",
            ),
        ),
    ),
    version=SourceVersion(commit="a" * 40, branch="main"),
    project=ProjectFacts(
        parts=(
            Part(path="src/core", name="core", kind="Python package"),
            Part(
                path="src",
                name="app",
                kind="service",
                needs=("src/core",),
                entry_points=(EntryPoint(name="app", calls="app:main"),),
            ),
        ),
        entry_points=(EntryPoint(name="app", calls="app:main", path="src/app.py"),),
        commands=(
            Command(role="test", command="pytest"),
            Command(role="build", command="pip install ."),
        ),
        environment=("APP_DEBUG",),
        ports=("8080",),
        licence="MIT",
        dependencies=(
            Dependency(
                ecosystem="pypi", name="jinja2", version="3.1", path="pyproject.toml", line=9
            ),
        ),
    ),
)
