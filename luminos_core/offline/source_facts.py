"""The facts of a directory's source files taken together."""

from collections.abc import Iterable, Mapping

from luminos_core.offline.file_facts import FileFacts
from luminos_core.offline.file_kinds import PACKAGE_FILES, is_test_name
from luminos_core.offline.source import Source, length, qualified
from luminos_core.records.directory_facts import (
    LongFunction,
    Names,
    Pair,
    Pairs,
    SourceFacts,
    SourceFile,
)

LONG_FILE = 1_000  # lines, the scan's own mark of a large one
LONG_FUNCTION = 100  # lines of one worth naming
_MAIN = 6  # files that get a clause
_DEFINITIONS = 4  # of the directory that are named
_NAME = 200  # characters
_IMPORT_WEIGHT = 0.2  # more of a file's weight for each file that imports it


def source_facts(
    files: Mapping[str, FileFacts], importers: Mapping[str, int], package_doc: str, module: str
) -> SourceFacts:
    """`files` are those with an outline, by name, and `importers` how many files import each;
    `module` is the dotted name of the directory."""
    sources = {name: facts.source for name, facts in sorted(files.items()) if facts.source}
    defining = [source for source in sources.values() if source.outline.symbols]
    hand_written = [facts for _, facts in sorted(files.items()) if not facts.file.generated]
    long = [function for facts in hand_written if (function := long_function(facts))]
    return SourceFacts(
        count=len(sources),
        main=_main_files(files, importers, package_doc),
        modules=sum(name not in PACKAGE_FILES for name in sources),
        largest=Names.of(sorted(sources, key=lambda name: (-_lines(files[name]), name))),
        largest_definitions=_largest_definitions(sources),
        entry_points=Pairs.of(
            point for name in sources for point in _entry_point(name, sources, module)
        ),
        unparsed=Names.of(name for name, source in sources.items() if not source.outline.parsed),
        long=sum(_lines(facts) > LONG_FILE for facts in hand_written),
        longest_function=max(long, key=lambda function: function.lines, default=None),
        defining=len(defining),
        undocumented=sum(not source.doc for source in defining),
    )


def _main_files(
    files: Mapping[str, FileFacts], importers: Mapping[str, int], package_doc: str
) -> tuple[SourceFile, ...]:
    """The largest, and those that many files import; the package's own only when it is alone."""
    names = [name for name in files if name not in PACKAGE_FILES or len(files) == 1]

    def weight(name: str) -> float:
        return _lines(files[name]) * (1 + _IMPORT_WEIGHT * importers.get(name, 0))

    ranked = sorted(names, key=lambda name: (-weight(name), name))[:_MAIN]
    seen = {package_doc}
    return tuple(_source_file(files[name], seen) for name in ranked)


def _source_file(facts: FileFacts, seen: set[str]) -> SourceFile:
    """What one file says or defines. A docstring that is already in `seen` is not repeated:
    generated files all say the same."""
    name, source = facts.file.name, facts.source
    file = SourceFile(name=name, lines=_lines(facts))
    if source is None:
        return file
    doc = "" if source.doc in seen else source.doc
    seen.add(source.doc)
    return file.model_copy(
        update={
            "doc": doc,
            "definitions": Names.of(source.definitions),
            "definition_doc": source.definition_doc,
            "tests": source.tests,
        }
    )


def _largest_definitions(sources: Mapping[str, Source]) -> tuple[str, ...]:
    """The largest public definitions of all files that are no tests."""
    found = [
        symbol
        for name, source in sources.items()
        if not is_test_name(name)
        for symbol in (*source.types, *source.functions)
    ]
    ranked = sorted(found, key=lambda symbol: (-length(symbol), symbol.name))
    return Names.of(dict.fromkeys(symbol.name for symbol in ranked)).first[:_DEFINITIONS]


def _entry_point(name: str, sources: Mapping[str, Source], module: str) -> Iterable[Pair]:
    if name == "__main__.py":
        yield name, f"python -m {module}"
    elif any(symbol.name == "main" for symbol in sources[name].functions):
        yield name, ""


def long_function(facts: FileFacts) -> LongFunction | None:
    """The file's longest function or method, when it is long."""
    longest = facts.source.longest if facts.source else None
    if longest is None or length(longest) < LONG_FUNCTION:
        return None
    name = qualified(longest)[:_NAME]
    return LongFunction(name=name, file=facts.file.name, lines=length(longest))


def _lines(facts: FileFacts) -> int:
    return facts.file.lines or 0
