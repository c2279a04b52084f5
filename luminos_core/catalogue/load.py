"""Loading the rules."""

from functools import cache
from pathlib import Path

import yaml

from luminos_core.catalogue.rule import Rule, RuleFile
from luminos_core.digest import digest_json

_FOLDER = Path(__file__).parent


@cache
def code_rules() -> tuple[Rule, ...]:
    return tuple(rule for rule in all_rules() if rule.code)


@cache
def document_rules() -> tuple[Rule, ...]:
    return tuple(rule for rule in all_rules() if rule.documents)


@cache
def all_rules() -> tuple[Rule, ...]:
    """In the order of their files' names. Raises ValueError when two have one id."""
    rules = tuple(rule for file in _files() for rule in _load(file))
    ids = [rule.id for rule in rules]
    if len(set(ids)) < len(ids):
        raise ValueError(f"a rule twice: {sorted({id_ for id_ in ids if ids.count(id_) > 1})}")
    return rules


@cache
def catalogue_digest() -> str:
    """Changes with any rule. Rules are not loaded for it."""
    data = (*_files(), *sorted(_FOLDER.glob("*/*.toml")))
    return digest_json([file.read_text("utf-8") for file in data])


def _files() -> list[Path]:
    return sorted(_FOLDER.glob("*/*.yml"))


def _load(file: Path) -> tuple[Rule, ...]:
    """A file is a list of rules, or has them under `rules`, and above that what they share."""
    written = yaml.load(file.read_text("utf-8"), yaml.CSafeLoader)
    rules = written["rules"] if isinstance(written, dict) else written
    return RuleFile.model_validate({"rules": rules}).rules
