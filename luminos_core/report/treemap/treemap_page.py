"""The treemap page: template, style, scripts and data in one HTML document that loads nothing."""

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
    "format.js",
    "file_tree.js",
    "squarify.js",
    "layout.js",
    "legend.js",
    "boxes.js",
    "describe.js",
    "arrow_keys.js",
    "state.js",
    "panels.js",
    "tooltip.js",
    "main.js",
)
_LISTED = 200  # rows of exclusions and of errors; the counts are of all


def treemap_page(snapshot: Snapshot) -> str:
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            snapshot=snapshot,
            exclusions=sorted(snapshot.exclusions, key=_largest_first),
            listed=_LISTED,
            version=__version__,
            data=_json(columns(snapshot)),
            style=Markup(_style()),  # noqa: S704 - our own file
            script=Markup(_script()),  # noqa: S704 - our own files
            policy=_policy(),
        )
    )


def _largest_first(exclusion: Exclusion) -> tuple[int, int, str]:
    return -exclusion.files, -exclusion.size, exclusion.path


def _json(data: Columns) -> Markup:
    """For a script element, which nothing without "<" can end."""
    return Markup(orjson.dumps(data).decode().replace("<", "\\u003c"))  # noqa: S704


@cache
def _policy() -> str:
    """The content security policy: only the page's own style and script."""
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
    return _file("page.css")


@cache
def _script() -> str:
    """The scripts in one function, so that their names are not global."""
    return '(() => {\n"use strict";\n' + "\n".join(map(_file, SCRIPTS)) + "})();\n"


def _file(name: str) -> str:
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
