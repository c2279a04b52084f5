"""Whole runs that remember: what they leave, what it costs, and what a later one makes of it."""

import re
from collections.abc import Callable
from copy import copy
from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from luminos_core.agents.passes.registry import PASSES
from luminos_core.audit.run import run_audit
from luminos_core.llm.model import Model
from luminos_core.lookup.answers import ReportPlaces
from luminos_core.lookup.word import persons_word
from luminos_core.memory.episodes import Episodes
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.event import Event, Warned
from luminos_core.records.flag import Flag, Known, Severity, Verdict
from luminos_core.records.memory import Episode, Judge, Word
from luminos_core.records.report import AuditReport
from luminos_core.store.layout import Store
from tests.fakes.audit_script import asked, directory_of, first_text, pass_of, submits
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor

CODE = "import os\n\n\ndef run(name):\n    os.system(name)\n\n\ndef other():\n    return 1\n"
CHECKED = {  # of these the checks find something
    "web/hash.py": "import hashlib\n\n\ndef check(password):\n    return hashlib.md5(password)\n",
    "web/sums.py": "import hashlib\n\n\ndef sign(password):\n    return hashlib.md5(password)\n",
}


class Nights:
    """Of one target, with what a store and its results keep from one to the next."""

    def __init__(self, folder: Path) -> None:
        self.target, self.store = folder / "target", folder / "store"
        for name in ("jobs", "web"):
            (self.target / name).mkdir(parents=True)
            (self.target / name / "code.py").write_text(CODE)
        for name, code in CHECKED.items():
            (self.target / name).write_text(code)
        self.results = MemoryResults()
        self.events: list[Event] = []
        self.count = 0

    def audit(self, model: Model | None = None, **settings: Any) -> AuditReport:
        self.count += 1
        with runtime_over(
            self.target,
            model=model,
            results=self.results,
            store=self.store,
            run_id=f"run-{self.count}",
            passes=PASSES,
            events=self.events,
            settings=settings,
            yes=True,
            concurrency=1,
        ) as runtime:
            return run_audit(runtime, ThreadExecutor(runtime, self.results))

    def edit(self, text: str = "# more\n", name: str = "jobs/more.py") -> None:
        path = self.target / name
        path.parent.mkdir(exist_ok=True)
        path.write_text((path.read_text() if path.exists() else "") + text)

    @property
    def episodes(self) -> tuple[Episode, ...]:
        return Episodes(Store(self.store), self.target).load().episodes

    @property
    def file(self) -> Path:
        (found,) = self.store.glob("targets/*/memory/episodes")
        return found


@pytest.fixture
def nights(tmp_path: Path) -> Nights:
    return Nights(tmp_path)


def flags_a_shell(opinion: str = "refuted", severity: str = "concern") -> ScriptedModel:
    """Of every investigation of jobs, and what its reviewers say of it."""
    claim = {
        "path": "jobs/code.py",
        "finding": "A name is run by a shell.",
        "severity": severity,
        "quotation": "os.system(name)",
        "cwe": 78,
    }
    verdict = {
        "opinion": opinion,
        "reason": "Nobody calls it.",
        "path": "jobs/code.py",
        "line": 5,
        "quotation": "os.system(name)",
    }

    def directory(path: str) -> Answer:
        end = ("submit_report", {"summary": f"About {path}.", "completeness": 0.9})
        return says(*([("flag", claim)] if path == "jobs" else []), end)

    return scripted(directory, lambda: says(("submit_verdict", verdict)))


def scripted(directory: Callable[[str], Answer], review: Callable[[], Answer]) -> ScriptedModel:
    rest = submits(directory)

    def answer(request: ModelRequest) -> Answer:
        return review() if "verification" in pass_of(request) else rest(request)

    return ScriptedModel(answer)


def test_a_run_leaves_an_episode_for_each_directory_that_it_investigated(nights: Nights) -> None:
    nights.audit(flags_a_shell())
    found = {each.directory: each for each in nights.episodes}
    assert set(found) == {".", "jobs", "web"}
    jobs = found["jobs"]
    assert jobs.turns is not None and jobs.turns.used == 1
    assert (jobs.run_id, jobs.size, jobs.sort) == ("run-1", len(CODE), "source up to 4.0 kB")
    assert len(jobs.key) == 64 and jobs.turns.completeness == 0.9
    (said,) = jobs.judgements
    assert (said.judge, said.word, said.kind) == (Judge.REVIEWERS, Word.FALSE, "agents' CWE-78")
    assert said.reason == "Nobody calls it. (jobs/code.py:5)" and said.code
    (hint,) = found["web"].judgements
    assert (hint.path, hint.rule, hint.kind) == ("web/code.py", "command-injection", "")

    nights.edit()
    nights.audit(flags_a_shell())
    assert [each.directory for each in nights.episodes if each.run_id == "run-2"] == [".", "jobs"]
    codes = {s.code for e in nights.episodes for s in e.judgements if s.path == "jobs/code.py"}
    assert len(codes) == 1, "another file has changed, and not the function"


