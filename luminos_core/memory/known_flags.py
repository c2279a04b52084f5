"""Which flags are known to be false or accepted, as long as the code that they are about stays."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from luminos_core.memory.judgement import said_in_run
from luminos_core.records.flag import Flag, Known
from luminos_core.records.memory import Episode, Judge, Judgement, Word
from luminos_core.text import formats

_OFTEN = 2  # runs in which it was dismissed, beyond those in which it was confirmed
_PERSONS = {
    Word.FALSE: Known.FALSE,
    Word.ACCEPTED: Known.ACCEPTED,
    Word.CONFIRMED: Known.CONFIRMED,
}


class Said(NamedTuple):
    run_id: str
    judgement: Judgement


def said_of_flags(episodes: Iterable[Episode]) -> dict[str, list[Said]]:
    """By fingerprint, in order of time."""
    found: dict[str, list[Said]] = {}
    for episode in episodes:
        for judgement in episode.judgements:
            said = Said(episode.run_id, judgement)
            found.setdefault(judgement.fingerprint, []).append(said)
    return found


def with_known(
    flags: Iterable[Flag], said: Mapping[str, Sequence[Said]], code: Mapping[str, str]
) -> tuple[Flag, ...]:
    """Flags with what is remembered of them; `code` has the digests of what they are about now."""
    return tuple(_marked(flag, said.get(flag.fingerprint, ()), code) for flag in flags)


def _marked(flag: Flag, said: Sequence[Said], code: Mapping[str, str]) -> Flag:
    now = code.get(flag.fingerprint, "")
    known, because = _known(flag, [each for each in said if each.judgement.code == now])
    if known is None:
        return flag
    return flag.model_copy(update={"known": known, "known_because": because})


def _known(flag: Flag, said: Sequence[Said]) -> tuple[Known | None, str]:
    """The last word of a person, else what reviewers and agents said in different runs, this one
    among them where it contradicts."""
    persons = [each.judgement for each in said if each.judgement.judge is Judge.PERSON]
    if persons:
        return _PERSONS[persons[-1].word], persons[-1].reason
    false = {each.run_id: each.judgement for each in said if each.judgement.word is Word.FALSE}
    confirmed = {each.run_id for each in said if each.judgement.word is Word.CONFIRMED}
    current = said_in_run(flag, "")
    contradicted = len(confirmed) + bool(current and current.word is Word.CONFIRMED)
    if len(false) - contradicted < _OFTEN:
        return None, ""
    judges = sorted({each.judge.value for each in false.values()})
    runs = formats.pluralize(len(false), "run")
    return Known.DISMISSED, f"dismissed in {runs}, by {' and '.join(judges)}"
