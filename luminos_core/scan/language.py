"""Which language a file is in: by its name, then its shebang, then its extension (Linguist's order
and table), with one written-out choice where an extension is claimed by several."""

import re

from luminos_core.scan.linguist import linguist

# The likelier reading of an extension that several languages claim, where the table's own order
# (a language's first extension wins, then the alphabet) would choose badly.
_PREFERRED = {
    ".as": "ActionScript",
    ".asc": "AsciiDoc",
    ".b": "Limbo",
    ".bas": "BASIC",
    ".bb": "BitBake",
    ".cfg": "INI",
    ".cgi": "Perl",
    ".cl": "Common Lisp",
    ".cls": "TeX",
    ".csl": "XML",
    ".dsp": "Microsoft Developer Studio Project",
    ".es": "JavaScript",
    ".f": "Fortran",
    ".fcgi": "Perl",
    ".for": "Fortran",
    ".frag": "GLSL",
    ".frm": "Visual Basic 6.0",
    ".fs": "F#",
    ".fx": "HLSL",
    ".gd": "GDScript",
    ".gs": "JavaScript",
    ".html": "HTML",
    ".i": "SWIG",
    ".inc": "PHP",
    ".json": "JSON",
    ".l": "Lex",
    ".lean": "Lean 4",
    ".m": "Objective-C",
    ".md": "Markdown",
    ".ml": "OCaml",
    ".mod": "Linux Kernel Module",
    ".nb": "Mathematica",
    ".p": "OpenEdge ABL",
    ".pp": "Puppet",
    ".prc": "PLSQL",
    ".pro": "QMake",
    ".properties": "Java Properties",
    ".q": "HiveQL",
    ".r": "R",
    ".rs": "Rust",
    ".s": "Unix Assembly",
    ".sc": "Scala",
    ".sql": "SQL",
    ".srt": "SubRip Text",
    ".star": "Starlark",
    ".t": "Perl",
    ".toc": "TeX",
    ".ts": "TypeScript",
    ".txt": "Text",
    ".v": "Verilog",
    ".vba": "VBA",
    ".x": "RPC",
    ".yaml": "YAML",
    ".yml": "YAML",
    ".yy": "Yacc",
}
# Names that go on after a dot: Dockerfile.prod, Makefile.local, Jenkinsfile.release.
_FAMILIES = {"dockerfile": "Dockerfile", "makefile": "Makefile", "jenkinsfile": "Groovy"}
_SHEBANG = re.compile(rb"\A(?:\xef\xbb\xbf)?#![ \t]*([^\r\n]+)")
_ASSIGNMENT = re.compile(r"\w+=")
_VERSION = re.compile(r"[\d.]*\Z")


def language_of(name: str, head: bytes) -> str | None:
    """The language of a text file called `name` that starts with `head`; None when unknown."""
    return _by_name(name) or _by_shebang(head) or language_by_extension(name)


def language_by_extension(name: str) -> str | None:
    """What the longest known ending says: "a.html.erb" before "a.erb"."""
    table = linguist().extensions
    lowered = name.lower()
    dot = lowered.find(".")
    while dot >= 0:
        ending = lowered[dot:]
        if ending in table:
            return _PREFERRED.get(ending, table[ending][0])
        dot = lowered.find(".", dot + 1)
    return None


def is_source_name(name: str) -> bool:
    """Whether the name alone says that the file is a program's or a document's source."""
    language = _by_name(name) or language_by_extension(name)
    return language is not None and linguist().types[language] in ("programming", "markup", "prose")


def _by_name(name: str) -> str | None:
    if languages := linguist().filenames.get(name):
        return languages[0]
    return _FAMILIES.get(name.partition(".")[0].lower())


def _by_shebang(head: bytes) -> str | None:
    """From "#!/usr/bin/python3.11", "#!/usr/bin/env -S bash -e", "#!/usr/bin/env A=b python"."""
    found = _SHEBANG.match(head)
    if not found:
        return None
    words = found[1].decode("utf-8", "replace").split()
    if words and words[0].rpartition("/")[2] == "env":
        words = [w for w in words[1:] if not w.startswith("-") and not _ASSIGNMENT.match(w)]
    if not words:
        return None
    interpreter = words[0].rpartition("/")[2]
    table = linguist().interpreters
    languages = table.get(interpreter) or table.get(_VERSION.sub("", interpreter), [])
    return languages[0] if languages else None
