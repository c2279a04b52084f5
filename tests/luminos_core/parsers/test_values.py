# ruff: noqa: E501 - texts of other languages
"""What is known of a value, in each language: the same cases, written as it writes them."""

import pytest

from luminos_core.parsers.code.calls import calls_of
from luminos_core.parsers.code.source import Source
from luminos_core.parsers.code.value import Value
from luminos_core.parsers.code.values import Values

PYTHON = """
import subprocess as sp
from pathlib import Path as P
Q = "x"
TABLE = {"a": "b"}

@app.route("/<given>")
def handler(given):
    sink("outside", given)
    sink("outside", request.args["x"].strip())

def f(a, checked):
    s = "a" + a
    if checked not in ("x", "y"):
        raise ValueError
    text = "select "
    text += a
    sink("built", s)
    sink("built", "%s" % a)
    sink("built", "x {}".format(a))
    sink("built", f"{a}!")
    sink("built", text)
    sink("constant", f"{Q}")
    sink("constant", int(a))
    sink("constant", TABLE[a])
    sink("constant", "x" if a else "y")
    sink("constant", ", ".join(["a", "b"]))
    sink("constant", checked)
    sink("constant", settings.DEFAULT_NAME)
    sink("variable", a)
    sink("variable", unknown)
"""
JAVASCRIPT = """
const Q = "x"; const T = {a: 1};
function f(a, checked) {
  const s = `a${a}`; const {id} = req.query; let q = "SELECT "; q += a;
  if (!["x", "y"].includes(checked)) { return; }
  sink("outside", id); sink("outside", req.body.name.trim());
  sink("built", s); sink("built", q); sink("built", "a" + a); sink("built", "a".concat(a));
  sink("constant", `${Q}`); sink("constant", T[a]); sink("constant", parseInt(a));
  sink("constant", "a" + Q); sink("constant", checked);
  sink("variable", a);
}
"""
TYPESCRIPT = """
class A { @Get() find(@Query("q") q: string) { sink("outside", q as any); } }
const f = (a: string): void => { const s: string = `a${a}`; sink("built", s); sink("variable", a!); };
"""
GO = """
package a
import "fmt"
const q = "x"
func f(a string, r *http.Request) {
  s := "a" + a
  v := r.FormValue("x")
  sink("built", s); sink("built", fmt.Sprintf("a %s", a))
  sink("outside", v); sink("constant", q); sink("constant", fmt.Sprintf("%s", q)); sink("variable", a)
}
"""
JAVA = """
class A { static final String Q = "x";
  void f(@RequestParam("x") String given, String a) {
    String s = "a" + a; StringBuilder sb = new StringBuilder("x"); sb.append(a);
    sink("built", s); sink("built", sb.toString()); sink("built", String.format("x %s", a));
    sink("outside", given); sink("outside", req.getParameter("q"));
    sink("constant", "a" + Q); sink("constant", "a".getBytes()); sink("variable", a);
  } }
"""
KOTLIN = """
const val Q = "x"
fun f(@RequestParam given: String, a: String) {
  val s = "a $a"
  sink("built", s); sink("built", "a" + a); sink("outside", given)
  sink("constant", "a $Q"); sink("variable", a)
}
"""
C = """
#define NAME "x"
int main(int argc, char **argv) {
  char buf[10]; char copy[10]; sprintf(buf, "a %s", other); strcpy(copy, "x");
  sink("built", buf); sink("constant", copy); sink("constant", NAME); sink("constant", "a" "b");
  sink("outside", argv[1]); sink("variable", other);
}
"""
CPP = """
int f(std::string a) { std::string s = "a" + a; std::string u("k");
  sink("built", s.c_str()); sink("constant", u); sink("variable", a); }
"""
CSHARP = """
class A { const string Q = "x";
  [HttpGet] public IActionResult F(string given) { sink("outside", given); sink("outside", Request.Query["x"]); }
  void G(string a) { var s = $"a{a}"; sink("built", s); sink("built", string.Format("a {0}", a));
    sink("constant", $"a{Q}"); sink("variable", a); } }
"""
RUBY = """
Q = "x"
def f(a)
  s = "a#{a}"
  v = "x"
  v += a
  sink("built", s); sink("built", v); sink("built", "a" % a); sink("outside", params[:x])
  sink("constant", "a#{Q}"); sink("constant", a.to_i); sink("variable", a)
end
"""
PHP = """<?php const Q = "x";
function f($a) { $s = "a $a"; $v = "x"; $v .= $a; $w = ['a', 'b'];
  sink("built", $s); sink("built", $v); sink("built", sprintf("a %s", $a)); sink("outside", $_GET["x"]);
  sink("constant", "a " . Q); sink("constant", intval($a)); sink("constant", $w[$a]); sink("variable", $a); }
"""
RUST = """
const Q: &str = "x";
fn f(a: &str) { let s = format!("a {}", a); let u = "x".to_string();
  sink("built", &s); sink("constant", format!("a {}", Q)); sink("constant", u); sink("variable", a);
  sink("outside", std::env::args().nth(1)); }
"""
SHELL = """
c="x"
f() { sink built "a $b"; sink outside "$1"; sink constant "$c"; sink constant lit; sink variable "$b"; }
"""
TEXTS = {
    "Python": PYTHON,
    "JavaScript": JAVASCRIPT,
    "TypeScript": TYPESCRIPT,
    "Go": GO,
    "Java": JAVA,
    "Kotlin": KOTLIN,
    "C": C,
    "C++": CPP,
    "C#": CSHARP,
    "Ruby": RUBY,
    "PHP": PHP,
    "Rust": RUST,
    "Shell": SHELL,
}


