"""How the sentences of a directory's summary begin, so that the synthesis finds them again.

A summary is all that one pass leaves to the next; its own openings are its only structure.
"""

from luminos_core.offline.static_model.wording import one_line, sentences

ONE_FILE = "Its one source file"
FILES = "Files: "
MAIN_FILES = "Main files: "
ENTRY = "Entry point"
ONLY_CHILD = "Nothing but "
DEFINITIONS = "Its largest definitions: "
USES = "From the rest of the project it imports "
INSIDE = "Inside it, "
MUTUAL = "Importing each other (imports for type checkers count): "
OUTSIDE = "Other packages it imports: "
LONGEST = "The longest function is "
BELOW = "Below it: "
FLAG = "Flagged: "
DOCUMENTS = "Document"

_BODY = (
    ONE_FILE,
    FILES,
    MAIN_FILES,
    ENTRY,
    INSIDE,
    MUTUAL,
    USES,
    DEFINITIONS,
    OUTSIDE,
    LONGEST,
    BELOW,
    FLAG,
    DOCUMENTS,
)


def lead(summary: str) -> str:
    """The first sentence and those up to a marked one: what the directory is and declares."""
    first, *others = sentences(one_line(summary)) or [""]
    kept = [first]
    for sentence in others:
        if sentence.startswith(_BODY):
            break
        kept.append(sentence)
    return " ".join(kept)


def marked(summary: str, *openings: str) -> list[str]:
    """The sentences that begin with one of `openings`, in order."""
    return [sentence for sentence in sentences(one_line(summary)) if sentence.startswith(openings)]
