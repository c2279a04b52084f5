"""Scripts and style sheets whose line breaks were taken out."""

from luminos_core.scan.expressions import compile_bytes

_WIDTH = 110  # bytes of a line; Linguist's bound for minified text
_LEADING_COMMENT = compile_bytes(rb"\A(?:\s*/\*.*?\*/|\s*//[^\n]*)*\s*")


def is_minified(head: bytes) -> bool:
    """Whether the lines are too wide, on average and also in the middle: one long line of data
    makes nothing minified, and neither does a licence above make one line less so."""
    if len(head) <= _WIDTH * head.count(b"\n"):
        return False
    body = head[_LEADING_COMMENT.match(head).end() :]
    widths = sorted(len(line) for line in body.split(b"\n") if line.strip())
    return bool(widths) and widths[len(widths) // 2] > _WIDTH
