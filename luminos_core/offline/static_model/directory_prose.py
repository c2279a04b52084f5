"""The summary of a directory and how far it can be trusted."""

from collections.abc import Iterator

from luminos_core.offline.static_model.essence import (
    essence,
    further_words,
    largest_definitions,
    own_words,
    structure,
)
from luminos_core.offline.static_model.facts import DirectoryFacts
from luminos_core.offline.static_model.manifest_prose import manifest_sentences
from luminos_core.offline.static_model.module_prose import (
    dependencies,
    entry_points,
    main_modules,
)
from luminos_core.offline.static_model.notable_prose import notable_code
from luminos_core.offline.static_model.surroundings_prose import (
    children,
    documents,
    flags,
    plain_files,
    unread,
    withheld,
)
from luminos_core.offline.static_model.wording import count

_BEST, _WORST = 0.95, 0.2
_LONGEST = 2_400  # characters of a summary; what comes later is left out first


def directory_summary(facts: DirectoryFacts) -> str:
    """One paragraph. Its first sentence stands alone; every other adds a fact."""
    parts = [
        essence(facts),
        further_words(facts),
        "" if _is_told_by_name(facts) or not own_words(facts) else structure(facts),
        largest_definitions(facts),
        manifest_sentences(facts.manifests),
        flags(facts),
        main_modules(facts),
        entry_points(facts),
        dependencies(facts),
        notable_code(facts),
        children(facts),
        documents(facts),
        plain_files(facts),
        withheld(facts),
        unread(facts),
    ]
    summary = ""
    for part in parts:
        if part and part not in summary and len(summary) + len(part) < _LONGEST:
            summary = f"{summary} {part}".strip()
    return summary


def _is_told_by_name(facts: DirectoryFacts) -> bool:
    """Whether every file gets a sentence of its own, so that a list of them adds nothing."""
    return set(facts.by_name) <= set(facts.manifests) | set(facts.documents)


def confidence(facts: DirectoryFacts) -> tuple[float, str]:
    """How much the summary rests on prose and structure, 0.2 to 0.95, and why when below 0.7."""
    doubts = [doubt for doubt in _doubts(facts) if doubt[0] > 0]
    score = round(max(_BEST - sum(weight for weight, _ in doubts), _WORST), 2)
    return score, "; ".join(reason for _, reason in doubts) if score < 0.7 else ""


def _doubts(facts: DirectoryFacts) -> Iterator[tuple[float, str]]:
    """What speaks against the summary, and how much of the confidence it takes."""
    if facts.files and not own_words(facts):
        yield 0.15, "neither a README nor a package comment says what it is for"
    named = [source for source in facts.sources.values() if source.outline.symbols]
    silent = sum(not source.doc for source in named)
    if silent:
        told = f"{silent:,} of {count(len(named), 'source file')} with definitions not described"
        yield 0.2 * silent / len(named), told
    unseen = round((1 - facts.completeness) * len(facts.files))
    yield from _share(0.5, unseen, len(facts.files), "file", "not looked at")
    broken = sum(not source.outline.parsed for source in facts.sources.values())
    yield from _share(0.2, broken, len(facts.sources), "source file", "not parsed without errors")
    gaps = sum(not child.state.is_complete for child in facts.briefing.children)
    children = len(facts.briefing.children)
    yield from _share(0.2, gaps, children, "child directory", "not investigated completely")


def _share(
    weight: float, part: int, whole: int, noun: str, what: str
) -> Iterator[tuple[float, str]]:
    if part:
        yield weight * part / whole, f"{part:,} of {count(whole, noun)} {what}"
