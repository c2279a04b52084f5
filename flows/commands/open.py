"""`luminos open`: the page of a stored run, in a browser."""

import sys
import webbrowser

import click

from flows.options import target_option
from flows.stored_runs import stored_report
from luminos_core.errors import StoreError
from luminos_core.settings import has_display, read_settings
from luminos_core.store.layout import Store
from luminos_core.text.escape import one_line

_PAGE = "report.html"


@click.command()
@click.argument("run", metavar="[RUN]", required=False)
@target_option
@click.option("--print-path", is_flag=True, help="Print the path of the page, and open nothing.")
def open(run: str | None, target: str | None, print_path: bool) -> int:  # noqa: A001 - its name
    """Open the page of a stored run in a browser, by default of the latest.

    Its path is printed; where there is no display, that is all. RUN is the start of a run's id,
    `latest`, `previous`, a run's folder, or a directory that was audited.

    \b
    Examples:
      luminos open
      luminos open previous --target /srv/project
      scp "server:$(ssh server luminos open --print-path)" .
    """
    report = stored_report(Store(read_settings().store), run, target)
    page = report.with_name(_PAGE)
    if page.is_symlink() or not page.is_file():
        raise StoreError(
            f"run {report.parent.name} has no {_PAGE}: it was made by an earlier version; "
            f"luminos report {report.parent.name} --markdown prints it"
        )
    sys.stdout.write(f"{page}\n")
    sys.stdout.flush()
    if not print_path and has_display() and not _opened(page.as_uri()):
        sys.stderr.write(f"luminos: no browser could be started for {one_line(str(page))}\n")
    return 0


def _opened(address: str) -> bool:
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False
