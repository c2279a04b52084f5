"""A git directory of our own for the objects of a hostile repository.

Git executes what a repository's config, hooks and attributes say, so it never sees them: it gets a
private directory with a config we wrote, the one commit it is asked about, and the place of the
target's objects. Of the target it reads nothing but those.
"""

# ruff: noqa: PLC0415 - shutil and tempfile take 10 ms to load, and most targets have no history

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from luminos_core.errors import ToolError
from luminos_core.git.repository import Refused, Repository
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text.filenames import decode_name, encode_name

_PROGRAMS = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin"
_SHALLOW_LIMIT = 4 << 20  # bytes
_OBJECTS_LIMIT = 500_000  # names looked at; git itself packs objects from 7,000 on
_DEPTH = 3  # directories in each other; objects/info/commit-graphs is one less
_STEP = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
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


class Shadow(NamedTuple):
    program: str  # path of git
    folder: Path  # where to run it
    environment: dict[str, str]
    shallow: frozenset[str]  # commits whose parents were not fetched


@contextmanager
def shadow_of(repository: Repository, commit: str) -> Iterator[Shadow]:
    """A place to run git in, with HEAD at `commit`; gone on leaving. Refused when git is missing,
    or when the objects are not all the repository's own."""
    import shutil
    import tempfile

    program = shutil.which("git", path=_PROGRAMS)
    if program is None:
        raise Refused(f"git is not installed (looked for in {_PROGRAMS})")
    objects = f"{repository.common}/objects"
    _check_objects(repository, objects)
    shallow = _COMMIT_LINE.findall(
        repository.read(f"{repository.common}/shallow", _SHALLOW_LIMIT) or b""
    )
    folder = Path(tempfile.mkdtemp(prefix="luminos-git-"))  # 0700
    try:
        _furnish(folder, commit, shallow)
        place = repository.anchor / decode_name(objects)
        ids = frozenset(line.decode() for line in shallow)
        yield Shadow(program, folder, _environment(folder, place), ids)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _furnish(folder: Path, commit: str, shallow: list[bytes]) -> None:
    sha256 = len(commit) == _SHA256_HEX
    config = _CONFIG.format(version=1 if sha256 else 0) + (_SHA256 if sha256 else "")
    (folder / "refs").mkdir()
    (folder / "config").write_text(config)
    (folder / "HEAD").write_text(f"{commit}\n")
    if shallow:
        (folder / "shallow").write_bytes(b"\n".join([*shallow, b""]))


def _environment(folder: Path, objects: Path) -> dict[str, str]:
    """All that git is told; nothing of our own environment."""
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
        "GIT_ALLOC_LIMIT": "512m",  # one allocation: a few bytes can claim to unpack to gigabytes
    }


def _check_objects(repository: Repository, objects: str) -> None:
    """Nothing among the objects leads elsewhere: no list of other places, no link, no FIFO. (Git
    opens them by name afterwards; one who changes them meanwhile gains a look at commits whose ids
    are known to them.)"""
    if repository.holds(f"{objects}/info/alternates"):
        raise Refused("a part of its objects is in another place (objects/info/alternates)")
    try:
        with SandboxedDir(repository.anchor).directory(objects) as descriptor:
            _check_folder(descriptor, objects, _OBJECTS_LIMIT)
    except (ToolError, OSError):
        raise Refused(f"{objects} cannot be read") from None


def _check_folder(descriptor: int, folder: str, most: int, depth: int = _DEPTH) -> int:
    """How many of `most` names are left after those in a directory. Kinds are told by the listing;
    no file is opened."""
    inner = []
    with os.scandir(descriptor) as listing:
        for entry in listing:
            most -= 1
            if most < 0:
                raise Refused("it has too many loose objects; `git gc` packs them")
            if entry.is_dir(follow_symlinks=False):
                inner.append(entry.name)
            elif not entry.is_file(follow_symlinks=False):
                raise Refused(f"{folder}/{encode_name(entry.name)} is a link or no regular file")
    if inner and not depth:
        raise Refused(f"{folder} holds directories, which is too deep for objects")
    for name in inner:
        within = os.open(name, _STEP, dir_fd=descriptor)
        try:
            most = _check_folder(within, f"{folder}/{encode_name(name)}", most, depth - 1)
        finally:
            os.close(within)
    return most
