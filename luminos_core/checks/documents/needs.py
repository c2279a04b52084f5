"""Whether the tree has what a command in a document needs."""

from collections.abc import Callable
from posixpath import normpath

import re2

from luminos_core.checks.documents.commands import Need, Needed
from luminos_core.checks.documents.places import is_there, module_places, place_of
from luminos_core.checks.documents.tree_facts import TreeFacts
from luminos_core.checks.project import Spelling
from luminos_core.text.tree_paths import parent_of

_OF_DJANGO = frozenset(
    (
        *("changepassword", "check", "clearsessions", "collectstatic", "compilemessages"),
        *("createcachetable", "createsuperuser", "dbshell", "diffsettings", "dumpdata", "flush"),
        *("inspectdb", "loaddata", "makemessages", "makemigrations", "migrate", "runserver"),
        *("shell", "showmigrations", "sqlmigrate", "startapp", "test", "testserver"),
    )
)
_USUAL_OPTIONS = ("help", "version", "verbose", "quiet")
_NEGATED = re2.compile(r"^(?:no|without|with|enable|disable)-")
_WRITTEN_OPTION = (  # with "{0}" for its name
    r"""(?:-|["'`:$]|\b(?:opt|arg|flag|is|use)_){0}\b|\b{0}(?:\s?[:=]|\s+by\b|_(?:flag|opt|arg)\b)"""
)
_WRITTEN_COMMAND = (  # with "{0}" for its name, "{1}" for it as a function's, "{2}" as a type's
    r"""["']{0}["' ]|\b{0}\)|:{1}\b|\bdef\s+{1}\b|\b{2}\s*[{{,(]"""
)
_CLUSTER = 4  # letters after one hyphen
_ANY_FILE = re2.compile(  # names that stand for the reader's
    r"(?i)(?:^|/)(?:test_)?(?:foo|bar|baz|qux|spam|your\w*|my_\w+|some_\w+)(?:\.\w+)?$"
)
_COMPOSE_FILE = re2.compile(r"(?:^|/)(?:docker-)?compose[\w.-]*\.ya?ml$")


def missing(needed: Needed, path: str, facts: TreeFacts) -> str:
    """A sentence when what a command in the document `path` needs is not there; else ""."""
    return _FINDERS[needed.need](needed, path, facts)


def words_of(needed: Needed) -> set[str | Spelling]:
    """The words of which a source has one when it knows the option or command: also as a name of a
    variable."""
    if needed.need not in (Need.OPTION, Need.SUBCOMMAND):
        return set()
    name = needed.name.lstrip("-")
    bare = _NEGATED.sub("", name) if needed.need is Need.OPTION else name
    first, *rest = bare.replace("_", "-").split("-")
    if not rest and needed.need is Need.OPTION:  # a word of every day
        return {Spelling(bare, _WRITTEN_OPTION.format(re2.escape(bare)))}
    camel = first + "".join(word.capitalize() for word in rest)
    return {name, bare, bare.replace("-", "_"), camel}


def is_confirmed(needed: Needed, path: str, facts: TreeFacts) -> bool:
    """Whether the tree has it, and not only might."""
    if needed.need is Need.OPTION:
        usual = needed.name.lstrip("-") in _USUAL_OPTIONS
        is_long = needed.name.startswith("--") or len(needed.name) > _CLUSTER
        return is_long and not usual and _is_named(needed, facts)
    if needed.need is Need.SUBCOMMAND:
        written = written_as(needed.name)
        return facts.project.missing(written) != written
    known = {
        Need.FILE: facts.files_named,
        Need.MAKE_TARGET: facts.targets,
        Need.SCRIPT: facts.entries("package.json"),
        Need.TASK: facts.tasks,
        Need.PROGRAM: facts.programs,
    }
    if needed.need is Need.GO_PACKAGE:
        return facts.project.has(normpath(needed.name))
    if needed.need is Need.MODULE:
        return _is_own_module(needed.name, facts) and not _module(needed, path, facts)
    return needed.name in (known.get(needed.need) or ())


