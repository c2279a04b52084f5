"""The source files of a directory in words: which matter, where running starts, and how they
depend on each other."""

from luminos_core.offline.static_model.choice import PACKAGE_FILES
from luminos_core.offline.static_model.definitions import gist
from luminos_core.offline.static_model.essence import essence, is_tests, package_words
from luminos_core.offline.static_model.facts import DirectoryFacts
from luminos_core.offline.static_model.marks import (
    ENTRY,
    FILES,
    INSIDE,
    MAIN_FILES,
    MUTUAL,
    ONE_FILE,
    OUTSIDE,
    USES,
)
from luminos_core.offline.static_model.outside import outside_imports, project_imports
from luminos_core.offline.static_model.source import Source
from luminos_core.offline.static_model.wording import (
    agree,
    as_gloss,
    code,
    codes,
    count,
    listed,
    shortened,
)

_MAIN = 6  # modules that get a clause
_IMPORT_WEIGHT = 0.2  # more of a module's weight for each sibling that imports it
_GLOSS = 130  # characters
_PAIRS = 3  # of files that import each other


def main_modules(facts: DirectoryFacts) -> str:
    """The modules that matter with what each is."""
    sibling_imports = facts.sibling_imports
    names = [name for name in facts.sources if name not in PACKAGE_FILES]
    if not names:
        return ""

    def weight(name: str) -> float:
        lines = facts.by_name[name].lines or 0
        return lines * (1 + _IMPORT_WEIGHT * sibling_imports.imported_by[name])

    main = sorted(names, key=lambda name: (-weight(name), name))[:_MAIN]
    if len(facts.sources) == 1:
        return _one_file(facts, main[0])
    clauses = "; ".join(_without_repetition([_clause(facts, name) for name in main]))
    return f"{MAIN_FILES if len(names) > len(main) else FILES}{clauses}."


def _without_repetition(clauses: list[str]) -> list[str]:
    """Clauses without a gloss that an earlier one has: generated files all say the same."""
    seen: set[str] = set()
    shown: list[str] = []
    for clause in clauses:
        named, _, gloss = clause.partition(": ")
        shown.append(named if gloss in seen else clause)
        seen.add(gloss)
    return shown


def _one_file(facts: DirectoryFacts, name: str) -> str:
    """The only source file by name, when the directory's own words say nothing of it."""
    gloss = _gloss(facts, name)
    if gloss in essence(facts):
        return ""
    if facts.sources[name].doc:
        return f"{ONE_FILE} is {code(name)}: {gloss}."
    return f"{ONE_FILE}, {code(name)}, {gloss}."


def _clause(facts: DirectoryFacts, name: str) -> str:
    measure = f"{code(name)} ({count(facts.by_name[name].lines or 0, 'line')})"
    gloss = _gloss(facts, name)
    return f"{measure}: {gloss}" if gloss else measure


def _gloss(facts: DirectoryFacts, name: str) -> str:
    """What the file says it is for, unless that was said of the directory; else what it defines."""
    doc = facts.sources[name].doc
    said = not doc or doc == package_words(facts)
    return gist(facts.sources[name], _GLOSS) if said else as_gloss(shortened(doc, _GLOSS))


def dependencies(facts: DirectoryFacts) -> str:
    """Who imports whom inside, and what is imported from outside."""
    sibling_imports = facts.sibling_imports
    parts: list[str] = []
    most = sibling_imports.most_imported()[:3]
    if most and not is_tests(facts):
        first, *others = most
        verb = "included" if first[0].endswith((".h", ".hpp", ".hh")) else "imported"
        phrases = [f"{code(first[0])} is {verb} by {count(first[1], 'file')}"]
        phrases += [f"{code(name)} by {number}" for name, number in others]
        parts.append(f"{INSIDE}{listed(phrases)}.")
    if pairs := sibling_imports.mutual():
        parts.append(_mutual(pairs))
    directory, target = facts.briefing.directory.path, facts.briefing.target
    outlines = {name: source.outline for name, source in facts.sources.items()}
    used = project_imports(directory, target, outlines)
    if used and not is_tests(facts):
        parts.append(f"{USES}{codes(used, 6)}.")
    outside = outside_imports(directory, target, outlines)
    if outside and not is_tests(facts):
        parts.append(f"{OUTSIDE}{codes(outside, 6)}.")
    return " ".join(parts)


def _mutual(pairs: list[tuple[str, str]]) -> str:
    named = [f"{code(one)} and {code(other)}" for one, other in pairs[:_PAIRS]]
    more = count(len(pairs) - _PAIRS, "more pair") if len(pairs) > _PAIRS else ""
    return f"{MUTUAL}{'; '.join([*named, more] if more else named)}."


def entry_points(facts: DirectoryFacts) -> str:
    """Where running starts, by name and structure."""
    found: list[str] = []
    for name, source in sorted(facts.sources.items()):
        if name == "__main__.py":
            found.append(f"{code(name)}, run with {code(f'python -m {_module(facts)}')}")
        elif _has_main(source) and not is_tests(facts):
            found.append(f"`main()` in {code(name)}")
    return f"{agree(len(found), ENTRY)}: {listed(found, 5)}." if found else ""


def _module(facts: DirectoryFacts) -> str:
    """The package's dotted name as its path has it."""
    path = facts.briefing.directory.path
    return facts.name if path == "." else path.removeprefix("src/").replace("/", ".")


def _has_main(source: Source) -> bool:
    return any(symbol.name == "main" for symbol in source.functions)
