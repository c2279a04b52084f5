"""An attempt at a model call that gave no answer."""

from luminos_core.errors import LuminosError
from luminos_core.records.conversation import Usage


class FailedAttempt(Exception):
    """Worth another attempt; it never leaves the caller.

    `retry_after`: seconds the server asked us to wait. `usage`: what the server had counted.
    `congested`: it had too much to do, for us or for everybody. `final`: why no other attempt is
    worth making after all, when the server had begun to count before it refused.
    """

    def __init__(
        self,
        reason: str,
        *,
        retry_after: float | None = None,
        usage: Usage | None = None,
        congested: bool = False,
        final: LuminosError | None = None,
    ) -> None:
        super().__init__(reason)
        self.retry_after = retry_after
        self.usage = usage or Usage()
        self.congested = congested
        self.final = final
