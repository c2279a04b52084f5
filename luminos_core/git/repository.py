"""Finding the repository of a folder, without git.

A `.git` file is a pointer to a path that its author chose. It is followed only into the
`.git/modules` or `.git/worktrees` of a parent folder, where git itself puts submodules and linked
work trees.
"""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from luminos_core.errors import ToolError
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text.filenames import encode_name

_POINTER_LIMIT = 4096  # bytes of a file that contains one path
_POINTED_AT = ("modules", "worktrees")


class RepositoryRefused(Exception):
    """The repository, or a part of it, is not read; the message says why, for a person."""


@dataclass(frozen=True)
class Repository:
    """A git directory and its work tree. `own` and `common` are escaped paths beneath `anchor`."""

    top: Path  # of the work tree: the folder with the .git
    anchor: Path  # everything is opened beneath it, and no link is followed
    own: str  # where HEAD and index are
    common: str  # where objects, refs and info/exclude are; `own`, except in a linked work tree

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


def find_repository(root: Path, inner: str = ".") -> Repository | NoRepository:
    """The repository of the folder `inner` (exact, relative) of `root`, an absolute real path.

    Folders in `root` are opened beneath it; its parents are trusted.
    """
    folder = root / inner
    top = next((path for path in (folder, *folder.parents) if _mode(path / ".git")), None)
    if top is None:
        return NoRepository("")
    mode = _mode(top / ".git")
    if stat.S_ISDIR(mode):
        anchor = _anchor(root, top)
        own = _relative(anchor, top / ".git")
        return Repository(top, anchor, own, own)
    if stat.S_ISREG(mode):
        return _follow_pointer(root, top)
    return NoRepository(f"{encode_name(str(top))}/.git is neither a directory nor a file", top)


def _follow_pointer(root: Path, top: Path) -> Repository | NoRepository:
    """The repository to which the .git file of `top` points."""
    shown = f"{encode_name(str(top))}/.git"
    text = _read_pointer(_anchor(root, top), top / ".git")
    if not text.startswith("gitdir: "):
        return NoRepository(f"{shown} names no git directory", top)
    git_dir = _resolve(top, text.removeprefix("gitdir: "))
    superproject = _superproject(top, git_dir)
    if superproject is None:
        return NoRepository(
            f"{shown} leads to {encode_name(str(git_dir))}, which is not in the repository of a "
            "folder around it, and is not followed",
            top,
        )
    anchor = _anchor(root, superproject)
    common = git_dir
    if text := _read_pointer(anchor, git_dir / "commondir"):
        common = _resolve(git_dir, text)
        if not common.is_relative_to(superproject / ".git"):
            return NoRepository(f"{shown} leads to objects outside of its repository", top)
    return Repository(top, anchor, _relative(anchor, git_dir), _relative(anchor, common))


def _superproject(top: Path, git_dir: Path) -> Path | None:
    """The parent of `top` whose repository contains `git_dir` as a submodule or a work tree."""
    for folder in (top, *top.parents):
        allowed = [folder / ".git" / part for part in _POINTED_AT]
        if any(git_dir.is_relative_to(parent) and git_dir != parent for parent in allowed):
            return folder if stat.S_ISDIR(_mode(folder / ".git")) else None
    return None


def _read_pointer(anchor: Path, file: Path) -> str:
    """The content of a pointer file; "" when it cannot be read."""
    try:
        content, more = SandboxedDir(anchor).read(_relative(anchor, file), _POINTER_LIMIT)
    except ToolError:
        return ""
    return "" if more or b"\0" in content else os.fsdecode(content.rstrip(b"\r\n"))


def _resolve(folder: Path, text: str) -> Path:
    return Path(os.path.normpath(folder / text))


def _mode(path: Path) -> int:
    """The mode of the entry itself; 0 when there is none."""
    try:
        return path.lstat().st_mode
    except OSError:
        return 0


def _anchor(root: Path, folder: Path) -> Path:
    return root if folder.is_relative_to(root) else folder


def _relative(anchor: Path, path: Path) -> str:
    return encode_name(path.relative_to(anchor).as_posix())
