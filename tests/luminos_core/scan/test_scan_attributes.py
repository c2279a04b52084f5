import subprocess

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from luminos_core.scan.rules.attributes import Overrides, overrides, parse_attributes

SETTINGS = ("vendored", "generated", "documentation")
PATTERNS = [
    *("*", "*.c", "a.c", "/a.c", "sub/a.c", "sub/*.c", "sub/", "sub", "sub/**", "**/a.c", "?.c"),
    *("!a.c", "#a.c", '"a.c"', '"b c.c"', '"\\142 c.c"', '"a.c', "\\#a.c", "c.*", "[ab].c", "**"),
    *("[attr]mine", "[attr]other", "nothing"),
]
NAMES = [
    *(f"linguist-{name}" for name in SETTINGS),
    "mine",
    "other",
    "text",
    "binary",
    "-bad",
    "b@d",
]
WORDS = st.builds(
    lambda before, name, after: before + name + after,
    st.sampled_from(["", "", "", "-", "!"]),
    st.sampled_from(NAMES),
    st.sampled_from(["", "", "", "=false", "=true", "=", "=x=y"]),
)
LINES = st.builds(
    lambda indent, pattern, gap, words: indent + pattern + gap + gap.join(words),
    st.sampled_from(["", "", " ", "\t"]),
    st.sampled_from(PATTERNS),
    st.sampled_from([" ", "\t", "  "]),
    st.lists(WORDS, max_size=3),
)
PATHS = ["a.c", "b.c", "b c.c", "#a.c", "sub/a.c", "sub/b.c", "sub/deep/a.c", "c.h"]


def overrides_of(text: bytes | str, path: str = "a.c", inner: str = "") -> Overrides:
    content = text.encode() if isinstance(text, str) else text
    chain = (parse_attributes(content, "."), parse_attributes(inner.encode(), "sub"))
    return overrides(tuple(file for file in chain if file), path)


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    folder = tmp_path_factory.mktemp("attributes")
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)  # noqa: S607
    (folder / "sub").mkdir()
    return folder


@given(outer=st.lists(LINES, max_size=6), inner=st.lists(LINES, max_size=3), crlf=st.booleans())
@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_attributes_are_parsed_as_in_git(repository, outer, inner, crlf):
    end = "\r\n" if crlf else "\n"
    texts = [end.join(lines).encode() for lines in (outer, inner)]
    (repository / ".gitattributes").write_bytes(texts[0])
    (repository / "sub" / ".gitattributes").write_bytes(texts[1])
    names = [f"linguist-{name}" for name in SETTINGS]
    answer = subprocess.run(
        ["git", "check-attr", "-z", *names, "--", *PATHS],  # noqa: S607
        cwd=repository,
        check=True,
        capture_output=True,
    ).stdout.decode()
    fields = answer.split("\0")[:-1]
    words = {"unspecified": None, "unset": False, "false": False}
    expected = {
        (path, name): words.get(word, True)
        for path, name, word in zip(fields[::3], fields[1::3], fields[2::3], strict=True)
    }
    above, within = parse_attributes(texts[0], "."), parse_attributes(texts[1], "sub")
    chains = {
        path: tuple(file for file in (above, path.startswith("sub/") and within) if file)
        for path in PATHS
    }
    found = {
        (path, f"linguist-{name}"): getattr(overrides(chains[path], path), name)
        for path in PATHS
        for name in SETTINGS
    }
    assert found == expected


@pytest.mark.parametrize(
    ("word", "language"),
    [
        ("linguist-language=C++", "C++"),
        ("linguist-language=cpp", "C++"),
        ("linguist-language=Common-Lisp", "Common Lisp"),
        ("linguist-language=js", "JavaScript"),
        ("linguist-language=No-Such-Tongue", None),
        ("linguist-language", None),
        ("-linguist-language", None),
        ("linguist-language=Java !linguist-language", None),
        ("linguist-language=Java linguist-language=Go", "Go"),
    ],
)
def test_a_language_may_be_set_by_any_alias_of_linguist(word, language):
    assert overrides_of(f"*.c {word}\n").language == language


def test_a_macro_sets_its_attributes_until_it_is_unset():
    text = "[attr]theirs linguist-vendored linguist-language=Go\n*.c theirs\nb.c -theirs\n"
    assert overrides_of(text, "a.c") == Overrides(vendored=True, language="Go")
    assert overrides_of(text, "b.c") == Overrides()
    assert overrides_of(text, "sub/a.c", "a.c -linguist-vendored") == Overrides(
        vendored=False, language="Go"
    )


def test_only_the_top_file_defines_macros_and_long_lines_are_skipped():
    macro = "[attr]theirs linguist-vendored\n*.c theirs\n"
    assert overrides_of("*.h text\n", "sub/a.c", macro) == Overrides()
    line = "a.c linguist-vendored"
    assert overrides_of(line.ljust(2047) + "\n") == Overrides(vendored=True)
    assert overrides_of(line.ljust(2048) + "\n") == Overrides()


def test_macros_that_name_each_other_end():
    chain = "\n".join(f"[attr]m{n} m{n + 1}" for n in range(20_000))
    assert overrides_of(f"{chain}\n[attr]m20000 m0 linguist-vendored\n* m0\n").vendored


def test_gitattributes_override_vendored_and_generated(tmp_path, scan) -> None:
    files = {
        ".gitattributes": (
            "cache/** -linguist-vendored\n"
            "vendor/** linguist-vendored=false\n"
            "*.table linguist-language=c++ linguist-generated\n"
            "copied.py linguist-vendored\n"
            "!a.py linguist-generated\n"
            "odd.py linguist-language=No-Such-Tongue linguist-vendored=perhaps\n"
            "jl.txt linguist-language=Common-Lisp\n"
        ),
        "sub/.gitattributes": "copied.py linguist-vendored=false\n",
        "cache/keys.py": "",
        "vendor/x.c": "",
        "other/cache/y.py": "",
        "x.table": "",
        "a.py": "",
        "odd.py": "",
        "jl.txt": "",
        "copied.py": "",
        "sub/copied.py": "",
        "deep/copied.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = {
        file.path: file for directory in scan(tmp_path).directories for file in directory.files
    }
    assert {path for path, file in found.items() if file.vendored} == {
        ".gitattributes",  # by Linguist's own rule
        "sub/.gitattributes",
        "other/cache/y.py",  # "cache/**" matches at the top only
        "odd.py",  # whatever is not "false" is true
        "copied.py",
        "deep/copied.py",
    }
    assert {path for path, file in found.items() if file.generated} == {"x.table"}
    assert found["x.table"].language == "C++"
    assert found["jl.txt"].language == "Common Lisp"
    assert found["odd.py"].language == "Python"
