"""`luminos flags`: the flags of a stored run, filtered, sorted, grouped and in any format."""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from flows.options import target_option
from flows.plain_output import plain_console, print_lines, write_text
from flows.stored_runs import stored_report
from luminos_core.errors import SettingsError, StoreError
from luminos_core.flags.named_groups import GROUPS, grouped
from luminos_core.flags.totals import flag_totals
from luminos_core.lookup.flag_filter import SORTS, FlagFilter, in_order
from luminos_core.lookup.report_part import ReportFlags
from luminos_core.records.flag import Flag, FlagCounts, FlagSource, FlagState, Severity
from luminos_core.report.registry import RENDERINGS, rendering
from luminos_core.report.terminal.flag_table import STATE_WORDS, counted, flag_table, group_table
from luminos_core.report.terminal.plain_console import PlainConsole
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_part, read_report
from luminos_core.text.escape import printable_name
from luminos_core.text.json_text import json_array, to_json

_TABLE, _JSON, _LINES = "table", "json", "jsonl"
_NOT_OF_FLAGS = ("markdown", "json", "flags", "html", "cyclonedx")
_FORMATS = [_TABLE, _JSON, _LINES, *(e.name for e in RENDERINGS if e.name not in _NOT_OF_FLAGS)]
_STATES = {word.replace(" ", "-"): state for state, word in STATE_WORDS.items()}
_LISTS = ("flags", "unverified_flags", "refuted_flags", "suppressed_flags")
_ASIDE = ("unverified", "refuted", "suppressed")
_GONE = (FlagState.RESOLVED, FlagState.UNKNOWN)


def _filter_options(command: Callable[..., int]) -> Callable[..., int]:
    """Which flags; each may be given several times."""
    severities = click.Choice([each.value for each in Severity])
    sources = click.Choice([each.value for each in FlagSource])
    for name, given in (
        ("--symbol", {"metavar": "TEXT", "help": "In a definition with TEXT in its name."}),
        ("--source", {"type": sources, "help": "By a check, another tool, or a model."}),
        ("--owner", {"metavar": "TEXT", "help": "Of an owner with TEXT in its name."}),
        (
            "--path",
            {"metavar": "PATTERN", "help": "At such paths, as in .gitignore; '!PATTERN': not."},
        ),
        ("--rule", {"metavar": "RULE", "help": "Of this rule; '*' is any text; '!RULE': not."}),
        ("--state", {"type": click.Choice(list(_STATES)), "help": "Since the last run."}),
        ("--severity", {"type": severities, "help": "Of this severity."}),
    ):
        command = click.option(name, multiple=True, **given)(command)
    return command


@click.command()
@click.argument("run", metavar="[RUN]", required=False)
@target_option
@_filter_options
@click.option("--unverified", is_flag=True, help="Instead: those whose quotation was not found.")
@click.option("--refuted", is_flag=True, help="Instead: those that reviewers have refuted.")
@click.option("--suppressed", is_flag=True, help="Instead: those that are suppressed.")
@click.option("--sort", type=click.Choice(list(SORTS)), help="'age': the oldest first.")
@click.option("--group", type=click.Choice(list(GROUPS)), help="Under headings with numbers.")
@click.option("--count", is_flag=True, help="With --group: the numbers alone.")
@click.option("--places", is_flag=True, help="A line for every place of a flag.")
@click.option("--format", "form", type=click.Choice(_FORMATS), default=_TABLE, help="Of output.")
@click.option("--json", "form", flag_value=_JSON, help="As --format json.")
@click.option("-o", "--output", metavar="FILE", help="Write to FILE instead of printing.")
def flags(
    run: str | None,
    target: str | None,
    sort: str | None,
    group: str | None,
    count: bool,
    places: bool,
    form: str,
    output: str | None,
    **asked: Any,
) -> int:
    """List the flags of a stored run, by default the latest, the worst first.

    A filter that is repeated lets more through; filters of two kinds let through what passes both.
    The hex digits name a flag to `luminos show`. RUN is the start of a run's id, `latest`,
    `previous`, a run's folder, or a directory that was audited.

    \b
    Examples:
      luminos flags --severity critical --severity concern
      luminos flags --state new --state reopened --path 'src/**'
      luminos flags previous --group rule --count
      luminos flags --owner platform --sort age
      luminos flags --rule 'ruff:*' --format json -o flags.json
    """
    if count and not group:
        raise SettingsError("--count counts groups: add --group, such as --group rule")
    file = stored_report(Store(read_settings().store), run, target)
    part = read_part(file, ReportFlags)
    among = _among(part, asked)
    found = in_order(_filter(asked).matching(among), sort)
    if form != _TABLE:
        write_text(_written(found, form, file, asked), output)
        return 0
    lines = _table(found, group, plain_console(sys.stdout), count=count, places=places)
    if output is None:
        print_lines([*lines, printable_name(_end(found, among, part))])
    else:
        write_text("".join(f"{line}\n" for line in lines), output)
    return 0