@pytest.mark.parametrize("language", TEXTS)
def test_a_value_is_followed_to_what_it_is_made_of(language: str) -> None:
    source = Source(TEXTS[language], language)
    values = Values(source)
    sinks = [call for call in calls_of(source) if call.name == "sink"]
    assert len(sinks) >= 2
    for call in sinks:
        expected = values.of(call.arguments[0]).text
        value = values.of(call.arguments[1])
        assert _kind(value) == expected, call.node.text()


def _kind(value: Value) -> str:
    kinds = (("constant", value.constant), ("outside", value.outside), ("built", value.built))
    return next((name for name, holds in kinds if holds), "variable")


@pytest.mark.parametrize(
    ("language", "text", "name"),
    [
        ("Python", "import subprocess as sp\nsp.run(x)", "subprocess.run"),
        ("Python", "from os import (path,\n system as s)\ns(x)", "os.system"),
        ("Python", "def eval(x): pass\neval(x)", "self.eval"),
        ("Python", "class Response: pass\nResponse(x)", "self.Response"),
        (
            "JavaScript",
            'const {exec: e} = require("node:child_process"); e(x)',
            "child_process.exec",
        ),
        ("JavaScript", 'import * as cp from "child_process"; cp.exec(x)', "child_process.exec"),
        ("TypeScript", 'import {exec} from "child_process"; exec<string>(x)', "child_process.exec"),
        ("Go", 'package a\nimport "math/rand"\nfunc f() { rand.Intn(3) }', "math/rand.Intn"),
        ("Java", "class A { void f() { new ArrayList<String>(x); } }", "new ArrayList"),
        ("PHP", "<?php $this->db->query($x);", "$this.db.query"),
        (
            "Rust",
            "use std::process::Command;\nfn f() { Command::new(x) }",
            "std.process.Command.new",
        ),
        ("C++", "int f() { std::system(x); }", "std.system"),
        ("Kotlin", "fun f() { Runtime.getRuntime()\n  .exec(x) }", "Runtime.getRuntime().exec"),
        ("Shell", 'eval "$x"', "eval"),
    ],
)
def test_a_call_is_named_by_what_its_import_stands_for(language: str, text: str, name: str) -> None:
    assert name in [call.name for call in calls_of(Source(text, language))]


SHAPES = [
    ("Python", 'def f(a):\n    sink(f"select {a} from t")', "select … from t"),
    ("Python", "def f(a):\n    sink(\"x = '%s' and %d\" % (a, n))", "x = '…' and …"),
    ("Python", 'def f(a):\n    sink("{} {{}}".format(a))', "… {}"),
    ("Python", 'c = ["sh", "-c", x]\nsink(c)', "[sh, -c, …]"),
    ("JavaScript", "sink(`https://${host}/x`)", "https://…/x"),
    ("Go", 'package a\nfunc f(a string) { sink(fmt.Sprintf("id = %v", a)) }', "id = …"),
    ("Kotlin", 'fun f(a: String) { sink("a $a b ${c.d}!") }', "a … b …!"),
    ("PHP", "<?php sink(<<<X\nselect $a\nX\n);", "<<<X\nselect …\nX"),
    ("Ruby", "sink(<<~X)\n  select #{a}\nX\n", "\n  select …\nX"),
    ("Rust", 'fn f(a: &str) { sink(format!("select {a}")); }', "select …"),
    ("C", 'void f(char *a) { char b[9]; snprintf(b, 9, "ls %s", a); sink(b); }', "ls …"),
    ("C#", 'class A { void F(string a) { sink($"a {a}!"); } }', "a …!"),
]


