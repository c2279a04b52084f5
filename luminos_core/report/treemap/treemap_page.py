"""The page: template, style, script and data as one document that loads nothing."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

import orjson
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from luminos_core import __version__
from luminos_core.records.snapshot import Exclusion, Snapshot
from luminos_core.report.treemap.columns import Columns, columns
from luminos_core.text import formats
from luminos_core.text.escape import printable_name

SCRIPTS = (  # in the order in which they are joined
    "wording.js",
    "tree.js",
    "squarify.js",
    "layout.js",
    "legend.js",
    "boxes.js",
    "describe.js",
    "travel.js",
    "view.js",
    "panels.js",
    "tip.js",
    "main.js",
)
_LISTED = 200  # rows of what was left out or could not be read; the counts are always of all


def treemap_page(snapshot: Snapshot) -> str:
    """An HTML document that draws the snapshot as a treemap, complete in itself."""
    picture = columns(snapshot)
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            snapshot=snapshot,
            picture=picture,
            exclusions=sorted(snapshot.exclusions, key=_weight),
            listed=_LISTED,
            version=__version__,
            island=_island(picture),
            style=Markup(_style()),  # noqa: S704 - our own file
            script=Markup(_script()),  # noqa: S704 - our own files
            policy=_policy(),
        )
    )


def _weight(exclusion: Exclusion) -> tuple[int, int, str]:
    """The largest first."""
    return -exclusion.files, -exclusion.size, exclusion.path


def _island(picture: Columns) -> Markup:
    """JSON that may stand in a script element: without "<" nothing can end it."""
    return Markup(orjson.dumps(picture).decode().replace("<", "\\u003c"))  # noqa: S704


@cache
def _policy() -> str:
    """Nothing is loaded, and nothing runs but the page's own style and script."""
    return "; ".join(
        (
            "default-src 'none'",
            f"style-src 'sha256-{_digest(_style())}'",
            f"script-src 'sha256-{_digest(_script())}'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


@cache
def _style() -> str:
    return _own("page.css")


@cache
def _script() -> str:
    """One function, so that its names are its own."""
    return '(() => {\n"use strict";\n' + "\n".join(map(_own, SCRIPTS)) + "})();\n"


def _own(name: str) -> str:
    return files(__package__).joinpath("page", name).read_text("utf-8")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("luminos_core.report.treemap", "page"),
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
    }
    return environment


def _escaped(value: object) -> object:
    """What the template prints, escaped unless it is our own markup."""
    is_text = isinstance(value, str) and not isinstance(value, Markup)
    return printable_name(str(value)) if is_text else value
