"""What changes a directory's key, and what does not."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.cache.directory_key import directory_key, key_digest, own_files, tree_keys
from luminos_core.cache.target_digest import content_digest
from luminos_core.digest import digest_bytes
from luminos_core.records.directory import DirectoryKey
from luminos_core.records.key_context import KeyContext
from luminos_core.records.snapshot import DirectoryRecord, FileKind, FileRecord
from tests.luminos_core.report.report_runs import snapshot
from tests.processor_time import milliseconds


def file(path: str, content: str = "x", **fields: object) -> FileRecord:
    known = {"size": len(content), "mtime_ns": 1, "digest": digest_bytes(content.encode())}
    return FileRecord(path=path, **(known | fields))


CONTEXT = KeyContext(prompt="p", tools="t", model="m")


def key_of(
    directory: DirectoryRecord,
    keys: Mapping[str, DirectoryKey] | None = None,
    gaps: Mapping[str, str] | None = None,
    **context: str,
) -> DirectoryKey:
    """`keys` and `gaps` are of its children."""
    return directory_key(
        directory,
        CONTEXT.model_copy(update=context),
        key_of=(keys or {}).__getitem__,
        gap_of=lambda child: (gaps or {}).get(child, ""),
    )


@st.composite
def trees(draw: st.DrawFn) -> list[DirectoryRecord]:
    """Directories, deepest first, each with one to three files."""
    paths = ["."]
    for number in range(draw(st.integers(0, 12))):
        parent = draw(st.sampled_from(paths))
        paths.append(f"d{number}" if parent == "." else f"{parent}/d{number}")
    records = []
    for path in paths:
        prefix = "" if path == "." else f"{path}/"
        count = draw(st.integers(1, 3))
        records.append(
            DirectoryRecord(
                path=path,
                files=tuple(file(f"{prefix}f{n}.py", f"{path} {n}") for n in range(count)),
                children=tuple(
                    sorted(other for other in paths if other != "." and parent_of(other) == path)
                ),
            )
        )
    return sorted(records, key=lambda record: (-depth(record.path), record.path))


def parent_of(path: str) -> str:
    return path.rpartition("/")[0] or "."


def depth(path: str) -> int:
    return 0 if path == "." else path.count("/") + 1


def upwards(path: str) -> Iterator[str]:
    yield path
    while path != ".":
        path = parent_of(path)
        yield path


def keys_of(
    records: Sequence[DirectoryRecord], gaps: Mapping[str, str] | None = None
) -> dict[str, DirectoryKey]:
    keys: dict[str, DirectoryKey] = {}
    for record in records:
        keys[record.path] = key_of(record, keys, gaps)
    return keys


def digests(
    records: Sequence[DirectoryRecord], gaps: Mapping[str, str] | None = None
) -> dict[str, str]:
    return {path: key_digest(key) for path, key in keys_of(records, gaps).items()}


def with_file(
    records: Sequence[DirectoryRecord], at: str, **changes: object
) -> list[DirectoryRecord]:
    """The tree with the first file of the directory at `at` changed."""
    return [
        replace(record, files=(replace(record.files[0], **changes), *record.files[1:]))
        if record.path == at
        else record
        for record in records
    ]


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    return {path for path in before if before[path] != after[path]}


@settings(deadline=None, max_examples=50)
@given(trees(), st.data())
def test_a_changed_file_reaches_its_directory_and_every_ancestor_and_nothing_else(
    tree: list[DirectoryRecord], data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from([record.path for record in tree]))
    change = data.draw(
        st.sampled_from([{"digest": "other"}, {"path": "renamed"}, {"kind": FileKind.SYMLINK}])
    )
    after = digests(with_file(tree, path, **change))
    assert changed(digests(tree), after) == set(upwards(path))


@settings(deadline=None, max_examples=50)
@given(trees(), st.data())
def test_a_childs_gap_changes_its_ancestors_and_not_itself(
    tree: list[DirectoryRecord], data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from([record.path for record in tree]))
    expected = set(upwards(path)) - {path}
    assert changed(digests(tree), digests(tree, {path: "failed"})) == expected


@settings(deadline=None, max_examples=50)
@given(trees(), st.data())
def test_the_keys_of_a_tree_have_a_gap_for_each_skipped_child(
    tree: list[DirectoryRecord], data: st.DataObject
) -> None:
    skipped = data.draw(st.sets(st.sampled_from([record.path for record in tree])))
    gaps = dict.fromkeys(skipped, "skipped")
    assert tree_keys(tree, skipped, CONTEXT) == keys_of(tree, gaps)


@settings(deadline=None, max_examples=50)
@given(trees(), st.data())
def test_what_cannot_be_read_is_a_gap_in_the_keys_above_it_and_changes_its_own(
    tree: list[DirectoryRecord], data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from([record.path for record in tree]))
    unread = data.draw(
        st.sampled_from(
            [
                with_file(tree, path, digest=None, note="no permission"),
                [replace(r, problem="no permission") if r.path == path else r for r in tree],
            ]
        )
    )
    keys = tree_keys(unread, (), CONTEXT)
    assert keys == keys_of(unread, {path: "unreadable"})
    after = {each: key_digest(key) for each, key in keys.items()}
    assert changed(digests(tree), after) == set(upwards(path))


def test_the_checks_look_again_when_an_empty_directory_becomes_readable() -> None:
    bare = DirectoryRecord(path="bare")
    shut = replace(bare, problem="no permission")
    assert content_digest(snapshot(shut)) != content_digest(snapshot(bare))


@settings(deadline=None, max_examples=50)
@given(trees(), st.integers(2, 2**60))
def test_times_of_files_that_were_read_do_not_matter(
    tree: list[DirectoryRecord], mtime_ns: int
) -> None:
    touched = with_file(tree, ".", mtime_ns=mtime_ns)
    assert digests(touched) == digests(tree)


def test_the_order_of_files_and_children_does_not_matter() -> None:
    files, children = (file("a"), file("b")), ("c", "d")
    keys = {path: key_of(DirectoryRecord(path=path)) for path in children}
    one = key_of(DirectoryRecord(path=".", files=files, children=children), keys)
    other = key_of(DirectoryRecord(path=".", files=files[::-1], children=children[::-1]), keys)
    assert one == other
    assert key_digest(one) == key_digest(other)


def test_prompt_tools_and_model_each_change_the_key() -> None:
    directory = DirectoryRecord(path="src", files=(file("src/a.py"),))
    keys = [
        key_of(directory),
        key_of(directory, prompt="q"),
        key_of(directory, tools="u"),
        key_of(directory, model="n"),
        key_of(directory).model_copy(update={"schema_version": 999}),
    ]
    assert len({key_digest(key) for key in keys}) == len(keys)


def test_two_directories_with_the_same_files_have_different_keys() -> None:
    one = key_of(DirectoryRecord(path="one", files=(file("one/a.py"),)))
    other = key_of(DirectoryRecord(path="other", files=(file("other/a.py"),)))
    assert one.files == other.files
    assert key_digest(one) != key_digest(other)


def test_the_digest_of_a_file_that_is_never_read_is_its_size_and_time() -> None:
    def ingredients(**fields: object) -> object:
        return own_files(
            DirectoryRecord(path=".", files=(file("disk.img", digest=None, **fields),))
        )

    assert ingredients(mtime_ns=5) != ingredients(mtime_ns=6)
    assert ingredients(size=5) != ingredients(size=6)


def test_the_digest_of_a_link_is_its_target_and_that_of_a_fifo_is_empty() -> None:
    def digest(**fields: object) -> str:
        record = DirectoryRecord(path=".", files=(file("x", digest=None, **fields),))
        return own_files(record)[0].digest

    assert digest(kind=FileKind.SYMLINK, link_target="a") != digest(
        kind=FileKind.SYMLINK, link_target="b"
    )
    assert digest(kind=FileKind.SYMLINK, link_target="a", mtime_ns=7) == digest(
        kind=FileKind.SYMLINK, link_target="a", mtime_ns=8
    )
    assert digest(kind=FileKind.FIFO, mtime_ns=7) == digest(kind=FileKind.FIFO, mtime_ns=8)


def test_names_that_join_to_the_same_text_have_different_keys() -> None:
    one = key_of(DirectoryRecord(path=".", files=(file("ab"), file("c"))))
    other = key_of(DirectoryRecord(path=".", files=(file("a"), file("bc"))))
    assert key_digest(one) != key_digest(other)


def test_a_key_of_fifty_files_costs_under_a_millisecond() -> None:
    directory = DirectoryRecord(path="d", files=tuple(file(f"d/f{n}.py") for n in range(50)))
    assert milliseconds(lambda: key_digest(key_of(directory))) < 1
