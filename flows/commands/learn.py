"""`luminos learn`: what came of the plans of two stored runs."""

import sys

import click

from flows.options import json_option, target_option
from flows.plain_output import plain_console, print_lines
from flows.stored_runs import LATEST, PREVIOUS, stored_report
from luminos_core.errors import StoreError
from luminos_core.lookup.compare_plans import Evaluated, PlannedRun, compare_plans
from luminos_core.report.terminal.learn_view import learn_view
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_evaluation, read_part
from luminos_core.text.json_text import to_json


@click.command()
@click.argument("before", metavar="[RUN", default=PREVIOUS)
@click.argument("after", metavar="RUN]", default=LATEST)
@target_option
@click.option("--all", "whole", is_flag=True, help="List all directories with other turns.")
@json_option
def learn(before: str, after: str, target: str | None, whole: bool, as_json: bool) -> int:
    """Compare what came of the plans of two stored runs with a model, by default the previous and
    the latest: turns, calls, cost, completeness, confidence, and confirmed flags a dollar.

    A turn is well placed when its directory needed it: turns that were left over, or borrowed, are
    not. RUN is as in `luminos diff`.

    \b
    Examples:
      luminos learn
      luminos learn 0190a6f2 latest
      luminos learn --target /srv/project --json
    """
    store = Store(read_settings().store)
    first, second = (_read(store, name, target) for name in (before, after))
    found = compare_plans(first, second)
    if as_json:
        sys.stdout.write(to_json(found, indent=2) + "\n")
    else:
        print_lines(learn_view(found, plain_console(sys.stdout), whole=whole))
    return 0


def _read(store: Store, name: str, target: str | None) -> Evaluated:
    file = stored_report(store, name, target)
    run = read_part(file, PlannedRun)
    if not run.language_model:
        raise StoreError(f"run {run.run_id} of {run.target} had no model, and so no turns")
    evaluation = read_evaluation(file.parent)
    if evaluation is None:
        raise StoreError(f"the plan evaluation of run {run.run_id} is missing, or cannot be read")
    return run, evaluation
