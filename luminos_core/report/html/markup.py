"""Markdown of an agent, or of rules, as markup: paragraphs, lists, emphasis and code alone. It
links nowhere and loads nothing, whatever it says."""

from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from luminos_core.text.escape import escape_invisible

_OFF = ("html_block", "html_inline", "link", "image", "autolink", "reference", "linkify", "entity")
_TOP = 3  # the level of its highest heading: the page has its own above


def markdown(text: str) -> Markup:
    """What is raw HTML, a link or an image in the text is text in the markup."""
    tokens = _parser().parse(escape_invisible(text))
    headings = [token for token in tokens if token.type in ("heading_open", "heading_close")]
    highest = min((int(token.tag[1:]) for token in headings), default=1)
    for token in headings:
        token.tag = f"h{min(int(token.tag[1:]) - highest + _TOP, 6)}"
    rendered = _parser().renderer.render(tokens, _parser().options, {})
    return Markup(rendered)  # noqa: S704 - it escapes what it renders


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).disable(_OFF, ignoreInvalid=True)
