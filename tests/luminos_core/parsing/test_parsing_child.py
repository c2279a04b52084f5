"""The child process against parsers that misbehave, and against what happens to processes."""

import os
import signal
import subprocess
import sys
import threading
import time
from ast import literal_eval
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from luminos_core.parsing import limits, pool, process
from luminos_core.parsing.parser import NotParsed
from tests.luminos_core.parsing.bad_parsers import PROGRAM, Said
from tests.luminos_core.parsing.conftest import Ask, bad_children, ends_soon, zombies

ROOT = Path(__file__).parents[3]
TIME = f"it takes more than {limits.SECONDS} s of processor time"
MEMORY = f"it takes more than {limits.MEMORY >> 20} MB of memory"
SCRIPT = f"""
import os, signal, sys, time
from luminos_core.parsing import pool, process
from luminos_core.parsing.parser import Parser
from tests.luminos_core.parsing.bad_parsers import PROGRAM, Said
process._PROGRAM = {PROGRAM!r}
def ask(name, content=b""):
    return pool.parse(Parser("parse_" + name, Said), content)
"""


def run(script: str, *, stop: Callable[[int], None] | None = None) -> list[str]:
    """The lines that a Python process prints, which can `ask`; `stop` is called after the first."""
    command = [sys.executable, "-c", SCRIPT + script]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        lines = [started.stdout.readline()]
        if stop:
            stop(started.pid)
        lines += started.stdout.readlines()
    return [line.strip() for line in lines]


def said(answer: Said | NotParsed) -> Said:
    assert isinstance(answer, Said), answer
    return answer


def test_a_child_is_used_again(ask: Ask) -> None:
    answers = [said(ask("echo", str(number).encode())) for number in range(50)]
    assert [answer.text for answer in answers] == [str(number) for number in range(50)]
    assert len({answer.process for answer in answers}) == 1
    assert answers[0].process != os.getpid()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("for_ever", TIME),
        ("greedily", "it is nested too deeply, or takes more than 768 MB of memory"),
        ("greedily_bit_by_bit", MEMORY),
        ("deeply", "it is nested too deeply"),
        ("and_crash", "the parser crashed (SIGSEGV)"),
        ("and_exit", "the parser was ended from outside"),
        ("killed", "the parser was ended from outside"),
        ("with_a_bug", "its parser failed: KeyError in bad_parsers.py:"),
        ("at_length", "what is found in it is too long"),
    ],
)
def test_a_bad_text_is_not_parsed_and_the_next_one_is(ask: Ask, name: str, reason: str) -> None:
    failed = ask(name, b"x")
    assert isinstance(failed, NotParsed)
    assert failed.reason.startswith(reason)
    assert said(ask("echo", b"next")).text == "next"
    assert not zombies()


def test_what_a_parser_prints_or_reads_does_not_meet_the_answers(ask: Ask) -> None:
    assert said(ask("and_print", b"\0\0\0\4=oh!")).text == ""
    assert said(ask("echo", b"next")).text == "next"


