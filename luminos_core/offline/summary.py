"""The summary of a directory, and how far it can be trusted."""

from collections.abc import Iterator

from luminos_core.offline.prose import sentence
from luminos_core.records.directory_facts import DirectoryFacts
from luminos_core.text.formats import pluralize

_BEST, _WORST = 0.95, 0.2
_LONGEST = 2_400  # characters of a summary
_ORDER = (  # of its sentences; what comes later is left out first
    "headline", "further", "files", "largest_definitions", "manifests", "flags", "main_files",
    "entry_points", "imports", "notable_code", "children", "documents", "structured", "not_opened",
    "not_parsed", "unread",
)  # fmt: skip


def summarize(facts: DirectoryFacts) -> str:
    """One paragraph. Its first sentence stands alone; every other adds a fact."""
    return sentences(facts, *_ORDER)


def headline(facts: DirectoryFacts) -> str:
    """The one sentence that says what the directory is, and stands alone."""
    return sentences(facts, "headline")


def sentences(facts: DirectoryFacts, *names: str) -> str:
    """These macros of `sentences.j2` in order, without what repeats another, as far as they fit."""
    text = ""
    for name in names:
        part = sentence("sentences.j2", name, facts)
        if part and part not in text and len(text) + len(part) < _LONGEST:
            text = f"{text} {part}".strip()
    return text


def completeness(facts: DirectoryFacts) -> float:
    """The share of its files that was read; what holds nothing to read counts as read, and all that
    could not be listed as one file that was not."""
    files = facts.contents.files + bool(facts.problem)
    return round(facts.contents.seen / files, 2) if files else 1.0


def confidence(facts: DirectoryFacts) -> tuple[float, str]:
    """How much the summary rests on prose and structure, 0.2 to 0.95, and why when below 0.7."""
    doubts = list(_doubts(facts))
    score = round(max(_BEST - sum(weight for weight, _ in doubts), _WORST), 2)
    return score, "; ".join(reason for _, reason in doubts) if score < 0.7 else ""


def _doubts(facts: DirectoryFacts) -> Iterator[tuple[float, str]]:
    """What speaks against the summary, and how much of the confidence it takes."""
    files, code, below = facts.contents.files, facts.sources, facts.children
    if files and not facts.purpose:
        yield 0.15, "neither a README nor a package comment says what it is for"
    if facts.problem:
        yield 0.3, "not all of it could be listed"
    shares = (
        (0.2, code.undocumented, code.defining, "source file", "with definitions not described"),
        (0.5, files - facts.contents.seen, files, "file", "not looked at"),
        (0.3, facts.not_parsed.total, files, "file", "not parsed"),
        (0.2, code.unparsed.total, code.count, "source file", "not parsed without errors"),
        (0.2, below.incomplete, below.total, "child directory", "not investigated completely"),
    )
    for weight, part, whole, noun, problem in shares:
        if part:
            yield weight * part / whole, f"{part:,} of {pluralize(whole, noun)} {problem}"
