"""The base scan: every file and directory of the target, read once, exactly."""
