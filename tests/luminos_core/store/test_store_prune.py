"""What the store keeps, and that nothing in use is removed."""

import json
import os
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.store.layout import Store, target_id
from luminos_core.store.lock import try_lock
from luminos_core.store.prune import Kept, prune, sizes
from luminos_core.text.filenames import encode_name

DAY = 86_400.0
NOW = time.time()
KEY = "directory-" + "0" * 64
KEPT = Kept(runs=2, days=90)


def aged(path: Path, days: float) -> Path:
    """`path`, with all in it, last used so long ago."""
    moment = NOW - days * DAY
    for parent, folders, files in os.walk(path):
        for name in (*folders, *files):
            os.utime(Path(parent, name), (moment, moment), follow_symlinks=False)
    os.utime(path, (moment, moment), follow_symlinks=False)
    return path


def make_run(store: Store, name: str, target: str, days: float) -> Path:
    folder = store.run(name)
    (folder / "run.json").write_text(f'{{"target": "{target}"}}')
    (folder / "report.json").write_text("{}")
    return aged(folder, days)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


def test_the_latest_runs_of_each_target_are_kept(store: Store) -> None:
    runs = [make_run(store, f"a{age}", "/a", age) for age in range(5)]
    other = make_run(store, "b", "/b", 400)
    prune(store, KEPT, NOW)
    assert [run.exists() for run in runs] == [True, True, False, False, False]
    assert other.exists()


def test_a_run_that_works_is_kept_and_one_of_an_unknown_target_goes_by_age(store: Store) -> None:
    runs = [make_run(store, f"a{age}", "/a", age) for age in range(4)]
    lock = try_lock(runs[3] / "lock")
    assert lock is not None
    aged(runs[3], 3)
    unknown = [aged(store.run("young"), 80), aged(store.run("old"), 100)]
    prune(store, KEPT, NOW)
    os.close(lock)
    assert [run.exists() for run in runs] == [True, True, False, True]
    assert [run.exists() for run in unknown] == [True, False]


def test_results_go_by_their_last_use_and_failures_after_a_day(store: Store) -> None:
    results = store.signed("results")
    ages = {KEY: 100, KEY.replace("0", "1"): 80, "7445ceb5-7931-4f95-a571-73deb78d01d5": 2}
    young = "ac7cfe00-be36-4d8a-bb56-f6c2937ee20e"
    for name, days in {**ages, young: 0.5}.items():
        results.write(name, b"1")
        aged(results.path / name, days)
    prune(store, KEPT, NOW)
    assert {path.name for path in results.path.iterdir()} == {KEY.replace("0", "1"), young}


def test_what_is_read_is_used(store: Store) -> None:
    for folder in ("results", "summaries"):
        signed = store.signed(folder)
        signed.write(KEY, b"1")
        aged(signed.path / KEY, 100)
        assert signed.load(KEY) == b"1"
    prune(store, KEPT, NOW)
    assert store.signed("results").has(KEY)
    assert store.signed("summaries").has(KEY)


def test_a_list_of_results_by_model_stays_for_as_long_as_one_of_them_does(store: Store) -> None:
    lists, results = store.signed("models"), store.signed("results")
    other = KEY.replace("0", "1")
    listed = b'{"results": [{"result": "%b"}, {"result": "%b"}]}'
    lists.write("directory-gone", listed % (KEY.encode(), KEY.encode()))
    lists.write("directory-kept", listed % (KEY.encode(), other.encode()))
    lists.write("directory-young", listed % (KEY.encode(), KEY.encode()))
    (lists.path / "directory-forged").write_text("no list")
    for path in lists.path.iterdir():
        aged(path, 80 if path.name == "directory-young" else 100)
    results.write(other, b"1")
    for _ in range(2):
        prune(store, KEPT, NOW)
        left = {path.name for path in lists.path.iterdir()}
        assert left == {"directory-kept", "directory-young"}


