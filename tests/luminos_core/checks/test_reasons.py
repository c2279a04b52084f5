"""Comments that say why something is as it is."""

import pytest

from luminos_core.checks.reasons import is_explained, is_remarked


def _lines(text: str) -> tuple[list[str], int]:
    """`text` as lines, and the number of the one with a ">"."""
    lines = text.split("\n")
    number = next(number for number, line in enumerate(lines, 1) if ">" in line)
    return [line.replace(">", "") for line in lines], number


def test_a_comment_that_argues_explains_the_place_below_it() -> None:
    assert is_explained(*_lines("# the input is trusted\n>eval(a)"))
    assert not is_explained(*_lines("# the input\n>eval(a)"))
    assert is_explained(*_lines(">eval(a)\n# not reached"))


@pytest.mark.parametrize(
    "text",
    [
        ">@Disabled // TODO make it stable",
        "// fails on Safari\n>xit('a', () => {",
        "# bpo-38325\n@flaky\n>@unittest.skip('broken')\ndef test_a():",
        ">@unittest.skip('broken')\ndef test_a():\n    # See bpo-16575",
        "/**\n * Undisable to run it by hand.\n */\n>@Disabled",
        "// needs a setting\n#[test]\n>#[ignore]",
    ],
)
def test_any_comment_beside_a_test_that_is_switched_off_is_a_remark(text: str) -> None:
    assert is_remarked(*_lines(text))


@pytest.mark.parametrize(
    "text",
    [
        ">@Disabled",
        "#[test]\n>#[ignore]",
        ">it.skip('reads http://a.example', () => {",
        "// eslint-disable-next-line\n>it.skip('a', () => {",
        "/**\n * Reads an answer.\n */\n>@Disabled",
        "a = 1  # one\n\n>@unittest.skip\ndef test_a():\n    a = 1\n    # two",
        "// --------\n>xit('a', () => {",
    ],
)
def test_no_remark_is_what_is_for_programs_or_about_something_else(text: str) -> None:
    assert not is_remarked(*_lines(text))
