"""Where the tools of a test are."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Use = Callable[..., None]


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Use:
    """Look for tools in these folders alone."""

    def use(*folders: Path) -> None:
        monkeypatch.setattr("luminos_core.external.find.program_folders", lambda: list(folders))

    return use


@pytest.fixture
def real_tools(use: Use) -> None:
    use(Path(sys.executable).parent)