@pytest.mark.parametrize(("language", "text", "shape"), SHAPES)
def test_the_shape_of_a_text_has_holes_for_what_is_not_known(
    language: str, text: str, shape: str
) -> None:
    assert _sunk(language, text).shape == shape


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("Python", 'def f(a):\n    sink("id = %d" % a)'),
        ("Python", "def f(a: int):\n    sink(a)"),
        ("Python", 'def f(a):\n    sink(TABLE.get(request.args["a"], "b"))'),
        ("JavaScript", 'sink(COLUMNS.get(req.query.by) || "a")'),
        ("Go", 'package a\nfunc f(id int) { sink(fmt.Sprintf("%s", id)) }'),
        ("Java", "class A { void f(Long id) { sink(id); } }"),
        ("PHP", '<?php sink("id = " . (int) $_GET["id"]);'),
        ("C#", 'class A { void F(int id) { sink($"{id}"); } }'),
    ],
)
def test_numbers_and_entries_of_constant_tables_are_constant(language: str, text: str) -> None:
    assert _sunk(language, text).constant


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("Python", "def view(request, name):\n    sink(name)"),
        (
            "Go",
            "package a\nfunc f(r *http.Request) { var q Q; dec(r.Body).Decode(&q); sink(q.Name) }",
        ),
        ("C", "void f(void) { char b[9]; fgets(b, 9, stdin); sink(b); }"),
        ("C#", 'app.MapGet("/", (string name) => sink(name));'),
        ("PHP", "<p><?= sink($_GET['a']) ?></p>"),
    ],
)
def test_what_is_read_or_given_to_a_handler_is_input(language: str, text: str) -> None:
    assert _sunk(language, text).outside


def test_only_what_a_caller_gives_is_given() -> None:
    assert _sunk("Python", "def f(a):\n    sink(a)").given
    assert not _sunk("Python", "def f(a):\n    sink(find(a))").given
    assert not _sunk("Python", "def f(self):\n    sink(self.a)").given


CALLED = [  # a function, and a call of it in another, whose argument is to be put in
    (
        "Python",
        "def _run(a, b=1):\n    sink(a)\ndef g(request):\n    _run({}, b=2)",
        "request.args['x']",
    ),
    ("JavaScript", "const f = (a) => { sink(a); }; function g() { f({}); }", "req.query.x"),
    ("TypeScript", "class A { f(a: string) { sink(a); } g() { this.f({}); } }", "req.query.x"),
    (
        "Go",
        "package a\nfunc (s *S) f(n int, a, b string) { sink(a) }\nfunc (s *S) g() { s.f(1, {}, x) }",
        'r.FormValue("x")',
    ),
    (
        "Java",
        "class A { private void f(Map<X, Y> m, String a) { sink(a); } void g() { f(m, {}); } }",
        'r.getParameter("x")',
    ),
    (
        "Kotlin",
        "fun f(n: Int = 2, a: String) { sink(a) }\nfun g() { f(1, {}) }",
        'call.parameters["x"]',
    ),
    ("C#", "class A { void F(string a) { sink(a); } void G() { F({}); } }", 'Request.Query["x"]'),
    ("Ruby", "def f(a)\n  sink(a)\nend\ndef g\n  f({})\nend", "params[:x]"),
    (
        "PHP",
        "<?php class A { function f($a) { sink($a); } function g() { $this->f({}); } }",
        "$_GET['x']",
    ),
    (
        "C",
        "static void f(char *a) { sink(a); }\nvoid g(int s) { char b[9]; recv(s, b, 9, 0); f({}); }",
        "b",
    ),
]


@pytest.mark.parametrize(("language", "text", "argument"), CALLED)
def test_a_parameter_is_what_the_calls_in_the_file_give_it(
    language: str, text: str, argument: str
) -> None:
    assert _sunk(language, text.replace("{}", argument)).remote
    assert _sunk(language, text.replace("{}", '"x"')).constant


def test_a_parameter_stays_given_where_others_may_call_the_function() -> None:
    function = "def f(a):\n    sink(a)\n"
    assert _sunk("Python", function + 'f("x")').given  # tried once
    assert _sunk("Python", function + 'def g():\n    f("x")\nTABLE = {"f": f}').given
    assert _sunk("Python", function + "def g():\n    f(other)").given
    assert not _sunk("Python", function.replace("f", "_f", 2) + "def g():\n    _f(other)").given
    assert _sunk("Python", function.replace("(a)", "(*a)", 1) + 'def g():\n    f("x")').given
    named = "package f // f\nfunc f(a string) { sink(a) }\nfunc (t *T) g() { f(t.name) }"
    assert not _sunk("Go", named).given  # neither the package nor a comment calls it


def test_a_shape_tells_the_parts_that_are_given() -> None:
    text = 'def f(a):\n    sink(f"select {b} from {a}")'
    assert _sunk("Python", text).given_shape == "select _ from ‥"
    choice = 'def f(a):\n    sink("x %s" % a if c else "y %s" % b)'
    assert _sunk("Python", choice).given_shape == "x ‥\ny _"


