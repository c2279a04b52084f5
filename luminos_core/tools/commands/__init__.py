"""What run_command can do, one file a command: Python over safe opens, and nothing is executed."""
