"""Which folder of the store holds what.

key               signs every stored result
results/          Prefect's task results, by cache key
runs/<run id>/    what a run hands over: report.json, report.md, flags.jsonl, …
scans/            what the last scan of each directory read, by the directory's id
inspections/      what the checks found in its files, likewise
summaries/        what investigators wrote of files, by the files' content
experience/       what runs cost beside what they were estimated at, by model and prompts
transcripts/<…>/  what a conversation that has no result yet has paid for
targets/<id>/     of one audited directory: its lock, its plan and what its last run came to
server/<slot>/    the home of a Prefect server of our own
"""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from luminos_core.digest import digest_bytes
from luminos_core.errors import SettingsError, StoreError
from luminos_core.store.signed import SignedFolder, installation_key
from luminos_core.text.filenames import encode_name


@dataclass(frozen=True)
class Store:
    """Folders are made (0700) when first asked for."""

    path: Path

    @property
    def results_path(self) -> Path:
        return self._folder("results")

    @property
    def server_path(self) -> Path:
        return self._folder("server")

    @property
    def runs_path(self) -> Path:
        return self._folder("runs")

    def run(self, run_id: str) -> Path:
        return self._folder("runs", run_id)

    def target(self, target: Path) -> Path:
        """The folder for one audited directory, by its real path."""
        return self._folder("targets", target_id(target))

    def signed_target(self, target: Path) -> SignedFolder:
        """The same folder, for what must not be taken from anybody else."""
        return self._signed(self.target(target))

    def signed_results(self) -> SignedFolder:
        return self._signed(self.results_path)

    def signed_scans(self) -> SignedFolder:
        return self._signed(self._folder("scans"))

    def signed_checks(self) -> SignedFolder:
        return self._signed(self._folder("inspections"))

    def signed_summaries(self) -> SignedFolder:
        return self._signed(self._folder("summaries"))

    def signed_calibration(self) -> SignedFolder:
        return self._signed(self._folder("experience"))

    def transcript(self, conversation: str) -> SignedFolder:
        return self._signed(self._folder("transcripts", conversation))

    def remove_transcript(self, conversation: str) -> None:
        shutil.rmtree(self._folder("transcripts") / conversation, ignore_errors=True)

    def transcripts_before(self, moment: float) -> Iterator[str]:
        """Those that nobody wrote to since `moment`, in seconds since 1970."""
        with os.scandir(self._folder("transcripts")) as folders:
            for folder in folders:
                if folder.stat(follow_symlinks=False).st_mtime < moment:
                    yield folder.name

    def refuse_overlap(self, target: Path) -> None:
        """SettingsError when a run would write into its own target."""
        if self.path.resolve().is_relative_to(target):
            raise SettingsError(
                f"the store {self.path} lies inside the target {encode_name(str(target))}, and "
                "Luminos never writes into a target; set LUMINOS_STORE to a folder outside of it"
            )

    def _signed(self, folder: Path) -> SignedFolder:
        return SignedFolder(folder, installation_key(self._folder() / "key"))

    def _folder(self, *names: str) -> Path:
        folder = self.path
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for name in names:
                folder = folder / name
                folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"cannot make the folder {folder}: {error.strerror}; "
                "set LUMINOS_STORE to a folder that can be written"
            ) from None
        return folder


def target_id(target: Path) -> str:
    """The name under which the store holds what is about one directory, by its real path."""
    return digest_bytes(os.fsencode(target))[:32]
