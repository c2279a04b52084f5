"""Other programs that look for defects: run over copies of the target's files, within limits."""
