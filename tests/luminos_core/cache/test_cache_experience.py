from pathlib import Path

import pytest

from luminos_core.audit.assemble import assemble
from luminos_core.cache.experience import expected_share, learn
from luminos_core.records.cost import ModelUsage, Pass
from luminos_core.records.directory import DirectoryState
from luminos_core.records.estimate import Estimate
from luminos_core.records.report import AuditReport
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.store.layout import Store
from luminos_core.store.signed import SignedFolder
from tests.luminos_core.report.report_runs import directory_report, facts, paid, snapshot

PATHS = [*"abcdef", "."]
NAME = "directories"


@pytest.fixture
def folder(tmp_path: Path) -> SignedFolder:
    return Store(tmp_path / "store").signed_calibration()


def estimate(usd: float, directories: int = len(PATHS), experience: float = 1.0) -> Estimate:
    used = ModelUsage(
        pass_name=Pass.DIRECTORY,
        model="model-a",
        calls=9,
        input=0,
        output=0,
        cache_read=0,
        cache_write=0,
        usd=usd,
    )
    return Estimate(
        directories=directories, stored=0, usage=(used,), usd=usd, experience=experience
    )


def report(
    told: Estimate | None, usd: float, paths: list[str] = PATHS, **changes: object
) -> AuditReport:
    """Of a run in which each of the directories cost `usd`."""
    tree = snapshot(*(DirectoryRecord(path=path) for path in PATHS[:-1]))
    reports = [directory_report(path, DirectoryState.INVESTIGATED) for path in PATHS]
    known = {"snapshot": tree, "reports": reports, "estimate": told}
    ledger = [paid(path, usd=usd) for path in paths]
    return assemble(facts(**(known | {"ledger": ledger} | changes)))


def test_with_no_experience_an_estimate_stays_as_it_is(folder: SignedFolder) -> None:
    assert expected_share(folder, NAME) == 1.0


def test_one_run_moves_the_next_estimate_by_half_of_the_way_and_more_runs_all_of_it(
    folder: SignedFolder,
) -> None:
    learn(folder, NAME, report(estimate(7.0), usd=1.4))
    assert expected_share(folder, NAME) == pytest.approx(1.2)
    learn(folder, NAME, report(estimate(8.4, experience=1.2), usd=1.4))
    assert expected_share(folder, NAME) == pytest.approx(1.4)


def test_directories_that_a_plan_left_out_do_not_make_the_others_cheap(
    folder: SignedFolder,
) -> None:
    learn(folder, NAME, report(estimate(7.0), usd=1.4, paths=PATHS[:5]))
    assert expected_share(folder, NAME) == pytest.approx(1.2)


@pytest.mark.parametrize(
    "nothing",
    [
        pytest.param(report(None, usd=1.4), id="no estimate"),
        pytest.param(report(estimate(7.0), usd=1.4, paths=PATHS[:4]), id="few directories"),
        pytest.param(report(estimate(6.0, 6), usd=1.4), id="more were paid for than estimated"),
        pytest.param(report(estimate(7.0), usd=9.9), id="far from any habit"),
        pytest.param(
            report(
                estimate(7.0),
                usd=1.4,
                reports=[directory_report(path, DirectoryState.PARTIAL) for path in PATHS],
            ),
            id="incomplete",
        ),
        pytest.param(
            report(estimate(7.0), usd=1.4, ledger=[paid(path, usd=None) for path in PATHS]),
            id="unknown price",
        ),
    ],
)
def test_a_run_that_shows_no_habit_teaches_nothing(
    folder: SignedFolder, nothing: AuditReport
) -> None:
    learn(folder, NAME, nothing)
    assert expected_share(folder, NAME) == 1.0


def test_only_the_last_runs_count(folder: SignedFolder) -> None:
    for _ in range(12):
        learn(folder, NAME, report(estimate(7.0), usd=2.0))
    for _ in range(10):
        learn(folder, NAME, report(estimate(7.0), usd=0.5))
    assert expected_share(folder, NAME) == pytest.approx(0.5)


def test_what_is_not_of_this_installation_is_no_experience(folder: SignedFolder) -> None:
    learn(folder, NAME, report(estimate(7.0), usd=1.4))
    for file in folder.path.iterdir():
        file.write_bytes(file.read_bytes().replace(b"1.4", b"0.4"))
    assert expected_share(folder, NAME) == 1.0
