"""`luminos audit`: one run in this process, watched on the terminal."""

import sys

from rich.console import Console

from flows.here import audit_here
from flows.question import question
from luminos_core.llm.pricing import read_price_book
from luminos_core.records.request import AuditRequest
from luminos_core.report.progress.live_progress import LiveProgress
from luminos_core.report.progress.plain_progress import PlainProgress
from luminos_core.report.terminal.report_view import print_report
from luminos_core.scan.snapshot import resolve_target
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.text.filenames import encode_name
from luminos_core.text.json_text import to_json
from tasks.models import build_model


def run_audit(request: AuditRequest, *, as_json: bool) -> int:
    settings = read_settings()
    store = Store(settings.store)
    target = resolve_target(request.target)
    store.refuse_overlap(target)
    build_model(request, settings)  # a missing key is told before a server is started,
    read_price_book(settings.prices)  # and a bad file of prices
    request = request.model_copy(update={"target": encode_name(str(target))})
    with _progress() as progress:
        confirm = question(progress)
        report = audit_here(request, settings, store, progress.record, confirm).report
    if as_json:
        sys.stdout.write(to_json(report, indent=2) + "\n")
    else:
        print_report(report, Console(), store.run(report.run_id))
    return report.exit_code


def _progress() -> LiveProgress | PlainProgress:
    console = Console(stderr=True)
    return LiveProgress(console) if console.is_terminal else PlainProgress(sys.stderr)
