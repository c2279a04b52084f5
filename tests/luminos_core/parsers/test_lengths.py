"""Lengths of texts in C, and the texts of its formats."""

import pytest

from luminos_core.parsers.code.calls import calls_of
from luminos_core.parsers.code.formats import texts_in_format
from luminos_core.parsers.code.lengths import Lengths
from luminos_core.parsers.code.source import Source

_FILE = """
struct p { char body[64]; char more[1]; char *name; };
static char line[80];
void f(struct p *p, char *given, int n) {
  char own[LENGTH + 1], sized[sizeof("/x") + 8], *names[4], free[n]; int numbers[4];
  %s
}
"""


def _first_argument(statement: str) -> tuple[Lengths, object]:
    source = Source(_FILE % statement, "C")
    call = next(call for call in calls_of(source) if call.name == "sink")
    return Lengths(source), call.arguments[0]


@pytest.mark.parametrize("name", ["own", "own + 2", "&own[1]", "(char *)own", "line", "p->body"])
def test_an_array_whose_length_is_written_is_known_wherever_it_is_pointed_into(name: str) -> None:
    lengths, node = _first_argument(f"sink({name});")
    assert lengths.is_array(node)


@pytest.mark.parametrize(
    "name", ["given", "p->name", "p->more", "sized", "names", "free", "numbers"]
)
def test_pointers_and_what_is_as_long_as_needed_are_no_such_arrays(name: str) -> None:
    lengths, node = _first_argument(f"sink({name});")
    assert not lengths.is_array(node)


@pytest.mark.parametrize(
    "before",
    [
        "if (strlen(given) > 8) return;",
        "size_t m = strlen((char *)given);",
        "if (n > 3 && given < end) return;",
        "given = xmalloc(8);",
        "n = MIN(given, 4);",
        "if (strcmp(given, x) == 0)",
        "if (8 >= sizeof(given)) return;",
        "given = n > 8 ? 8 : n;",
    ],
)
def test_a_length_that_is_asked_for_before_is_measured(before: str) -> None:
    lengths, node = _first_argument(f"{before} sink(given);")
    assert lengths.is_measured(node)


@pytest.mark.parametrize(
    "before",
    ["", "memset(given, 0, sizeof(given));", "if (strlen(other) > 8) return;", "x->given;"],
)
def test_a_length_that_nobody_compares_is_not_measured(before: str) -> None:
    lengths, node = _first_argument(f"{before} sink(given); if (strlen(given) > 8) return;")
    assert not lengths.is_measured(node)


@pytest.mark.parametrize(
    ("call", "texts"),
    [
        ('sprintf(b, "%d %s%%%-8s", 1, c, d)', ["c", "d"]),
        ('sprintf(b, "%.8s %.*s %*s", c, 3, d, 4, e)', ["e"]),
        ('sprintf(b, "%" PRIu64 " %s", n, c)', ["c"]),
        ('sscanf(a, "%7s %*s %[^x] %d %s", b, c, &d, e)', ["c", "e"]),
        ("sprintf(b, c, d)", []),
    ],
)
def test_a_format_tells_which_arguments_are_texts_of_any_length(
    call: str, texts: list[str]
) -> None:
    found = next(iter(calls_of(Source(f"void f(void) {{ {call}; }}", "C"))))
    assert [each.text() for each in texts_in_format(found)] == texts
