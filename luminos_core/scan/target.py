"""Whether there is a directory to audit at all."""

import os
from pathlib import Path

from luminos_core.errors import TargetError
from luminos_core.text.filenames import encode_name


def resolve_target(path: str) -> Path:
    """The real path of the directory at `path`; TargetError when there is none or it is closed."""
    shown = encode_name(path)
    try:
        target = Path(path).expanduser().resolve(strict=True)
        if not target.is_dir():
            raise TargetError(f"{shown} is a file; give the directory that holds it")
        if not os.access(target, os.R_OK | os.X_OK):
            raise TargetError(f"{shown} cannot be read: no permission")
    except FileNotFoundError:
        raise TargetError(f"{shown} does not exist") from None
    except (OSError, RuntimeError, ValueError) as error:
        raise TargetError(f"{shown} cannot be opened: {error}") from None
    return target
