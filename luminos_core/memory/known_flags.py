"""Which flags are known to be false or accepted, as long as the code that they are about stays."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from luminos_core.memory.judgement import said_in_run
from luminos_core.records.flag import Flag, Known
from luminos_core.records.memory import Episode, Judge, Judgement, KnownFlag, Word
from luminos_core.text import formats

_OFTEN = 2  # runs in which it was dismissed, beyond those in which it was confirmed
_PERSONS = {
    Word.FALSE: Known.FALSE,
    Word.ACCEPTED: Known.ACCEPTED,
    Word.CONFIRMED: Known.CONFIRMED,
}


class Said(NamedTuple):
    run_id: str
    at: str  # ISO 8601, UTC
    judgement: Judgement


def said_of_flags(episodes: Iterable[Episode]) -> dict[str, list[Said]]:
    """By fingerprint, in order of time."""
    found: dict[str, list[Said]] = {}
    for episode in episodes:
        for judgement in episode.judgements:
            said = Said(episode.run_id, episode.at, judgement)
            found.setdefault(judgement.fingerprint, []).append(said)
    return found


def may_be_known(said: Mapping[str, Sequence[Said]]) -> list[Judgement]:
    """The latest of each flag that is known if its code is as it was."""
    return [each[-1].judgement for each in said.values() if known_flag(each)]


def known_flag(said: Sequence[Said], contradicted: int = 0) -> KnownFlag | None:
    """By the last word of a person, else by what reviewers and agents said in different runs;
    `contradicted`: in how many it was confirmed besides. `said` is all of the same code."""
    persons = [each.judgement for each in said if each.judgement.judge is Judge.PERSON]
    if persons:
        last = persons[-1]
        return KnownFlag(known=_PERSONS[last.word], because=last.reason, judgement=last)
    false = {each.run_id: each.judgement for each in said if each.judgement.word is Word.FALSE}
    confirmed = {each.run_id for each in said if each.judgement.word is Word.CONFIRMED}
    if len(false) - len(confirmed) - contradicted < _OFTEN:
        return None
    judges = sorted({each.judge.value for each in false.values()})
    runs = formats.pluralize(len(false), "run")
    because = f"dismissed in {runs}, by {' and '.join(judges)}"
    return KnownFlag(known=Known.DISMISSED, because=because, judgement=said[-1].judgement)


def with_known(
    flags: Iterable[Flag], said: Mapping[str, Sequence[Said]], code: Mapping[str, str]
) -> tuple[Flag, ...]:
    """Flags with what is remembered of them; `code` has the digests of what they are about now."""
    return tuple(_marked(flag, said.get(flag.fingerprint, ()), code) for flag in flags)


def still_known(
    said: Mapping[str, Sequence[Said]], code: Mapping[str, str]
) -> tuple[KnownFlag, ...]:
    """What is remembered of flags, as far as their code is as it was."""
    found = (known_flag(_of_code(each, code.get(mark, ""))) for mark, each in said.items())
    return tuple(known for known in found if known)


def _marked(flag: Flag, said: Sequence[Said], code: Mapping[str, str]) -> Flag:
    tonight = said_in_run(flag, "")
    is_confirmed = tonight is not None and tonight.word is Word.CONFIRMED
    same = _of_code(said, code.get(flag.fingerprint, ""))
    found = known_flag(same, contradicted=int(is_confirmed))
    if found is None:
        return flag
    return flag.model_copy(update={"known": found.known, "known_because": found.because})


def _of_code(said: Iterable[Said], code: str) -> list[Said]:
    return [each for each in said if each.judgement.code == code]
