"""`luminos verdict`: a person's word about a flag, which later runs remember."""

from datetime import UTC, datetime
from pathlib import Path

import click

from flows.accepting import say
from flows.options import target_option
from flows.stored_runs import stored_report
from luminos_core.errors import SettingsError
from luminos_core.lookup.answers import ReportPlaces
from luminos_core.lookup.word import persons_word
from luminos_core.memory.episodes import Episodes
from luminos_core.records.memory import Word
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_part
from luminos_core.text import formats
from luminos_core.text.escape import one_line
from luminos_core.text.filenames import decode_name

_WORDS = [word.value for word in Word]
_EFFECTS = {
    Word.CONFIRMED: "later reports say so",
    Word.FALSE: "later reports rank it below others of its severity, and say so",
    Word.ACCEPTED: "later reports rank it below others of its severity, and say so",
}


@click.command()
@click.argument("flag", metavar="FLAG")
@click.argument("word", metavar="confirmed|false|accepted", type=click.Choice(_WORDS))
@click.option("--reason", metavar="TEXT", required=True, help="Why; later reports say it.")
@click.option("--run", metavar="RUN", help="The run that found it; the latest if it is not given.")
@target_option
def verdict(flag: str, word: str, reason: str, run: str | None, target: str | None) -> int:
    """Say of the flag FLAG that it is right, false, or right and accepted.

    FLAG is its fingerprint, or how that begins. Your word is remembered while the code that the
    flag is about stays as it is, and the last one counts. It changes the order of flags, and what
    agents are told; no count, and no policy: that is what `luminos suppress` does.

    \b
    Examples:
      luminos verdict 3f2a91c0 false --reason "The caller escapes it."
      luminos verdict 3f2a91c0 accepted --reason "Only in the local network."
      luminos verdict 3f2a91c0 confirmed --reason "Reproduced." --run previous
    """
    if not reason.strip():
        raise SettingsError("--reason is empty; say why, for whoever reads the report next")
    settings = read_settings()
    store = Store(settings.store)
    report = read_part(stored_report(store, run, target), ReportPlaces)
    said = persons_word(flag, report, Word(word), reason, datetime.now(UTC))
    Episodes(store, Path(decode_name(report.target))).add([said.episode])
    first, others = said.flags[0], len(said.flags) - 1
    more = f" and {formats.pluralize(others, 'more place')}" if others else ""
    say(f"{one_line(first.location)}{more}: {word}; {_EFFECTS[Word(word)]}")
    if not any(each.code for each in said.episode.judgements):
        say("its file cannot be read: the word counts until it can be")
    if not settings.memory:
        say("LUMINOS_MEMORY is off: it is used when that is on again")
    return 0
