"""Asking a child process to parse text of the target, since a parser may crash or never end."""
