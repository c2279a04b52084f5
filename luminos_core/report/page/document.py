"""A page as one HTML document: template, style and scripts of its own, and data, with a policy by
which the browser loads nothing and runs nothing else."""

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from luminos_core.text import formats
from luminos_core.text.escape import printable_name

_SHARED = "luminos_core.report.page"
_ASSETS = "assets"
MAP_SCRIPTS = (  # in the order in which they are joined; a page's own come after them
    "elements.js",
    "format.js",
    "file_tree.js",
    "squarify.js",
    "layout.js",
    "colourings.js",
    "legend.js",
    "boxes.js",
    "describe.js",
    "arrow_keys.js",
    "state.js",
    "panels.js",
    "tooltip.js",
    "navigation.js",
    "map_events.js",
)


@dataclass(frozen=True, slots=True)
class Page:
    """What one kind of page is made of: files of the folder `assets` in its own package, or of the
    shared one."""

    package: str
    template: str
    styles: tuple[str, ...]
    scripts: tuple[str, ...]
    filters: Mapping[str, Callable[..., Any]] = field(default_factory=dict)


def page_template(page: Page) -> Template:
    """Prints nothing unescaped but what is `Markup`."""
    environment = Environment(
        loader=ChoiceLoader(
            [PackageLoader(page.package, _ASSETS), PackageLoader(_SHARED, _ASSETS)]
        ),
        undefined=StrictUndefined,
        finalize=_escaped,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "pluralize": formats.pluralize,
        "size": formats.size,
        "thousands": "{:,}".format,
        **page.filters,
    }
    style = "".join(_file(page, name) for name in page.styles)
    script = _script(_file(page, name) for name in page.scripts)
    ours = {
        "policy": _policy(style, script),
        "style": Markup(style),  # noqa: S704 - our own file
        "script": Markup(script),  # noqa: S704 - our own files
    }
    return environment.get_template(page.template, globals=ours)


def for_script(pieces: Iterable[bytes]) -> Iterator[Markup]:
    """JSON for a script element, which nothing without "<" can end."""
    for piece in pieces:
        yield Markup(piece.decode().replace("<", "\\u003c"))  # noqa: S704


def asset_names(package: str = _SHARED) -> set[str]:
    """Of the files that a package's pages are made of."""
    return {file.name for file in _folder(package).iterdir()}


def _policy(style: str, script: str) -> str:
    rules = (
        "default-src 'none'",
        f"style-src 'sha256-{_digest(style)}'",
        f"script-src 'sha256-{_digest(script)}'",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
    return "; ".join(rules)


def _escaped(value: object) -> object:
    """What the template prints, escaped unless it is our own markup."""
    is_text = isinstance(value, str) and not isinstance(value, Markup)
    return printable_name(str(value)) if is_text else value


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def _script(texts: Iterable[str]) -> str:
    """The scripts in one function, so that their names are not global. In ASCII, with escapes as
    JavaScript has them, too: other texts take twice the memory."""
    script = '(() => {\n"use strict";\n' + "\n".join(texts) + "})();\n"
    return script.encode("ascii", "backslashreplace").decode()


def _file(page: Page, name: str) -> str:
    own = _folder(page.package) / name
    return (own if own.is_file() else _folder(_SHARED) / name).read_text("utf-8")


def _folder(package: str) -> Traversable:
    return files(package) / _ASSETS
