"""A fingerprint survives edits above the flag and another layout."""

from hypothesis import given
from hypothesis import strategies as st

from luminos_core.flags.fingerprint import fingerprint
from luminos_core.records.flag import Flag, Severity

TEXTS = st.text(alphabet="abc(é", min_size=1, max_size=8)
FLAGS = st.builds(
    Flag,
    path=TEXTS,
    finding=TEXTS,
    severity=st.sampled_from(Severity),
    rule=TEXTS,
    line=st.none() | st.integers(1, 99),
    quotation=st.just("") | TEXTS,
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
def test_rule_path_and_evidence_matter_and_nothing_else(one: Flag, other: Flag) -> None:
    same = (one.rule, one.path, one.quotation, one.quotation or one.finding) == (
        other.rule,
        other.path,
        other.quotation,
        other.quotation or other.finding,
    )
    assert (fingerprint(one) == fingerprint(other)) is same


@given(FLAGS)
def test_the_wording_of_a_finding_matters_only_without_a_quotation(flag: Flag) -> None:
    reworded = flag.model_copy(update={"finding": flag.finding + "!"})
    assert (fingerprint(reworded) == fingerprint(flag)) is bool(flag.quotation)


def test_a_fingerprint_is_the_same_in_every_run_and_on_every_machine() -> None:
    flag = Flag(path="a.py", finding="f", severity=Severity.INFO, quotation="eval(x)")
    assert fingerprint(flag) == ("ef0281ee5df3541570fc88bb780ba05598a79785f5b80aed84e3ed2c405e76bc")
