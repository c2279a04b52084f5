"""The options that several commands share."""

import math
from collections.abc import Callable
from typing import Any

import click

from flows.standard_streams import print_utf8

target_argument = click.argument("target", metavar="TARGET")
target_option = click.option(
    "-t",
    "--target",
    metavar="DIR",
    help="Of `latest` and `previous`: among the runs of this directory. By default of the one that "
    "you are in, if it was audited.",
)
exclude_option = click.option(
    "-x",
    "--exclude",
    metavar="PATTERN",
    multiple=True,
    help="Leave paths out, as .gitignore does; '!PATTERN' keeps them. Repeatable.",
)
hidden_option = click.option(
    "-a",
    "--all",
    "include_hidden",
    is_flag=True,
    help="Also look into directories that begin with a dot.",
)


keep_option = click.option(
    "--keep-results",
    is_flag=True,
    help="Use the results of other models too; investigate only what has none.",
)


class _Usd(click.FloatRange):
    """US dollars: a range is open to infinity, and nothing is less than NaN."""

    def convert(
        self, value: Any, param: click.Parameter | None, context: click.Context | None
    ) -> float:
        usd = float(super().convert(value, param, context))
        if not math.isfinite(usd):
            self.fail(f"{value!r} is no amount of US dollars", param, context)
        return usd


def _parsed(_context: click.Context, _option: click.Parameter, spec: str) -> str:
    from luminos_core.records.policy import fail_on_text

    try:
        return fail_on_text(spec)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


fail_on_option = click.option(
    "--fail-on",
    metavar="SPEC",
    default="",
    callback=_parsed,
    help="Exit code 1 when there are such flags: info, concern or critical, each with what is "
    "worse; new:concern for new ones only; unmet for requirements; several between commas; none.",
)


def acceptance_options(command: Callable[..., int]) -> Callable[..., int]:
    """The options of what accepts flags."""
    for option in (
        click.option(
            "-o",
            "--output",
            metavar="FILE",
            help="Add it to FILE, whose content stays; without it, it is printed.",
        ),
        click.option(
            "--until",
            metavar="DATE",
            type=click.DateTime(["%Y-%m-%d"]),
            help="The last day on which it counts, UTC; 2027-01-31.",
        ),
        click.option("--reason", metavar="TEXT", required=True, help="Why; it is in the file."),
    ):
        command = option(command)
    return command


def suppression_options(command: Callable[..., int]) -> Callable[..., int]:
    """The options of what is not told again."""
    for option in (
        click.option(
            "--no-suppressions",
            is_flag=True,
            help="Count what the target's own comments and suppressions file say is meant.",
        ),
        click.option(
            "--suppressions",
            metavar="FILE",
            default="",
            help="A file of flags that you accept, beside the target's own.",
        ),
    ):
        command = option(command)
    return command


requirements_option = click.option(
    "--requirements",
    metavar="FILE",
    default="",
    help="What the target must be, in Markdown or TOML: each requirement is met, unmet, unknown or "
    "waived. Or infer: those that its README, CONTRIBUTING and records of decisions state.",
)


tier_option = click.option(
    "--tier",
    type=click.Choice(["auto", "simple", "standard", "complex"]),
    default="auto",
    show_default=True,
    help="How much the agents do; auto: by how large and how varied TARGET is.",
)


def money_options(command: Callable[..., int]) -> Callable[..., int]:
    """The options of what a run may cost."""
    for option in (
        click.option(
            "--unknown-prices", is_flag=True, help="Also use models whose price is not known."
        ),
        click.option("-y", "--yes", is_flag=True, help="Go on whatever the estimate is."),
        click.option(
            "--confirm-above-usd",
            metavar="USD",
            type=_Usd(min=0),
            help="Ask before a run that is estimated to cost more; 10 if not set otherwise.",
        ),
        click.option(
            "--max-usd",
            metavar="USD",
            type=_Usd(min=0, min_open=True),
            help="A hard cap on what the run may cost.",
        ),
    ):
        command = option(command)
    return command


def _print_utf8(_context: click.Context, _option: click.Parameter, chosen: bool) -> bool:
    if chosen:
        print_utf8()
    return chosen


json_option = click.option(
    "--json", "as_json", is_flag=True, callback=_print_utf8, help="Print JSON instead of text."
)
markdown_option = click.option(
    "--markdown", "as_markdown", is_flag=True, callback=_print_utf8, help="Print Markdown."
)
verbose_option = click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Print all of a report that fits no screen: directories, ratings, every cost.",
)
