"""The commands of run_command, in Python over sandboxed opens; nothing is executed."""
