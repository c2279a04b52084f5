"""A store that others own or can write to is refused: what is in it decides what is trusted."""

import os
from pathlib import Path

import pytest

from luminos_core.errors import StoreError
from luminos_core.store.layout import Store, empty_folder

FOLDERS = ("", "results", "runs", "targets", "server", "summaries")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(tmp_path / "store")
    made.signed("results").write("a", b"1")
    for name in FOLDERS[1:]:
        made._folder(name)
    return made


def use(store: Store) -> None:
    for name in FOLDERS[1:]:
        store.signed(name)


@pytest.mark.parametrize("mode", [0o770, 0o702, 0o777, 0o720])
@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_that_others_can_write_to_is_refused(store: Store, folder: str, mode: int) -> None:
    (store.path / folder).chmod(mode)
    with pytest.raises(StoreError, match=r"can be written by others.*run: chmod go-w"):
        use(store)
    (store.path / folder).chmod(0o755)
    use(store)


@pytest.mark.parametrize("mode", [0o660, 0o602, 0o666])
def test_a_key_that_others_can_write_is_refused(store: Store, mode: int) -> None:
    (store.path / "key").chmod(mode)
    with pytest.raises(StoreError, match=r"key can be written by others"):
        store.signed("results")


def test_a_store_of_another_user_is_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    with pytest.raises(StoreError, match=rf"belongs to user {owner} and you are user {owner + 1}"):
        store.signed("results")


@pytest.mark.parametrize("name", ["prefect.toml", ".env", "pyproject.toml", "a folder"])
def test_the_working_directory_of_prefect_must_be_empty(store: Store, name: str) -> None:
    folder = empty_folder(store.server_path)
    (folder / name).mkdir()
    with pytest.raises(StoreError, match="could set something in Prefect; remove it"):
        empty_folder(store.server_path)
