"""`luminos baseline`: entries of a suppressions file for all flags of a run."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from flows.accepting import accepted, hand_over, say
from flows.options import acceptance_options
from flows.stored_runs import stored_report
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.report import AuditReport
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_report
from luminos_core.suppressions.decide import decide
from luminos_core.suppressions.new_entries import entries_of
from luminos_core.suppressions.write_file import OpenedFile, open_file
from luminos_core.text import formats


@click.command()
@click.argument("run", metavar="RUN", required=False)
@click.option(
    "--severity",
    type=click.Choice([severity.value for severity in reversed(Severity)]),
    default=Severity.INFO.value,
    show_default=True,
    help="Accept flags of this severity and worse ones.",
)
@acceptance_options
def baseline(
    run: str | None, severity: str, reason: str, until: datetime | None, output: str | None
) -> int:
    """Accept every flag of a stored run, so that only what is new counts from then on; the latest
    run if none is named.

    Each flag has an entry of its own, by its fingerprint. What is suppressed already is left out,
    and so are claims whose quotation was not found. RUN is as in `luminos report`.

    \b
    Examples:
      luminos baseline --reason "As of the first audit." -o .luminos/suppressions.toml
      luminos baseline 0190a6f2 --severity concern --reason "Ticket 12." --until 2027-06-30
    """
    said = accepted(reason, until)
    opened = open_file(Path(output)) if output else None
    report = read_report(stored_report(Store(read_settings().store), run))
    asked = _at_least(Severity(severity), report)
    flags = _left(asked, opened)
    if report.status == "incomplete":
        say("the run is incomplete: what it did not read is not in the baseline")
    if known := len(asked) - len(flags):
        say(f"{formats.pluralize(known, 'place')} left out: the file suppresses them already")
    hand_over(entries_of(flags, said), opened)
    return 0


def _at_least(severity: Severity, report: AuditReport) -> list[Flag]:
    meant = tuple(Severity)[: tuple(Severity).index(severity) + 1]
    return [flag for flag in report.flags if flag.severity in meant]


def _left(flags: Sequence[Flag], opened: OpenedFile | None) -> Sequence[Flag]:
    if opened is None:
        return flags
    return decide(flags, (), (), opened.file, datetime.now(UTC).date()).flags
