"""Names that nobody can open. Permissions do not bind root, so the system call is what refuses."""

import os
from typing import Any

import pytest


def refuse_to_open(monkeypatch: pytest.MonkeyPatch, error: type[OSError]) -> set[str]:
    """A set, empty at first: opening a name in it, below an open directory, raises `error`."""
    refused: set[str] = set()
    original = os.open

    def refusing(path: Any, *arguments: Any, **named: Any) -> int:
        if path in refused and named.get("dir_fd") is not None:
            raise error(path)
        return original(path, *arguments, **named)

    monkeypatch.setattr(os, "open", refusing)
    return refused