def test_a_quiet_night_asks_nothing_and_writes_nothing(nights: Nights) -> None:
    nights.audit(flags_a_shell())
    before = nights.file.read_bytes()
    model = flags_a_shell()
    nights.audit(model)
    assert (asked(model.requests), nights.file.read_bytes()) == ([], before)


def test_a_run_without_a_model_leaves_no_episode(nights: Nights) -> None:
    nights.audit()
    assert not [*nights.store.glob("targets/*/memory")]


def test_with_memory_off_nothing_is_written(nights: Nights) -> None:
    nights.audit(flags_a_shell(), memory=False)
    assert not [*nights.store.glob("targets/*/memory")]


def test_a_corrupt_line_is_told_of_and_the_run_is_complete(nights: Nights) -> None:
    nights.audit(flags_a_shell())
    nights.file.write_bytes(nights.file.read_bytes() + b"no line of ours\n")
    nights.edit()
    report = nights.audit(flags_a_shell())
    (warned,) = (each for each in nights.events if isinstance(each, Warned))
    assert warned.text == f"1 line of {nights.file} skipped: not as written"
    assert report.status == "complete"


def shell_flag(report: AuditReport, path: str = "jobs/code.py") -> Flag:
    """The agent's, wherever the report has it."""
    lists = (*report.flags, *report.refuted_flags)
    return next(flag for flag in lists if flag.path == path and flag.rule == "model")


def dismissed_on_two_nights(nights: Nights, severity: str = "concern") -> None:
    for _ in range(2):
        nights.edit()
        report = nights.audit(flags_a_shell(severity=severity))
        assert shell_flag(report).verdict is Verdict.REFUTED
        assert shell_flag(report).known is None


def third_night(nights: Nights, opinion: str = "cannot tell") -> tuple[AuditReport, Flag]:
    """Its reviewers are shown a new caller, and decide otherwise."""
    nights.edit("from jobs.code import run\n\n\nrun(input())\n", "web/calls.py")
    nights.edit()
    report = nights.audit(flags_a_shell(opinion))
    return report, shell_flag(report)


def test_a_flag_that_was_dismissed_twice_is_known_false_on_the_third_night_and_ranked_down(
    nights: Nights,
) -> None:
    dismissed_on_two_nights(nights)
    report, flag = third_night(nights)
    assert flag.known is Known.DISMISSED
    assert flag.known_line == "known-false: dismissed in 2 runs, by reviewers"
    concerns = [each for each in report.flags if each.severity is Severity.CONCERN]
    assert len(concerns) > 1 and concerns[-1] == flag
    assert flag.path < concerns[0].path < concerns[-2].path, "it would come first"

    nights.edit("\n\ndef unrelated():\n    return 2\n", "jobs/code.py")
    assert shell_flag(nights.audit(flags_a_shell("cannot tell"))).known is Known.DISMISSED


def test_a_change_of_the_code_that_it_was_about_revives_it(nights: Nights) -> None:
    dismissed_on_two_nights(nights)
    assert third_night(nights)[1].known is Known.DISMISSED
    path = nights.target / "jobs/code.py"
    path.write_text(path.read_text().replace("def run(name):\n", "def run(name):\n    name += 1\n"))
    assert shell_flag(nights.audit(flags_a_shell("cannot tell"))).known is None


def test_what_reviewers_confirm_tonight_is_not_known_to_be_false(nights: Nights) -> None:
    dismissed_on_two_nights(nights)
    assert third_night(nights, "confirmed")[1].known is None


def test_one_dismissal_that_is_read_from_the_cache_stays_one(nights: Nights) -> None:
    for _ in range(4):  # all but the first are quiet
        nights.audit(flags_a_shell())
    assert third_night(nights)[1].known is None


def test_memory_never_moves_a_critical(nights: Nights) -> None:
    view = "import os\n\n\ndef view(request):\n    os.system(request.args['x'])\n"
    nights.edit(view, "web/views.py")
    dismissed_on_two_nights(nights, "critical")
    nights.edit("from jobs.code import run\n\n\nrun(input())\n", "web/calls.py")
    nights.edit()
    report = nights.audit(flags_a_shell("cannot tell", "critical"))
    flag = shell_flag(report)
    assert (flag.severity, flag.known) == (Severity.CRITICAL, Known.DISMISSED)
    criticals = [each.path for each in report.flags if each.severity is Severity.CRITICAL]
    assert (report.flags[0], criticals) == (flag, ["jobs/code.py", "web/views.py"])


def said(
    nights: Nights, report: AuditReport, flag: Flag, word: Word, reason: str = "Mine."
) -> None:
    part = ReportPlaces.model_validate(report.model_dump(), extra="ignore")
    episode = persons_word(flag.fingerprint, part, word, reason, datetime.now(UTC)).episode
    Episodes(Store(nights.store), nights.target).add([episode])


