"""The registry of renderings: each is a file of the run's folder, named where the report ends."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from luminos_core.audit import publish as publishing
from luminos_core.audit.assemble import assemble
from luminos_core.errors import SettingsError
from luminos_core.records.report import AuditReport
from luminos_core.report import registry
from luminos_core.report.registry import PUBLISHED, RENDERINGS, Rendering, render
from luminos_core.report.terminal import foot_view, report_view
from luminos_core.store.run_folder import RunFolder
from tests.luminos_core.report.report_runs import facts


def test_a_rendering_is_published_and_named_at_the_end_of_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def title(report: AuditReport) -> str:
        return f"{report.name}: {report.status}"

    added = Rendering("title", "title.txt", title, "a title", is_published=True)
    monkeypatch.setattr(registry, "RENDERINGS", (*RENDERINGS, added))
    for module in (publishing, foot_view):
        monkeypatch.setattr(module, "PUBLISHED", (*PUBLISHED, added))
    report, stream = assemble(facts()), io.StringIO()
    with RunFolder(tmp_path / "run") as folder:
        publishing.publish(folder, report, tmp_path)
    report_view.print_report(report, Console(file=stream), folder.path)
    assert (folder.path / "title.txt").read_text() == render("title", report) == "t: complete"
    assert "title.txt" in stream.getvalue()


def test_renderings_have_names_and_files_of_their_own() -> None:
    assert len({rendering.name for rendering in RENDERINGS}) == len(RENDERINGS)
    assert len({rendering.file_name for rendering in RENDERINGS}) == len(RENDERINGS)
    with pytest.raises(
        SettingsError, match="no format 'unknown'; there are: markdown, html, json, flags"
    ):
        render("unknown", assemble(facts()))
