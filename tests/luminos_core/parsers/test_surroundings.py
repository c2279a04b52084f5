"""What a matcher asks of the surroundings of a place."""

from typing import Any

from luminos_core.catalogue.rule import CodeMatcher, Rule
from luminos_core.parsers.code.matchers import rules_by_language
from luminos_core.parsers.code.search import search

_CATCH = {"kind": "except_clause"}


def _found(text: str, language: str = "Python", **asked: Any) -> list[int]:
    """The lines that a rule with one matcher finds."""
    rule = Rule(
        id="a-b",
        title="",
        family="",
        severity="concern",
        message="",
        fix="",
        code=(CodeMatcher(languages=(language,), **asked),),
        matches=(),
        passes=(),
    )
    return [
        match.line for match in search(text, language, "a", rules_by_language((rule,))[language])
    ]


def test_what_a_handler_guards_stands_before_it_without_its_comments() -> None:
    text = "try:\n    # save()\n    f()\nexcept A:\n    save()\nexcept B:\n    pass\n"
    assert _found(text, rule=_CATCH, guards="f") == [4, 6]
    assert not _found(text, rule=_CATCH, guards="save")


def test_a_line_is_not_counted_when_it_or_the_head_of_its_block_is_harmless() -> None:
    text = "try:\n    with open(history) as f:\n        f.write(a)\nexcept A:\n    pass\n"
    assert _found(text, rule=_CATCH, guards="write")
    assert not _found(text, rule=_CATCH, guards="write", not_guards="history")
    both = text.replace("except A", "    g.write(b)\nexcept A")
    assert _found(both, rule=_CATCH, guards="write", not_guards="history")


def test_what_is_guarded_alone_has_no_other_line_beside_it() -> None:
    text = "try:\n    work()\nexcept A:\n    pass\n"
    assert _found(text, rule=_CATCH, guards="x", guards_alone="^work")
    assert not _found(
        text.replace("work()", "a = b\n    work()"), rule=_CATCH, guards="x", guards_alone="^work"
    )


def test_an_attempt_while_another_error_is_handled_guards_nothing() -> None:
    text = "try:\n    f()\nexcept A:\n    try:\n        save()\n    except B:\n        pass\n"
    assert _found(text, rule=_CATCH, guards="save|f") == [3]
    later = text.replace("    try:\n        save", "    def g():\n     try:\n        save").replace(
        "    except B", "     except B"
    )
    assert _found(later, rule=_CATCH, guards="save") == [7]


def test_what_ends_when_it_succeeds_is_one_of_several_ways() -> None:
    text = "def f():\n    try:\n        g()\n        return save()\n    except A:\n        pass\n"
    assert not _found(text, rule=_CATCH, guards="save")
    assert _found(text.replace("        g()\n", ""), rule=_CATCH, guards="save")


def test_a_block_of_many_lines_does_not_say_what_may_fail() -> None:
    text = "try:\n" + "    a()\n" * 20 + "    save()\nexcept A:\n    pass\n"
    assert not _found(text, rule=_CATCH, guards="save")


def test_the_statement_itself_is_guarded_where_there_is_no_handler() -> None:
    asked = {"rule": {"kind": "let_declaration"}, "guards": "write"}
    assert _found("fn f() {\n    let _ = a.write(b);\n    let _ = c();\n}", "Rust", **asked) == [2]


def test_a_name_of_any_function_around_the_place_counts() -> None:
    text = "def close():\n    def f():\n        save()\n"
    assert _found(text, call=("self.save", "save"), not_named="^open")
    assert not _found(text, call=("self.save", "save"), not_named="^close")


def test_a_clause_for_errors_is_a_condition_on_which_a_place_is_reached() -> None:
    text = "try:\n    f()\nexcept A:\n    g()\n"
    assert _found(text, call="g")
    assert not _found(text, call="g", not_condition="A")
    assert _found(text, call="f", not_condition="A")


def test_the_name_of_the_place_counts_and_is_the_title_of_a_test() -> None:
    asked = {"rule": {"kind": "call_expression", "regex": "^it"}, "not_named": "^.no"}
    assert _found("it('adds', f)", "JavaScript", **asked)
    assert not _found("it('no', f)", "JavaScript", **asked)
    asked = {"rule": {"kind": "function_declaration"}, "not_named": "^no"}
    assert _found("fun f() {}", "Kotlin", **asked)
    assert not _found("fun no() {}", "Kotlin", **asked)


def test_exceptions_are_few_and_all_others_are_as_they_should_be() -> None:
    asked = {"rule": {"kind": "call", "regex": "^b"}, "few_of": {"kind": "call"}, "others": "1"}
    assert _found("a(1)\na(1)\nb()\n", **asked) == [3]
    assert not _found("a(1)\nb()\n", **asked)
    assert not _found("a(1)\na(1)\na()\nb()\n", **asked)


def test_a_list_of_patterns_finds_what_any_of_them_does() -> None:
    text = "try:\n    send()\nexcept A:\n    pass\n"
    assert _found(text, rule=_CATCH, guards=["save", ["send", "(?i)POST"]])


def test_words_in_a_list_are_beginnings_of_what_is_called_or_whole_words() -> None:
    text = "try:\n    mailer.send_all(log)\nexcept A:\n    pass\n"
    assert _found(text, rule=_CATCH, guards=[{"calls": ["save", "send"]}])
    assert not _found(text, rule=_CATCH, guards=[{"calls": ["end", "log"]}])
    assert _found(text, rule=_CATCH, guards=[{"words": ["log"]}])
    assert not _found(text, rule=_CATCH, guards=[{"words": ["lo", "sen"]}])
