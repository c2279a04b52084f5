"""Finding the repository that a folder lies in, without git.

A `.git` file is a pointer, and whoever wrote it chose where it leads. It is followed only into the
`.git/modules` or `.git/worktrees` of a folder around it, which is where git itself puts what a
submodule or a linked work tree needs; never elsewhere.
"""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from luminos_core.errors import ToolError
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text.filenames import encode_name

_POINTER_LIMIT = 4096  # bytes of a file that holds one path
_POINTED_AT = ("modules", "worktrees")


class Refused(Exception):
    """A repository, or a part of it, that is not read; the text says why, for a person."""


@dataclass(frozen=True)
class Repository:
    """A git directory and its work tree. `own` and `common` are escaped paths beneath `anchor`."""

    top: Path  # of the work tree: the folder with the .git
    anchor: Path  # everything of the repository is opened beneath it, and no link is followed
    own: str  # where HEAD and index are
    common: str  # where objects, refs and info/exclude are; `own`, except in a linked work tree

    def read(self, path: str, limit: int) -> bytes | None:
        """The file at `path` beneath `anchor`; None when it is missing, not a regular file, or
        larger than `limit` bytes."""
        try:
            content, more = SandboxedDir(self.anchor).read(path, limit)
        except ToolError:
            return None
        return None if more else content

    def holds(self, path: str) -> bool:
        """Whether there is an entry, of any kind, at `path` beneath `anchor`."""
        try:
            SandboxedDir(self.anchor).lstat(path)
        except ToolError:
            return False
        return True


@dataclass(frozen=True)
class NoRepository:
    reason: str  # for a person; "" when there is simply none
    top: Path | None = None  # of the work tree whose repository cannot be read


def find_repository(root: Path, inner: str = ".") -> Repository | NoRepository:
    """The repository of the folder `inner` (exact, relative) of `root`, an absolute real path.

    Folders inside of `root` are opened beneath it; those above are the person's own.
    """
    folder = root / inner
    top = next((place for place in (folder, *folder.parents) if _kind(place / ".git")), None)
    if top is None:
        return NoRepository("")
    kind = _kind(top / ".git")
    if stat.S_ISDIR(kind):
        anchor = _anchor(root, top)
        own = _beneath(anchor, top / ".git")
        return Repository(top, anchor, own, own)
    if stat.S_ISREG(kind):
        return _follow(root, top)
    return NoRepository(f"{encode_name(str(top))}/.git is neither a directory nor a file", top)


def _follow(root: Path, top: Path) -> Repository | NoRepository:
    """The repository that the .git file of `top` leads to."""
    shown = f"{encode_name(str(top))}/.git"
    text = _pointer(_anchor(root, top), top / ".git")
    if not text.startswith("gitdir: "):
        return NoRepository(f"{shown} names no git directory", top)
    place = _resolved(top, text.removeprefix("gitdir: "))
    outer = _outer(top, place)
    if outer is None:
        return NoRepository(
            f"{shown} leads to {encode_name(str(place))}, which is not in the repository of a "
            "folder around it, and is not followed",
            top,
        )
    anchor = _anchor(root, outer)
    common = place
    if text := _pointer(anchor, place / "commondir"):
        common = _resolved(place, text)
        if not _is_within(common, outer / ".git"):
            return NoRepository(f"{shown} leads to objects outside of its repository", top)
    return Repository(top, anchor, _beneath(anchor, place), _beneath(anchor, common))


def _outer(top: Path, place: Path) -> Path | None:
    """The folder around `top` whose own repository holds `place` as that of a part of it."""
    for folder in (top, *top.parents):
        kept = [folder / ".git" / part for part in _POINTED_AT]
        if any(_is_within(place, inside) and place != inside for inside in kept):
            return folder if stat.S_ISDIR(_kind(folder / ".git")) else None
    return None


def _pointer(anchor: Path, place: Path) -> str:
    """The path that a file holds; "" when it cannot be read."""
    try:
        content, more = SandboxedDir(anchor).read(_beneath(anchor, place), _POINTER_LIMIT)
    except ToolError:
        return ""
    return "" if more or b"\0" in content else os.fsdecode(content.rstrip(b"\r\n"))


def _resolved(folder: Path, text: str) -> Path:
    return Path(os.path.normpath(folder / text))


def _kind(path: Path) -> int:
    """The mode of the entry itself; 0 when there is none."""
    try:
        return path.lstat().st_mode
    except OSError:
        return 0


def _anchor(root: Path, folder: Path) -> Path:
    return root if _is_within(folder, root) else folder


def _is_within(path: Path, folder: Path) -> bool:
    return path == folder or folder in path.parents


def _beneath(anchor: Path, path: Path) -> str:
    return encode_name(path.relative_to(anchor).as_posix())
