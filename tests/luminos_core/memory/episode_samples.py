"""Episodes as runs leave them."""

from collections.abc import Sequence
from typing import Any

from luminos_core.records.flag import Severity
from luminos_core.records.memory import Episode, Judge, Judgement, TurnUse, Word
from luminos_core.records.plan import Tier


def episode(
    run: int | str,
    directory: str = "src",
    *,
    given: int = 10,
    used: int = 5,
    judgements: Sequence[Judgement] = (),
    size: int = 1_000,
    sort: str = "source up to 4.0 kB",
    **use: Any,
) -> Episode:
    turns = TurnUse.model_validate({"tier": Tier.DEFAULT, "given": given, "used": used, **use})
    return Episode(
        run_id=f"run-{run}",
        at=f"2026-01-01T00:00:{run}",
        directory=directory,
        size=size,
        sort=sort,
        turns=turns,
        judgements=tuple(judgements),
    )


def word(word: Word, judge: Judge = Judge.REVIEWERS, **fields: Any) -> Judgement:
    given = {
        "fingerprint": "f1",
        "path": "src/a.py",
        "rule": "code-injection",
        "severity": Severity.CONCERN,
        "code": "c1",
        "judge": judge,
        "word": word,
    }
    return Judgement.model_validate({**given, **fields})


def persons(run: int | str, judgement: Judgement, directory: str = "src") -> Episode:
    """What a person said of a flag of that run."""
    return Episode(
        run_id=f"run-{run}",
        at=f"2026-02-01T00:00:{run}",
        directory=directory,
        judgements=(judgement,),
    )
