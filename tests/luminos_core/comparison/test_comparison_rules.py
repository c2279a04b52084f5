"""What becomes of flags when what found them is new, gone, changed or does not run."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from luminos_core.audit import assemble, compare_runs
from luminos_core.catalogue.load import code_rules
from luminos_core.checks import check_cache
from luminos_core.checks.catalogue_rules import CODE_RULES
from luminos_core.checks.registry import FILE_CHECKS
from luminos_core.checks.rule_versions import rule_versions
from luminos_core.records.comparison import FactKind
from luminos_core.records.report import AuditReport
from tests.fakes.thread_executor import MemoryResults
from tests.luminos_core.comparison.nights import EVAL, SHELL, Nights, states

SUM = "def add(a, b):\n    total = a + b\n    return total\n"
SCANNER = "scanner:W1"
CODE = frozenset(rule.id for rule in code_rules())


@pytest.fixture
def nights(tmp_path: Path) -> Nights:
    made = Nights(tmp_path)
    made.write("README.md", "# T\n\nIt is a target.\n")
    made.write("LICENSE", "MIT License\n")
    made.write("src/a.py", SUM)
    return made


def results(nights: Nights, lines: Sequence[int], version: str = "1.0") -> tuple[str, ...]:
    """The results of another tool about these lines of src/a.py."""
    found = [
        {
            "ruleId": "W1",
            "level": "error",
            "message": {"text": f"Line {line} is not good."},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": "src/a.py"},
                        "region": {"startLine": line},
                    }
                }
            ],
        }
        for line in lines
    ]
    tool = {"driver": {"name": "scanner", "version": version, "rules": [{"id": "W1"}]}}
    file = nights.store.with_name("results.sarif")
    file.write_text(json.dumps({"version": "2.1.0", "runs": [{"tool": tool, "results": found}]}))
    return (str(file),)


def rule_changes(report: AuditReport) -> list[tuple[str, str, str, str]]:
    assert report.comparison is not None
    facts = (each for each in report.comparison.facts if each.kind is FactKind.RULE)
    return [(each.change.value, each.name, each.before, each.after) for each in facts]


def forget_rules(nights: Nights, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on no check has the catalogue's rules for code, nor what they have found."""
    versions = {name: each for name, each in rule_versions().items() if name not in CODE}
    monkeypatch.setattr(compare_runs, "rule_versions", lambda: versions)
    checks = tuple(check for check in FILE_CHECKS if check is not CODE_RULES)
    monkeypatch.setattr(check_cache, "FILE_CHECKS", checks)
    forget_results(nights)


def forget_results(nights: Nights) -> None:
    """As when the checks' digest has changed."""
    shutil.rmtree(nights.store / "checks", ignore_errors=True)
    nights.results = MemoryResults()


def test_what_a_tool_no_longer_finds_in_the_same_version_is_resolved(nights: Nights) -> None:
    nights.audit(sarif=results(nights, [2, 3]))
    report = nights.audit(sarif=results(nights, [2]))
    assert states(report, SCANNER) == [("src/a.py", "persisting"), ("src/a.py", "resolved")]
    assert rule_changes(report) == []


def test_what_a_tool_found_that_does_not_run_tonight_stays_open(nights: Nights) -> None:
    nights.audit(sarif=results(nights, [2]))
    report = nights.audit()
    assert states(report, SCANNER) == [("src/a.py", "persisting")]
    assert report.comparison is not None
    assert report.comparison.read_less == "scanner did not run"
    assert rule_changes(report) == [("removed", "scanner", "1.0", "")]
    nights.write("src/a.py", SUM.replace("total = a + b", "total = sum((a, b))"))
    assert states(nights.audit(), SCANNER) == [("src/a.py", "resolved")]


def test_what_another_version_of_a_tool_does_not_find_is_unknown(nights: Nights) -> None:
    nights.audit(sarif=results(nights, [2]))
    report = nights.audit(sarif=results(nights, [], "2.0"))
    assert states(report, SCANNER) == [("src/a.py", "unknown")]
    assert rule_changes(report) == [("changed", "scanner", "1.0", "2.0")]


