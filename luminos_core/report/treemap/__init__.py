"""A snapshot as an HTML page with a treemap."""
