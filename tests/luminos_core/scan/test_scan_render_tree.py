from pathlib import Path

from luminos_core.scan.render_tree import render_tree


def fill(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x\n")


def test_the_tree_folds_below_its_depth_and_counts_what_it_folds(tmp_path: Path, scan) -> None:
    root = tmp_path / "project"
    fill(root, "src/app/a.py", "src/app/deep/b.py", "src/c.py", "node_modules/x/y.js", "README")
    (root / "link").symlink_to("README")
    (root / "src/empty").mkdir()
    assert render_tree(scan(root), 2).splitlines() == [
        "project/",
        "├── src/",
        "│   ├── app/ (1 directory, 2 files)",
        "│   ├── empty/ (0 files)",
        "│   └── c.py",
        "├── README",
        "├── link -> README",
        "└── node_modules/ [1 directory, 1 file; always skipped: node_modules]",
    ]


def test_ignored_files_are_counted_by_their_rule(tmp_path: Path, scan) -> None:
    fill(tmp_path, *(f"x{n}.o" for n in range(50)), "a.c")
    (tmp_path / ".gitignore").write_text("*.o\n")
    tree = render_tree(scan(tmp_path), 3)
    assert "[50 files left out; .gitignore:1: *.o]" in tree
    assert "x1.o" not in tree


def test_a_crowded_directory_is_cut_with_a_count(tmp_path: Path, scan) -> None:
    fill(tmp_path, *(f"{n:03}" for n in range(100)))
    lines = render_tree(scan(tmp_path), 1).splitlines()
    assert lines[-1] == "└── … 70 more files"
    assert len(lines) == 32


def test_a_large_tree_is_bounded_and_says_how_much_is_missing(tmp_path: Path, scan) -> None:
    fill(tmp_path, *(f"{n:03}/f" for n in range(300)))
    lines = render_tree(scan(tmp_path), 5).splitlines()
    assert len(lines) == 401
    assert lines[-1] == "… 201 more lines"


def test_names_cannot_break_the_tree(tmp_path: Path, scan) -> None:
    (tmp_path / ".gitignore").write_bytes(b"x\x1b[2J\r\n")
    fill(tmp_path, "x\x1b[2J", "two\nlines", "a\udcff", "\x1b[31mred")
    tree = render_tree(scan(tmp_path), 1)
    assert len(tree.splitlines()) == 6
    assert "\x1b" not in tree
    tree.encode("utf-8")
