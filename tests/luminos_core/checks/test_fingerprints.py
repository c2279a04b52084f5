"""What is found again in another layout of a file has the same fingerprint as before."""

from collections import Counter
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.checks.check_cache import CheckCache
from luminos_core.checks.registry import checks_digest
from luminos_core.flags.fingerprint import fingerprint
from luminos_core.flags.ranking import rank_flags
from luminos_core.records.flag import Flag
from luminos_core.records.snapshot import FileRecord

CALLS = st.sampled_from(["eval(x)", "exec(y)", "os.system(cmd, 'a')", "pickle.loads(z)"])
BODIES = st.lists(CALLS, min_size=1, max_size=4)
FUNCTIONS = st.dictionaries(st.sampled_from("abcde"), BODIES, min_size=1, max_size=4)
SHIFTS = st.lists(st.sampled_from(["", "# a comment", "x = 1"]), max_size=5)
_TOKEN = "ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3f{:02}"


def flags_of(path: str, text: str, language: str) -> tuple[Flag, ...]:
    file = FileRecord(path=path, size=len(text), mtime_ns=0, language=language, lines=1)
    cache = CheckCache(checks_digest())
    cache.check(file, text.encode())
    found = cache.flags_of(file)
    assert found is not None
    return rank_flags(found)


def fingerprints(text: str, path: str = "a.py", language: str = "Python") -> Counter[str]:
    found = Counter(map(fingerprint, flags_of(path, text, language)))
    assert set(found.values()) <= {1}
    return found


def program(
    functions: dict[str, Sequence[str]], indent: str = "    ", above: Sequence[str] = ()
) -> str:
    lines = ["import os, pickle"]
    for name, calls in functions.items():
        lines += [*above, f"def {name}(x, y, z, cmd):", *(f"{indent}{call}" for call in calls)]
    return "\n".join(lines) + "\n"


@given(FUNCTIONS, SHIFTS, st.sampled_from([" ", "  ", "\t", "        "]))
@settings(max_examples=30, deadline=None)
def test_shifted_and_indented_lines_are_known_again(
    functions: dict[str, list[str]], above: list[str], indent: str
) -> None:
    before = fingerprints(program(functions))
    assert len(before) >= sum(map(len, functions.values()))  # a call may break several rules
    assert fingerprints(program(functions, indent, above)) == before


@given(FUNCTIONS)
@settings(max_examples=20, deadline=None)
def test_what_a_formatter_changes_is_known_again(functions: dict[str, list[str]]) -> None:
    def reformatted(call: str) -> str:
        return call.replace("(", "( ").replace(")", " )").replace("'", '"') + ";"

    other = {name: [reformatted(call) for call in calls] for name, calls in functions.items()}
    assert fingerprints(program(other)) == fingerprints(program(functions))


@given(st.integers(2, 6), st.data())
@settings(max_examples=20, deadline=None)
def test_when_one_of_several_alike_goes_the_others_are_known_again(
    count: int, data: st.DataObject
) -> None:
    gone = data.draw(st.integers(0, count - 1))
    lines = [f"eval(x)  # {'same' if n % 2 else 'other'}" for n in range(count)]
    before = fingerprints(program({"a": lines}))
    after = fingerprints(program({"a": lines[:gone] + lines[gone + 1 :]}))
    assert after < before
    assert len(before - after) == 1


@given(FUNCTIONS, FUNCTIONS)
@settings(max_examples=20, deadline=None)
def test_a_function_keeps_its_flags_whatever_the_others_hold(
    functions: dict[str, list[str]], others: dict[str, list[str]]
) -> None:
    renamed = {f"other_{name}": calls for name, calls in others.items()}
    alone = fingerprints(program(functions))
    assert alone <= fingerprints(program({**renamed, **functions}))
    assert alone <= fingerprints(program({**functions, **renamed}))


@given(st.lists(st.integers(10, 40), min_size=2, max_size=8, unique=True), st.data())
@settings(max_examples=20, deadline=None)
def test_secrets_of_a_structured_file_are_known_again_when_one_goes(
    numbers: list[int], data: st.DataObject
) -> None:
    def services(shown: Sequence[int], indent: str) -> str:
        each = (f"{indent}s{n}:\n{indent * 2}token: {_TOKEN.format(n)}\n" for n in shown)
        return "services:\n" + "".join(each)

    gone = data.draw(st.sampled_from(numbers))
    rest = [number for number in numbers if number != gone]
    before = fingerprints(services(numbers, "  "), "a.yaml", "YAML")
    assert len(before) == len(numbers)
    assert fingerprints(services(numbers, "    "), "a.yaml", "YAML") == before
    assert len(before - fingerprints(services(rest, "  "), "a.yaml", "YAML")) == 1


@given(FUNCTIONS, st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_the_order_in_which_flags_arrive_does_not_matter(
    functions: dict[str, list[str]], random: st.DataObject
) -> None:
    ranked = flags_of("a.py", program(functions), "Python")
    shuffled = list(ranked * 2)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert rank_flags(shuffled) == ranked
