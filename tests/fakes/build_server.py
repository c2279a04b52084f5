"""What the runners of build servers obey, by their sources and manuals."""

import re

# The commands of github.com/actions/runner. It trims a line's start before it looks for "::", and
# looks for "##[" anywhere in it.
GITHUB = (
    *("debug", "notice", "warning", "error", "group", "endgroup", "echo", "add-mask"),
    *("add-matcher", "remove-matcher", "stop-commands", "set-output", "save-state", "set-env"),
    *("add-path", "internal-set-repo-path"),
)


def obeyed(text: str) -> list[str]:
    """The lines that a runner obeys."""
    return [line for line in re.split(r"\r\n|\r|\n", text) if _is_command(line)]


def _is_command(line: str) -> bool:
    if re.search(r"##(?:\[|vso\[|teamcity\[)", line, re.IGNORECASE):
        return True
    bare = line.strip()
    if not bare.startswith("::") or "::" not in bare[2:]:
        return False
    name = bare[2:].partition("::")[0].partition(" ")[0]
    return name.lower() in GITHUB
