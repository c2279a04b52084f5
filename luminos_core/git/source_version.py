"""Which commit of which repository a target is, read without git."""

from pathlib import Path

from luminos_core.git.config_file import Variable, read_config
from luminos_core.git.find_repository import find_repository
from luminos_core.git.forge_page import forge_of, forge_page
from luminos_core.git.head import head_branch, head_commit
from luminos_core.git.repository import NoRepository, RepositoryRefused
from luminos_core.records.comparison import Forge, SourceVersion
from luminos_core.text.filenames import encode_name

_ORIGIN = "origin"


def source_version(target: Path, forge: Forge | None = None) -> SourceVersion:
    """Of the target's work tree, as it is now; empty where there is no repository that can be
    read. `forge` is whose page it is when its host does not tell."""
    found = find_repository(target)
    if isinstance(found, NoRepository):
        return SourceVersion()
    try:
        commit = head_commit(found)
    except RepositoryRefused:  # also when there is no commit yet
        commit = ""
    branch = head_branch(found)
    folder = target.relative_to(found.top).as_posix()
    page = _page(read_config(found), branch)
    return SourceVersion(
        commit=commit,
        branch=branch,
        remote=page,
        forge=(forge_of(page) or forge) if page else None,
        folder="" if folder == "." else encode_name(folder),
    )


def _page(config: tuple[Variable, ...], branch: str) -> str:
    """Of the remote "origin", else of the branch's, else of the only one."""
    addresses: dict[str, str] = {}
    upstream = ""
    for section, inner, name, value in config:
        if section == "remote" and name == "url":
            addresses.setdefault(inner, value)  # the first is fetched from
        elif (section, inner, name) == ("branch", branch, "remote"):
            upstream = value
    only = next(iter(addresses), "") if len(addresses) == 1 else ""
    chosen = next((each for each in (_ORIGIN, upstream, only) if each in addresses), "")
    return forge_page(addresses.get(chosen, ""))
