"""Searching a file by the rules of its language."""

from luminos_core.parsers.code.search import find_code_matches
from luminos_core.records.parsed import RuleMatch


def _found(text: str, language: str) -> list[RuleMatch]:
    return list(find_code_matches(text.encode(), language, "a").matches)


def test_input_is_told_from_what_is_only_variable() -> None:
    text = (
        "import os\ndef f(a): os.system(a)\n@app.get('/')\ndef g(): os.system(request.args['a'])\n"
    )
    assert [(each.line, each.remote) for each in _found(text, "Python")] == [(2, False), (4, True)]


def test_the_scripts_of_a_page_are_searched_and_keep_their_lines() -> None:
    page = "<p>x</p>\n<script>\ndocument.write(location.hash);\n</script>\n"
    assert [(each.rule, each.line) for each in _found(page, "HTML")] == [
        ("cross-site-scripting", 3)
    ]


def test_php_within_a_page_is_searched_and_keeps_its_lines() -> None:
    page = "<ul>\n<?php foreach ($a as $b): ?>\n<li><?= $_GET['a'] ?></li>\n<?php endforeach ?>\n"
    assert [(each.rule, each.line) for each in _found(page, "PHP")] == [("cross-site-scripting", 3)]


def test_a_hint_gives_way_to_a_surer_rule_of_its_family_on_the_line() -> None:
    hint, sure = "{{ page|safe }}", "{{ comment.body|safe }}"
    assert [each.rule for each in _found(hint, "Jinja")] == ["unescaped-template"]
    assert [each.rule for each in _found(sure, "Jinja")] == ["cross-site-scripting"]


def test_a_rule_with_a_pattern_finds_what_it_describes_anywhere_in_a_file() -> None:
    text = "def f():\n    x = 1\n" * 50 + "try:\n    save()\nexcept Exception:\n    pass\n"
    assert [(each.rule, each.line) for each in _found(text, "Python")] == [("swallowed-error", 103)]


def test_an_argument_by_its_name_is_found_at_any_call() -> None:
    text = "connect(host, cert_reqs='CERT_NONE')\nconnect(host)\n"
    assert [(each.rule, each.line) for each in _found(text, "Python")] == [("tls-unverified", 1)]


def test_an_error_of_an_attempt_to_end_or_to_tell_of_another_is_no_lost_one() -> None:
    inner = "        try:\n            self.send()\n        except:\n            pass\n"
    ends = f"class A:\n    def close(self):\n{inner}"
    again = f"try:\n    save()\nexcept OSError:\n    if 1:\n{inner}"
    assert "swallowed-error" not in {each.rule for each in _found(ends + again, "Python")}
    found = {each.rule for each in _found(ends.replace("close", "store"), "Python")}
    assert "swallowed-error" in found


def test_a_copy_whose_length_was_compared_is_not_reported() -> None:
    copy = "void f(char *a) { char b[8]; strcpy(b, a); }"
    assert _found(copy, "C")
    assert not _found(copy.replace("strcpy", "if (strlen(a) < 8) strcpy"), "C")


def test_a_minified_script_is_not_searched() -> None:
    line = "document.write(location.hash);"
    assert _found(line, "JavaScript")
    assert not _found(line * 1_000, "JavaScript")
    assert _found("eval(x);" * 1_000, "Python")


def test_input_of_whoever_runs_the_program_is_a_hint_where_others_decide() -> None:
    text = "<?php include $argv[1] . '/a.php';\ninclude $_GET['a'] . '/a.php';"
    hints = [each.is_hint for each in _found(text, "PHP") if each.rule == "path-traversal"]
    assert hints == [True, False]


def test_what_is_given_under_a_name_of_the_programs_own_is_a_hint() -> None:
    text = "def f({0}): eval({0})\n"
    found = [_found(text.format(name), "Python") for name in ("formula", "builder_script")]
    assert [[each.is_hint for each in matches] for matches in found] == [[False], [True]]


def test_a_clause_that_is_given_is_a_hint_and_a_value_is_not() -> None:
    text = "def f(c, {0}): c.execute('SELECT a FROM t WHERE ' + {0})\n"
    found = [_found(text.format(name), "Python") for name in ("condition", "name")]
    assert [[each.is_hint for each in matches] for matches in found] == [[True], [False]]


def test_what_a_template_escapes_is_not_reported() -> None:
    assert _found("{{ comment.body|replace('a', 'b')|safe }}", "Jinja")
    assert not _found("{{ comment.body|e|replace('a', 'b')|safe }}", "Jinja")
