"""Text from the target, or from a model that has read it, sanitized for a prompt.

A prompt holds it as data between tags. What could close a tag, be invisible, or look like a line
of the prompt is escaped; nothing else changes.
"""

from collections.abc import Iterable

from luminos_core.text.escape import escape_invisible, one_line, printable_name


def sanitize_name(name: str) -> str:
    """A file's name or a path on one line."""
    return printable_name(name).replace("<", "\\x3c")


def sanitize_line(text: str, limit: int) -> str:
    """Prose on one line of at most `limit` characters."""
    return _escape_tags(one_line(text, limit))


def sanitize_text(text: str, limit: int) -> str:
    """Prose with its line breaks, cut at `limit` characters."""
    whole = escape_invisible(text).strip()
    return _escape_tags(whole if len(whole) <= limit else whole[: limit - 1].rstrip() + "…")


def truncate_lines(lines: Iterable[str], limit: int, rest: str) -> str:
    """The lines that fit in `limit` characters, up to the first that does not; then `rest`, whose
    "{count}" is the number of lines left out."""
    kept: list[str] = []
    left_out = 0
    for line in lines:
        limit -= len(line) + 1
        if left_out or limit < 0:
            left_out += 1
        else:
            kept.append(line)
    if left_out:
        kept.append(rest.format(count=f"{left_out:,}"))
    return "\n".join(kept)


def _escape_tags(text: str) -> str:
    return text.replace("</", "<\\/")
