"""Texts that kill or starve a parser: of one file each, and of a whole audit."""

import resource
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from luminos_core.agents.file_contents import file_contents
from luminos_core.agents.prompt_limits import PromptLimits
from luminos_core.audit.run import run_audit
from luminos_core.audit.runtime import utc_now
from luminos_core.checks.catalogue_rules import CODE_RULES
from luminos_core.checks.check import CheckedFile
from luminos_core.checks.syntax_errors import find_syntax_errors
from luminos_core.manifests.read_manifest import read_manifest
from luminos_core.offline.structure import find_structure
from luminos_core.outline.outline import outline
from luminos_core.parsing import limits, pool, process
from luminos_core.records.report import AuditReport
from luminos_core.records.snapshot import Category, FileRecord
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.tools.parse_structure import ParseStructureInput, run
from luminos_core.tools.tool import AgentState, ToolContext
from tests.fakes.audits import runtime_over
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.luminos_core.parsing.conftest import zombies
from tests.luminos_core.parsing.killers import KILLERS, Killer

GOOD = b'"""Adds numbers."""\n\n\ndef add(a, b):\n    return a + b\n'
# Of luminos_core.parsing.process: the same child, which gives up after a tenth of the time.
PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]);"
    "from luminos_core.parsers.resources import limit_time; limit_time.__defaults__ = (0.3,);"
    "from luminos_core.parsers.main import main; main()"
)
MANIFESTS = {"JSON": "package.json", "TOML": "pyproject.toml"}
IN_AN_AUDIT = ("calls.php", "nested.json", "texts.py")
LIMITS = ("processor time", "MB of memory", "the parser crashed", "too deeply")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(process, "_PROGRAM", PROGRAM)
    children = pool._Pool()
    monkeypatch.setattr(pool, "_POOL", children)
    yield
    children.end()


def checked(killer: Killer) -> CheckedFile:
    content = killer.text()
    file = FileRecord(
        path=killer.name,
        size=len(content),
        mtime_ns=0,
        category=Category.SOURCE,
        mime="",
        language=killer.language,
        lines=content.count(b"\n"),
        encoding="utf-8",
        digest="x",
    )
    return CheckedFile(file, content)


@pytest.mark.parametrize("killer", KILLERS, ids=lambda killer: killer.name)
def test_a_killer_costs_its_own_file_alone(killer: Killer) -> None:
    content = killer.text()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    outline(killer.name, content, killer.language)
    find_structure(killer.name, content.decode(), cut=False)
    if killer.language in MANIFESTS:
        declared = read_manifest(MANIFESTS[killer.language], content.decode())
        assert declared and declared.problem
    once = checked(killer)
    flags = [
        *find_syntax_errors(once),
        *(CODE_RULES.run(once) if CODE_RULES.applies(once.file) else ()),
    ]
    assert all(flag.rule in ("not-parsed", "syntax-error") for flag in flags)
    found = outline("good.py", GOOD, "Python")
    assert found and [symbol.name for symbol in found.symbols] == ["add"]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200 << 10
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss <= limits.MEMORY >> 10
    assert not zombies()


@pytest.mark.parametrize(
    "killer",
    [killer for killer in KILLERS if killer.name in ("dotted.toml", "texts.py", "minus.py")],
    ids=lambda killer: killer.name,
)
def test_a_file_that_no_parser_can_read_is_flagged(killer: Killer) -> None:
    (flag,) = find_syntax_errors(checked(killer))
    assert flag.rule == "not-parsed"
    assert any(limit in flag.finding for limit in LIMITS)


def test_a_hidden_risky_call_is_not_silence() -> None:
    """A file that also makes the parser give up has at least that flag."""
    killer = Killer("a.py", "Python", lambda: b"x = " + b"-" * 100_000 + b"1\neval(x)\n")
    assert [flag.rule for flag in find_syntax_errors(checked(killer))] == ["not-parsed"]


def test_the_tool_and_the_first_message_say_that_a_file_was_not_parsed(tmp_path: Path) -> None:
    killer = KILLERS[0]
    (tmp_path / killer.name).write_bytes(killer.text())
    files = SandboxedDir(tmp_path)
    context = ToolContext(files, ".", AgentState(), observe=lambda event: None, now=utc_now)
    said = run(ParseStructureInput(path=killer.name), context).text
    assert said.startswith(f"{killer.name} (PHP) was not parsed: ")
    shown = file_contents([checked(killer).file], (), files, PromptLimits())
    assert "could not be parsed for an outline: calls.php" in shown


@pytest.mark.parametrize(
    "killers",
    [
        pytest.param([each for each in KILLERS if each.name in IN_AN_AUDIT], id="some"),
        pytest.param(KILLERS, id="all", marks=pytest.mark.slow),
    ],
)
def test_an_audit_of_killers_ends_and_says_what_was_not_parsed(
    tmp_path: Path, killers: Sequence[Killer]
) -> None:
    bad = tmp_path / "bad"
    bad.mkdir()
    for killer in killers:
        (bad / killer.name).write_bytes(killer.text())
    (bad / "pyproject.toml").write_bytes(b".".join([b"a"] * 50_000) + b" = 1\n")
    (tmp_path / "good.py").write_bytes(GOOD)
    report = audit(tmp_path)
    assert report.status == "complete"
    entries = {entry.relative_path: entry for one in report.directories for entry in one.files}
    assert entries["good.py"].summary.startswith("Adds numbers.")
    for name in IN_AN_AUDIT[:2]:
        entry = entries[f"bad/{name}"]
        assert "It was not parsed: " in entry.summary
        assert entry.confidence_reason and "it was not parsed: " in entry.confidence_reason
        assert entry.notable and entry.not_parsed
    (summary,) = (one.summary for one in report.directories if one.path == "bad")
    assert "Not parsed: " in summary
    counted = {each.name: each.count for each in report.coverage.files_by_state}
    assert counted["not parsed"] == sum(bool(entry.not_parsed) for entry in entries.values())
    flagged = {flag.path for flag in report.flags if flag.rule == "not-parsed"}
    assert {"bad/texts.py", "bad/nested.json"} <= flagged


def audit(target: Path) -> AuditReport:
    results = MemoryResults()
    with runtime_over(target, results=results) as runtime:
        return run_audit(runtime, ThreadExecutor(runtime, results))
