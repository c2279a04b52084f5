"""What surrounds a directory: who uses it, whose it is, and how often it changes."""

from luminos_core.records.base import Record


class Surroundings(Record):
    imports: tuple[str, ...] = ()  # directories of the target
    imported_by: tuple[str, ...] = ()
    owner: str = ""  # of most of its files, by CODEOWNERS, else by commits
    commits: int = 0  # that changed its own files, each file counted; 0 without a history
    busiest: str = ""  # the name of the file with most of them
    busiest_commits: int = 0
