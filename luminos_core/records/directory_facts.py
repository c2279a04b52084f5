"""What the offline investigator found in one directory: all its sentences are made of these.

They are stored with the directory's report, so every list is bounded: it holds the first items, and
a total counts the rest.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Generic, Self, TypeVar

from luminos_core.records.base import Record
from luminos_core.records.flag import Severity

Pair = tuple[str, str]
Item = TypeVar("Item", str, Pair)
_KEPT = 13  # items of a list: one more than any sentence shows
_LONGEST = 200  # characters of one


class Sample(Record, Generic[Item]):
    """The first of some items, and how many there are; `first` is empty if only counted."""

    first: tuple[Item, ...] = ()
    total: int = 0

    @classmethod
    def of(cls, items: Iterable[Item], kept: int = _KEPT) -> Self:
        """The first `kept`. Text is cut to 200 characters."""
        found = tuple(items)
        return cls(first=tuple(_cut(item) for item in found[:kept]), total=len(found))

    def __bool__(self) -> bool:
        return self.total > 0


def _cut(item: Item) -> Item:
    if isinstance(item, str):
        return item[:_LONGEST]
    return item[0][:_LONGEST], item[1][:_LONGEST]


Names = Sample[str]
Pairs = Sample[Pair]


class Origin(StrEnum):
    README = "readme"
    PACKAGE = "package"  # the docstring or comment of the package's own file
    MANIFEST = "manifest"


class Purpose(Record):
    """What the directory says it is for, in its own words: one sentence of `file`."""

    sentence: str
    origin: Origin
    file: str


class KindCount(Record):
    """Files of one kind: "Python module", "PNG file"."""

    noun: str
    files: int
    lines: int
    size: int  # bytes
    is_code: bool


class Contents(Record):
    """The directory's own files, counted."""

    files: int = 0
    seen: int = 0  # read, or with nothing in them to read
    kinds: tuple[KindCount, ...] = ()  # code first, then by number of files
    other_files: int = 0  # of kinds that are not among `kinds`
    names: tuple[str, ...] = ()  # of all files, when they are few and none is code
    is_package: bool = False  # of Python
    is_tests: bool = False
    tests: int = 0  # test functions
    alike: str = ""  # what all files are: "manifest", "document" or "structure"
    described_by_name: bool = False  # every file is a manifest or a document
    generated: Names = Names()
    withheld: Names = Names()  # known by name to hold secrets
    links: Names = Names()


class ManifestFacts(Record):
    file: str
    kind: str
    name: str = ""
    version: str = ""
    license: str = ""
    problem: str = ""  # why it could not be read
    description: str = ""  # one sentence
    dependencies: Names = Names()
    dev_dependencies: int = 0
    commands: Pairs = Pairs()  # what can be run, and what it calls
    programs: Pairs = Pairs()  # of them, those that are no task of development
    is_workspace: bool = False  # it holds other packages, and is none itself
    beside: Names = Names()  # what it needs of the same project, by path or by Gradle's name


class SourceFile(Record):
    """`doc` is one sentence, "" when it has none or the directory has the same."""

    name: str
    lines: int
    doc: str = ""
    definitions: Names = Names()  # public, the largest first; functions end in "()"
    definition_doc: str = ""  # of the first
    tests: int = 0


class LongFunction(Record):
    name: str
    file: str
    lines: int


class SourceFacts(Record):
    """The files with an outline. `main` are the most important, by lines and importers."""

    count: int = 0
    modules: int = 0  # of them, those that are not the package's own file
    main: tuple[SourceFile, ...] = ()  # without the package's own file, unless it is alone
    largest: Names = Names()  # by lines
    largest_definitions: tuple[str, ...] = ()
    entry_points: Pairs = Pairs()  # files with a main(), and how to run a package
    unparsed: Names = Names()  # with syntax errors
    long: int = 0  # over 1,000 lines and not generated
    longest_function: LongFunction | None = None
    defining: int = 0  # files that define something
    undocumented: int = 0  # of them, those that do not say what they are for
    partly: int = 0  # files whose outline is not whole: what is counted in them is counted at least


class ImportFacts(Record):
    most_imported: tuple[tuple[str, int], ...] = ()  # and by how many files: at least two
    mutual: Pairs = Pairs()  # pairs that import each other
    project: Names = Names()  # elsewhere in the target
    packages: Names = Names()  # beyond it and the standard library


class Structure(Record):
    """The names found in a file without code: the keys of JSON, the targets of a makefile."""

    noun: str  # "key", "section", "column", "target", "base image", "pattern", "item"
    names: Names


class StructuredFiles(Record):
    """Files that have the same structure."""

    files: Names
    structure: Structure


class ChildFacts(Record):
    path: str  # relative to this directory
    gap: str = ""  # why it is not complete
    headline: str = ""  # its own, made of its facts


class Children(Record):
    """The directories directly below, and what they are."""

    names: Names = Names()
    described: tuple[ChildFacts, ...] = ()
    others: Names = Names()
    total: int = 0
    incomplete: int = 0
    only: ChildFacts | None = None  # that holds everything: the last of a chain


class FlagFacts(Record):
    """The flags of the checks, and the worst of them."""

    counts: tuple[tuple[Severity, int], ...]
    places: int = 0  # that the flags have
    finding: str
    place: str

    @property
    def count(self) -> int:
        return sum(number for _, number in self.counts)


class DirectoryFacts(Record):
    problem: str = ""  # why not all of it could be listed
    contents: Contents = Contents()
    purpose: Purpose | None = None
    further: Purpose | None = None  # a second sentence of its own
    manifests: tuple[ManifestFacts, ...] = ()
    flagged: FlagFacts | None = None
    sources: SourceFacts = SourceFacts()
    imports: ImportFacts = ImportFacts()
    documents: Pairs = Pairs()  # files and their titles, without the README
    structured: tuple[StructuredFiles, ...] = ()
    not_parsed: Pairs = Pairs()  # files that no parser could read within its limits, and why
    unread: Pairs = Pairs()  # files that could not be read, and why
    children: Children = Children()
