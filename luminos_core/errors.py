"""The errors of an audit. Each class says who handles it; any other exception is a bug."""

from datetime import datetime
from pathlib import Path
from traceback import extract_tb


class LuminosError(Exception):
    """The base of all below. Its text is one line for a person."""


# -- to the person: ends the command with one line and no traceback -------------------------------


class TargetError(LuminosError):
    """The target cannot be audited: missing, a file, unreadable."""


class NothingToAudit(TargetError):
    """The target is a directory without files to audit."""


class SettingsError(LuminosError):
    """A setting, an option or a key is invalid; the text says which, and what to do."""


class CallsRefused(SettingsError):
    """The server takes no call of this run: the key was refused (401, 403), or there is no such
    model or no API (404). Once something was bought, what is left of the run is deferred."""


class NotApproved(LuminosError):
    """The estimate needs an approval that was not given; nothing was bought."""


class StoreError(LuminosError):
    """The store cannot be read or written (full disk, read-only folder, wrong owner)."""


# -- to the model: the error result of its tool call -----------------------------------------------


class ToolError(LuminosError):
    """A tool call that cannot be executed; the text says what to do instead."""


class ChangedFile(ToolError):
    """What is there is not what the scan recorded. Its directory is not complete."""


# -- to the directory's state ----------------------------------------------------------------------


class ModelUnavailable(LuminosError):
    """No answer from the model after all retries of the call. The task may be retried."""


class CallsEnded(ModelUnavailable):
    """The server has no answer for this run before `returns_at` (UTC; None when unknown): the work
    is deferred, not failed."""

    def __init__(self, text: str, returns_at: datetime | None = None) -> None:
        super().__init__(text)
        self.returns_at = returns_at


class QuotaExhausted(CallsEnded):
    """The account's quota or credit is used up."""


class ServerAway(CallsEnded):
    """The server has not answered for as long as a run waits for it."""


class StoreFailed(CallsEnded):
    """What a run buys could not be kept in the store (full disk): no more is bought."""


class MoneyExhausted(LuminosError):
    """The call could exceed the run's cap: the work is deferred. With `fits_no_run` it could exceed
    the whole cap, not only what is left of it. `needs`: the cap in US dollars with which it could
    have been made."""

    def __init__(self, text: str, *, fits_no_run: bool = False, needs: float = 0.0) -> None:
        super().__init__(text)
        self.fits_no_run = fits_no_run
        self.needs = needs


class RequestRejected(LuminosError):
    """The request is invalid (400): sending it again is useless."""


class RequestTooLarge(LuminosError):
    """The request exceeds the model's context window or the server's size limit. `share`: of the
    request, that the server has room for; 0 when it does not say."""

    def __init__(self, text: str, share: float = 0.0) -> None:
        super().__init__(text)
        self.share = share


class AnswerTooLong(RequestRejected):
    """The request asks for a longer answer than the model can write, which is `most` tokens."""

    def __init__(self, text: str, most: int) -> None:
        super().__init__(text)
        self.most = most


class Interrupted(LuminosError):
    """The person asked to stop. Raised between calls, and by a call that is waiting."""


# -- any other exception ---------------------------------------------------------------------------


def place_of(bug: Exception) -> str:
    """ "KeyError in grep.py:33": not the exception's text, which may quote a file."""
    frame = extract_tb(bug.__traceback__)[-1]
    return f"{type(bug).__name__} in {Path(frame.filename).name}:{frame.lineno}"
