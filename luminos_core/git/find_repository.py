"""Finding the repository of a folder, without git.

A `.git` file is a pointer to a path that its author chose. It is followed into the `.git/modules`
or `.git/worktrees` of a parent folder, where git itself puts submodules and linked work trees; and
elsewhere, when the place that it leads to knows this work tree, which only git there can tell it.
"""

import os
import stat
from pathlib import Path

from luminos_core.errors import ToolError
from luminos_core.git.index import INDEX_LIMIT, is_index_of
from luminos_core.git.repository import NoRepository, Repository
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text.filenames import encode_name

_POINTER_LIMIT = 4096  # bytes of a file that contains one path
_POINTED_AT = ("modules", "worktrees")


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
        return Repository(top, anchor, own, own, is_outside=not top.is_relative_to(root))
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
        return _elsewhere(root, top, git_dir) or NoRepository(
            f"{shown} leads to {encode_name(str(git_dir))}, which does not lead back to it, and is "
            "not followed",
            top,
        )
    anchor = _anchor(root, superproject)
    common = git_dir
    if text := _read_pointer(anchor, git_dir / "commondir"):
        common = _resolve(git_dir, text)
        if not common.is_relative_to(superproject / ".git"):
            return NoRepository(f"{shown} leads to objects outside of its repository", top)
    own, shared = _relative(anchor, git_dir), _relative(anchor, common)
    return Repository(top, anchor, own, shared, is_outside=not common.is_relative_to(root))


def _superproject(top: Path, git_dir: Path) -> Path | None:
    """The parent of `top` whose repository contains `git_dir` as a submodule or a work tree."""
    for folder in (top, *top.parents):
        allowed = [folder / ".git" / part for part in _POINTED_AT]
        if any(git_dir.is_relative_to(parent) and git_dir != parent for parent in allowed):
            return folder if stat.S_ISDIR(_mode(folder / ".git")) else None
    return None


def _elsewhere(root: Path, top: Path, git_dir: Path) -> Repository | None:
    """The repository at `git_dir`, outside of the target and of all folders around it; None unless
    it leads back: as a linked work tree's, by its path in `gitdir`; as a separate git directory, by
    its index. A pointer above the target is not the target's, and is followed at once."""
    if git_dir.is_relative_to(root) or not git_dir.is_dir() or git_dir.resolve() != git_dir:
        return None
    text = _read_pointer(git_dir, git_dir / "commondir")
    common = _resolve(git_dir, text) if text else git_dir
    if common.is_relative_to(root) or common.resolve() != common:
        return None
    if git_dir != common and git_dir.parent != common / "worktrees":
        return None
    if (root.is_relative_to(top) and root != top) or _leads_back(git_dir, top):
        return Repository(top, common, _relative(common, git_dir), ".", is_outside=True)
    return None


def _leads_back(git_dir: Path, top: Path) -> bool:
    if git_dir.parent.name == "worktrees":
        return _resolve(git_dir, _read_pointer(git_dir, git_dir / "gitdir")) == top / ".git"
    try:
        content, more = SandboxedDir(git_dir).read("index", INDEX_LIMIT)
    except ToolError:
        return False
    return not more and is_index_of(content, top)


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
