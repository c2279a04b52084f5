"""The one thing the core asks of a model: a call in, a turn out."""

from typing import Protocol

from luminos_core.records.conversation import ModelRequest, ModelResponse
from luminos_core.stop import StopSignal


class Model(Protocol):
    """Safe to call from many threads at once."""

    @property
    def name(self) -> str:
        """Of the adapter: "anthropic", "static"."""
        ...

    @property
    def is_language_model(self) -> bool: ...

    def turn(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        """One attempt at an answer to `request`. Raises FailedAttempt when another is worth making,
        QuotaExhausted, RequestRejected, RequestTooLarge, SettingsError (a bad key) or Interrupted.
        """
        ...
