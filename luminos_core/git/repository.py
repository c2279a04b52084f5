"""A git directory, read without git."""

from dataclasses import dataclass
from pathlib import Path

from luminos_core.errors import ToolError
from luminos_core.sandboxed_dir import SandboxedDir


class RepositoryRefused(Exception):
    """The repository, or a part of it, is not read; the message says why, for a person."""


@dataclass(frozen=True)
class Repository:
    """A git directory and its work tree. `own` and `common` are escaped paths beneath `anchor`."""

    top: Path  # of the work tree: the folder with the .git
    anchor: Path  # everything is opened beneath it, and no link is followed
    own: str  # where HEAD and index are
    common: str  # where objects, refs and info/exclude are; `own`, except in a linked work tree
    is_outside: bool  # of the target, which then cannot have written what `common` says

    def read(self, path: str, limit: int) -> bytes | None:
        """The regular file at `path` beneath `anchor`; None if missing or over `limit` bytes."""
        try:
            content, more = SandboxedDir(self.anchor).read(path, limit)
        except ToolError:
            return None
        return None if more else content

    def exists(self, path: str) -> bool:
        """Whether there is an entry of any kind at `path` beneath `anchor`."""
        try:
            SandboxedDir(self.anchor).lstat(path)
        except ToolError:
            return False
        return True


@dataclass(frozen=True)
class NoRepository:
    reason: str  # for a person; "" when there is none
    top: Path | None = None  # of the work tree whose repository cannot be read
