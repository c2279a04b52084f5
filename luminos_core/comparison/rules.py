"""Which rules a run had, and which of them the run before did not have."""

from collections.abc import Iterator, Mapping

from luminos_core.comparison.audited import AuditedRun
from luminos_core.comparison.changes import changes
from luminos_core.comparison.history import Base
from luminos_core.records.comparison import Change, FactChange, FactKind
from luminos_core.records.flag import Flag, FlagSource

SECRETS = "secret-"  # one version for all rules about secret values
_NAMED = 12  # rules of our own; of more, their number is told
_MODEL = "language model"
_PROGRAM = "Luminos"


def rule_version(flag: Flag, rules: Mapping[str, str], tools: Mapping[str, str], model: str) -> str:
    """Of what found the flag; "" when it did not run, or is not there any more."""
    if flag.source is FlagSource.MODEL:
        return model
    if flag.source is FlagSource.TOOL:
        return tools.get(flag.rule.partition(":")[0], "")
    if flag.rule not in rules and flag.rule.startswith(SECRETS):
        return rules.get(SECRETS, "")
    return rules.get(flag.rule, "")


def is_same_rule(flag: Flag, run: AuditedRun, base: Base) -> bool:
    """Whether what found the flag, or finds it, is the same in both runs."""
    now = rule_version(flag, run.rules, run.tools, run.model)
    return bool(now) and now == rule_version(flag, base.rules, base.tools, base.model)


def is_other_program(run: AuditedRun, base: Base) -> bool:
    """Whether Luminos itself is another one, which may find something else by the same rules."""
    return run.report.luminos_version != base.luminos_version


def changed_rules(run: AuditedRun, base: Base) -> Iterator[FactChange]:
    versions = base.luminos_version, run.report.luminos_version
    yield from changes(FactKind.RULE, *({_PROGRAM: version} for version in versions))
    yield from _own(run, base)
    yield from map(_shown, changes(FactKind.RULE, base.tools, run.tools))
    yield from changes(
        FactKind.RULE, *({_MODEL: model} if model else {} for model in (base.model, run.model))
    )


def _own(run: AuditedRun, base: Base) -> Iterator[FactChange]:
    """Their versions are digests, which say nothing to people."""
    found = list(changes(FactKind.RULE, base.rules, run.rules))
    if len(found) <= _NAMED:
        yield from (each.model_copy(update={"before": "", "after": ""}) for each in found)
        return
    yield FactChange(
        kind=FactKind.RULE,
        change=Change.CHANGED,
        name=f"{len(found)} rules of Luminos",
    )


def _shown(change: FactChange) -> FactChange:
    """With the tools' own versions."""
    own = {name: getattr(change, name).partition("#")[0] for name in ("before", "after")}
    return change.model_copy(update=own)
