"""A licence as an SPDX expression, out of what a manifest or the licence's own text says."""

import re2
from license_expression import ExpressionError, get_spdx_licensing

from luminos_core.checks.licences import licence_family
from luminos_core.offline.documentation import strip_markup

_HEAD = 20_000  # characters
_TITLE = 60  # characters
_BSD = r"(?s)Redistribution and use in source.*"
_NO_ENDORSEMENT = r"(?:Neither the names? of|be used to\s+endorse)"
_TEXTS = (  # identifier, and what only its text says; the first that is found counts
    ("Apache-2.0", re2.compile(r"Apache License\s+Version 2\.0")),
    ("MPL-2.0", re2.compile(r"Mozilla Public License,? [vV]ersion 2\.0")),
    ("EPL-2.0", re2.compile(r"Eclipse Public License - v 2\.0")),
    ("BSL-1.0", re2.compile(r"Boost Software License - Version 1\.0")),
    ("CC0-1.0", re2.compile(r"CC0 1\.0 Universal")),
    ("BSD-4-Clause", re2.compile(rf"{_BSD}All advertising materials")),
    ("BSD-3-Clause", re2.compile(_BSD + _NO_ENDORSEMENT)),
    ("BSD-2-Clause", re2.compile(_BSD)),
)
_FAMILIES = {"MIT": "MIT", "ISC": "ISC", "Unlicense": "Unlicense"}
_NAMES = {  # what manifests write instead, in small letters
    "apache 2.0": "Apache-2.0",
    "apache 2": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0",
    "the apache software license, version 2.0": "Apache-2.0",
    "the apache license, version 2.0": "Apache-2.0",
    "bsd 3-clause": "BSD-3-Clause",
    "new bsd": "BSD-3-Clause",
    "3-clause bsd": "BSD-3-Clause",
    "bsd-3": "BSD-3-Clause",
    "mit license": "MIT",
    "the mit license": "MIT",
    "mit/apache-2.0": "MIT OR Apache-2.0",
    "mpl 2.0": "MPL-2.0",
    "isc license": "ISC",
}


def spdx_expression(stated: str) -> str:
    """ "MIT OR Apache-2.0" of "(MIT or Apache-2.0)"; "" when it is no expression of known
    licences."""
    stated = _NAMES.get(stated.strip().lower(), stated.strip())
    try:
        parsed = get_spdx_licensing().parse(stated, validate=True, strict=True)
    except (ExpressionError, AttributeError, TypeError):
        return ""
    return str(parsed.render()) if parsed is not None else ""


def licence_of_text(text: str) -> str:
    """The identifier of the licence whose text it is, as far as the text alone tells; else its
    title."""
    head = text[:_HEAD]
    family = licence_family(head)
    if family in ("AGPL", "GPL", "LGPL"):  # the text does not say whether later ones may be chosen
        return licence_title(text)
    known = next((name for name, pattern in _TEXTS if pattern.search(head)), "")
    return known or _FAMILIES.get(family, "") or licence_title(text)


def licence_title(text: str) -> str:
    """Its first line, unless that only says whose it is."""
    first = strip_markup(text.strip()[:1_000].partition("\n")[0])[:_TITLE]
    return (licence_family(text) or first) if "copyright" in first.lower() else first
