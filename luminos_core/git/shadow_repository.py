"""A git directory of our own over the objects of a hostile repository.

Git executes programs that a repository's config, hooks and attributes name, so it never sees them:
it gets a private directory with our config, the commit to start from, and the path of the target's
objects. It reads nothing else of the target.
"""

# ruff: noqa: PLC0415 - shutil and tempfile take 10 ms to load, and most targets are in no repository

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from luminos_core.errors import ToolError
from luminos_core.git.repository import Repository, RepositoryRefused
from luminos_core.sandboxed_dir import OPEN_DIRECTORY, SandboxedDir
from luminos_core.settings import temporary_parent
from luminos_core.text.filenames import decode_name, encode_name

_PROGRAMS = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin"
_SHALLOW_LIMIT = 4 << 20  # bytes
_OBJECTS_LIMIT = 500_000  # files; git itself packs more than 7,000 objects
_ALTERNATES = "info/alternates"
_ALTERNATE_DEPTH = 5  # places in a row; as many as git follows
_DEPTH = 3  # nested directories; objects/info/commit-graphs is one less
_COMMIT_LINE = re.compile(rb"^[0-9a-f]{40}(?:[0-9a-f]{24})?$", re.MULTILINE)
_SHA256_HEX = 64  # digits

_CONFIG = """\
[core]
\trepositoryformatversion = {version}
\tbare = true
\tcommitGraph = false
\tmultiPackIndex = false
\thooksPath = /dev/null
\tattributesFile = /dev/null
[gc]
\tauto = 0
[maintenance]
\tauto = false
[protocol]
\tallow = never
"""
_SHA256 = "[extensions]\n\tobjectFormat = sha256\n"


class ShadowRepository(NamedTuple):
    program: str  # path of git
    folder: Path  # where to run it
    environment: dict[str, str]
    shallow: frozenset[str]  # commits whose parents were not fetched


@contextmanager
def shadow_repository(repository: Repository, commit: str) -> Iterator[ShadowRepository]:
    """With HEAD at `commit`; deleted on leaving. RepositoryRefused when git is not installed, or
    when not all objects are in the repository itself; SettingsError when there is no place for it
    outside of the work tree."""
    import shutil
    import tempfile

    program = shutil.which("git", path=_PROGRAMS)
    if program is None:
        raise RepositoryRefused(f"git is not installed (looked for in {_PROGRAMS})")
    objects = f"{repository.common}/objects"
    _check_objects(repository, objects)
    shallow = _COMMIT_LINE.findall(
        repository.read(f"{repository.common}/shallow", _SHALLOW_LIMIT) or b""
    )
    parent = temporary_parent(repository.top)
    folder = Path(tempfile.mkdtemp(prefix="luminos-git-", dir=parent))  # 0700
    try:
        _write_git_dir(folder, commit, shallow)
        environment = _environment(folder, repository.anchor / decode_name(objects))
        ids = frozenset(line.decode() for line in shallow)
        yield ShadowRepository(program, folder, environment, ids)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _write_git_dir(folder: Path, commit: str, shallow: list[bytes]) -> None:
    sha256 = len(commit) == _SHA256_HEX
    config = _CONFIG.format(version=1 if sha256 else 0) + (_SHA256 if sha256 else "")
    (folder / "refs").mkdir()
    (folder / "config").write_text(config, "ascii")
    (folder / "HEAD").write_text(f"{commit}\n", "ascii")
    if shallow:
        (folder / "shallow").write_bytes(b"\n".join([*shallow, b""]))


def _environment(folder: Path, objects: Path) -> dict[str, str]:
    """The whole environment of git; nothing of ours is inherited."""
    return {
        "PATH": _PROGRAMS,
        "HOME": str(folder),
        "LC_ALL": "C",
        "GIT_DIR": str(folder),
        "GIT_OBJECT_DIRECTORY": str(objects),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_FLUSH": "0",  # not after each commit
        "GIT_ALLOC_LIMIT": "512m",  # of one allocation: a few bytes can unpack to gigabytes
    }


def _check_objects(repository: Repository, objects: str) -> None:
    """Refuse objects that lead elsewhere: by a link or a FIFO, or by alternates that the target can
    have written. (Git opens them by name afterwards. Who replaces them in between can make git read
    commits whose ids they know.)"""
    if not repository.is_outside and repository.exists(f"{objects}/{_ALTERNATES}"):
        raise RepositoryRefused(f"a part of its objects is in another place ({_ALTERNATES})")
    _check_store(repository.anchor, objects, _ALTERNATE_DEPTH)


def _check_store(anchor: Path, objects: str, depth: int) -> None:
    """The objects at a path beneath `anchor`, and at the places that its alternates name."""
    files = SandboxedDir(anchor)
    try:
        with files.directory(objects) as descriptor:
            _check_folder(descriptor, objects, _OBJECTS_LIMIT)
    except (ToolError, OSError):
        raise RepositoryRefused(f"{objects} cannot be read") from None
    try:
        content, more = files.read(f"{objects}/{_ALTERNATES}", _SHALLOW_LIMIT)
    except ToolError:
        return
    places = [line for line in content.splitlines() if line and not line.startswith(b"#")]
    if more or (places and not depth):
        raise RepositoryRefused(f"its objects are in too many other places ({_ALTERNATES})")
    for place in places:
        found = Path(os.path.normpath(anchor / decode_name(objects) / os.fsdecode(place)))
        if not found.is_dir():  # git would go on without it
            raise RepositoryRefused(f"{encode_name(str(found))} cannot be read ({_ALTERNATES})")
        _check_store(found, ".", depth - 1)


def _check_folder(descriptor: int, folder: str, limit: int, depth: int = _DEPTH) -> int:
    """Returns how many of `limit` entries are left. No file is opened."""
    inner = []
    with os.scandir(descriptor) as listing:
        for entry in listing:
            limit -= 1
            if limit < 0:
                raise RepositoryRefused("it has too many loose objects; `git gc` packs them")
            if entry.is_dir(follow_symlinks=False):
                inner.append(entry.name)
            elif not entry.is_file(follow_symlinks=False):
                raise RepositoryRefused(
                    f"{folder}/{encode_name(entry.name)} is a link or no regular file"
                )
    if inner and not depth:
        raise RepositoryRefused(f"{folder} holds directories, which is too deep for objects")
    for name in inner:
        child = os.open(name, OPEN_DIRECTORY, dir_fd=descriptor)
        try:
            limit = _check_folder(child, f"{folder}/{encode_name(name)}", limit, depth - 1)
        finally:
            os.close(child)
    return limit