def test_a_child_that_never_answers_is_ended(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    first = said(ask("echo")).process
    pool._POOL.end()
    monkeypatch.setattr(process, "PATIENCE", 0.5)
    failed = ask("asleep")
    assert isinstance(failed, NotParsed) and failed.reason.startswith("there was no answer within")
    assert not zombies()
    monkeypatch.undo()
    assert ends_soon(first)


def test_a_text_that_took_much_memory_leaves_none_of_it_to_the_next(ask: Ask) -> None:
    first, second = said(ask("much_once")), said(ask("much_once"))
    assert first.process != second.process
    assert not zombies()


def test_a_text_that_is_too_long_is_not_sent(ask: Ask) -> None:
    failed = ask("echo", bytes(limits.REQUEST + 1))
    assert isinstance(failed, NotParsed) and failed.reason == "it is longer than 32 MB"


def test_an_answer_that_is_no_record_is_no_answer() -> None:
    for answer in (b"", b"=", b"=[]", b'={"process": "x"}', b"?", b"=\xff"):
        found = pool._read(answer, pool.Parser("any", Said))
        assert isinstance(found, NotParsed)


def test_half_a_surrogate_pair_crosses_as_a_replacement(ask: Ask) -> None:
    assert said(ask("echo", "a\ud800b".encode("utf-8", "surrogatepass"))).text == "a\ufffdb"


def test_the_child_has_no_secrets_and_no_files(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "a key")
    monkeypatch.chdir(tmp_path)
    with (tmp_path / "a").open("wb") as file:
        os.set_inheritable(file.fileno(), True)
        environment, folder, descriptors = literal_eval(said(ask("surroundings")).text)
    assert not {name for name in environment if not name.startswith(("LD_", "DYLD_", "LC_"))}
    assert folder == "/"
    assert len(descriptors) == 5  # three that lead nowhere, where that is, and the channel
    assert said(ask("into_a_file", str(tmp_path / "b").encode())).text != "written"


def test_a_child_that_is_killed_between_two_texts_is_replaced(ask: Ask) -> None:
    for ended_by in (signal.SIGKILL, signal.SIGTERM):
        first = said(ask("echo")).process
        os.kill(first, ended_by)
        second = said(ask("echo", b"next"))
        assert second.text == "next" and second.process != first
    assert not zombies()


def test_threads_share_a_few_children_and_get_their_own_answers(ask: Ask) -> None:
    with ThreadPoolExecutor(16) as threads:
        texts = [str(number) * 1_000 for number in range(400)]
        answers = list(threads.map(lambda text: said(ask("echo", text.encode())), texts))
    assert [answer.text for answer in answers] == texts
    assert len({answer.process for answer in answers}) <= 4


def test_threads_go_on_beside_a_text_that_does_not_end(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool._POOL, "_most", 2)  # on a single processor, too
    slow = threading.Thread(target=ask, args=("asleep",))
    slow.start()
    while not pool._POOL._busy:
        time.sleep(0.01)
    assert said(ask("echo", b"beside")).text == "beside"
    assert slow.is_alive()
    while slow.is_alive():  # the child is replaced twice
        for pid in bad_children():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        slow.join(0.05)


def test_ctrl_c_reaches_us_and_not_the_child(ask: Ask) -> None:
    child = said(ask("echo")).process
    assert os.getpgid(child) != os.getpgid(0)


def test_ctrl_c_while_a_text_is_parsed_mixes_up_no_answers() -> None:
    def interrupt(pid: int) -> None:
        os.kill(pid, signal.SIGINT)

    script = """
try:
    print("ready", flush=True)
    while True:
        ask("for_ever")
except KeyboardInterrupt:
    print(ask("echo", b"next").text)
"""
    assert run(script, stop=interrupt) == ["ready", "next"]


@pytest.mark.parametrize("work", ["time.sleep(3600)", 'ask("for_ever"); time.sleep(3600)'])
def test_a_child_ends_when_its_parent_is_killed(work: str) -> None:
    def kill(pid: int) -> None:
        os.kill(pid, signal.SIGKILL)

    (child,) = run(f'print(ask("echo").process, flush=True)\n{work}', stop=kill)
    assert ends_soon(int(child))


def test_children_end_with_a_process_that_ends() -> None:
    (child,) = run('print(ask("echo").process)')
    assert ends_soon(int(child))


def test_a_forked_process_has_children_of_its_own() -> None:
    script = """
first = ask("echo").process
fork = os.fork()
if not fork:
    print(ask("echo").process != first, flush=True)
    os._exit(0)
os.waitpid(fork, 0)
print(ask("echo").process == first)
"""
    assert run(script) == ["True", "True"]


def test_nothing_is_started_or_loaded_before_there_is_something_to_parse() -> None:
    script = """
import sys, pathlib
import luminos_core.agents.passes.registry, luminos_core.checks.registry
print([name for name in ("tree_sitter", "luminos_core.parsers") if name in sys.modules])
children = pathlib.Path("/proc/self/task").glob("*/children")
print([one.read_text() for one in children])
"""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == ["[]", "['']", ""]


def test_a_large_process_has_children_that_last() -> None:
    """A program's peak of memory begins with that of the process that started it."""
    script = """
large = bytearray(400 << 20)
print(len({ask("echo", b"x").process for _ in range(5)}))
"""
    assert run(script) == ["1"]
