"""The treemap page: template, style, scripts and data in one HTML document that loads nothing."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from luminos_core import __version__
from luminos_core.records.snapshot import Snapshot
from luminos_core.report.treemap.columns import Columns, columns
from luminos_core.text import formats
from luminos_core.text.escape import printable_name
from luminos_core.text.json_text import dump_records

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
    return _template().render(
        snapshot=snapshot,
        exclusions=sorted(
            snapshot.exclusions, key=lambda each: (-each.files, -each.size, each.path)
        ),
        listed=_LISTED,
        version=__version__,
        data=_json(columns(snapshot)),
    )


def _json(data: Columns) -> Markup:
    """For a script element, which nothing without "<" can end."""
    return Markup(dump_records(data).decode().replace("<", "\\u003c"))  # noqa: S704


@cache
def _template() -> Template:
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
        "digest": _digest,
        "pluralize": formats.pluralize,
        "size": formats.size,
        "thousands": "{:,}".format,
    }
    ours = {"style": Markup(_file("page.css")), "script": Markup(_script())}  # noqa: S704
    return environment.get_template("page.html.j2", globals=ours)


def _escaped(value: object) -> object:
    """What the template prints, escaped unless it is our own markup."""
    is_text = isinstance(value, str) and not isinstance(value, Markup)
    return printable_name(str(value)) if is_text else value


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def _script() -> str:
    """The scripts in one function, so that their names are not global."""
    return '(() => {\n"use strict";\n' + "\n".join(map(_file, SCRIPTS)) + "})();\n"


def _file(name: str) -> str:
    return files(__package__).joinpath("page", name).read_text("utf-8")
