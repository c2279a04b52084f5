"""What a tool may do, and what comes of one that does not end well."""

import os
import socket
import subprocess
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from luminos_core.errors import Interrupted, SettingsError
from luminos_core.external.find import Found, find_tool
from luminos_core.external.hadolint import HADOLINT
from luminos_core.external.registry import TOOLS, chosen_tools
from luminos_core.external.run_tool import run_tool
from luminos_core.external.semgrep import SEMGREP
from luminos_core.records.external import ToolReport, ToolState
from luminos_core.records.settings import Settings
from luminos_core.records.snapshot import FileRecord
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.settings import program_folders
from luminos_core.stop import StopSignal
from tests.fakes.thread_executor import MemoryResults
from tests.fakes.trees import make_tree
from tests.luminos_core.external.conftest import Use
from tests.luminos_core.external.fake_tools import (
    audit_with_tools,
    calls,
    fake_tool,
    flags_of,
    result,
    sarif,
    tool_run,
)

DOCKERFILE = "FROM alpine:3.20\nUSER root\n"
PRINT = f"print({sarif([result('Dockerfile', 2, 'DL3002')])!r})"


def run(tmp_path: Path, body: str, stop: StopSignal | None = None, **limits: Any) -> ToolReport:
    """What comes of a hadolint that does what `body` says."""
    fake_tool(tmp_path / "bin", "hadolint", body)
    target = make_tree(tmp_path / "t", {"Dockerfile": DOCKERFILE}).resolve()
    snapshot = take_snapshot(target, ScanOptions(), ScanContext(lambda event: None, StopSignal()))
    files = ScannedFiles(target)
    files.remember(snapshot)
    found = Found(tmp_path / "bin" / "hadolint", None, "")
    wanted: list[FileRecord] = list(snapshot.files)
    tool = replace(HADOLINT, **limits)
    return run_tool(tool, found, wanted, files, stop or StopSignal())


def test_a_tool_that_ends_well_reports(tmp_path: Path) -> None:
    report = run(tmp_path, PRINT)
    assert (report.run.state, report.run.version, report.gap) == (ToolState.RAN, "1.2.3", "")
    assert [found.flag.rule for found in report.flags] == ["hadolint:DL3002"]


@pytest.mark.parametrize(
    ("body", "limits", "reason"),
    [
        ("import time; time.sleep(600)", {"seconds": 1.0}, "it takes more than 1 s"),
        ("while True: pass", {"seconds": 1.0}, "it takes more than 1 s"),
        ("bytearray(1 << 30)", {"memory": 256 << 20}, "MemoryError"),
        ("while True: print('x' * 1_000_000)", {}, "it writes more than 30 MB"),
        (
            "print('fatal: no idea', file=sys.stderr); sys.exit(7)",
            {},
            "exit code 7: fatal: no idea",
        ),
        ("os.kill(os.getpid(), 11)", {}, "SIGSEGV"),
        ("print('not JSON')", {}, "it is not SARIF"),
        ("print('[' * 100_000)", {}, "cannot be read"),
        ("pass", {}, "it is not SARIF"),
        ("print('{\"runs\": 1}')", {}, "it is not SARIF"),
    ],
)
def test_what_a_tool_that_fails_would_have_found_is_unknown(
    tmp_path: Path, body: str, limits: dict[str, Any], reason: str
) -> None:
    report = run(tmp_path, body, **limits)
    assert report.run.state is ToolState.UNKNOWN
    assert reason in report.gap
    assert reason in report.run.reason


def test_an_audit_with_a_tool_that_failed_is_incomplete_and_asks_it_again(
    tmp_path: Path, use: Use
) -> None:
    seen = fake_tool(tmp_path / "bin", "hadolint", "sys.exit(3)")
    use(tmp_path / "bin")
    target, results = make_tree(tmp_path / "t", {"Dockerfile": DOCKERFILE}), MemoryResults()
    for _ in range(2):
        report = audit_with_tools(target, results, tools="hadolint")
        assert report.status == "incomplete"
        assert [gap.pass_name for gap in report.gaps] == ["hadolint"]
        assert tool_run(report, "hadolint").state is ToolState.UNKNOWN
    assert len(calls(seen)) == 2


