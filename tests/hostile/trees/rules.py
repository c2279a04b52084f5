"""Files of rules that are too many, too long, or that hide what is there."""

from tests.hostile.tree import Outcome, Place, Trees

TREES = Trees()

_CODE = '"""A module."""\n\nVALUE = 1\n'


def _some(place: Place) -> None:
    for number in range(200):
        place.write(f"d{number % 10}/{'a' * 100}{number}.py", _CODE)


@TREES.add("10,000 ignore patterns")
def _(place: Place) -> None:
    _some(place)
    place.write(".gitignore", "".join(f"no{n}/**/x*y{n}?.[a-z]\n" for n in range(10_000)))


@TREES.add("100,000 ignore patterns", Outcome(cpu=120))
def _(place: Place) -> None:
    _some(place)
    place.write(".gitignore", "".join(f"*{n}.x\n!{n}*\n" for n in range(50_000)))


@TREES.add("ignore patterns that grow")
def _(place: Place) -> None:
    _some(place)
    pumped = [
        "*a" * 60 + "b",
        "**/" * 100 + "x",
        "*" * 5_000 + "b",
        "[a-z]*" * 50 + "9",
        "a?" * 90 + "b*" * 90,
        "?" * 255,
        "**/*a*a*a*a*a*a*a*a*a*a*a*b",
    ]
    place.write(".gitignore", "\n".join(pumped))


@TREES.add("broken ignore patterns")
def _(place: Place) -> None:
    _some(place)
    broken = [
        "[" * 5_000,
        "[!",
        "[]",
        "[z-a]",
        "\\",
        "!",
        "/",
        "//",
        "[[:alpha:]",
        "[[:nothing:]]",
        "{a,b",
        "\xff",
        "a\0b",
        "(?P<x>",
        "+++",
    ]
    place.write(".gitignore", "\n".join(broken).encode("latin-1"))
    place.write("d0/.gitignore", b"\xff\xfe*\x00")


@TREES.add("an ignore pattern of 8 MB")
def _(place: Place) -> None:
    _some(place)
    place.write(".gitignore", "a" * 8_000_000)


@TREES.add("ignore files in every directory", Outcome(cpu=120))
def _(place: Place) -> None:
    for number in range(300):
        place.write(f"d{number}/a.py", _CODE)
        place.write(f"d{number}/.gitignore", "".join(f"x{n}*\n" for n in range(300)))


@TREES.add("attributes that grow")
def _(place: Place) -> None:
    _some(place)
    many = "".join(f"*.x{n} linguist-generated linguist-language=Python\n" for n in range(10_000))
    place.write(
        ".gitattributes", many + "*a" * 60 + "b linguist-vendored\n[attr]a b\n" + "a " * 100_000
    )
    place.write("d1/.gitattributes", "**/" * 500 + "x binary\n")


@TREES.add("attributes that hide code", Outcome(flags=(("evil.py", "code-injection"),)))
def _(place: Place) -> None:
    place.write("evil.py", '"""Runs what it is given."""\n\n\ndef run(x):\n    return eval(x)\n')
    place.write(".gitattributes", "*.py binary linguist-vendored linguist-generated -text\n")
    place.write(".ignore", "*.py\n")
    place.write(".luminosignore", "*\n")


@TREES.add("everything is ignored", Outcome(exit_codes=(128,), scan_exit=128))
def _(place: Place) -> None:
    _some(place)
    place.write(".gitignore", "*\n")


def _evil(place: Place) -> None:
    place.write("evil.py", '"""Runs what it is given."""\n\n\ndef run(x):\n    return eval(x)\n')


@TREES.add("suppressions of all that the tree does", Outcome(shown=("file: Nothing here.",)))
def _(place: Place) -> None:
    _evil(place)
    entry = '[[suppress]]\nrule = "*"\npath = "{}"\nreason = "Nothing here."\n'
    pumped = "".join(entry.format("**/" + "*a" * 60 + str(number)) for number in range(300))
    place.write(".luminos/suppressions.toml", entry.format("*") + pumped)


_NOT_USED = Outcome(flags=(("evil.py", "code-injection"),), shown=("the file suppresses nothing",))


@TREES.add("suppressions behind a link", _NOT_USED)
def _(place: Place) -> None:
    _evil(place)
    (place.target / ".luminos").mkdir()
    (place.target / ".luminos/suppressions.toml").symlink_to(place.outside / "secret.txt")


@TREES.add("suppressions that no parser ends", _NOT_USED)
def _(place: Place) -> None:
    _evil(place)
    place.write(".luminos/suppressions.toml", "[[suppress]]\nreason = " + "[" * 1_000_000)
