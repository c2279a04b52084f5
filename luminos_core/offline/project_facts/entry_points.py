"""What a person or a server starts: commands, images, processes, files in which running starts."""

from collections.abc import Iterator
from posixpath import join, normpath

from luminos_core.offline.project_facts.starts import Rank, Start
from luminos_core.offline.project_facts.tree import NotedTree
from luminos_core.records.directory_facts import ManifestFacts
from luminos_core.records.project import EntryPoint
from luminos_core.text.tree_paths import ROOT, parent_of

_AIDS = frozenset((".devcontainer", ".ci", "ci", ".github", "hack", "scripts", "tools"))
_TASKS = ("Makefile",)
_WEB_ROOTS = ("public", "web", "www", "htdocs")
_MOST = 500


def find_entry_points(tree: NotedTree) -> tuple[tuple[str, EntryPoint], ...]:
    """With their directories. Where nothing says how the project is started, the files that can
    be."""
    found = [*_declared(tree)]
    sure = [(path, start) for path, notes in tree.own.items() for start in notes.starts]
    ranks = [Rank.NAMED, Rank.COMPILED]
    if not found and not any(start.rank in ranks for _, start in sure):
        ranks.append(Rank.POSSIBLE)
        sure = [(path, start) for path, start in sure if not _is_of_a_library(tree, start)]
    found += [
        (path, EntryPoint(name=start.name, calls=start.calls, path=start.path))
        for path, start in sure
        if start.rank in ranks and (not start.path.endswith(".php") or path in _web_roots(tree))
    ]
    return tuple(dict.fromkeys(found))[:_MOST]


def _declared(tree: NotedTree) -> Iterator[tuple[str, EntryPoint]]:
    for path, notes in tree.own.items():
        if _AIDS.intersection(path.split("/")):
            continue
        for manifest in notes.manifests:
            if manifest.kind == "Dockerfile":
                yield from ((path, each) for each in _of_image(path, manifest))
            elif manifest.kind not in _TASKS:
                for name, calls in manifest.programs.first:
                    place = _place(tree, path, name, calls)
                    yield path, EntryPoint(name=name, calls=calls, path=place)


def _is_of_a_library(tree: NotedTree, start: Start) -> bool:
    """Whether the file is a module of a package whose manifest declares no command: it can be run
    to try it."""
    if not start.path.endswith(".py") or start.path.endswith("__main__.py"):
        return False
    is_module = join(parent_of(start.path), "__init__.py") in tree.paths
    return is_module and any(
        manifest.name or manifest.kind == "setup.py" for _, manifest in tree.near_manifests
    )


def _web_roots(tree: NotedTree) -> tuple[str, ...]:
    """Where a server looks for the page that it starts."""
    return (tree.principal, *(_in(tree.principal, name) for name in _WEB_ROOTS))


def _of_image(path: str, manifest: ManifestFacts) -> Iterator[EntryPoint]:
    if manifest.programs:
        file = _in(path, manifest.file)
        calls = "; ".join(f"{word} {how}" for word, how in manifest.programs.first)
        yield EntryPoint(name=file, calls=calls, path=file)


def _place(tree: NotedTree, path: str, name: str, calls: str) -> str:
    """The file that a declared command leads to; "" when it is not known."""
    module = calls.partition(":")[0].strip().replace(".", "/")
    spelled = [calls, calls.removeprefix("./"), f"src/bin/{name}.rs", "src/main.rs"]
    for folder in ("", "src/", "lib/"):
        spelled += [f"{folder}{module}{end}" for end in (".py", "/__init__.py", "/__main__.py")]
    places = (normpath(_in(path, each)) for each in spelled if each)
    return next((each for each in places if each in tree.paths), "")


def _in(path: str, name: str) -> str:
    return name if path == ROOT else join(path, name)
