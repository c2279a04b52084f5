"""Messages in words of the form in which a deployment's run is started."""

from flows.form_words import form_labels, in_form_words
from luminos_core.records.request import AuditRequest


def test_options_become_labels_and_anything_else_stays() -> None:
    text = "raise --max-usd, or accept it with --unknown-prices; not --no-such, -x or --yes-men"
    labelled = 'raise "Cost cap in USD", or accept it with "Allow unknown prices"; not --no-such, '
    assert in_form_words(text) == f"{labelled}-x or --yes-men"


def test_no_two_fields_have_one_label() -> None:
    labels = form_labels()
    assert len(set(labels.values())) == len(labels)
    assert set(labels) < set(AuditRequest.model_fields)
