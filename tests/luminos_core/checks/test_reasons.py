"""Comments that say why something is as it is."""

from pathlib import Path

import pytest

from luminos_core.checks.reasons import is_explained, is_remarked
from luminos_core.records.flag import Severity
from tests.luminos_core.checks.checked_trees import flags_of_tree


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
        "/** https://tracker.example/373 */\n>@Ignore",
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


def _weight(root: Path, path: str, text: str, rule: str) -> list[Severity]:
    return [flag.severity for flag in flags_of_tree(root, {path: text}) if flag.rule == rule]


def test_a_remark_beside_what_is_passed_over_makes_it_a_hint(tmp_path: Path) -> None:
    lost = "try:\n    save()\nexcept Exception:\n    pass\n"
    remark = lost.replace("except", "# another node has it\nexcept")
    assert _weight(tmp_path / "a", "a.py", lost, "swallowed-error") == [Severity.CONCERN]
    assert _weight(tmp_path / "b", "a.py", remark, "swallowed-error") == [Severity.INFO]


def test_a_remark_beside_a_test_that_is_switched_off_makes_it_a_hint(tmp_path: Path) -> None:
    skipped = "@pytest.mark.skip\ndef test_a():\n    assert f()\n"
    remark = f"# the server has moved\n{skipped}"
    path, rule = "tests/test_a.py", "skipped-test"
    assert _weight(tmp_path / "a", path, skipped, rule) == [Severity.CONCERN]
    assert _weight(tmp_path / "b", path, remark, rule) == [Severity.INFO]
    assert _weight(tmp_path / "c", f"vendor/{path}", skipped, rule) == [Severity.INFO]