def test_a_target_that_is_not_audited_any_more_goes_with_all_that_is_stored_of_it(
    store: Store,
) -> None:
    for number, days in ((1, 100), (2, 80)):
        name = target_id(Path(f"/{number}"))
        for folder in ("scans", "checks", "notes"):
            store.signed(folder).write(name, b"1")
            aged(store.path / folder / name, days)
        (store.target(Path(f"/{number}")) / "last_run.json").write_text("{}")
        aged(store.path / "targets" / name, days)
    prune(store, KEPT, NOW)
    left = {target_id(Path("/2"))}
    for folder in ("targets", "scans", "checks", "notes"):
        assert {path.name for path in (store.path / folder).iterdir()} == left


def test_the_trend_history_and_memory_of_a_target_stay_for_as_long_as_runs_of_it_do(
    store: Store,
) -> None:
    for target, has_runs in ((Path("/with\\runs"), True), (Path("/without"), False)):
        signed = store.signed_target(target)
        for name in ("trend", "plan"):
            signed.write(name, b"1")
        for kept_folder in ("history", "memory"):
            (signed.path / kept_folder).mkdir()
        aged(signed.path, 400)
        if has_runs:
            folder = store.run("run-1")
            (folder / "run.json").write_text(json.dumps({"target": encode_name(str(target))}))
            (folder / "report.json").write_text("{}")
            aged(folder, 400)
    for _ in range(2):
        prune(store, KEPT, NOW)
        kept = {file.relative_to(store.path / "targets") for file in store.path.glob("targets/*/*")}
        own = Path(target_id(Path("/with\\runs")))
        assert kept == {own / "trend", own / "history", own / "memory"}


def test_a_target_that_is_being_audited_is_kept(store: Store) -> None:
    target = Path("/1")
    lock = try_lock(store.lock(target))
    assert lock is not None
    aged(store.target(target), 400)
    prune(store, KEPT, NOW)
    os.close(lock)
    assert (store.path / "targets" / target_id(target)).exists()


def test_databases_of_servers_that_nobody_uses_are_removed(store: Store) -> None:
    servers = store.server_path
    for slot in ("0", "1"):
        (servers / slot).mkdir(mode=0o700)
        (servers / slot / "lock").touch()
        (servers / slot / "prefect.db").write_text("x")
        aged(servers / slot, 100)
    (servers / "empty-0.1.db").write_text("x")
    aged(servers / "empty-0.1.db", 100)
    lock = try_lock(servers / "1/lock")
    assert lock is not None
    prune(store, KEPT, NOW)
    os.close(lock)
    assert [(servers / slot / "prefect.db").exists() for slot in ("0", "1")] == [False, True]
    assert not (servers / "empty-0.1.db").exists()


def test_unfinished_files_are_removed_after_a_day(store: Store) -> None:
    folder = store.signed("results").path
    for name, days in ((".a.1234", 2), (".b.1234", 0.1)):
        (folder / name).write_text("x")
        aged(folder / name, days)
    prune(store, KEPT, NOW)
    assert {path.name for path in folder.iterdir()} == {".b.1234"}


def test_nothing_outside_of_the_store_is_removed(store: Store, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").write_text("x")
    for folder in ("runs", "results", "summaries", "targets"):
        store.signed(folder)
        (store.path / folder / "link").symlink_to(outside)
        os.utime(store.path / folder / "link", (1, 1), follow_symlinks=False)
    aged(outside, 400)
    prune(store, KEPT, NOW)
    assert (outside / "file").exists()


@given(ages=st.lists(st.floats(0, 300), max_size=6), most=st.integers(1, 5))
def test_the_size_does_not_grow_beyond_what_is_kept(
    tmp_path_factory: pytest.TempPathFactory, ages: list[float], most: int
) -> None:
    store = Store(tmp_path_factory.mktemp("store"))
    for number, days in enumerate(ages):
        make_run(store, str(number), "/a", days)
    before = sum(each.size for each in sizes(store))
    removed = prune(store, Kept(runs=most, days=90), NOW)
    assert len(list(store.runs_path.iterdir())) == min(most, len(ages))
    assert before - removed.size == sum(each.size for each in sizes(store))
    assert prune(store, Kept(runs=most, days=90), NOW).files == 0
