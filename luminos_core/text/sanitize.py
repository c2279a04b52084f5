"""Words of the target, or of a model that has read it, made fit to stand in a prompt.

They stand between tags as data. What could end a tag early, hide itself, or look like a line of
ours is escaped; nothing else is changed.
"""

from collections.abc import Iterable

from luminos_core.text.escape import one_line, visible


def shown_name(name: str) -> str:
    """A file's name or a path on one line."""
    if name.isascii() and name.isprintable() and "<" not in name:
        return name  # nearly every name
    line = visible(name).replace("\n", "\\n").replace("\t", "\\t")
    return line.replace("<", "\\x3c")


def shown_line(text: str, limit: int) -> str:
    """Prose on one line of at most `limit` characters."""
    return _closed(one_line(text, limit))


def shown_text(text: str, limit: int) -> str:
    """Prose that keeps its lines, cut at `limit` characters."""
    whole = visible(text).strip()
    return _closed(whole if len(whole) <= limit else whole[: limit - 1].rstrip() + "…")


def bounded(lines: Iterable[str], limit: int, rest: str) -> str:
    """The lines that fit in `limit` characters; then how many did not, in the words of `rest`,
    which holds "{count}"."""
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


def _closed(text: str) -> str:
    return text.replace("</", "<\\/")
