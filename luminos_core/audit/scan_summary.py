"""What a report tells of the base scan."""

from luminos_core.records.report import ScanSummary
from luminos_core.records.snapshot import Snapshot


def scan_summary(snapshot: Snapshot, tree: str) -> ScanSummary:
    """`tree`: rendered."""
    return ScanSummary(
        scanned_at=snapshot.scanned_at,
        files=snapshot.file_count,
        directories=len(snapshot.directories),
        disk_use=snapshot.disk_use,
        categories=snapshot.categories,
        languages=snapshot.languages,
        large_files=snapshot.large_files,
        history=snapshot.history,
        recent_files=snapshot.last_modified.recent,
        last_modified_source=snapshot.last_modified.source,
        top_directories=snapshot.top_directories,
        exclusions=snapshot.exclusions,
        scan_errors=snapshot.scan_errors,
        tree=tree,
    )