def test_what_a_tool_has_started_ends_with_it(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    body = (
        "import subprocess\n"
        "child = subprocess.Popen(['sleep', '600'])\n"
        f"pathlib.Path({str(note)!r}).write_text(str(child.pid))\n" + PRINT
    )
    assert run(tmp_path, body).run.state is ToolState.RAN
    deadline = time.monotonic() + 60
    while _is_alive(int(note.read_text())):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_stop_ends_a_tool(tmp_path: Path) -> None:
    stop = StopSignal()
    stop.set()
    with pytest.raises(Interrupted):
        run(tmp_path, "import time; time.sleep(600)", stop)


def test_a_tool_gets_nothing_of_our_environment_and_is_outside_of_the_target(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ANTHROPIC_API_KEY", "GH_TOKEN", "GITLEAKS_CONFIG", "PYTHONPATH"):
        monkeypatch.setenv(name, "of-the-person")
    run(tmp_path, PRINT)
    (call,) = calls(tmp_path / "bin" / "hadolint.calls")
    assert "of-the-person" not in call["env"].values()
    assert str(Path.home()) not in {call["env"]["HOME"], call["env"]["XDG_CONFIG_HOME"]}
    assert not any(str(tmp_path / "t") in text for text in (call["cwd"], *call["argv"]))
    assert "127.0.0.1" in call["env"]["https_proxy"]


def test_a_tool_has_no_network(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        note = tmp_path / "note"
        body = (
            "import socket\n"
            "try: socket.create_connection(('127.0.0.1', %d), 5); said = 'connected'\n"
            "except OSError: said = 'refused'\n"
            "pathlib.Path(%r).write_text(said + ' ' + os.readlink('/proc/self/ns/net'))\n" + PRINT
        ) % (port, str(note))
        run(tmp_path, body)
    said, namespace = note.read_text().split()
    if namespace == str(Path("/proc/self/ns/net").readlink()):
        ways = (["unshare", "--net", "true"], ["unshare", "--user", "--net", "true"])
        assert all(subprocess.run(way, check=False).returncode for way in ways)
        pytest.skip("this machine lets nobody leave the network")
    assert said == "refused"


def test_a_result_outside_of_the_tree_is_none(tmp_path: Path) -> None:
    places = ("/etc/passwd", "../../etc/passwd", "file:///etc/shadow", "no-such-file", "", "..")
    body = f"print({sarif([result(place, 1) for place in places])!r})"
    report = run(tmp_path, body)
    assert (report.flags, report.run.findings) == ((), 0)


def test_a_tool_that_is_missing_is_skipped_with_how_to_get_it(tmp_path: Path, use: Use) -> None:
    use(tmp_path)
    target = make_tree(tmp_path / "t", {"Dockerfile": DOCKERFILE, "a.sh": "#!/bin/sh\n"})
    report = audit_with_tools(target)
    assert report.status == "complete"
    skipped = {each.name: each.reason for each in report.tools}
    assert all(each.state is ToolState.SKIPPED for each in report.tools)
    assert skipped.keys() == {"shellcheck", "hadolint", "gitleaks", "semgrep"}  # for these files
    assert "apt install shellcheck" in skipped["shellcheck"]


def test_a_program_in_the_target_is_no_tool(tmp_path: Path, use: Use) -> None:
    target = make_tree(tmp_path / "t", {"Dockerfile": DOCKERFILE})
    seen = fake_tool(target / "bin", "hadolint", PRINT)
    linked = tmp_path / "links"
    linked.mkdir()
    (linked / "hadolint").symlink_to(target / "bin" / "hadolint")
    (target / "more").symlink_to("/usr/bin")
    use(target / "bin", linked, target / "more")
    report = audit_with_tools(target, tools="hadolint")
    assert tool_run(report, "hadolint").state is ToolState.SKIPPED
    assert not calls(seen)


def test_a_relative_folder_of_path_is_not_looked_into() -> None:
    found = program_folders({"PATH": f"bin:.::{os.sep}usr/bin"})
    assert all(folder.is_absolute() for folder in found)
    assert Path("/usr/bin") in found


def test_rules_of_the_target_are_not_those_of_the_person(tmp_path: Path, use: Use) -> None:
    target = make_tree(tmp_path / "t", {"rules/r.yml": "rules: []\n", "a.py": "x = 1\n"}).resolve()
    fake_tool(tmp_path / "bin", "semgrep", PRINT)
    use(tmp_path / "bin")
    settings = Settings(store=tmp_path, semgrep_rules=target / "rules")
    assert "in the target" in str(find_tool(SEMGREP, settings, target))
    missing = Settings(store=tmp_path, semgrep_rules=tmp_path / "gone")
    assert "there is nothing in" in str(find_tool(SEMGREP, missing, target))
    unset = find_tool(SEMGREP, Settings(store=tmp_path), target)
    assert "LUMINOS_SEMGREP_RULES" in str(unset)


@pytest.mark.parametrize(
    ("asked", "usual", "names"),
    [
        ("auto", "auto", [tool.name for tool in TOOLS]),
        ("none", "auto", []),
        ("auto", "none", []),
        ("gitleaks, ruff", "none", ["ruff", "gitleaks"]),
        ("auto", "zizmor", ["zizmor"]),
        ("auto", "", []),
    ],
)
def test_tools_are_chosen_by_name(asked: str, usual: str, names: list[str]) -> None:
    assert [tool.name for tool in chosen_tools(asked, usual)] == names


def test_an_unknown_name_of_a_tool_is_an_error_that_names_the_others() -> None:
    with pytest.raises(SettingsError, match=r"'pylint'.*ruff, zizmor"):
        chosen_tools("ruff,pylint", "auto")


def test_a_tools_words_cannot_carry_a_secret_or_a_line_break(tmp_path: Path, use: Use) -> None:
    token = "ghp" + "_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    loud = result("Dockerfile", 1, "R\n2", message={"text": f"found {token}\n\x1b[31m## Heading"})
    fake_tool(tmp_path / "bin", "hadolint", f"print({sarif([loud])!r})")
    use(tmp_path / "bin")
    target = make_tree(tmp_path / "t", {"Dockerfile": DOCKERFILE})
    results = MemoryResults()
    report = audit_with_tools(target, results, tools="hadolint")
    (flag,) = [flag for flag in report.flags if flag.rule.startswith("hadolint:")]
    assert token not in report.model_dump_json() + repr(vars(results))
    assert not {"\n", "\x1b"} & {*flag.finding, *flag.rule}
    assert not flags_of(report, "hadolint:DL3002")


def test_other_rules_of_the_person_make_a_tool_run_again(tmp_path: Path, use: Use) -> None:
    rules = make_tree(tmp_path / "rules", {"r.yml": "rules: []\n"})
    fake_tool(tmp_path / "bin", "semgrep", PRINT)
    use(tmp_path / "bin")
    settings = Settings(store=tmp_path, semgrep_rules=rules)
    target = (tmp_path / "t").resolve()
    first = find_tool(SEMGREP, settings, target)
    assert first == find_tool(SEMGREP, settings, target)
    (rules / "r.yml").write_text("rules: [1]\n")
    assert first != find_tool(SEMGREP, settings, target)


def test_two_findings_of_one_rule_on_one_line_are_two(tmp_path: Path) -> None:
    said = [{"message": {"text": f"argument {number}"}} for number in (1, 2)]
    body = f"print({sarif([result('Dockerfile', 2, 'A', **each) for each in said])!r})"
    flags = [found.flag for found in run(tmp_path, body).flags]
    assert [(flag.line, flag.ordinal) for flag in flags] == [(2, 1), (2, 2)]


def test_a_comment_of_ours_says_that_a_tools_finding_is_meant(tmp_path: Path, use: Use) -> None:
    text = "FROM alpine:3.20\n# luminos: ignore[hadolint:A] as agreed\nRUN cd /tmp\n"
    fake_tool(tmp_path / "bin", "hadolint", f"print({sarif([result('Dockerfile', 3, 'A')])!r})")
    use(tmp_path / "bin")
    target = make_tree(tmp_path / "t", {"Dockerfile": text})
    report = audit_with_tools(target, tools="hadolint")
    assert not flags_of(report, "hadolint:A")
    assert [flag.suppressed for flag in report.suppressed_flags] == ["luminos: as agreed"]


def test_a_tool_is_given_nothing_that_nobody_is_shown(tmp_path: Path, use: Use) -> None:
    listing = tmp_path / "listing"
    body = (
        "found = [name for _, _, names in os.walk(sys.argv[-1]) for name in names]\n"
        f"pathlib.Path({str(listing)!r}).write_text('\\n'.join(found))\n"
        "report = next(word.partition('=')[2] for word in sys.argv if 'report-path' in word)\n"
        f"pathlib.Path(report).write_text({sarif([])!r})"
    )
    fake_tool(tmp_path / "bin", "gitleaks", body)
    use(tmp_path / "bin")
    tools = (
        ".gitleaks.toml",
        ".gitleaksignore",
        ".semgrepignore",
        ".checkov.yaml",
        ".shellcheckrc",
    )
    tree = {**dict.fromkeys(tools, "x\n"), "a.txt": "a\n", ".env": "KEY=x\n", "id_rsa": "x\n"}
    target = make_tree(tmp_path / "t", tree)
    (target / "link").symlink_to("/etc/passwd")
    (target / "binary").write_bytes(bytes(range(256)))
    report = audit_with_tools(target, tools="gitleaks")
    assert tool_run(report, "gitleaks").state is ToolState.RAN
    given = {*listing.read_text().splitlines()}
    assert "a.txt" in given
    assert not given & {*tools, ".env", "id_rsa", "link", "binary"}
