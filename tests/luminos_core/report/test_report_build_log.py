"""A report in the log of a build: its long parts are folded, and nothing in it is a command."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.records.event import FlagRaised
from luminos_core.records.flag import FlagState, Severity
from luminos_core.records.report import Synthesis
from luminos_core.report.progress.plain_progress import PlainProgress
from luminos_core.report.registry import RENDERINGS, render
from luminos_core.report.terminal.build_log import BuildLog
from tests.fakes.build_server import obeyed
from tests.luminos_core.report.on_terminal import compared, control_characters, shown
from tests.luminos_core.report.report_runs import check_flag, facts, flag, runs

GITHUB, GITLAB = BuildLog("github", lambda: 17.9), BuildLog("gitlab", lambda: 17.9)
COMMANDS = (
    "::error file=a.py::x",
    " ::stop-commands::x",
    "##[add-mask]x",
    "##vso[task.setvariable variable=x]y",
    "##teamcity[x]",
    "section_start:1:x\r\x1b[0Kx",
    "\n::group::x\n",
)


def test_github_folds_what_is_longer_than_a_screen() -> None:
    text = shown(facts(), log=GITHUB)
    groups = re.findall(r"^::group::(.*)$", text, re.MULTILINE)
    assert groups == ["In detail", "Directories", "Coverage"]
    assert len(re.findall(r"^::endgroup::$", text, re.MULTILINE)) == len(groups)
    assert text.index("Flags") < text.index("::group::") < text.index("Files ")
    assert obeyed(text) == [line for line in text.splitlines() if line.startswith("::")]


def test_gitlab_has_a_section_for_each_with_one_name_at_both_ends() -> None:
    text = shown(facts(), log=GITLAB)
    starts = re.findall(
        r"^\x1b\[0Ksection_start:17:(\w+)\[collapsed=true\]\r\x1b\[0K(.*)$", text, re.MULTILINE
    )
    ends = re.findall(r"^\x1b\[0Ksection_end:17:(\w+)\r\x1b\[0K$", text, re.MULTILINE)
    assert [title for _, title in starts] == ["In detail", "Directories", "Coverage"]
    assert [name for name, _ in starts] == ends
    assert not control_characters(re.sub(r"\x1b\[0K|\r", "", text))


def test_verbose_folds_nothing() -> None:
    assert shown(facts(), verbose=True, log=GITHUB) == shown(facts(), verbose=True)


@given(runs(), st.sampled_from([20, 80, 200]))
@settings(max_examples=15, deadline=None)
def test_nothing_of_any_run_is_a_command(run: RunFacts, width: int) -> None:
    assert obeyed(shown(run, width, verbose=True)) == []


@pytest.mark.parametrize("text", COMMANDS)
@pytest.mark.parametrize("width", [20, 80])
def test_a_command_in_the_target_is_shown_and_not_obeyed(text: str, width: int) -> None:
    flags = [
        check_flag(
            path=f"{text}{state}",
            finding=f"word {text}",
            rule=text,
            state=state,
            quotation=text,
            severity=Severity.CRITICAL,
            owner=text,
        )
        for state in FlagState
    ]
    words = Synthesis(brief=f"{text}\n\n- {text}", detailed=f"# {text}\n{text}")
    made = assemble(facts(synthesis=words))
    report = compared(
        *flags,
        gone=tuple(flags),
        read_less=text,
        name=text,
        target=text,
        brief=made.brief,
        detailed=made.detailed,
        status="incomplete",
        incomplete_because=(text,),
    )
    for verbose in (False, True):
        assert obeyed(shown(report, width, verbose=verbose)) == []
    for rendering in (each for each in RENDERINGS if each.name != "html"):  # for no log
        assert obeyed(render(rendering.name, report)) == [], rendering.name


def test_the_progress_in_a_log_is_not_obeyed() -> None:
    class Log(list[str]):
        def write(self, text: str) -> None:
            self.append(text)

        def flush(self) -> None:
            pass

    log = Log()
    for text in COMMANDS:
        PlainProgress(log).record(FlagRaised(flag=flag(path=text, finding=text)))  # type: ignore[arg-type]
    assert obeyed("".join(log)) == []
    assert len("".join(log).splitlines()) == len(COMMANDS)
