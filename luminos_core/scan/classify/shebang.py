"""Languages by shebang: the interpreter that the first line of a script names."""

from luminos_core.scan.byte_patterns import compile_bytes
from luminos_core.scan.classify.linguist import linguist

_LINE_LIMIT = 512  # bytes; twice what Linux reads of it
_EXEC_LINES = 5  # in which a shell script may execute itself with another interpreter
_SHELLS = ("sh", "bash", "dash", "ksh")
# exec tclsh "$0" "$@"
_EXEC = compile_bytes(
    rb"(?m-s)^[ \t]*exec[ \t]+(?:\S*/)?(?:env[ \t]+)?([\w.-]+)[ \t](?:.*[ \t])?"
    rb"\"?\$\{?0\}?\"?[ \t].*@"
)
_VERSION = "0123456789.-"
_WITH_ARGUMENT = ("-u", "--unset", "-C", "--chdir")  # of env's options
_SPLIT = ("-S", "--split-string=")  # of env's options, with or without a space before the program


def shebang_languages(head: bytes) -> list[str]:
    """From "#!/usr/bin/python3.11", "#!/usr/bin/env -S bash -e", "#!/usr/bin/env A=b python": the
    languages of that interpreter, the likeliest first; [] when there is none, or it is unknown."""
    line = head[2:_LINE_LIMIT].partition(b"\n")[0].partition(b"\r")[0]
    words = line.decode("utf-8", "replace").split()
    program = _base(words[0]) if words else ""
    if program == "env":
        program = _after_env(words[1:])
    if program in _SHELLS and (languages := _executed_by(head)):
        return languages
    if program == "osascript" and "-l" in words:
        return []  # it runs another language than AppleScript
    return _languages(program)


def _after_env(words: list[str]) -> str:
    """The program that env runs, after its options and assignments."""
    remaining = iter(words)
    for word in remaining:
        if word in _WITH_ARGUMENT:
            next(remaining, None)
            continue
        for option in _SPLIT:
            word = word.removeprefix(option)  # noqa: PLW2901
        if word and not word.startswith("-") and "=" not in word:
            return _base(word)
    return ""


def _executed_by(head: bytes) -> list[str]:
    lines = head.split(b"\n", _EXEC_LINES)[:_EXEC_LINES]
    found = _EXEC.search(b"\n".join(lines))
    return _languages(found[1].decode("utf-8", "replace")) if found else []


def _languages(program: str) -> list[str]:
    """By the name of the program, or that without a version: "python3.11", "guile-2.2"."""
    table = linguist().interpreters
    return table.get(program) or table.get(program.rstrip(_VERSION), [])


def _base(path: str) -> str:
    return path.rpartition("/")[2]
