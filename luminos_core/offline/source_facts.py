"""The facts of a directory's source files taken together."""

from collections.abc import Mapping

from luminos_core.offline.file_kinds import is_test_name
from luminos_core.offline.source import Source, length, starts_a_program
from luminos_core.offline.tables import tables
from luminos_core.records.directory_facts import Names, Pairs, SourceFacts, SourceFile

LONG_FILE = 1_000  # lines, the scan's own mark of a large one
_MAIN = 6  # files that get a clause
_DEFINITIONS = 4  # of the directory that are named
_IMPORT_WEIGHT = 0.2  # more of a file's weight for each file that imports it


def source_facts(
    sources: Mapping[str, Source], importers: Mapping[str, int], package_doc: str, module: str
) -> SourceFacts:
    """`importers` is how many files import each; `module` is the dotted name of the directory."""
    defining = [source for source in sources.values() if source.outline.symbols]
    hand_written = [source for source in sources.values() if not source.file.generated]
    long = [source.longest for source in hand_written if source.longest]
    return SourceFacts(
        count=len(sources),
        main=_main_files(sources, importers, package_doc),
        modules=sum(name not in tables().package_files for name in sources),
        largest=Names.of(
            sorted(sources, key=lambda name: (is_test_name(name), -sources[name].lines, name))
        ),
        largest_definitions=_largest_definitions(sources),
        entry_points=Pairs.of(
            (name, f"python -m {module}" if name == "__main__.py" else "")
            for name, source in sources.items()
            if name == "__main__.py" or starts_a_program(source)
        ),
        unparsed=Names.of(
            name
            for name, source in sources.items()
            if not (source.outline.parsed or source.outline.problem)
        ),
        long=sum(source.lines > LONG_FILE for source in hand_written),
        longest_function=max(long, key=lambda function: function.lines, default=None),
        defining=len(defining),
        partly=sum(
            bool(source.outline.truncated or source.outline.problem) for source in sources.values()
        ),
        undocumented=sum(not source.doc for source in defining),
    )


def _main_files(
    sources: Mapping[str, Source], importers: Mapping[str, int], package_doc: str
) -> tuple[SourceFile, ...]:
    """The largest, and those that many files import; the package's own only when it is alone, and
    tests only among themselves. A
    docstring is not repeated: generated files all say the same."""
    own = tables().package_files
    weights = {
        name: source.lines * (1 + _IMPORT_WEIGHT * importers.get(name, 0))
        for name, source in sources.items()
        if name not in own or len(sources) == 1
    }
    if code := {name: weight for name, weight in weights.items() if not is_test_name(name)}:
        weights = code
    main: list[SourceFile] = []
    docs = {package_doc}
    for name in sorted(weights, key=lambda name: (-weights[name], name))[:_MAIN]:
        source = sources[name]
        main.append(
            SourceFile(
                name=name,
                lines=source.lines,
                doc="" if source.doc in docs else source.doc,
                definitions=Names.of(source.definitions),
                definition_doc=source.definition_doc,
                tests=source.tests,
            )
        )
        docs.add(source.doc)
    return tuple(main)


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
