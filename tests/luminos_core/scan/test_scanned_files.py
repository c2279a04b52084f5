"""A name that was never in the tree is no change of it."""

from pathlib import Path

import pytest

from luminos_core.errors import ChangedFile, ToolError
from luminos_core.scan.scanned_files import ScannedFiles
from tests.fakes.trees import make_tree
from tests.fakes.works import scanned


@pytest.mark.parametrize("name", ["b.py", "src/b.py", "no/such/a.py", "def add(a, b):"])
def test_a_wrong_name_is_an_error_and_a_new_file_a_change(tmp_path: Path, name: str) -> None:
    target = make_tree(tmp_path / "sample", {"a.py": "x = 1\n", "src/a.py": "y = 1\n"})
    files = ScannedFiles(target)
    files.remember(scanned(target))
    with pytest.raises(ToolError) as error:
        files.read(name, 100)
    assert not isinstance(error.value, ChangedFile)
    assert (files.change_in("."), files.change_in("src")) == ("", "")
    (target / name).parent.mkdir(parents=True, exist_ok=True)
    (target / name).write_text("z = 1\n")
    with pytest.raises(ChangedFile):
        files.read(name, 100)
    assert files.change_in("src" if name.startswith("src/") else ".")
