"""An estimate as Markdown."""

from luminos_core.records.estimate import Estimate
from luminos_core.report.estimate_line import estimate_line
from luminos_core.report.markdown_escape import code, inline
from luminos_core.text import formats


def estimate_markdown(estimate: Estimate) -> str:
    """The line, and a table of what would be bought for which pass."""
    rows = [
        f"| {used.pass_name} | {code(used.model)} | {used.calls:,} | "
        f"{formats.tokens(used.input + used.output + used.cache_read + used.cache_write)} | "
        f"{inline(formats.money(used.usd))} |"
        for used in estimate.usage
    ]
    head = ("| Pass | Model | Calls | Tokens | USD |", "|:--|:--|--:|--:|--:|")
    return "\n".join((f"{inline(estimate_line(estimate))}.", "", *head, *rows))
