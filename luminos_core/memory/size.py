"""How large a directory is, to tell whether it is still what it was."""

from collections import Counter

from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.text import formats

_BOUNDS = (4_000, 64_000, 1_000_000)  # bytes


def own_size(directory: DirectoryRecord) -> int:
    """Bytes of its own files."""
    return sum(file.size for file in directory.files)


def sort_of(directory: DirectoryRecord) -> str:
    """ "source up to 64.0 kB", by what most of it is; "" of one without files."""
    if not directory.files:
        return ""
    categories = Counter[str]()
    for file in directory.files:
        categories[file.category.value] += file.size
    size = own_size(directory)
    most = next((bound for bound in _BOUNDS if size <= bound), None)
    bound = f"up to {formats.size(most)}" if most else f"over {formats.size(_BOUNDS[-1])}"
    return f"{categories.most_common(1)[0][0]} {bound}"
