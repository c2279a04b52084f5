"""Files and folders of the store are the user's own, and nobody else can write to them."""

import os
import stat
from pathlib import Path

from luminos_core.errors import StoreError

_WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def refuse_shared(found: os.stat_result, path: Path) -> None:
    """StoreError when what `found` was asked of, at `path`, belongs to somebody else or can be
    written by others."""
    user = os.geteuid()
    if found.st_uid != user:
        raise StoreError(
            f"{path} belongs to user {found.st_uid} and you are user {user}: whoever can write to "
            "the store decides what is trusted; chown it, or set LUMINOS_STORE to a folder of yours"
        )
    if stat.S_IMODE(found.st_mode) & _WRITABLE_BY_OTHERS:
        raise StoreError(
            f"{path} can be written by others, who could decide what is trusted; "
            f"run: chmod go-w '{path}'"
        )
