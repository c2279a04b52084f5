def test_a_project_may_say_what_is_its_own_and_what_is_not(tmp_path, scan) -> None:
    files = {
        ".gitattributes": (
            "cache/** -linguist-vendored\n"
            "vendor/** linguist-vendored=false\n"
            "*.table linguist-language=c++ linguist-generated\n"
            "copied.py linguist-vendored\n"
            "!a.py linguist-generated\n"
            "odd.py linguist-language=No-Such-Tongue linguist-vendored=perhaps\n"
            "jl.txt linguist-language=Common-Lisp\n"
        ),
        "sub/.gitattributes": "copied.py linguist-vendored=false\n",
        "cache/keys.py": "",
        "vendor/x.c": "",
        "other/cache/y.py": "",
        "x.table": "",
        "a.py": "",
        "odd.py": "",
        "jl.txt": "",
        "copied.py": "",
        "sub/copied.py": "",
        "deep/copied.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = {
        file.path: file for directory in scan(tmp_path).directories for file in directory.files
    }
    assert {path for path, file in found.items() if file.vendored} == {
        ".gitattributes",  # by Linguist's own rule
        "sub/.gitattributes",
        "other/cache/y.py",  # "cache/**" speaks of the top only
        "copied.py",
        "deep/copied.py",
    }
    assert {path for path, file in found.items() if file.generated} == {"x.table"}
    assert found["x.table"].language == "C++"
    assert found["jl.txt"].language == "Common Lisp"
    assert found["odd.py"].language == "Python"
