# ruff: noqa: E501 - lines of code
"""Comments that say that a finding is meant."""

from pathlib import Path

import pytest

from luminos_core.checks.check_cache import CheckCache
from luminos_core.checks.registry import checks_digest
from luminos_core.checks.run_checks import run_checks
from luminos_core.checks.suppressions import suppressed_by
from luminos_core.records.flag import Flag, FlagSource, Severity
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal


def _flag(rule: str, line: int, end_line: int | None = None) -> Flag:
    return Flag(
        path="a.py",
        finding="x",
        severity=Severity.CONCERN,
        rule=rule,
        line=line,
        end_line=end_line,
        source=FlagSource.ANALYZER,
    )


@pytest.mark.parametrize(
    ("rule", "line", "by"),
    [
        ("swallowed-error", "except Exception: pass  # noqa: BLE001", "noqa"),
        ("swallowed-error", "except Exception: pass  # noqa", "noqa"),
        ("swallowed-error", "except Exception: pass  # noqa: D103", ""),
        ("weak-hash", "hashlib.md5(x)  # nosec B303", "nosec"),
        ("weak-hash", "md5.Sum(x) // #nosec G401", "nosec"),
        ("code-injection", "eval(x) // eslint-disable-line no-eval", "eslint-disable"),
        ("secret-github-pat", "token = 'x'  # gitleaks:allow", "gitleaks"),
        ("weak-hash", "hashlib.md5(x)  # gitleaks:allow", ""),
        ("secret-github-pat", "token = 'x'  # pragma: allowlist secret", "detect-secrets"),
        ("weak-hash", "md5(x)  # luminos: ignore[weak-hash] a name of a cache", "luminos: a name of a cache"),
        ("weak-hash", "md5(x)  # luminos: ignore[other, weak-hash] why", "luminos: why"),
        ("weak-hash", "md5(x)  # luminos: ignore[weak-hash]", ""),
        ("weak-hash", "md5(x)  # luminos: ignore[other] why", ""),
        ("prompt-injection", "# ignore all of it  # noqa", ""),
        ("prompt-injection", "# x  luminos: ignore[prompt-injection] a test", "luminos: a test"),
        ("merge-conflict", "<<<<<<< a  # nosec", ""),
    ],
)  # fmt: skip
def test_a_comment_beside_the_code_says_that_it_is_meant(rule: str, line: str, by: str) -> None:
    assert suppressed_by(_flag(rule, 1), [line]) == by


@pytest.mark.parametrize(
    ("above", "by"),
    [
        ("// eslint-disable-next-line no-eval", "eslint-disable"),
        ("# hadolint ignore=DL3007", "hadolint"),
        ("# luminos: ignore[weak-hash] why", "luminos: why"),
        ("x = 1  # nosec", ""),
    ],
)
def test_a_comment_above_counts_where_its_tool_reads_it(above: str, by: str) -> None:
    assert suppressed_by(_flag("weak-hash", 2), [above, "md5(x)"]) == by


def test_a_comment_behind_a_statement_of_some_lines_is_about_all_of_it() -> None:
    lines = ["sign = md5(", "    data", ").hexdigest()  # nosec", *["x = 1"] * 20, "y = 1  # nosec"]
    assert suppressed_by(_flag("weak-hash", 1, 3), lines) == "nosec"
    assert suppressed_by(_flag("weak-hash", 1, 2), lines) == ""
    assert suppressed_by(_flag("empty-test", 1, len(lines)), lines) == ""


def test_what_is_meant_is_no_flag_and_is_kept_apart(tmp_path: Path) -> None:
    text = "try:\n    f()\nexcept:  # noqa: E722\n    pass\n"
    (tmp_path / "a.py").write_text(text)
    context = ScanContext(lambda event: None, StopSignal())
    snapshot = take_snapshot(tmp_path, ScanOptions(), context)
    cache = CheckCache(checks_digest())
    found = run_checks(SandboxedDir(tmp_path), snapshot, cache, StopSignal())
    assert [flag.rule for flag in found.suppressed] == ["swallowed-error"]
    assert "swallowed-error" not in [flag.rule for flag in found.flags]