def test_a_variable_that_is_called_like_a_part_of_a_browser_is_none() -> None:
    assert _sunk("JavaScript", "sink(location);").outside
    assert not _sunk("JavaScript", "const location = find(x); sink(location);").outside


def test_a_condition_on_several_lines_compares_too() -> None:
    text = "def f(a):\n    if (\n        b\n        and a.startswith(c)\n    ):\n        sink(a)"
    assert _sunk("Python", text).constant


AGAIN = [  # a variable that is given input, and then, for certain or perhaps, something else
    (
        "Python",
        "def f():\n    x = request.args['a']\n    {}\n    sink(x)",
        "x = 'b'",
        "if a: x = 'b'",
    ),
    (
        "JavaScript",
        "function f() {{ let x = req.query.a; {} sink(x); }}",
        "x = 'b';",
        "if (c) x = 'b';",
    ),
    ("Ruby", "def f\n  x = params[:a]\n  {}\n  sink(x)\nend", "x = 'b'", "x = 'b' if c"),
    (
        "PHP",
        "<?php function f() {{ $x = $_GET['a']; {} sink($x); }}",
        "$x = 'b';",
        "if ($c) $x = 'b';",
    ),
    (
        "Go",
        'package a\nfunc f(r *http.Request) {{ x := r.FormValue("a"); {}; sink(x) }}',
        'x = "b"',
        'if c {{ x = "b" }}',
    ),
    (
        "Java",
        'class A {{ void f() {{ String x = r.getParameter("a"); {} sink(x); }} }}',
        'x = "b";',
        'if (c) x = "b";',
    ),
    (
        "C#",
        'class A {{ void F() {{ var x = Request.Query["a"]; {} sink(x); }} }}',
        'x = "b";',
        'if (c) x = "b";',
    ),
    (
        "Kotlin",
        'fun f() {{ var x = call.parameters["a"]\n{}\nsink(x) }}',
        'x = "b"',
        'if (c) x = "b"',
    ),
    ("Shell", "f() {{ x=$1; {}; sink $x; }}", "x=b", "if c; then x=b; fi"),
]


@pytest.mark.parametrize(("language", "text", "certain", "perhaps"), AGAIN)
def test_what_a_variable_was_before_it_is_given_another_value_for_certain_does_not_count(
    language: str, text: str, certain: str, perhaps: str
) -> None:
    assert _sunk(language, text.format(certain)).constant
    assert _sunk(language, text.format(perhaps)).outside


def test_a_part_of_a_literal_object_is_what_the_object_has_there() -> None:
    text = "function f(req) { const c = {a: 'b', b: req.query.x}; sink(c.a); }"
    assert _sunk("JavaScript", text).constant
    assert _sunk("JavaScript", text.replace("sink(c.a)", "sink(c.b)")).remote


def test_what_a_table_is_asked_with_is_no_input() -> None:
    assert not _sunk("PHP", "<?php sink($texts[$_GET['a']]);").outside
    assert _sunk("PHP", "<?php sink($_GET['a']['b']);").remote
    assert not _sunk("PHP", "<?php sink(M::of(f(\"%s\", $_POST['v']))->g()->shown);").outside
    assert _sunk("Python", "sink(request.args.get('a').x())").remote


def test_a_number_by_its_comment_is_one() -> None:
    function = "function f($a, $b) { sink($a); }"
    assert _sunk("PHP", f"<?php /** @param int $a */ {function}").constant
    assert _sunk("PHP", f"<?php /** @param int $b */ {function}").given
    assert _sunk("PHP", f"<?php /** @param int $a */ $x = 1; {function}").given


def test_a_part_of_a_view_is_given_what_the_view_gives_it() -> None:
    part = "def part(request, a):\n    sink(a)\n"
    assert _sunk("Python", part).remote
    assert not _sunk("Python", part + "def view(request):\n    part(request, find())").remote
    assert not _sunk("Python", part.replace("a)", "a: Project)", 1)).remote
    atomic = "@transaction.atomic\n" + part
    assert not _sunk("Python", atomic + "def view(request):\n    part(request, find())").remote
    assert _sunk("Python", '@app.get("/")\n' + part.replace("a)", "a: Project)", 1)).remote


def test_what_is_given_is_known_by_its_name() -> None:
    text = 'def f(a, b):\n    sink("x %s %s %s" % (a, b.name, c))'
    assert _sunk("Python", text).names == ("a", "b.name")


def test_a_sum_by_steps_is_built() -> None:
    text = 'class A { void f(String a) { String s = "x"; s += a; sink(s); } }'
    assert _sunk("Java", text).built


def _sunk(language: str, text: str) -> Value:
    """The value of the argument of the text's only `sink`."""
    source = Source(text, language)
    (call,) = [call for call in calls_of(source) if call.name == "sink"]
    return Values(source).of(call.arguments[0])