def test_what_a_new_tool_finds_is_newly_checked(nights: Nights) -> None:
    nights.audit()
    report = nights.audit(sarif=results(nights, [2]))
    assert states(report, SCANNER) == [("src/a.py", "newly checked")]
    assert rule_changes(report) == [("added", "scanner", "", "1.0")]


def test_what_a_new_tool_finds_in_a_new_file_is_new(nights: Nights) -> None:
    nights.write("src/a.py", "")
    (nights.target / "src" / "a.py").unlink()
    nights.audit()
    nights.write("src/a.py", SUM)
    assert states(nights.audit(sarif=results(nights, [2])), SCANNER) == [("src/a.py", "new")]


def test_what_a_new_rule_finds_in_old_code_is_newly_checked(nights: Nights) -> None:
    nights.write("src/a.py", EVAL)
    with pytest.MonkeyPatch.context() as monkeypatch:
        forget_rules(nights, monkeypatch)
        assert states(nights.audit()) == []
    forget_results(nights)
    nights.write("src/a.py", f"# more\n{EVAL}")
    nights.write("src/b.py", SHELL)
    report = nights.audit()
    assert states(report) == [("src/a.py", "newly checked"), ("src/b.py", "new")]
    ((change, name, _, _),) = rule_changes(report)
    assert (change, name) == ("changed", f"{len(CODE)} rules of Luminos")


def test_what_a_rule_found_that_is_gone_is_unknown_while_its_code_is_there(
    nights: Nights, monkeypatch: pytest.MonkeyPatch
) -> None:
    nights.write("src/a.py", EVAL)
    nights.write("src/b.py", SHELL)
    nights.audit()
    forget_rules(nights, monkeypatch)
    nights.write("src/a.py", f"# more\n{EVAL}")
    nights.write("src/b.py", SHELL.replace("os.system('rm ' + name)", "os.remove(name)"))
    assert states(nights.audit()) == [("src/a.py", "unknown"), ("src/b.py", "resolved")]


def test_a_rule_whose_version_changed_is_named(
    nights: Nights, monkeypatch: pytest.MonkeyPatch
) -> None:
    nights.audit()
    versions = {**rule_versions(), "code-injection": "other", "one-more": "1"}
    monkeypatch.setattr(compare_runs, "rule_versions", lambda: versions)
    assert rule_changes(nights.audit()) == [
        ("changed", "code-injection", "", ""),
        ("added", "one-more", "", ""),
    ]


def test_another_version_of_luminos_makes_nothing_new_in_a_file_that_did_not_change(
    nights: Nights, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rules may be the same, and what applies them another."""
    nights.write("src/a.py", EVAL)
    nights.write("src/b.py", "")
    with pytest.MonkeyPatch.context() as before:
        before.setattr(assemble, "__version__", "0.0.1")
        nights.audit()
    checks = tuple(check for check in FILE_CHECKS if check is not CODE_RULES)
    monkeypatch.setattr(check_cache, "FILE_CHECKS", checks)
    forget_results(nights)
    report = nights.audit()
    assert states(report) == [("src/a.py", "unknown")]
    assert rule_changes(report) == [("changed", "Luminos", "0.0.1", report.luminos_version)]


def test_what_another_version_of_luminos_finds_in_an_unchanged_file_is_newly_checked(
    nights: Nights,
) -> None:
    nights.write("src/a.py", EVAL)
    with pytest.MonkeyPatch.context() as before:
        before.setattr(assemble, "__version__", "0.0.1")
        checks = tuple(check for check in FILE_CHECKS if check is not CODE_RULES)
        before.setattr(check_cache, "FILE_CHECKS", checks)
        nights.audit()
    forget_results(nights)
    nights.write("src/b.py", SHELL)
    assert states(nights.audit()) == [("src/a.py", "newly checked"), ("src/b.py", "new")]