def test_a_persons_word_counts_at_once_and_without_a_model_and_changes_no_count(
    nights: Nights,
) -> None:
    before = nights.audit(fail_on="concern")
    first, *others = [each for each in before.flags if each.severity is Severity.CONCERN]
    assert others
    said(nights, before, first, Word.FALSE, "The caller checks it.")
    after = nights.audit(fail_on="concern")
    concerns = [each for each in after.flags if each.severity is Severity.CONCERN]
    assert concerns[-1].fingerprint == first.fingerprint
    assert concerns[-1].known_line == "false by a person: The caller checks it."
    assert (after.flag_totals, after.flag_counts) == (before.flag_totals, before.flag_counts)
    assert (after.policy, after.exit_code) == (before.policy, before.exit_code) and after.policy
    assert len(nights.episodes) == 1

    said(nights, before, first, Word.CONFIRMED, "No: it does not.")
    again = nights.audit(fail_on="concern")
    assert [each.fingerprint for each in again.flags] == [each.fingerprint for each in before.flags]
    confirmed = next(each for each in again.flags if each.fingerprint == first.fingerprint)
    assert confirmed.known_line == "confirmed by a person: No: it does not."
    off = nights.audit(memory=False)
    assert not any(each.known for each in off.flags)


def test_a_persons_word_stands_above_reviewers(nights: Nights) -> None:
    dismissed_on_two_nights(nights)
    report, flag = third_night(nights)
    said(nights, report, flag, Word.CONFIRMED)
    nights.edit()
    assert shell_flag(nights.audit(flags_a_shell("cannot tell"))).known is Known.CONFIRMED


def test_what_the_agent_of_a_directory_dismissed_in_two_runs_is_known_false(nights: Nights) -> None:
    def directory(request: ModelRequest) -> Answer:
        asked = re.search(r"(\w{10}) [^\n]*\(weak-hash\)", first_text(request))
        end = ("submit_report", {"summary": "It hashes.", "completeness": 0.9})
        if directory_of(request) != "web" or not asked:
            return says(end)
        answer = {"question": asked[1], "answer": "dismissed", "reason": "It is a checksum."}
        return says(("answer", answer), end)

    rest = submits()
    model = ScriptedModel(
        lambda request: directory(request) if directory_of(request) else rest(request)
    )
    for night in range(3):
        nights.edit(name="web/more.py")
        report = nights.audit(model)
        flag = next(each for each in report.flags if each.path == "web/hash.py")
        assert flag.is_dismissed
        assert flag.known is (Known.DISMISSED if night == 2 else None)
    assert flag.known_line == "known-false: dismissed in 2 runs, by agent"
    words = [said for e in nights.episodes for said in e.judgements if said.path == "web/hash.py"]
    assert [(each.judge, each.reason) for each in words] == [(Judge.AGENT, "It is a checksum.")] * 3


def first_messages(model: ScriptedModel) -> dict[str, str]:
    """Without the number of turns, which memory changes in the schedule."""
    return {
        asked([request])[0]: re.sub(r"at most \d+ turns", "turns", first_text(request))
        for request in model.requests
    }


def test_with_memory_off_prompts_are_the_same_less_its_block(nights: Nights) -> None:
    dismissed_on_two_nights(nights)
    report = nights.audit()
    hashed = next(each for each in report.flags if each.path == "web/hash.py")
    said(nights, report, hashed, Word.FALSE, "It is a checksum.")
    for name in ("jobs", "web"):
        nights.edit(name=f"{name}/more.py")
    nights.edit("x = 1\n", "new/module.py")  # so that the plan is updated
    kept = copytree(nights.store, nights.store.with_name("kept"))
    results, count = copy(nights.results), nights.count
    results._values = dict(nights.results._values)
    told = flags_a_shell()
    nights.audit(told)
    nights.store, nights.results, nights.count = Path(kept), results, count
    silent = flags_a_shell()
    nights.audit(silent, memory=False)

    with_it, without = first_messages(told), first_messages(silent)
    assert with_it.keys() == without.keys() and {"jobs", "web", "plan-update"} <= without.keys()
    for about, text in with_it.items():
        if "verification" not in about:
            assert re.sub(r"\n<memory>\n(?s:.*?)\n</memory>\n", "", text) == without[about], about
    assert "web/hash.py:5, weak-hash: false (a person: It is a checksum.)" in with_it["web"]
    assert "agents' CWE-78 in jobs: false in 2 of 2 judgements" in with_it["jobs"]
    assert "jobs: " in with_it["plan-update"] and "<memory>" in with_it["plan-update"]
    assert not any("memory" in text for text in without.values())
    assert not any("<memory>" in first_text(r) for r in told.requests if "verif" in pass_of(r))


def test_what_agents_are_told_is_estimated_and_counted(nights: Nights) -> None:
    dismissed_on_two_nights(nights)
    nights.edit()
    report = nights.audit(flags_a_shell())
    assert report.memory_use is not None
    assert 20 < report.memory_use.tokens_told < 400
