"""The directory pass: look at the files, then write down what they are and submit."""

from pydantic import JsonValue

from luminos_core.offline.static_model.choice import (
    files_to_look_at,
    is_outlined,
    wants_reading,
)
from luminos_core.offline.static_model.composition import dominant_category
from luminos_core.offline.static_model.directory_prose import confidence, directory_summary
from luminos_core.offline.static_model.evidence import Evidence
from luminos_core.offline.static_model.facts import DirectoryFacts, put_in_order
from luminos_core.offline.static_model.file_prose import FileNote, describe_file
from luminos_core.offline.static_model.siblings import hides_siblings
from luminos_core.offline.static_model.surroundings_prose import worst_first
from luminos_core.records.briefing import DirectoryBriefing

_READ_BYTES = 49_152  # the most read_file takes: a manifest must be whole to be read
_NOTABLE = 5  # files named in the directory's entry

Call = tuple[str, dict[str, JsonValue]]  # a tool's name and its input


def next_calls(
    briefing: DirectoryBriefing, evidence: Evidence, tools: frozenset[str]
) -> tuple[Call, ...]:
    """A turn or two of looking while there is something to look at and a turn to spare; then
    everything that is known, and the submission, in one."""
    if evidence.turns + 1 < briefing.turns:
        looks = _looks(briefing, tools) if evidence.turns == 0 else _more(briefing, evidence, tools)
        if looks:
            return looks
    facts = put_in_order(briefing, evidence)
    judged = _judgement(facts)
    return (*_entries(facts, judged, tools), ("submit_report", judged))


def _looks(briefing: DirectoryBriefing, tools: frozenset[str]) -> tuple[Call, ...]:
    calls: list[Call] = []
    for file in files_to_look_at(briefing.directory, briefing.tier):
        outlined = is_outlined(file) and "parse_structure" in tools
        if outlined:
            calls.append(("parse_structure", {"path": file.path}))
        if "read_file" in tools and (not outlined or wants_reading(file)):
            calls.append(("read_file", {"path": file.path, "max_bytes": _READ_BYTES}))
    return tuple(calls)


def _more(
    briefing: DirectoryBriefing, evidence: Evidence, tools: frozenset[str]
) -> tuple[Call, ...]:
    """In the second turn, the files whose outline does not say which siblings they import."""
    if evidence.turns > 1 or "read_file" not in tools:
        return ()
    return tuple(
        ("read_file", {"path": path})
        for path, outline in evidence.outlines.items()
        if hides_siblings(outline, briefing.directory.path, briefing.target)
    )


def _entries(
    facts: DirectoryFacts, judged: dict[str, JsonValue], tools: frozenset[str]
) -> tuple[Call, ...]:
    """A write_cache call for each file something was learned of, and one for the directory."""
    if "write_cache" not in tools:
        return ()
    notes = [describe_file(known) for _, known in sorted(facts.known.items())]
    files = [_write("file", note.path, _file_fields(note)) for note in notes]
    path = facts.briefing.directory.path
    directory = _write("dir", path, {**judged, **_directory_fields(facts, notes)})
    return (*files, directory)


def _file_fields(note: FileNote) -> dict[str, JsonValue]:
    fields: dict[str, JsonValue] = {"summary": note.summary, "confidence": note.confidence}
    if note.reason:
        fields["confidence_reason"] = note.reason
    if note.notable:
        fields |= {"notable": True, "notable_reason": note.notable}
    return fields


def _directory_fields(facts: DirectoryFacts, notes: list[FileNote]) -> dict[str, JsonValue]:
    worst = [flag.path.rpartition("/")[2] for flag in worst_first(facts.briefing.flags)]
    notable = [note.path.rpartition("/")[2] for note in notes if note.notable]
    names = [name for name in dict.fromkeys([*worst, *notable]) if name in facts.by_name]
    return {
        "dominant_category": dominant_category(facts.files).value,
        "notable_files": list(names[:_NOTABLE]),
    }


def _judgement(facts: DirectoryFacts) -> dict[str, JsonValue]:
    score, reason = confidence(facts)
    judged: dict[str, JsonValue] = {
        "summary": directory_summary(facts),
        "completeness": facts.completeness,
        "confidence": score,
    }
    return {**judged, "confidence_reason": reason} if reason else judged


def _write(kind: str, path: str, fields: dict[str, JsonValue]) -> Call:
    return "write_cache", {"kind": kind, "path": path, "data": fields}
