"""The log of a run at its Prefect server: all that happens, and no text of a file."""

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.audit_script import submits
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.fakes.trees import DIRECTORIES, make_tree
from tests.flows.conftest import Audit
from tests.flows.server_records import artifacts_of, log_of

TEXT = "def add(a, b):"  # of a file
WORDS = "def add"


@pytest.fixture
def logged_to_api(prefect_url: str) -> Iterator[None]:
    """As with a server that is not our own."""
    from prefect.settings import PREFECT_LOGGING_TO_API_ENABLED, temporary_settings

    import flows.audit  # noqa: F401 - Prefect sets up its loggers, once

    logger = logging.getLogger("prefect")
    level = logger.level
    logger.setLevel(logging.INFO)
    with temporary_settings({PREFECT_LOGGING_TO_API_ENABLED: True}):
        yield
    logger.setLevel(level)


class Quoting:
    """A model that quotes a file in everything it sends, in three turns a directory."""

    def __init__(self) -> None:
        self._asked: dict[str, int] = {}

    def __call__(self, path: str) -> Answer:
        turn = self._asked[path] = self._asked.get(path, 0) + 1
        if turn == 1:
            return says(
                ("read_file", {"path": "src/sample/adding.py"}),
                ("read_file", {"path": TEXT}),
                ("run_command", {"argv": ["grep", "-rn", TEXT, "src"]}),
                text=f"I see `{TEXT}`.",
            )
        if turn == 2:
            adding = {"path": "src/sample/adding.py", "severity": "concern"}
            thought = dict.fromkeys(("observation", "hypothesis", "next_action"), TEXT)
            return says(
                ("think", thought),
                (TEXT, {TEXT: TEXT}),
                ("flag", {**adding, "finding": f"{TEXT} in {path}", "quotation": TEXT}),
            )
        return says(("submit_report", {"summary": TEXT, "completeness": 0.9}))


@pytest.mark.usefixtures("logged_to_api")
def test_each_directory_and_turn_is_logged_and_no_text_of_a_file(
    audit: Audit, target: Path
) -> None:
    report = audit(target, ScriptedModel(submits(Quoting())), concurrency=3)
    assert WORDS in report.flags[0].quotation
    lines = log_of(report.run_id)
    (artifact,) = artifacts_of(report.run_id, "audit-progress")
    texts = [*lines, artifact.description]
    assert not [text for text in texts if WORDS in text]
    for path in DIRECTORIES:
        turns = "at most 10 turns (new)"
        assert f"{path}: started, {turns}" in lines
        for turn, calls in (
            (1, "read_file src/sample/adding.py, read_file, run_command src"),
            (2, "think, an unknown tool, flag src/sample/adding.py"),
            (3, "submit_report"),
        ):
            assert f"{path}: turn {turn} of 10: {calls}" in lines
        ended = f"{path}: investigated after 3 turns, 330 tokens, $0.0009 ("
        assert any(line.startswith(ended) for line in lines)
    assert lines.count("concern flag, model: src/sample/adding.py:4") == len(DIRECTORIES)
    calls = 3 * len(DIRECTORIES) + len(("survey", "plan", "synthesis"))
    assert any(line.startswith(f"{110 * calls:,} tokens, $0.00") for line in lines)
    assert artifact.data == 100.0
    assert "the run is over" in artifact.description
    assert f"{len(DIRECTORIES)} of {len(DIRECTORIES)} directories" in artifact.description


@pytest.mark.usefixtures("logged_to_api")
def test_each_target_has_artifacts_of_its_own(audit: Audit, tmp_path: Path) -> None:
    names = ("a/My Project!", "b/My Project!", "c/日本")
    first, again, namesake, other = (
        {artifact.key for artifact in artifacts_of(audit(target, None).run_id)}
        for target in (
            make_tree(tmp_path / name, {"a.py": "x = 1\n"}) for name in (names[0], *names)
        )
    )
    assert first == again
    assert not first & namesake
    for keys in (first, namesake):
        (progress,) = (key for key in keys if "progress" in key)
        assert re.fullmatch("audit-progress-my-project-[0-9a-f]{8}", progress)
        kinds = ("progress", "report", "flags", "directories")
        assert keys == {progress.replace("progress", kind) for kind in kinds}
    assert any(re.fullmatch("audit-progress-[0-9a-f]{8}", key) for key in other)
