"""Every rule of our own has a version, by which two runs tell whether it is the same."""

import tomllib
from pathlib import Path

import pytest

import luminos_core.catalogue
from luminos_core.catalogue.load import all_rules
from luminos_core.checks import rule_versions as versions
from luminos_core.checks.rule_versions import rule_versions, version_of
from luminos_core.records.flag import Severity

OWN = Path(luminos_core.catalogue.__file__).with_name("own_checks.toml")


def test_every_rule_that_is_described_has_a_version() -> None:
    (described,) = tomllib.loads(OWN.read_text("utf-8")).values()
    rules = {each["rule"] for each in described} - {"model"}
    assert rules
    assert [rule for rule in sorted(rules) if not version_of(rule)] == []
    assert version_of("no-such-rule") == ""


def test_all_rules_about_secret_values_have_one_version() -> None:
    assert version_of("secret-github-pat") == version_of("secret-password-hash")
    assert version_of("secret-github-pat") != version_of("secret-file")


@pytest.mark.parametrize(
    ("field", "value", "is_other"),
    [
        ("in_tests", None, True),
        ("severity", Severity.INFO, True),
        ("message", "Other words.", False),
        ("fix", "Do it.", False),
    ],
)
def test_a_rule_has_another_version_when_it_may_find_something_else(
    monkeypatch: pytest.MonkeyPatch, field: str, value: object, is_other: bool
) -> None:
    (rule,) = (each for each in all_rules() if each.id == "code-injection")
    before = version_of(rule.id)
    changed = rule.model_copy(update={field: value})
    monkeypatch.setattr(versions, "all_rules", lambda: (changed,))
    rule_versions.cache_clear()
    after = version_of(rule.id)
    rule_versions.cache_clear()
    assert (after != before) is is_other
