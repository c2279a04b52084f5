"""What a rule is about, for whoever reads one of its flags: of the catalogue, of our other checks,
of other tools, and of a model."""

import tomllib
from functools import cache
from pathlib import Path

import re2

from luminos_core.catalogue.load import all_rules
from luminos_core.catalogue.rule import Precision, Rule
from luminos_core.catalogue.tool_weights import weights_of
from luminos_core.records.base import Record
from luminos_core.records.flag import Flag, Severity
from luminos_core.redaction.rules import KNOWN_VALUE, secret_rules

_FILE = Path(__file__).with_name("own_checks.toml")
_CWE = "https://cwe.mitre.org/data/definitions/{}.html"
_OSV = "https://osv.dev/vulnerability/{}"
_ADVISORY = r"(?:CVE|GHSA|PYSEC|GO|RUSTSEC|OSV|MAL|DSA|RHSA)-[\w:-]+"
_PAGES = (  # tool, the rules that have a page of their own (RE2), and where
    ("ruff", r"[A-Z]{1,4}[0-9]{1,4}", "https://docs.astral.sh/ruff/rules/{}/"),
    ("zizmor", r"[a-z0-9]+(?:-[a-z0-9]+)*", "https://docs.zizmor.sh/audits/#{}"),
    ("shellcheck", r"SC[0-9]{4}", "https://www.shellcheck.net/wiki/{}"),
    ("hadolint", r"DL[0-9]{4}", "https://github.com/hadolint/hadolint/wiki/{}"),
    ("hadolint", r"SC[0-9]{4}", "https://www.shellcheck.net/wiki/{}"),
    ("osv-scanner", _ADVISORY, _OSV),
    ("trivy", _ADVISORY, _OSV),
    ("eslint", r"[a-z]+(?:-[a-z]+)*", "https://eslint.org/docs/latest/rules/{}"),
)


_NO_WEAKNESS = ("error-handling",)


MODEL = "model"  # the rule of an agent's flag


class RuleText(Record):
    rule: str  # as flags name it
    title: str
    why: str = ""  # one sentence: what is there, and what it lets happen; "" where its tool says it
    fix: str = ""  # one sentence, in the imperative; "" likewise
    family: str = ""
    cwe: int | None = None
    severity: Severity | None = None  # that it usually has; None where each flag has its own
    precision: Precision | None = None
    section: str = ""  # of the documentation: "rules.md#secrets"
    page: str = ""  # on the web: the tool's own of the rule, else the weakness's

    @property
    def page_title(self) -> str:
        """ "CWE-78", or the rule's name in its tool's page."""
        is_weakness = self.cwe is not None and self.page == cwe_page(self.cwe)
        return f"CWE-{self.cwe}" if is_weakness else self.rule

    @property
    def is_security(self) -> bool:
        """Whether it is about a weakness that somebody may use."""
        return self.cwe is not None and self.family not in _NO_WEAKNESS


class _Check(Record):
    """A table of own_checks.toml, which describes the fields."""

    rule: str
    title: str
    message: str
    fix: str
    family: str
    cwe: int | None = None
    severity: Severity | None = None
    precision: Precision
    section: str


@cache
def rule_text(rule: str) -> RuleText | None:
    """None for a rule that is no longer there, or that a person has named for another tool's.

    A tool's rule, "ruff:S602", is its tool's text: it may hold anything.
    """
    tool, colon, name = rule.partition(":")
    if tool == "luminos" and (own := rule_text(name)):  # of a SARIF log of ours
        return own.model_copy(update={"rule": rule})
    if colon:
        return _of_tool(rule, tool, name)
    if known := _catalogue().get(rule):
        return _of_catalogue(known)
    exact, globs = _checks()
    check = exact.get(rule) or next((c for c in globs if rule.startswith(c.rule[:-1])), None)
    return _of_check(rule, check) if check else None


def what_to_do(flag: Flag) -> str:
    """By whoever raised the flag, else by its rule; "" when neither says more than to look."""
    text = None if flag.rule == MODEL else rule_text(flag.rule)
    return flag.fix or (text.fix if text else "")


def cwe_of(flag: Flag) -> int | None:
    text = rule_text(flag.rule)
    return flag.cwe or (text.cwe if text else None)


def cwe_page(cwe: int | None) -> str:
    """The address of the weakness; "" for None."""
    return "" if cwe is None else _CWE.format(cwe)


def _of_catalogue(rule: Rule) -> RuleText:
    return RuleText(
        rule=rule.id,
        title=rule.title,
        why=rule.message,
        fix=rule.fix,
        family=rule.family,
        cwe=rule.cwe,
        severity=rule.severity,
        precision=rule.precision,
        section="rules.md#source-code" if rule.code else "rules.md#structured-files",
        page=cwe_page(rule.cwe),
    )


def _of_check(rule: str, check: _Check) -> RuleText | None:
    kind = _secrets().get(rule.removeprefix(check.rule[:-1]), "")
    if check.rule.endswith("*") and not kind:
        return None
    return RuleText(
        rule=rule,
        title=check.title.format(kind=kind),
        why=check.message,
        fix=check.fix,
        family=check.family,
        cwe=check.cwe,
        severity=check.severity,
        precision=check.precision,
        section=f"rules.md#{check.section}",
        page=cwe_page(check.cwe),
    )


def _of_tool(rule: str, tool: str, name: str) -> RuleText:
    weights = list(weights_of(tool, name))
    cwe = next((each.cwe for each in weights if each.cwe is not None), None)
    return RuleText(
        rule=rule,
        title=f"{name} of {tool}",
        family=next((each.family for each in weights if each.family), ""),
        cwe=cwe,
        severity=next((each.severity for each in weights if each.severity), None),
        precision=weights[0].precision if weights else None,
        section="other-tools.md#what-they-weigh",
        page=_page_of_tool(tool, name) or cwe_page(cwe),
    )


def _page_of_tool(tool: str, name: str) -> str:
    """ "" where the name does not tell the address, or is none that the tool has."""
    for each, pattern, address in _PAGES:
        if each == tool and re2.fullmatch(pattern, name):
            return address.format(name)
    return ""


@cache
def _catalogue() -> dict[str, Rule]:
    return {rule.id: rule for rule in all_rules()}


@cache
def _checks() -> tuple[dict[str, _Check], tuple[_Check, ...]]:
    """Those of one rule, and those of a glob, which ends in "*"."""
    tables = tomllib.loads(_FILE.read_text("utf-8"))["checks"]
    checks = tuple(map(_Check.model_validate, tables))
    exact = {each.rule: each for each in checks if not each.rule.endswith("*")}
    return exact, tuple(each for each in checks if each.rule.endswith("*"))


@cache
def _secrets() -> dict[str, str]:
    """By the rule of redaction: "A GitHub token"."""
    return {
        rule.name: rule.title[0].upper() + rule.title[1:] for rule in (*secret_rules(), KNOWN_VALUE)
    }
