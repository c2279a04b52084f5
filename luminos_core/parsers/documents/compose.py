"""The services of a compose file, and where those that are built here are built from."""

from luminos_core.parsers.documents.node import Node
from luminos_core.parsers.documents.select import select
from luminos_core.parsers.documents.yaml_tree import read_yaml
from luminos_core.records.parsed import ComposeService, ComposeServices

_MOST = 500  # services


def find_services(content: bytes) -> ComposeServices:
    """A file that cannot be read has none."""
    try:
        documents = read_yaml(content.decode("utf-8", "replace"))
    except ValueError:
        return ComposeServices()
    found = [
        _service(name, node)
        for document in documents
        for holder, _ in select(document, "services")
        for name, node in holder.entries
    ]
    return ComposeServices(services=tuple(found[:_MOST]))


def _service(name: str, node: Node) -> ComposeService:
    parts = dict(node.entries)
    build = parts.get("build")
    context = dict(build.entries).get("context", build).value if build else ""
    needs = parts["depends_on"].entries if "depends_on" in parts else []
    return ComposeService(
        name=name,
        folder=(context or ".") if build else "",
        # A list of names, or a mapping by name.
        needs=tuple(entry.value if key.isdigit() else key for key, entry in needs),
    )