def written_as(command: str) -> set[str | Spelling]:
    """How sources write the name of a command of a program."""
    kind = "".join(word.capitalize() for word in command.split("-"))
    names = (re2.escape(command), command.replace("-", "_"), kind)
    return {Spelling(command.partition("-")[0][1:], _WRITTEN_COMMAND.format(*names))}


def _file(needed: Needed, path: str, facts: TreeFacts) -> str:
    if _ANY_FILE.search(needed.name):
        return ""
    places = (place_of(needed.name, path), needed.name)
    there = any(place and is_there(place, facts.project) for place in places)
    # A "cd" on a line before may lead to where it is.
    deeper = any(path.endswith(f"/{needed.name}") for path in facts.project.files)
    folders = [parent_of(place) for place in places if place] if "/" in needed.name else ["."]
    is_elsewhere = not any(map(facts.project.has, folders))  # or built
    return "" if there or deeper or is_elsewhere else f"There is no {needed.name}."


def _target(needed: Needed, _path: str, facts: TreeFacts) -> str:
    targets = facts.targets_in(needed.program) if needed.program else facts.targets
    known = _knows(targets, needed.name)
    return "" if known else f"make has no target {needed.name}."


def _script(needed: Needed, _path: str, facts: TreeFacts) -> str:
    known = _knows(facts.entries("package.json"), needed.name)
    return "" if known else f"package.json has no script {needed.name}."


def _task(needed: Needed, _path: str, facts: TreeFacts) -> str:
    return "" if _knows(facts.tasks, needed.name) else f"Rake has no task {needed.name}."


def _package(needed: Needed, _path: str, facts: TreeFacts) -> str:
    return "" if facts.project.has(normpath(needed.name)) else f"There is no {needed.name}."


def _module(needed: Needed, _path: str, facts: TreeFacts) -> str:
    """A module of a package that is none of the project's is not looked for."""
    name = needed.name
    there = any(map(facts.project.has, module_places(name, ("", ".py"))))
    return f"There is no module {name}." if _is_own_module(name, facts) and not there else ""


def _is_own_module(name: str, facts: TreeFacts) -> bool:
    return any(map(facts.project.has, module_places(name.partition(".")[0], ("",))))


def _program(needed: Needed, _path: str, facts: TreeFacts) -> str:
    return "" if needed.name in facts.programs else f"There is no program {needed.name}."


def _compose_file(_needed: Needed, _path: str, facts: TreeFacts) -> str:
    there = any(map(_COMPOSE_FILE.search, facts.project.files))
    return "" if there else "There is no compose file."


def _option(needed: Needed, _path: str, facts: TreeFacts) -> str:
    bare = needed.name.lstrip("-")
    is_short = not needed.name.startswith("--")  # "-tpy" is "-t py"
    is_cluster = is_short and (len(bare) <= _CLUSTER or not facts.has_flags_of_go)
    usual = is_cluster or bare in _USUAL_OPTIONS
    if usual or not facts.has_source or _is_named(needed, facts):
        return ""
    return f"{needed.program} has no option {needed.name}."


def _subcommand(needed: Needed, _path: str, facts: TreeFacts) -> str:
    name, program = needed.name, needed.program
    if program == "manage.py":
        module = f"/management/commands/{name}.py"
        known = name in _OF_DJANGO or any(path.endswith(module) for path in facts.project.files)
    else:
        known = not facts.has_source or _is_named(needed, facts)
    return "" if known else f"{program} has no command {name}."


def _knows(names: frozenset[str] | None, name: str) -> bool:
    """Also when it is not known what there is."""
    return names is None or name in names


def _is_named(needed: Needed, facts: TreeFacts) -> bool:
    words = words_of(needed)
    return facts.project.missing(words) != words


_FINDERS: dict[Need, Callable[[Needed, str, TreeFacts], str]] = {
    Need.FILE: _file,
    Need.MAKE_TARGET: _target,
    Need.SCRIPT: _script,
    Need.MODULE: _module,
    Need.GO_PACKAGE: _package,
    Need.PROGRAM: _program,
    Need.TASK: _task,
    Need.COMPOSE_FILE: _compose_file,
    Need.OPTION: _option,
    Need.SUBCOMMAND: _subcommand,
}
