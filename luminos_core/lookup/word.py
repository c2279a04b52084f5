"""What a person says of a flag of a stored report, as an episode."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from luminos_core.lookup.answers import ReportPlaces
from luminos_core.lookup.find import find_flag
from luminos_core.memory.code import code_of
from luminos_core.memory.judgement import judgement
from luminos_core.records.flag import Flag
from luminos_core.records.memory import Episode, Judge, Word
from luminos_core.redaction.redact import redact
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text.filenames import decode_name
from luminos_core.text.tree_paths import parent_of

_LISTS = ("flags", "unverified_flags", "refuted_flags", "suppressed_flags", "gone")


class PersonsWord(NamedTuple):
    episode: Episode
    flags: tuple[Flag, ...]  # each place of what is said once


def persons_word(
    name: str, report: ReportPlaces, word: Word, reason: str, now: datetime
) -> PersonsWord:
    """About the flag that `name` begins the fingerprint of, with all its places in its file. The
    code that it is about is read in the target as it is now. StoreError as `find_flag`."""
    flags = _places(find_flag(name, report), report)
    files = SandboxedDir(Path(decode_name(report.target)))
    code = code_of(flags, files, report.files)
    said = redact(" ".join(reason.split())).text
    episode = Episode(
        run_id=report.run_id,
        at=now.isoformat(timespec="microseconds"),
        directory=parent_of(flags[0].path),
        judgements=tuple(
            judgement(flag, code[flag.fingerprint], Judge.PERSON, word, said) for flag in flags
        ),
    )
    return PersonsWord(episode, flags)


def _places(flag: Flag, report: ReportPlaces) -> tuple[Flag, ...]:
    for name in _LISTS:
        flags: Sequence[Flag] = getattr(report, name)
        if any(each.fingerprint == flag.fingerprint for each in flags):
            alike = {each.fingerprint: each for each in flags if each.group == flag.group}
            return (flag, *(each for mark, each in alike.items() if mark != flag.fingerprint))
    return (flag,)
