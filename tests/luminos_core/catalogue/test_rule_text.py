"""What is said of the rule of a flag: for every rule that a flag can have."""

import re
from pathlib import Path

import pytest

from luminos_core import checks
from luminos_core.catalogue.load import all_rules
from luminos_core.catalogue.rule_text import rule_text
from luminos_core.checks.secrets import _KINDS
from luminos_core.external.registry import TOOLS
from luminos_core.redaction.rules import secret_rules

DOCS = Path(__file__).parents[3] / "docs"


def rules_of_checks() -> list[str]:
    """Every literal in the sources of the checks that stands where a flag's rule does."""
    folder = Path(checks.__file__).parent
    found: set[str] = {"missing-readme", "missing-licence", "missing-tests"}  # put together
    for source in folder.rglob("*.py"):
        text = source.read_text()
        for pattern in (
            r'(?:\.flag\(|path_flag\(\s*[\w."/]+,|Untrue\()\s*("[a-z-]+")',
            r'(?:yield|return) ?\(?\s*("[a-z]+-[a-z-]+"),\s*(?:f?"|finding)',
        ):
            found |= {name.strip('"') for name in re.findall(pattern, text)}
    return sorted(found)


def test_the_sources_of_the_checks_name_their_rules() -> None:
    assert {"merge-conflict", "old-copy", "dead-link", "package-over-http", "copied-file"} <= {
        *rules_of_checks()
    }
    assert len(rules_of_checks()) >= 31


def rules_of_secrets() -> list[str]:
    usual = {_KINDS.get(rule.name, rule.name) for rule in secret_rules()}
    named = {name for name in usual if not name.startswith(("password-", "key-", "kubernetes-"))}
    return sorted(f"secret-{name}" for name in named | {"password", "withheld-value"})


@pytest.mark.parametrize(
    "rule",
    [*(rule.id for rule in all_rules()), *rules_of_checks(), *rules_of_secrets(), "model"],
)
def test_every_rule_of_ours_says_what_it_is_why_and_what_to_do(rule: str) -> None:
    text = rule_text(rule)
    assert text is not None
    assert text.rule == rule
    assert text.title and not text.title.endswith(".")
    assert text.why.endswith(".") and text.fix.endswith(".")
    assert "{" not in text.title
    assert text.precision
    assert text.severity or rule == "model"
    page, _, anchor = text.section.partition("#")
    headings = re.findall(r"^## (.+)$", (DOCS / page).read_text(), re.MULTILINE)
    assert anchor in [heading.lower().replace(" ", "-") for heading in headings]


@pytest.mark.parametrize(
    ("rule", "page"),
    [
        ("ruff:S602", "https://docs.astral.sh/ruff/rules/S602/"),
        ("zizmor:template-injection", "https://docs.zizmor.sh/audits/#template-injection"),
        ("shellcheck:SC2086", "https://www.shellcheck.net/wiki/SC2086"),
        ("hadolint:DL3006", "https://github.com/hadolint/hadolint/wiki/DL3006"),
        ("hadolint:SC2086", "https://www.shellcheck.net/wiki/SC2086"),
        ("osv-scanner:GHSA-9v9h-cgj8-h64p", "https://osv.dev/vulnerability/GHSA-9v9h-cgj8-h64p"),
        ("trivy:CVE-2024-6345", "https://osv.dev/vulnerability/CVE-2024-6345"),
        ("gitleaks:aws-access-token", "https://cwe.mitre.org/data/definitions/798.html"),
        ("semgrep:anything", ""),
        ("ruff:S602/../../evil", ""),
        ("ruff:S602\nx", ""),
        ("hadolint:https://evil.example", ""),
    ],
)
def test_a_rule_of_another_tool_has_the_tools_page(rule: str, page: str) -> None:
    text = rule_text(rule)
    assert text is not None
    assert text.page == page


@pytest.mark.parametrize("rule", ["command-injection", "ruff:S602"])
def test_a_rule_that_comes_back_in_a_sarif_log_of_ours_has_its_text(rule: str) -> None:
    own, back = rule_text(rule), rule_text(f"luminos:{rule}")
    assert own and back
    assert back == own.model_copy(update={"rule": f"luminos:{rule}"})


@pytest.mark.parametrize("tool", [tool.name for tool in TOOLS])
def test_a_rule_of_every_tool_has_a_text(tool: str) -> None:
    text = rule_text(f"{tool}:anything")
    assert text is not None
    assert tool in text.title


def test_what_the_table_weighs_is_in_the_text() -> None:
    text = rule_text("ruff:S602")
    assert text is not None
    assert (text.cwe, text.family) == (78, "command-injection")
    assert text.is_security


@pytest.mark.parametrize("rule", ["", "python-eval", "secret-", "secret-nothing", "*"])
def test_of_an_unknown_rule_nothing_is_said(rule: str) -> None:
    assert rule_text(rule) is None


def test_a_failure_of_the_code_is_no_weakness() -> None:
    swallowed, injected = rule_text("swallowed-error"), rule_text("command-injection")
    assert swallowed and not swallowed.is_security
    assert injected and injected.is_security
