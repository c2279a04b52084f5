"""The command as a process: killed, interrupted, started twice, started in a hostile place."""

import json
import signal
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from luminos_core.records.report import AuditReport
from tests.fakes.messages_server import MessagesServer, Received, Reply, submits_at_once
from tests.fakes.trees import DIRECTORIES, make_tree, wide_tree
from tests.flows.command import HANGING, Command, command, strays, wait_until
from tests.flows.server_records import artifacts_of, log_of

CALLS = len(DIRECTORIES) + 3  # the survey, the plan and the synthesis


@pytest.fixture
def templates(servers: Path, prefect_url: str) -> Path:
    """A folder with a database to copy."""
    return servers


def three_directories(request: Received) -> Reply:
    """After the survey, the plan and three directories no answer comes."""
    answer = submits_at_once(request)
    return answer if request.number <= 2 + 3 else replace(answer, after_seconds=HANGING)


def test_ctrl_c_ends_with_a_report_of_what_was_done(tmp_path: Path, templates: Path) -> None:
    target = make_tree(tmp_path / "wide", wide_tree(30))
    with MessagesServer(three_directories) as model:
        luminos = command(tmp_path / "store", templates, model, prepared=True)
        results = tmp_path / "store" / "results"
        with luminos.started("audit", str(target), "--json", "--concurrency", "2") as process:
            assert wait_until(lambda: len(list(results.glob("directory-*"))) == 3)
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=HANGING)
    assert process.returncode == 2, errors
    report = AuditReport.model_validate_json(output)
    counts = {each.name: each.count for each in report.coverage.by_state}
    assert report.status == "incomplete"
    assert report.brief.splitlines()[0].startswith("Incomplete audit: the run was interrupted")
    assert counts["investigated"] == 3
    assert counts["deferred"] >= 1
    assert sum(counts.values()) == report.coverage.total == 30
    assert not strays(tmp_path / "store")


def test_two_audits_at_once_do_not_collide(tmp_path: Path, templates: Path, target: Path) -> None:
    other = make_tree(tmp_path / "other", wide_tree(5))
    with MessagesServer(submits_at_once) as model:
        luminos = command(tmp_path / "store", templates, model, prepared=True)
        with ThreadPoolExecutor(3) as threads:
            reports = list(threads.map(luminos.audit, [target, other, target]))
    assert [report.status for report in reports] == ["complete"] * 3
    # The same target was audited twice, but paid for once.
    asked = [json.dumps(request.json, sort_keys=True) for request in model.requests]
    assert len(set(asked)) == len(asked) >= CALLS + 5 + 3
    folders = [tmp_path / "store" / "runs" / report.run_id for report in reports]
    ledgers = [(folder / "ledger.jsonl").read_text().splitlines() for folder in folders]
    assert sum(map(len, ledgers)) == model.calls
    billed = [sum(each.calls for each in report.cost.by_model) for report in reports]
    assert billed == [len(lines) for lines in ledgers]
    assert not strays(tmp_path / "store")


def test_settings_files_in_the_working_directory_are_not_obeyed_nor_is_it_written_to(
    tmp_path: Path, templates: Path, target: Path
) -> None:
    (target / "prefect.toml").write_text('[api]\nurl = "http://127.0.0.1:9/api"\n')
    (target / ".env").write_text("PREFECT_API_URL=http://127.0.0.1:9/api\n")
    (target / "prefect.py").write_text("raise SystemExit('the target ran')\n")
    (target / "flows.py").write_text("raise SystemExit('the target ran')\n")
    before = _listing(target)
    luminos = command(tmp_path / "store", templates)
    done = luminos.run("audit", ".", cwd=target)
    assert done.returncode == 0, done.stderr
    assert "No language model was used" in done.stdout
    assert _listing(target) == before


def test_a_run_with_an_api_is_shown_by_that_api(
    tmp_path: Path, prefect_url: str, target: Path
) -> None:
    luminos = Command(tmp_path / "store", {"PREFECT_API_URL": prefect_url}, prepared=True)
    report = luminos.audit(target)
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as client:
        run = client.read_flow_run(report.run_id)  # type: ignore[arg-type]
    assert run.state is not None and run.state.is_completed()
    lines = log_of(report.run_id)
    assert "docs: investigated (" in "\n".join(lines)
    assert "the run is over" in lines
    (artifact,) = artifacts_of(report.run_id, "audit-progress")
    assert artifact.data == 100.0


def test_what_is_set_is_read_once_and_in_the_working_directory_of_the_command(
    tmp_path: Path, templates: Path, target: Path
) -> None:
    """The store and the prices have relative paths, and HOME and TMPDIR lead into the target."""
    (tmp_path / "prices.toml").write_text("")
    (target / "tmp").mkdir()
    inside = {"HOME": str(target), "TMPDIR": str(target / "tmp")}
    luminos = command(tmp_path / "store", templates, prepared=True)
    luminos = replace(
        luminos, store=Path("store"), extra={**inside, "LUMINOS_PRICES": "prices.toml"}
    )
    before = _listing(target)
    done = luminos.run("audit", str(target), "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    report = AuditReport.model_validate_json(done.stdout)
    assert (tmp_path / "store" / "runs" / report.run_id / "report.json").exists()
    assert not list((tmp_path / "store" / "server").rglob("runs"))
    assert _listing(target) == before


def test_files_of_prefect_in_the_target_are_refused(
    tmp_path: Path, prefect_url: str, target: Path
) -> None:
    extra = {"PREFECT_API_URL": prefect_url, "HOME": str(target)}
    before = _listing(target)
    done = Command(tmp_path / "store", extra).run("audit", str(target))
    assert done.returncode == 2
    assert f"{target}/.prefect, which lies inside the target" in done.stderr
    assert _listing(target) == before


@pytest.mark.parametrize("room", ["runs", "results", "server"])
def test_a_target_in_the_store_is_refused_by_an_audit_and_only_drawn_by_a_scan(
    luminos: Command, room: str
) -> None:
    target = make_tree(luminos.store / room / "code", {"a.py": "A = 1\n"})
    before = _listing(luminos.store)
    done = luminos.inside("audit", str(target))
    assert done.returncode == 2
    assert "lies inside the store" in done.stderr
    done = luminos.run("scan", str(target))
    assert done.returncode == 0
    assert "nothing is stored for the next scan" in done.stderr
    assert _listing(luminos.store) == before


def test_a_server_ends_with_its_owner(tmp_path: Path, templates: Path) -> None:
    """Also when the owner is killed: the server's standard input closes."""
    luminos = command(tmp_path / "store", templates, prepared=True)
    with luminos.started("audit", str(make_tree(tmp_path / "wide", wide_tree(60)))) as process:
        assert wait_until(lambda: "flows.server_process" in str(strays(tmp_path / "store")))
        process.send_signal(signal.SIGKILL)
    assert wait_until(lambda: not strays(tmp_path / "store"))


def _listing(root: Path) -> list[tuple[str, int, int]]:
    found = [
        (str(path), path.lstat().st_mtime_ns, path.lstat().st_size) for path in root.rglob("*")
    ]
    return sorted([*found, (str(root), root.lstat().st_mtime_ns, 0)])
