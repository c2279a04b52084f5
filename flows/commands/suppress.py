"""`luminos suppress`: an entry of a suppressions file for one flag."""

from datetime import UTC, datetime
from pathlib import Path

import click

from flows.accepting import accepted, hand_over, say
from flows.options import acceptance_options
from flows.stored_runs import stored_report
from luminos_core.errors import StoreError
from luminos_core.records.flag import Flag
from luminos_core.records.report import AuditReport
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_report
from luminos_core.suppressions.decide import decide
from luminos_core.suppressions.new_entries import entry_of, entry_of_rule
from luminos_core.suppressions.write_file import open_file
from luminos_core.text.escape import one_line


@click.command()
@click.argument("flag", metavar="FLAG")
@click.option("--run", metavar="RUN", help="The run that found it; the latest if it is not given.")
@click.option(
    "--rule-and-path", is_flag=True, help="Accept all that its rule says of its file, not it alone."
)
@acceptance_options
def suppress(
    flag: str,
    run: str | None,
    rule_and_path: bool,
    reason: str,
    until: datetime | None,
    output: str | None,
) -> int:
    """Accept the flag FLAG: later audits with the file do not count it.

    FLAG is its fingerprint, or how that begins. The file is .luminos/suppressions.toml in the
    target, or any other for `luminos audit --suppressions`. Without -o nothing is written, and the
    entry is printed.

    \b
    Examples:
      luminos suppress 3f2a91c0 --reason "Only the release job calls it."
      luminos suppress 3f2a91c0 --reason "Until the rewrite." --until 2027-03-31 -o own.toml
      luminos suppress 3f2a91c0 --reason "Fixtures." --rule-and-path -o .luminos/suppressions.toml
    """
    said = accepted(reason, until)
    opened = open_file(Path(output)) if output else None
    report = read_report(stored_report(Store(read_settings().store), run))
    found = _named(flag, report)
    if found.suppressed:
        say(f"{one_line(found.location)} is suppressed already: {one_line(found.suppressed)}")
        return 0
    today = datetime.now(UTC).date()
    if opened and not decide((found,), (), (), opened.file, today).flags:
        say(f"{one_line(found.location)} is suppressed by the file already")
        return 0
    hand_over([entry_of_rule(found, said) if rule_and_path else entry_of(found, said)], opened)
    return 0


def _named(start: str, report: AuditReport) -> Flag:
    flags = (*report.flags, *report.unverified_flags, *report.suppressed_flags)
    found = [each for each in flags if start and each.fingerprint.startswith(start.lower())]
    if len(found) == 1:
        return found[0]
    number = f"{len(found)} flags" if found else "no flag"
    raise StoreError(
        f"{number} of run {report.run_id} begin{'' if found else 's'} with {start!r}; "
        "luminos flags shows them"
    )
