"""The first sentence of a directory's summary: it stands alone, as its clause in the parent's."""

import re

from luminos_core.offline.static_model.composition import holdings
from luminos_core.offline.static_model.definitions import gist
from luminos_core.offline.static_model.facts import DirectoryFacts
from luminos_core.offline.static_model.manifest_prose import description, manifest_sentences
from luminos_core.offline.static_model.marks import DEFINITIONS, ONLY_CHILD
from luminos_core.offline.static_model.plain import documentation
from luminos_core.offline.static_model.source import is_test_name, length
from luminos_core.offline.static_model.surroundings_prose import documents, plain_files
from luminos_core.offline.static_model.wording import (
    agree,
    as_gloss,
    as_sentence,
    code,
    codes,
    count,
    first_sentence,
    one_line,
    sentences,
)
from luminos_core.records.snapshot import Category

_NAMES = 4  # definitions or files named in one sentence
_GIST = 130  # characters of a definition's docstring


def essence(facts: DirectoryFacts) -> str:
    """What the directory is, by its own words where it has some, else by what it holds."""
    return own_words(facts) or described_structure(facts)


def own_words(facts: DirectoryFacts) -> str:
    """The README's first sentence, the package's docstring, or the manifest's description."""
    readme = facts.readme
    if readme and readme[1].paragraph:
        return f"{readme[0]} says: “{as_sentence(first_sentence(readme[1].paragraph))}”"
    doc = package_words(facts)
    if doc:
        return doc
    for name, manifest in sorted(facts.manifests.items()):
        if said := description(manifest):
            return f"{name} says: “{said}”"
    return ""


def package_words(facts: DirectoryFacts) -> str:
    """What the package's own file says it is, or ""."""
    package = facts.package
    return documentation(package.outline.doc, facts.name) if package else ""


def further_words(facts: DirectoryFacts) -> str:
    """The README's second sentence, or the package's docstring beside a README."""
    readme = facts.readme
    if not readme or not readme[1].paragraph:
        return ""
    doc = package_words(facts)
    if doc:
        return doc
    following = sentences(readme[1].paragraph)[1:2]
    if following and len(following[0]) <= 240:
        return f"It goes on: “{as_sentence(following[0])}”"
    return ""


def structure(facts: DirectoryFacts) -> str:
    """What the directory holds, as a sentence without a verb."""
    if not facts.files:
        return _only_directories(facts.briefing.directory.children)
    held = holdings(facts.files)
    tests = sum(source.tests for source in facts.sources.values())
    if is_tests(facts) and facts.sources:
        counted = f" with {count(tests, 'test function')}" if tests else ""
        return f"Tests: {held}{counted}."
    if [file.name for file in facts.files] == ["__init__.py"]:
        return "A Python package with no module of its own but `__init__.py`."
    if "__init__.py" in facts.by_name:
        held = f"a Python package of {held.replace('Python module', 'module', 1)}"
    return as_sentence(held)


def described_structure(facts: DirectoryFacts) -> str:
    """`structure`, and what stands for the words that the directory lacks: what its only child or
    its largest source file is for, titles, sections, or its files by name."""
    if not facts.files:
        return _only_child(facts) or structure(facts)
    if not facts.sources or is_tests(facts):
        return _told_one_by_one(facts) or structure(facts)
    held = as_gloss(structure(facts))
    names = sorted(facts.sources, key=lambda name: (-_lines(facts, name), name))
    if len(names) > 1:
        joint = ":" if len(names) == len(facts.files) else ", among them"
        return f"{held}{joint} {codes(names, _NAMES)}."
    if facts.sources[names[0]].doc:
        return f"{held}: {facts.sources[names[0]].doc}"
    gloss = gist(facts.sources[names[0]], _GIST)
    return f"{held} that {gloss}." if gloss else f"{held}: {code(names[0])}."


def _only_directories(children: tuple[str, ...]) -> str:
    names = [f"{child.rpartition('/')[2]}/" for child in children]
    return f"Only {agree(len(names), 'directory')}: {codes(names, 6)}." if names else "Empty."


def _only_child(facts: DirectoryFacts) -> str:
    """ "Nothing but `com/x/`: ..." of a chain of directories; "" when there are several."""
    children = facts.briefing.children
    first = sentences(one_line(children[0].summary))[:1] if len(children) == 1 else []
    if not first or not children[0].state.is_complete:
        return ""
    name = children[0].path.rpartition("/")[2]
    deeper = re.match(rf"{ONLY_CHILD}`([^`]+)`: ", first[0])
    if deeper:
        return f"{ONLY_CHILD}{code(f'{name}/{deeper.group(1)}')}: {first[0][deeper.end() :]}"
    return f"{ONLY_CHILD}{code(f'{name}/')}: {first[0]}"


def _told_one_by_one(facts: DirectoryFacts) -> str:
    """The documents, or the settings, when they are all there is."""
    named = set(facts.by_name)
    if named == set(facts.manifests):
        return manifest_sentences(facts.manifests)
    if named == set(facts.documents):
        return documents(facts)
    told = set(facts.landmarks) - set(facts.documents) - set(facts.manifests)
    return plain_files(facts) if named == told and len(named) <= _NAMES else ""


def _lines(facts: DirectoryFacts, name: str) -> int:
    return facts.by_name[name].lines or 0


def largest_definitions(facts: DirectoryFacts) -> str:
    """The largest public definitions of all its files; "" for tests, or fewer than two."""
    leading = [
        symbol
        for name, source in facts.sources.items()
        if not is_test_name(name)
        for symbol in (*source.types, *source.functions)
    ]
    ranked = sorted(leading, key=lambda symbol: (-length(symbol), symbol.name))
    names = list(dict.fromkeys(symbol.name for symbol in ranked))[:_NAMES]
    if len(names) < 2 or len(facts.sources) < 2 or is_tests(facts):
        return ""
    return f"{DEFINITIONS}{codes(names, _NAMES)}."


def is_tests(facts: DirectoryFacts) -> bool:
    """Whether the directory's name or most of its source files say that it holds tests."""
    if facts.name.lower() in ("test", "tests", "spec", "specs", "__tests__", "testing"):
        return True
    source = [file.name for file in facts.files if file.category is Category.SOURCE]
    named = [name for name in source if is_test_name(name)]
    return bool(named) and len(named) * 2 > len(source)
