"""Text of a hostile tree where a build server reads it, which obeys some of what is printed.

GitHub's runner obeys a line that begins with "::" and a command, after any white space, and one
with "##[" anywhere; Azure's obeys "##vso[", TeamCity "##teamcity[".
"""

import re2

_ANYWHERE = re2.compile(r"(?i)##([a-z]{0,20}\[)")
_AT_START = re2.compile(
    r"(?im)^([\s\x{85}\x{a0}\pZ]*)::"
    r"((?:debug|notice|warning|error|group|endgroup|echo|add-mask|add-matcher|remove-matcher"
    r"|stop-commands|set-output|save-state|set-env|add-path|internal-set-repo-path)[ :])"
)


def tame_line(line: str) -> str:
    """A line of a log, with a backslash where it would be a command."""
    bare = line.lstrip()
    if bare.startswith("::"):
        line = f"{line.removesuffix(bare)}\\{bare}"
    return str(_ANYWHERE.sub(r"#\\#\1", line)) if "##" in line else line


def tame_code(text: str) -> str:
    """Lines of a file, with an escape where they would be a command that is known."""
    if "::" in text:
        text = str(_AT_START.sub(r"\1\\x3a:\2", text))
    return str(_ANYWHERE.sub(r"#\\x23\1", text)) if "##" in text else text


def tame_xml(text: str) -> str:
    """XML of the same value, whose lines are no commands. `text` has no CDATA."""
    if "::" in text:
        text = str(_AT_START.sub(r"\1&#58;:\2", text))
    return str(_ANYWHERE.sub(r"#&#35;\1", text)) if "##" in text else text


def tame_json(text: str) -> str:
    """JSON of the same value, whose lines are no commands."""
    return str(_ANYWHERE.sub(r"#\\u0023\1", text)) if "##" in text else text
