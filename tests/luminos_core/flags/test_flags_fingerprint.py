"""A fingerprint survives edits above the flag and another layout."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from luminos_core.flags.fingerprint import fingerprint, numbered
from luminos_core.records.flag import Flag, FlagSource, Severity

TEXTS = st.text(alphabet="abc(é", min_size=1, max_size=8)
FLAGS = st.builds(
    Flag,
    path=TEXTS,
    finding=TEXTS,
    severity=st.sampled_from(Severity),
    rule=TEXTS,
    line=st.none() | st.integers(1, 99),
    quotation=st.just("") | TEXTS,
    symbol=st.just("") | TEXTS,
    ordinal=st.integers(1, 3),
    source=st.sampled_from(FlagSource),
)


@given(FLAGS, st.none() | st.integers(1, 99), st.sampled_from(Severity), st.booleans())
def test_lines_severity_and_verification_do_not_matter(
    flag: Flag, line: int | None, severity: Severity, verified: bool
) -> None:
    moved = {"line": line, "end_line": line, "severity": severity, "verified": verified}
    assert fingerprint(flag.model_copy(update=moved)) == fingerprint(flag)


@given(FLAGS, st.lists(TEXTS, min_size=1, max_size=4), st.sampled_from(["\n", "  ", "\t\n "]))
def test_layout_does_not_matter(flag: Flag, words: list[str], space: str) -> None:
    plain = flag.model_copy(update={"quotation": " ".join(words)})
    wrapped = flag.model_copy(update={"quotation": f" {space.join(words)}\n"})
    assert fingerprint(plain) == fingerprint(wrapped)


@given(FLAGS, FLAGS)
def test_rule_path_symbol_evidence_and_ordinal_matter_and_nothing_else(
    one: Flag, other: Flag
) -> None:
    def identity(flag: Flag) -> tuple[object, ...]:
        said = flag.quotation or (flag.finding if flag.source is FlagSource.MODEL else "")
        return flag.rule, flag.path, flag.symbol, flag.ordinal, said

    assert (fingerprint(one) == fingerprint(other)) is (identity(one) == identity(other))


@given(FLAGS)
def test_the_wording_matters_only_of_an_agents_flag_without_a_quotation(flag: Flag) -> None:
    reworded = flag.model_copy(update={"finding": flag.finding + "!"})
    same = bool(flag.quotation) or flag.source is not FlagSource.MODEL
    assert (fingerprint(reworded) == fingerprint(flag)) is same


def test_secrets_above_do_not_matter() -> None:
    flag = Flag(path="a", finding="f", severity=Severity.INFO, quotation="k = <redacted:token#1>")
    later = flag.model_copy(update={"quotation": "k = <redacted:token#12>"})
    assert fingerprint(later) == fingerprint(flag)


@given(st.lists(FLAGS, max_size=8))
def test_flags_that_are_alike_are_numbered_by_place(flags: list[Flag]) -> None:
    found = numbered(flags)
    assert len({fingerprint(flag) for flag in found}) == len(found)
    for earlier, later in itertools.permutations(found, 2):
        same = fingerprint(earlier.model_copy(update={"ordinal": later.ordinal}))
        if same == fingerprint(later) and (earlier.line or 0) < (later.line or 0):
            assert earlier.ordinal < later.ordinal
    assert numbered(found) == found


def test_a_fingerprint_is_the_same_in_every_run_and_on_every_machine() -> None:
    flag = Flag(path="a.py", finding="f", severity=Severity.INFO, quotation="eval(x)")
    assert fingerprint(flag) == ("0a0c5a1c120730f3533327816c5283031f48aab3fc3bdb957cdc40aedff33a3d")