def _end(found: Sequence[Flag], among: Sequence[Flag], part: ReportFlags) -> str:
    """ "3 flags in 7 places: 1 critical, 2 concerns; of 17 flags in run 0190a6f2-… of /t"."""
    every = f"of {FlagCounts.of(among).flags.total():,} " if len(found) < len(among) else ""
    return f"{counted(found)}; {every}in run {part.run_id} of {part.target}, {part.ended}"


def _filter(asked: dict[str, Any]) -> FlagFilter:
    return FlagFilter(
        severities=[Severity(each) for each in asked["severity"]],
        states=[_STATES[each] for each in asked["state"]],
        sources=[FlagSource(each) for each in asked["source"]],
        rules=asked["rule"],
        paths=asked["path"],
        owners=asked["owner"],
        symbols=asked["symbol"],
    )


def _among(part: ReportFlags, asked: dict[str, Any]) -> tuple[Flag, ...]:
    """Those that are gone are looked at when their states are asked for."""
    states = [_STATES[each] for each in asked["state"]]
    if states and part.comparison is None:
        raise StoreError(
            f"run {part.run_id} of {part.target} was compared with no earlier run"
            f"{f' ({part.not_compared})' if part.not_compared else ''}: its flags are in no state"
        )
    if (name := _list(asked)) != "flags":
        aside: tuple[Flag, ...] = getattr(part, name)
        return aside
    gone = part.gone if any(state in _GONE for state in states) else ()
    return (*part.flags, *gone)


def _list(asked: dict[str, Any]) -> str:
    """The field of a report that is asked for."""
    return next((f"{name}_flags" for name in _ASIDE if asked[name]), "flags")


def _written(
    found: Sequence[Flag], form: str, file: Path, asked: dict[str, Any]
) -> str | Iterator[str]:
    if form == _JSON:
        return json_array(found)
    if form == _LINES:
        return (f"{to_json(flag)}\n" for flag in found)
    none: dict[str, tuple[Flag, ...]] = dict.fromkeys(_LISTS, ())
    kept = {**none, _list(asked): tuple(found)}
    totals = {"flag_totals": flag_totals(kept["flags"])}
    return rendering(form).render(read_report(file).model_copy(update={**kept, **totals}))


def _table(
    found: Sequence[Flag], group: str | None, console: PlainConsole, *, count: bool, places: bool
) -> Iterator[str]:
    if group is None:
        yield from flag_table(found, console, each_place=places)
        return
    groups = grouped(found, group)
    if count:
        yield from group_table(groups, console)
        return
    for each in groups:
        heading = printable_name(f"{each.name}: {counted(each.flags)}")
        yield console.styled(heading, "accent")
        yield from (
            f"  {line}" for line in flag_table(each.flags, console, each_place=places, indent=2)
        )
        yield ""
