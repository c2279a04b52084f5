"""Prefect's clients for a question that is asked once, of a server that may be gone."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def asking_once(seconds: int) -> Iterator[None]:
    """Within this context no client of Prefect's asks a second time, and one that is made here
    waits so long for an answer. `temporary_settings` would read every setting of Prefect's again,
    which takes longer than the question. Imports Prefect, so its settings are in place before."""
    from prefect.context import SettingsContext, get_settings_context

    context = get_settings_context()
    ours = context.settings
    client = ours.client.model_copy(update={"max_retries": 0})
    api = ours.api.model_copy(update={"request_timeout": float(seconds)})
    once = ours.model_copy(update={"client": client, "api": api})
    with SettingsContext(profile=context.profile, settings=once):
        yield
