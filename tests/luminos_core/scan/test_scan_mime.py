import os
import threading
import zlib
from pathlib import Path

import magic
import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.scan.classify import mime
from luminos_core.scan.classify.mime import (
    SIGNATURES,
    MimeReader,
    libmagic_problem,
    mime_by_signature,
)

PNG = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\x02\0\0\0"
    + zlib.crc32(b"IHDR\0\0\0\1\0\0\0\1\x08\x02\0\0\0").to_bytes(4, "big")
    + bytes(50)
)

PDF = b"%PDF-1.4\n"


def test_binary_files_get_libmagics_type_and_text_its_languages(scan_one) -> None:
    assert scan_one("picture.dat", PNG).mime == "image/png"
    assert scan_one("paper.dat", PDF).mime == "application/pdf"
    assert scan_one("a.py", b"x = 1\n").mime == "text/x-script.python"
    assert scan_one("notes", b"hello\n").mime == "text/plain"
    assert scan_one("empty", b"").mime == "inode/x-empty"


def test_equal_content_is_identified_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(PNG)
    reader, identified = MimeReader(), []
    monkeypatch.setattr(
        mime, "_query_libmagic", lambda descriptor: identified.append(descriptor) or "image/png"
    )
    assert [reader.identify(3, "same"), reader.identify(4, "same")] == ["image/png"] * 2
    assert identified == [3]


def test_every_thread_has_a_handle_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(PNG)
    handles, types = set(), []

    def ask() -> None:
        descriptor = os.open(path, os.O_RDONLY)
        types.append(MimeReader().identify(descriptor, "d"))
        handles.add(id(mime._handle()))
        barrier.wait(60)  # until all are alive, or an address could be used twice
        os.close(descriptor)

    barrier = threading.Barrier(4)
    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert types == ["image/png"] * 4
    assert len(handles) == 4


@pytest.fixture
def without_libmagic(monkeypatch: pytest.MonkeyPatch):
    def missing() -> None:
        raise ImportError("failed to find libmagic.  Check your installation")

    monkeypatch.setattr(mime, "_handle", missing)
    libmagic_problem.cache_clear()
    yield
    libmagic_problem.cache_clear()


@pytest.mark.usefixtures("without_libmagic")
def test_without_libmagic_the_scan_goes_on_by_extension_and_says_so(tmp_path: Path, scan) -> None:
    (tmp_path / "a.pdf").write_bytes(PDF)
    (tmp_path / "b.bin2").write_bytes(PDF)
    snapshot = scan(tmp_path)
    types = {file.path: file.mime for file in snapshot.directories[0].files}
    assert types == {"a.pdf": "application/pdf", "b.bin2": "application/octet-stream"}
    (error,) = snapshot.scan_errors
    assert "by extension only" in error.problem


@pytest.mark.usefixtures("without_libmagic")
def test_the_problem_is_one_line_that_says_how_to_get_it() -> None:
    problem = libmagic_problem()
    assert problem
    assert "\n" not in problem
    assert "apt install" in problem
    assert "brew install" in problem


def test_libmagic_works_here() -> None:
    assert libmagic_problem() is None


@given(
    signature=st.sampled_from(SIGNATURES),
    rest=st.binary(max_size=300) | st.integers(0, 4000).map(bytes) | st.text().map(str.encode),
)
def test_a_signature_has_the_type_of_libmagic_whatever_follows(signature, rest: bytes) -> None:
    start, mime = signature
    assert magic.from_buffer(start + rest, mime=True) == mime
    assert mime_by_signature(start + rest) == mime


@given(st.binary(min_size=1, max_size=40))
def test_other_content_is_left_to_libmagic(content: bytes) -> None:
    known = mime_by_signature(content)
    assert not known or any(content.startswith(start) for start, _ in SIGNATURES)
