"""The programs in a page."""

import re2

_SCRIPT = re2.compile(r"(?is)<script\b[^>]*>(.*?)</script\s*>")
_PHP = re2.compile(r"(?is)<\?(php\b|=)?(.*?)(\?>|\z)")


def script_of(page: str) -> str:
    """The page with spaces for all that is not in a script; "" when nothing is."""
    text, end = "", 0
    for found in _SCRIPT.finditer(page):
        start, after = found.span(1)
        text += _blank(page[end:start]) + page[start:after]
        end = after
    return text if text.strip() else ""


def php_of(page: str) -> str:
    """The page with spaces for all that is not PHP. The same when nothing else is in it."""
    if page.lstrip().startswith("<?php") and "?>" not in page.rstrip().removesuffix("?>"):
        return page
    text, end = "", 0
    for found in _PHP.finditer(page):
        opened = "echo" if found.group(1) == "=" else ""
        tag = page[found.start() : found.start(2)]
        text += _blank(page[end : found.start()]) + opened.ljust(len(tag)) + found.group(2) + "; "
        end = found.end()
    return text + _blank(page[end:])


def _blank(text: str) -> str:
    """As many lines, and as many characters on each."""
    return "\n".join(" " * len(line) for line in text.split("\n"))
