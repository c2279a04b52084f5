import subprocess

import pytest


def fill(root, *paths):
    for name in paths:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n")


def paths(snapshot):
    return {file.path for directory in snapshot.directories for file in directory.files}


def test_a_skipped_tree_is_counted_and_named_and_never_opened(tmp_path, scan):
    fill(tmp_path, "node_modules/a/b.js", "node_modules/c.js", "main.js")
    snapshot = scan(tmp_path)
    (exclusion,) = snapshot.exclusions
    assert (exclusion.path, exclusion.reason) == ("node_modules", "always skipped: node_modules")
    assert (exclusion.directories, exclusion.files, exclusion.size) == (2, 2, 4)
    assert paths(snapshot) == {"main.js"}


def test_what_is_a_tools_own_is_no_part_of_the_target(tmp_path, scan):
    tools = (
        ".git",
        ".hg",
        ".tox",
        ".venv",
        "node_modules",
        "__pycache__",
        ".some_cache",
        "a.egg-info",
    )
    fill(tmp_path, *(f"{name}/a" for name in tools), "build/a", ".config/a", "main.js")
    of_tool = {each.path: each.of_tool for each in scan(tmp_path).exclusions}
    assert of_tool == dict.fromkeys(tools, True) | {"build": False, ".config": False}


def test_what_git_tracks_is_part_of_the_target_whatever_tool_made_it(tmp_path, scan):
    fill(tmp_path, "node_modules/a.js", ".idea/a.xml", "venv/a.py", "main.js")
    for command in (["init", "-q"], ["add", "-f", "node_modules", "main.js"]):
        subprocess.run(["git", "-C", tmp_path, *command], check=True)  # noqa: S607
    of_tool = {each.path: each.of_tool for each in scan(tmp_path).exclusions}
    assert of_tool == {".git": True, ".idea": True, "node_modules": False, "venv": True}


@pytest.mark.parametrize("name", ["build", "dist"])
def test_the_reason_of_a_build_folder_says_how_to_include_it_and_that_works(tmp_path, scan, name):
    fill(tmp_path, f"{name}/a.py", "b.py")
    (exclusion,) = scan(tmp_path).exclusions
    assert f"--exclude '!{name}'" in exclusion.reason
    again = scan(tmp_path, exclude=(f"!{name}",))
    assert again.exclusions == ()
    assert paths(again) == {f"{name}/a.py", "b.py"}


def test_version_control_folders_cannot_be_included(tmp_path, scan):
    fill(tmp_path, ".git/config", "a.py")
    snapshot = scan(tmp_path, exclude=("!.git",), include_hidden=True)
    assert paths(snapshot) == {"a.py"}


def test_hidden_directories_are_off_until_asked_and_hidden_files_are_listed(tmp_path, scan):
    fill(tmp_path, ".secret/a", ".github/workflows/ci.yml", ".gitlab-ci.yml", ".env", "a.py")
    snapshot = scan(tmp_path)
    assert [(e.path, e.reason) for e in snapshot.exclusions] == [(".secret", "hidden")]
    assert paths(snapshot) == {".github/workflows/ci.yml", ".gitlab-ci.yml", ".env", "a.py"}
    assert ".secret/a" in paths(scan(tmp_path, include_hidden=True))


def test_an_exclude_pattern_is_named_and_wins_over_ignore_rules(tmp_path, scan):
    fill(tmp_path, "docs/a.md", "b.py", "c.log")
    (tmp_path / ".gitignore").write_text("*.log\n")
    snapshot = scan(tmp_path, exclude=("docs/", "!c.log"))
    assert [(e.path, e.reason) for e in snapshot.exclusions] == [("docs", "--exclude docs/")]
    assert "c.log" in paths(snapshot)


def test_a_folder_with_a_similar_name_to_a_skipped_one_is_kept(tmp_path, scan):
    fill(tmp_path, "builder/a.py", "distance/b.py", "venvs/c.py")
    assert scan(tmp_path).exclusions == ()
