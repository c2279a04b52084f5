"""What holds for every test."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from luminos_core.redaction.known_values import forget_values

# No test depends on how fast the machine is.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


@pytest.fixture(autouse=True)
def nothing_is_known() -> Iterator[None]:
    """What one test's target or environment holds is no secret of the next one's."""
    forget_values()
    yield
    forget_values()
