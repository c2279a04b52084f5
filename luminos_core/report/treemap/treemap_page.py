"""The treemap page: one HTML document that loads nothing."""

from functools import cache

from jinja2 import Template

from luminos_core import __version__
from luminos_core.records.snapshot import Snapshot
from luminos_core.report.page.document import MAP_SCRIPTS, Page, for_script, page_template
from luminos_core.report.treemap.columns import columns
from luminos_core.text.json_text import dump_records

PAGE = Page(
    package="luminos_core.report.treemap",
    template="treemap.html.j2",
    styles=("theme.css", "map.css", "treemap.css"),
    scripts=(*MAP_SCRIPTS, "main.js"),
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
        data=next(for_script([dump_records(columns(snapshot))])),
    )


@cache
def _template() -> Template:
    return page_template(PAGE)
