"""The facts of projects that tests write."""

from pathlib import Path

from luminos_core.offline.project_facts.find import find_project_facts
from luminos_core.offline.project_facts.notes import directory_notes
from luminos_core.records.project import ProjectFacts
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal


def facts_of(root: Path) -> ProjectFacts:
    context = ScanContext(lambda event: None, StopSignal())
    snapshot = take_snapshot(root, ScanOptions(), context)
    files = ScannedFiles(root)
    files.remember(snapshot)
    notes = {each.path: directory_notes(each, files) for each in snapshot.directories}
    return find_project_facts(snapshot, notes)
