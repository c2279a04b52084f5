"""`luminos memory`: what is remembered of a target's runs."""

import sys

import click

from flows.accepting import say
from flows.options import json_option, target_option
from flows.plain_output import plain_console, print_lines
from flows.stored_runs import stored_report
from luminos_core.errors import SettingsError
from luminos_core.lookup.answers import ReportPlaces
from luminos_core.lookup.memory import asked_for, episodes_of, memory_answer
from luminos_core.lookup.memory_view import memory_view
from luminos_core.memory.patterns import Memory
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_part
from luminos_core.text import formats
from luminos_core.text.escape import one_line
from luminos_core.text.json_text import to_json


@click.command()
@click.argument("name", metavar="[PATH|PATTERN|FLAG]", required=False)
@click.option("--forget", is_flag=True, help="Forget what is behind it, instead of showing it.")
@target_option
@json_option
def memory(name: str | None, forget: bool, target: str | None, as_json: bool) -> int:
    """Show what earlier runs taught about a target, and what was said of its flags.

    With a name, show what is behind it: the runs that a pattern was learnt from, what a directory
    took of its turns, who said what of a flag. PATH is a directory as in the target, `.` for all;
    PATTERN and FLAG are the start of their hex digits. With --forget, what is behind it is removed
    for good: of a pattern, the episodes or the judgements that it was learnt from.

    \b
    Examples:
      luminos memory
      luminos memory src/auth
      luminos memory 3f2a91c07d5e --forget
      luminos memory . --forget
    """
    store = Store(read_settings().store)
    report = read_part(stored_report(store, None, target), ReportPlaces)
    if forget:
        if name is None:
            raise SettingsError("--forget needs what to forget; `.` is all of the target")
        return _forget(store, report, name)
    answer = memory_answer(store, report, name)
    if answer.problem:
        say(one_line(answer.problem))
    if as_json:
        sys.stdout.write(to_json(answer, indent=2) + "\n")
    else:
        print_lines(memory_view(answer, plain_console(sys.stdout)))
    return 0


def _forget(store: Store, report: ReportPlaces, name: str) -> int:
    episodes = episodes_of(store, report)
    answer = memory_answer(store, report, name)
    asked = asked_for(Memory(episodes.load().episodes, patterns=answer.patterns), name)
    episodes.keep(asked.left)
    flags = formats.pluralize(len(answer.flags), "flag")
    behind = formats.pluralize(len(answer.behind), "episode")
    say(f"forgotten: {behind}, with what was said of {flags}")
    return 0
