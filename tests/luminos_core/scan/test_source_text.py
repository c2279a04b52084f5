"""The text of a file, as it may be shown."""

import random
import string
from pathlib import Path

from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.source_text import read_text


def test_a_text_says_whether_a_secret_was_found_in_it(tmp_path: Path) -> None:
    letters = string.ascii_letters + string.digits
    secret = "ghp_" + "".join(random.Random(1).choices(letters, k=36))  # noqa: S311
    (tmp_path / "a.py").write_text(f'KEY = "{secret}"\n')
    (tmp_path / "b.py").write_bytes(b"x = 1\ry = 2\r")
    files = SandboxedDir(tmp_path)
    assert read_text(files, "a.py").has_secrets
    assert secret not in read_text(files, "a.py").text
    assert not read_text(files, "b.py").has_secrets
