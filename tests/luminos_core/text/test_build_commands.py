"""What a build server would obey is shown, and not obeyed."""

import json
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from luminos_core.text.build_commands import tame_code, tame_json, tame_line, tame_xml
from tests.fakes.build_server import obeyed

HOSTILE = (
    "::error file=a.py,line=1::x",
    "  ::stop-commands::abc",
    "\u3000::add-mask::a",
    "text ##[add-mask]a",
    "##vso[task.setvariable variable=x]y",
    "a ##teamcity[buildProblem description='x']",
    "###[error]",
    "##[##[error]",
    "::set-output name=a::b ##[error]",
    "::ERROR ::x",
)
_texts = st.lists(
    st.sampled_from(("::", "#", "##[", "[", "error", " ", "\n", "a", "vso", "\u2003", "group"))
).map("".join)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_command_is_one_before_and_none_after(text: str) -> None:
    assert obeyed(text)
    for tamed in (tame_line(text), tame_code(text), json.dumps(tame_json(text))):
        assert not obeyed(tamed)


@given(_texts)
@example("###[")
@example("##[##[")
def test_no_line_is_obeyed(text: str) -> None:
    assert not obeyed("\n".join(tame_line(line) for line in text.split("\n")))
    assert not obeyed(tame_code(text))
    document = json.dumps({"text": text}, indent=2, ensure_ascii=False)
    assert not obeyed(tame_json(document))
    assert json.loads(tame_json(document)) == {"text": text}
    element = f"<a>\n{text}</a>"
    assert not obeyed(tame_xml(element))
    assert ElementTree.fromstring(tame_xml(element)).text == f"\n{text}"  # noqa: S314 - of our own making


@pytest.mark.parametrize(
    "text", ["::testing::Init();", "a :: Int", "## Heading", "x[1]", "std::error ::x"]
)
def test_code_and_prose_that_are_no_commands_stay(text: str) -> None:
    assert tame_code(text) == tame_json(text) == text
