"""Reading a structured file, by its language."""

from collections.abc import Callable

from luminos_core.parsers.documents.dockerfile import read_dockerfile
from luminos_core.parsers.documents.hcl import read_hcl
from luminos_core.parsers.documents.lines import read_lines, read_sections
from luminos_core.parsers.documents.node import Node
from luminos_core.parsers.documents.xml_tree import read_xml
from luminos_core.parsers.documents.yaml_tree import read_yaml

Reader = Callable[[str], list[Node]]

_READERS: dict[str, Reader] = {
    "YAML": read_yaml,
    "JSON": read_yaml,  # which is YAML but for tabs
    "JSON with Comments": read_yaml,
    "HCL": read_hcl,
    "Dockerfile": read_dockerfile,
    "TOML": read_sections,
    "INI": read_sections,
    "Java Properties": read_sections,
    "Dotenv": read_sections,
    "NPM Config": read_sections,
    "Git Config": read_sections,
    "XML": read_xml,
    "Maven POM": read_xml,
}
_SECTIONS = ("pip.conf", ".pypirc", ".condarc", "setup.cfg", "tox.ini")
_XML = ("web.config", "app.config", "NuGet.config", "nuget.config", "settings.xml")


def read_documents(text: str, language: str, name: str) -> list[Node]:
    """The documents in a file, of which YAML may have several. A file without a format of its own
    is its lines. Raises ValueError when the text is not what its language says."""
    if name in _SECTIONS:
        return read_sections(text)
    if name in _XML:
        return read_xml(text)
    return _READERS.get(language, read_lines)(text)
