"""The file checks run on the bytes that the scan reads: none is read or checked twice."""

from pathlib import Path

import pytest

from luminos_core.checks import check_cache as check_cache_module
from luminos_core.checks.check_cache import CheckCache, load_check_cache, save_check_cache
from luminos_core.checks.registry import checks_digest
from luminos_core.checks.run_checks import run_checks
from luminos_core.records.flag import Flag
from luminos_core.records.snapshot import Snapshot
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal
from luminos_core.store.layout import Store

RISKY = "import pickle\npickle.loads(request.data)\neval(request.args['x'])\n"
NOWHERE = SandboxedDir(Path("/nowhere"))  # has no file to open


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "target"
    folder.mkdir()
    (folder / "app.py").write_text(RISKY)
    (folder / "calm.py").write_text("x = 1\n")
    return folder


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files whose bytes are checked, by path."""
    paths: list[str] = []
    flags = check_cache_module._run_checks

    def recorded(checked):
        paths.append(checked.file.path)
        return flags(checked)

    monkeypatch.setattr(check_cache_module, "_run_checks", recorded)
    return paths


def scan(target: Path, check_cache: CheckCache) -> Snapshot:
    context = ScanContext(lambda event: None, StopSignal(), inspect=check_cache.check)
    return take_snapshot(target, ScanOptions(), context)


def first_night(store: Store, target: Path) -> tuple[CheckCache, Snapshot]:
    check_cache = load_check_cache(store, target, fresh=False)
    snapshot = scan(target, check_cache)
    save_check_cache(store, target, check_cache, snapshot)
    return check_cache, snapshot


def analyzed(snapshot: Snapshot, check_cache: CheckCache, files: SandboxedDir) -> tuple[Flag, ...]:
    return run_checks(files, snapshot, check_cache, StopSignal()).flags


def test_what_the_scan_showed_is_not_opened_again(target: Path) -> None:
    check_cache = CheckCache(checks_digest())
    snapshot = scan(target, check_cache)
    seen = analyzed(snapshot, check_cache, NOWHERE)
    assert {flag.line for flag in seen if flag.path == "app.py"} == {2, 3}
    assert seen == analyzed(snapshot, CheckCache(checks_digest()), SandboxedDir(target))


def test_the_next_night_checks_what_changed(
    tmp_path: Path, target: Path, checked: list[str]
) -> None:
    store = Store(tmp_path / "store")
    check_cache, snapshot = first_night(store, target)
    before = analyzed(snapshot, check_cache, NOWHERE)
    assert sorted(checked) == ["app.py", "calm.py"]
    checked.clear()
    (target / "calm.py").write_text("x = eval(input())\n")
    again = load_check_cache(store, target, fresh=False)
    found = analyzed(scan(target, again), again, NOWHERE)
    assert checked == ["calm.py"]
    assert set(before) < set(found)


def test_rules_that_changed_and_a_fresh_run_check_everything(
    tmp_path: Path, target: Path, checked: list[str]
) -> None:
    store = Store(tmp_path / "store")
    check_cache, snapshot = first_night(store, target)
    stored = check_cache.dump(snapshot.directory(".").files)
    for other in (
        CheckCache("other rules", stored),
        load_check_cache(store, target, fresh=True),
    ):
        checked.clear()
        scan(target, other)
        assert sorted(checked) == ["app.py", "calm.py"]


def test_a_withheld_file_is_checked_for_secrets_alone(target: Path) -> None:
    (target / "run.env.py").write_text("eval(x)\n")
    (target / ".env.py").write_text("eval(x)\n<<<<<<< a\n=======\n>>>>>>> b\n")
    check_cache = CheckCache(checks_digest())
    flags = analyzed(scan(target, check_cache), check_cache, SandboxedDir(target))
    assert "run.env.py" in {flag.path for flag in flags}
    assert ".env.py" not in {flag.path for flag in flags}


def test_a_file_in_another_language_than_last_night_is_checked_again(
    tmp_path: Path, target: Path, checked: list[str]
) -> None:
    (target / "tool").write_text("def broken(:\n")
    store = Store(tmp_path / "store")
    first_night(store, target)
    checked.clear()
    (target / ".gitattributes").write_text("tool linguist-language=Python\n")
    again = load_check_cache(store, target, fresh=False)
    found = analyzed(scan(target, again), again, NOWHERE)
    assert "tool" in checked
    assert [flag.path for flag in found if "syntax" in flag.rule] == ["tool"]
