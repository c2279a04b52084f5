"""Which failures put work off to a later run, and in what words."""

from datetime import datetime

from luminos_core.errors import Interrupted, LuminosError, MoneyExhausted, QuotaExhausted
from luminos_core.records.halt import Halt


def halt_by(failure: LuminosError | None) -> Halt | None:
    """None when the work failed, or did not: it is done, or may be tried again in this run."""
    match failure:
        case Interrupted():
            return Halt(reason="interrupted", sentence="the run was interrupted")
        case QuotaExhausted(returns_at=when):
            sentence = f"the run paused at the quota: {failure}"
            return Halt(reason=_quota(when), sentence=sentence, returns_at=when)
        case MoneyExhausted(fits_no_run=True):
            reason = "a call of it may cost more than the cap leaves: raise --max-usd"
            return Halt(reason=reason, sentence=str(failure))
        case MoneyExhausted():
            return Halt(reason="money exhausted", sentence=f"the run ended its spending: {failure}")
    return None


def _quota(returns_at: datetime | None) -> str:
    """Without the server's words, which the run as a whole tells once."""
    until = f" until {returns_at:%Y-%m-%d %H:%M} UTC" if returns_at else ""
    return f"quota exhausted{until}"
