"""The commit and the branch of HEAD, read without git, through loose and packed refs."""

import os
import re

from luminos_core.git.repository import Repository, RepositoryRefused
from luminos_core.text.filenames import encode_name

_REF_LIMIT = 4096  # bytes
_PACKED_LIMIT = 128 << 20  # bytes; a mirror with a million refs has 70 MB
_DEPTH = 5  # symbolic refs in a row; as many as git follows
_COMMIT = re.compile(rb"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_BRANCHES = "refs/heads/"
_PER_WORK_TREE = ("refs/bisect/", "refs/rewritten/", "refs/worktree/")


def head_commit(repository: Repository) -> str:
    """The id of HEAD's commit, in hex. RepositoryRefused when none can be read safely."""
    if repository.exists(f"{repository.common}/reftable"):
        raise RepositoryRefused("its refs are in a reftable, which is not read")
    content = repository.read(f"{repository.own}/HEAD", _REF_LIMIT)
    for _ in range(_DEPTH):
        if content is None:
            raise RepositoryRefused("HEAD cannot be read")
        if not content.startswith(b"ref:"):
            return _commit(content)
        content = _resolve(repository, os.fsdecode(content[4:].strip()))
    raise RepositoryRefused("HEAD leads from one ref to another without end")


def head_branch(repository: Repository) -> str:
    """The branch that HEAD is at, encoded as names of files are; "" when it is at none, or when it
    cannot be read safely."""
    content = repository.read(f"{repository.own}/HEAD", _REF_LIMIT) or b""
    name = os.fsdecode(content.removeprefix(b"ref:").strip())
    is_branch = content.startswith(b"ref:") and name.startswith(_BRANCHES) and _is_safe(name)
    return encode_name(name.removeprefix(_BRANCHES)) if is_branch else ""


def _resolve(repository: Repository, name: str) -> bytes:
    """The content of the ref `name`."""
    if not _is_safe(name):
        raise RepositoryRefused(f"HEAD leads to {encode_name(name)}, which is no name of a ref")
    folder = repository.own if name.startswith(_PER_WORK_TREE) else repository.common
    loose = repository.read(f"{folder}/{encode_name(name)}", _REF_LIMIT)
    found = _packed(repository, os.fsencode(name)) if loose is None else loose
    if found is None:
        raise RepositoryRefused("there is no commit yet")
    return found


def _packed(repository: Repository, name: bytes) -> bytes | None:
    content = repository.read(f"{repository.common}/packed-refs", _PACKED_LIMIT)
    if content is None:
        return None
    end = (content + b"\n").find(b" " + name + b"\n")
    return None if end < 0 else content[content.rfind(b"\n", 0, end) + 1 : end]


def _commit(content: bytes) -> str:
    text = content.strip()
    if not _COMMIT.fullmatch(text):
        raise RepositoryRefused("HEAD leads to no commit")
    return text.decode()


def _is_safe(name: str) -> bool:
    """Whether git accepts it as a ref: in refs/, no hidden part, no lock, no ".."."""
    parts = name.split("/")
    return (
        len(parts) > 1
        and parts[0] == "refs"
        and all(part and part[0] != "." and not part.endswith(".lock") for part in parts)
        and ".." not in name
        and not any(char <= " " or char in "\x7f~^:?*[\\" for char in name)
    )
