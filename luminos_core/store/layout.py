"""The store's folders.

key               signs every stored result
results/          Prefect's task results, by cache key
runs/<run id>/    a run's run.json from its beginning, then report.json, report.md, flags.jsonl, …
scans/            the last scan of each directory, by the directory's id
checks/           the checks' flags for the files of that scan, by the same id
notes/            what the files of each directory say of the project, by the same id
models/           by what results depend on but the model: which models have one
escalations/      directories that one model tier was not enough for, by path and cache key: which
                  tier is next, and what those before it left
summaries/        file entries by the files' content digests
calibration/      actual costs beside estimated ones, by model and prompts
targets/<id>/     of one audited directory: lock, plan, last run, trend; in history/ what its
                  next run is compared with, in memory/ what is remembered of all its runs, in
                  transcripts/ the paid answers of conversations that have no result yet
server/<slot>/    the home of a local Prefect server
server/empty/     its working directory, and that of a flow

None of them is a link, or the store could be written through it into a target; and nobody else can
write to them, or to the key: what is in the store decides what is trusted, and what is run.
"""

import os
import shutil
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from luminos_core.digest import digest_bytes
from luminos_core.errors import SettingsError, StoreError
from luminos_core.store.lock import unlocked
from luminos_core.store.shared import refuse_shared
from luminos_core.store.signed import SignedFolder, installation_key
from luminos_core.text.filenames import encode_name

LOCK = "lock"
TREND, HISTORY, MEMORY = "trend", "history", "memory"  # in the folder of a target
_TRANSCRIPTS = "transcripts"


@dataclass(frozen=True)
class Store:
    """Folders are created (0700) on first use. StoreError when one cannot be."""

    path: Path

    @property
    def server_path(self) -> Path:
        return self._folder("server")

    @property
    def runs_path(self) -> Path:
        return self._folder("runs")

    def run(self, run_id: str) -> Path:
        return self._folder("runs", run_id)

    def run_path(self, run_id: str) -> Path:
        """Where the folder of a run is, if there is one."""
        return self.runs_path / Path(run_id).name

    def target(self, target: Path) -> Path:
        """The folder for one audited directory, by its real path."""
        return self._folder("targets", target_id(target))

    def signed(self, *names: str) -> SignedFolder:
        """A folder of the store for signed files: `signed("results")`."""
        return SignedFolder(self._folder(*names), installation_key(self._folder() / "key"))

    def signed_target(self, target: Path) -> SignedFolder:
        """The folder for one audited directory, for signed files."""
        return self.signed("targets", target_id(target))

    def lock(self, target: Path) -> Path:
        """The file whose lock a run over the target holds."""
        return self.target(target) / LOCK

    def transcripts(self, target: Path) -> SignedFolder:
        """The folder for conversations about the target, a file each."""
        return self.signed("targets", target_id(target), _TRANSCRIPTS)

    def remove_transcripts_before(self, moment: float, own: Path) -> None:
        """Remove conversations last written to before `moment`, in seconds since 1970: those about
        `own`, whose lock the caller holds, and about every target over which no run works."""
        for folder in self._folder("targets").glob(f"*/{_TRANSCRIPTS}"):
            with unlocked(folder.with_name(LOCK)) as is_free:
                if is_free or folder.parent.name == target_id(own):
                    _remove_before(moment, folder)

    def refuse_overlap(self, target: Path) -> None:
        """Raises SettingsError when one of the store and the target lies inside the other."""
        store, shown = self.path.resolve(), encode_name(str(target))
        never = "and Luminos never writes into a target"
        if store.is_relative_to(target):
            raise SettingsError(
                f"the store {self.path} lies inside the target {shown}, {never}; "
                "set LUMINOS_STORE to a folder outside of it"
            )
        if target.is_relative_to(store):
            raise SettingsError(
                f"the target {shown} lies inside the store {self.path}, {never}; "
                "set LUMINOS_STORE to another folder, or copy the target"
            )

    def _folder(self, *names: str) -> Path:
        folder = self.path
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            refuse_shared(folder.stat(), folder)
            for name in names:
                folder = folder / name
                make_folder(folder)
        except OSError as error:
            raise StoreError(
                f"cannot create the folder {folder}: {error.strerror}; "
                "set LUMINOS_STORE to a folder that can be written"
            ) from None
        return folder


def make_folder(folder: Path) -> None:
    """Of the store, below it: 0700 if it is new. StoreError when it is a link, or shared."""
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if stat.S_ISLNK(found.st_mode):
        raise StoreError(f"{folder} is a link, and nothing in the store may be; remove it")
    refuse_shared(found, folder)


def empty_folder(servers: Path) -> Path:
    """The one beside the slots of local servers, for programs that read settings from files in the
    working directory. StoreError when something is in it."""
    folder = servers / "empty"
    make_folder(folder)
    for found in folder.iterdir():
        raise StoreError(f"{found} could set something in Prefect; remove it: {folder} stays empty")
    return folder


def _remove_before(moment: float, folder: Path) -> None:
    for each in folder.iterdir():
        if each.lstat().st_mtime < moment:
            remove(each)


def remove(path: Path) -> None:
    """A file, or a folder with all that is in it; what cannot be removed stays."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
        return
    with suppress(OSError):
        path.unlink(missing_ok=True)


def target_id(target: Path) -> str:
    """The store's name for a directory, by its real path."""
    return digest_bytes(os.fsencode(target))[:32]
