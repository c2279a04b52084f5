"""Text as TOML."""


def toml_string(text: str) -> str:
    """A basic string, in which nothing is invisible."""
    return f'"{"".join(map(_character, text))}"'


def _character(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    return char if char.isprintable() else f"\\U{ord(char):08x}"
