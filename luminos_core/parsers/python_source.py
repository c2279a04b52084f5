"""Python source: whether it parses."""

import ast

from luminos_core.records.parsed import Syntax


def parse_python(content: bytes) -> Syntax:
    """Decoded by the encoding that the file declares."""
    try:
        ast.parse(content)
    except SyntaxError as error:
        return Syntax(problem=error.msg or "invalid syntax", line=error.lineno)
    except ValueError as error:  # NUL bytes, a number of too many digits
        return Syntax(problem=str(error))
    return Syntax()
