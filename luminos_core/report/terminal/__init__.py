"""A report and a scan on a terminal."""
