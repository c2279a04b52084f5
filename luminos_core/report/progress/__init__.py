"""The progress of a run and of a scan: live on a terminal, in lines, and as Markdown."""
