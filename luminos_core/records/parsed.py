"""What parsers say of a text of the target."""

from luminos_core.records.base import Record


class Syntax(Record):
    """Whether a text is what it should be. `problem` is "" when it is."""

    problem: str = ""  # in the parser's words
    line: int | None = None  # 1-based, if the parser says so


class JsonText(Syntax):
    """The first of the names at the top of an object; an array has items."""

    kind: str = ""  # "object", "array", "value"
    names: tuple[str, ...] = ()
    total: int = 0


class Header(Record):
    """The first row of a table."""

    names: tuple[str, ...] = ()


class RuleMatch(Record):
    """A place in a file that a rule of the catalogue describes."""

    rule: str
    line: int  # 1-based
    end_line: int
    column: int  # characters before it on its line
    remote: bool = False  # a value that the rule asks about is input, and not of who runs it
    is_hint: bool = False  # none is as the rule says that it must be for more than a hint


class RuleMatches(Record):
    matches: tuple[RuleMatch, ...] = ()  # by line
    minified: bool = False  # not searched for that reason


class DeclaredPackage(Record):
    """What a manifest says it needs. A runtime is a package of the ecosystem "runtime"."""

    ecosystem: str  # "npm", "pypi", "runtime", …
    name: str  # lower case
    written: str = ""  # the name, where it is not in lower case
    version: str = ""  # as written; "" when none is
    source: str = ""  # a repository or address beside the registry, with its branch or revision
    line: int  # 1-based
    for_development: bool = False  # to build, test or change it


class DeclaredPackages(Record):
    packages: tuple[DeclaredPackage, ...] = ()


class LockedPackage(Record):
    """A release that a lock file has chosen."""

    ecosystem: str
    name: str  # lower case
    version: str
    wanted: str = ""  # what was asked for, where the file says it: "^1.2"
    place: str = ""  # of what asks for it, relative to the file's directory; "" for all


class LockedPackages(Record):
    packages: tuple[LockedPackage, ...] = ()


class ComposeService(Record):
    name: str
    folder: str = ""  # that it is built in, as written; "" when it is not built here
    needs: tuple[str, ...] = ()  # names of other services


class ComposeServices(Record):
    services: tuple[ComposeService, ...] = ()


class OwnedPaths(Record):
    owners: dict[str, str]  # by path, separated by spaces; those that are asked for and owned
    named: tuple[str, ...] = ()  # every owner, sorted
