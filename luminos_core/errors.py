"""The errors an audit raises on purpose. Each class says who handles it; anything else is a bug."""

from datetime import datetime


class LuminosError(Exception):
    """Base of all below. Its text is one plain line, fit for a person."""


# -- to the person: ends the command with one line and no traceback -------------------------------


class TargetError(LuminosError):
    """The target cannot be audited: missing, a file, unreadable."""


class NothingToAudit(TargetError):
    """The target is a directory in which there is nothing to look at."""


class SettingsError(LuminosError):
    """A setting, an option, or a key is wrong; the text says which and what to do."""


class NotAgreed(LuminosError):
    """The run may cost more than is bought unasked, and nobody said yes: nothing was bought."""


class StoreError(LuminosError):
    """The store cannot be read or written (full disk, read-only folder, wrong owner)."""


# -- to the model: answered as an error result that it can act on ----------------------------------


class ToolError(LuminosError):
    """A tool call that cannot be carried out; the text says what to do instead."""


# -- to the directory's state ----------------------------------------------------------------------


class ModelUnavailable(LuminosError):
    """The model did not answer after the adapter's own retries. The task may try once more."""


class QuotaExhausted(ModelUnavailable):
    """No answer before `returns_at` (UTC; None when unknown): the work is deferred, not failed."""

    def __init__(self, text: str, returns_at: datetime | None) -> None:
        super().__init__(text)
        self.returns_at = returns_at


class MoneyExhausted(LuminosError):
    """The call does not fit into what is left of the run's cap: the work is deferred. With
    `fits_no_run` it would not fit into the whole cap either."""

    def __init__(self, text: str, *, fits_no_run: bool = False) -> None:
        super().__init__(text)
        self.fits_no_run = fits_no_run


class RequestRejected(LuminosError):
    """The request itself is refused for good (400, 404): the same bytes will never be answered."""


class RequestTooLarge(LuminosError):
    """The request is over the model's window or the server's size limit."""


class Interrupted(LuminosError):
    """The person asked to stop; raised between calls and out of a call that is waiting."""
