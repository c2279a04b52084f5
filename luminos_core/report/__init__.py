"""Renderings of a report, of a scan, and of the progress of both."""
