"""What the commands that accept flags have in common."""

import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from flows.standard_streams import print_utf8
from luminos_core.errors import SettingsError
from luminos_core.suppressions.new_entries import Accepted
from luminos_core.suppressions.write_file import OpenedFile
from luminos_core.text import formats
from luminos_core.text.escape import printable_name
from luminos_core.text.filenames import encode_name


def accepted(reason: str, until: datetime | None) -> Accepted:
    """SettingsError when there is no reason in it."""
    if not reason.strip():
        raise SettingsError("--reason is empty; say why, for whoever reads the file next")
    return Accepted(reason, until.date() if until else None)


def hand_over(entries: Sequence[str], opened: OpenedFile | None) -> None:
    """To the file, and says so; without one to standard output."""
    if opened is None:
        print_utf8()
        sys.stdout.write("\n".join(entries))
        return
    if entries:
        opened.add(entries)
    say(f"{formats.pluralize(len(entries), 'entry')} added to {_shown(opened.path)}")


def say(text: str) -> None:
    sys.stderr.write(f"luminos: {text}\n")


def _shown(path: Path) -> str:
    return printable_name(encode_name(str(path)))
