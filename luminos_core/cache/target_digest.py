"""Digests of a whole target, for the passes and checks that look at the whole."""

from pydantic import JsonValue

from luminos_core.cache.directory_key import own_files
from luminos_core.digest import digest_json
from luminos_core.records.briefing import SynthesisBriefing
from luminos_core.records.directory import DirectoryReport
from luminos_core.records.snapshot import Snapshot


def content_digest(snapshot: Snapshot) -> str:
    """Changes with any name, kind or content in the tree, and with what can be read of it; not with
    times, nor with its place."""
    return digest_json(
        [
            [
                directory.path,
                [[file.name, file.kind, file.digest] for file in own_files(directory)],
                *([directory.problem] if directory.problem else []),
            ]
            for directory in snapshot.directories
        ]
    )


def shape_digest(snapshot: Snapshot) -> str:
    """Changes with the target and the set of its directories only: what a survey and a plan are
    kept for. The target's place is in it, since two projects can have the same directories."""
    paths: list[JsonValue] = [*sorted(directory.path for directory in snapshot.directories)]
    return digest_json([snapshot.target, paths])


def synthesis_ingredients(briefing: SynthesisBriefing) -> JsonValue:
    """All that can change a synthesis' words. Not the survey's wording, nor whether a report was
    made in this run or an earlier one, and by which model, nor its cost. Of each report only a
    digest: its facts as JSON would be several times what a run holds."""
    return [
        briefing.target,
        [digest_json(_ingredients(report)) for report in briefing.reports],
        [flag.model_dump(mode="json") for flag in briefing.flags],
        [each.model_dump(mode="json") for each in briefing.left_out],
        briefing.scope,
        [part.model_dump(mode="json") for part in briefing.parts],
        *([briefing.project.model_dump(mode="json")] if briefing.project else []),
    ]


def _ingredients(report: DirectoryReport) -> JsonValue:
    state = "complete" if report.state.is_complete else report.state.value
    written = report.model_dump(
        mode="json",
        include={"entry", "files", "flags", "facts"},
        exclude={"entry": {"cached_at"}, "files": {"__all__": {"cached_at", "model"}}},
        exclude_defaults=True,
    )
    return [report.path, state, report.reason, written]
