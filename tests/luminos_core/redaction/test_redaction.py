"""Tokens are put together here at run time, so that no scanner takes this file for a leak."""

import dataclasses
import random
import string
import time
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.redaction import rules
from luminos_core.redaction.find_secrets import find_secrets
from luminos_core.redaction.redact import redact
from luminos_core.redaction.rules import secret_rules
from luminos_core.redaction.tag import mask_tags
from tests.luminos_core.redaction.shapes import (
    BASE64_SHAPES,
    SECRETS,
    filled,
    in_base64,
)
from tests.luminos_core.redaction.shapes import (
    SHAPES as FILE_SHAPES,
)

ALPHANUMERIC = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
BASE32 = string.ascii_uppercase + "234567"

SHAPES = {  # rule: (prefix, alphabet, length)
    "github-pat": ("ghp_", ALPHANUMERIC, 36),
    "github-token": ("gho_", ALPHANUMERIC, 36),
    "github-fine-grained-pat": ("github_pat_", ALPHANUMERIC, 82),
    "gitlab-token": ("glpat-", ALPHANUMERIC, 20),
    "slack-token": ("xoxb-", ALPHANUMERIC, 40),
    "slack-webhook": ("hooks.slack.com/services/T0AB1CD2E/B0AB1CD2E/", ALPHANUMERIC, 24),
    "stripe-key": ("sk_live_", ALPHANUMERIC, 24),
    "google-api-key": ("AIza", ALPHANUMERIC, 35),
    "anthropic-key": ("sk-ant-api03-", ALPHANUMERIC, 90),
    "openai-project-key": ("sk-proj-", ALPHANUMERIC, 64),
    "openai-key": ("sk-", ALPHANUMERIC, 48),
    "npm-token": ("npm_", ALPHANUMERIC, 36),
    "pypi-token": ("pypi-AgEIcHlwaS5vcmc", ALPHANUMERIC, 80),
    "huggingface-token": ("hf_", string.ascii_letters, 34),
    "twilio-key": ("SK", HEX, 32),
    "aws-access-key-id": ("AKIA", BASE32, 16),
    "digitalocean-token": ("dop_v1_", HEX, 64),
    "databricks-token": ("dapi", HEX, 32),
    "square-token": ("sq0atp-", ALPHANUMERIC, 22),
    "shopify-token": ("shpat_", HEX, 32),
    "telegram-bot-token": ("123456789:AA", ALPHANUMERIC, 33),
    "azure-storage-key": ("AccountKey=", ALPHANUMERIC, 86),
}


def token(rule: str, seed: int = 7) -> str:
    prefix, alphabet, length = SHAPES[rule]
    return prefix + "".join(random.Random(seed).choices(alphabet, k=length))  # noqa: S311


def private_key(kind: str = "RSA ", seed: int = 7) -> str:
    body = random.Random(seed).choices(ALPHANUMERIC + "+/", k=200)  # noqa: S311
    lines = "\n".join("".join(body[at : at + 64]) for at in range(0, 200, 64))
    return f"-----BEGIN {kind}PRIVATE KEY-----\n{lines}\n-----END {kind}PRIVATE KEY-----"


@pytest.mark.parametrize("rule", sorted(SHAPES))
def test_a_token_is_located_and_shown_only_to_its_prefix(rule: str) -> None:
    secret = token(rule)
    text = f'first\nvalue = "{secret}"  # é\n'
    (found,) = find_secrets(text)
    assert (found.rule, found.line, found.end_line) == (rule, 2, 2)
    assert text[found.start : found.end] in secret
    assert found.shown and found.shown in text.splitlines()[1]
    random_part = secret[len(SHAPES[rule][0]) :]
    assert random_part[:6] not in found.shown
    assert random_part not in redact(text).text


@pytest.mark.parametrize("kind", ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "PGP "])
def test_a_private_key_is_redacted_completely_and_later_lines_keep_their_numbers(
    kind: str,
) -> None:
    key = private_key(kind)
    if kind == "PGP ":
        key = key.replace("KEY-----", "KEY BLOCK-----")
    result = redact(f"before\n{key}\nafter\n")
    breaks = "\n" * key.count("\n")
    assert result.text == f"before\n<redacted:private-key#1>{breaks}\nafter\n"


def test_a_private_key_inside_json_is_found() -> None:
    escaped = private_key("").replace("\n", "\\n")
    result = redact('{"private_key": "' + escaped + '\\n", "id": 1}')
    assert result.text == '{"private_key": "<redacted:private-key#1>", "id": 1}'


def test_a_truncated_private_key_is_redacted() -> None:
    cut = private_key()[:180]
    assert redact(cut).text == "<redacted:private-key#1>" + "\n" * cut.count("\n")


def test_code_that_only_names_the_key_markers_is_left_alone() -> None:
    code = 'if line == "-----BEGIN PRIVATE KEY-----":\n    start = read_the_whole_block_of(line)\n'
    assert find_secrets(code) == ()


def test_the_same_secret_has_the_same_tag_and_another_one_another() -> None:
    one, two = token("github-pat", 1), token("github-pat", 2)
    result = redact(f"{one} {two} {one}")
    assert result.text == (
        "<redacted:github-pat#1> <redacted:github-pat#2> <redacted:github-pat#1>"
    )
    assert [(count.name, count.count) for count in result.counts] == [("github-pat", 3)]


def test_numbers_go_on_after_the_tags_already_there() -> None:
    assert redact("<redacted:github-pat#4> " + token("github-pat")).text == (
        "<redacted:github-pat#4> <redacted:github-pat#5>"
    )


def test_a_second_secret_on_a_line_does_not_show_the_first() -> None:
    one, two = token("github-pat", 1), token("npm-token", 2)
    second = find_secrets(f"{one} and {two}")[1]
    assert second.shown == "and npm_"


@pytest.mark.parametrize(
    "line",
    [
        'password = "changeme"',
        'password = "xxxxxxxxxxxx"',
        'token = "${GITHUB_TOKEN_2}"',
        'token: "<your-token-1>"',
        'secret = "my-example-secret-1"',
        'api_key = os.environ["API_KEY_1"]',
        'api_key = "YOUR_API_KEY_1"',
        'token_url = "https://host1/oauth/token"',
        'PASSWORD_HASHER = "django.contrib.auth.hashers.Argon2"',
        'password_field = "id_password1"',
        "TOKEN=$OTHER_TOKEN_1",
        "GITHUB_TOKEN: ghp_" + "x" * 36,
        'aws_access_key_id = "AKIA' + "IOSFODNN7" + 'EXAMPLE"',
        "postgres://user:password@localhost/db",
        "postgres://user:${PASSWORD}@localhost/db",
        "see http://host:8080/a@b",
        "task-abcdefghijklmnopqrstuvwxyzabcdefghijklm",
    ],
)
def test_placeholders_and_references_are_left_alone(line: str) -> None:
    assert redact(line).text == line


@pytest.mark.parametrize(
    ("line", "secret"),
    [
        ('password = "{}"', "h7Kq2vLw9z"),
        ("  'db_password' => '{}',", "h7Kq2vLw9z"),
        ('config["api_key"] = "{}"', "9fK2mQ7xTb4LwZ1c"),
        ("export DB_PASSWORD={}", "h7Kq2vLw9z"),
        ('password = "{}"', "Bridge!Lane42x"),  # words, with what a rule asks for
        ("db.password={}", "Sommer#2023"),
        ("  password: {}", "Tomato+Kelp19"),
        ("SECRET_KEY: {}", "9fK2mQ7xTb4LwZ1c"),
        ("postgres://app:{}@db/prod", "h7Kq2vLw9z"),
        ("Authorization: Bearer {}", "9fK2mQ7xTb4LwZ1c9fK2mQ7x"),
    ],
)
def test_a_secret_recognized_by_its_name_is_redacted_but_not_certain(
    line: str, secret: str
) -> None:
    text = line.format(secret)
    (found,) = find_secrets(text)
    assert not found.certain
    assert secret not in redact(text).text
    assert found.shown in text and secret not in found.shown


@pytest.mark.parametrize("shape", FILE_SHAPES)
def test_no_part_of_a_secret_passes_in_any_shape(shape: str) -> None:
    around = filled(shape, "")
    for secret in SECRETS:
        clean = redact(f"first line\n{filled(shape, secret)}\nlast line\n").text
        parts = {secret[start : start + 4] for start in range(len(secret) - 3)}
        assert not [part for part in parts if part in clean and part not in around]
        assert clean.startswith("first line\n") and clean.endswith("\nlast line\n")


@pytest.mark.parametrize("shape", BASE64_SHAPES)
def test_a_name_and_password_in_base64_do_not_pass(shape: str) -> None:
    for secret in SECRETS:
        assert (
            in_base64(f"user:{secret}")[:12]
            not in redact(filled(shape, in_base64(f"user:{secret}"))).text
        )


def test_every_value_of_a_list_is_redacted() -> None:
    clean = redact(f'"tokens": ["{SECRETS[0]}", "{SECRETS[2]}",\n  "{SECRETS[4]}"]').text
    assert not [secret for secret in SECRETS if secret in clean]


def test_a_value_that_is_no_secret_hides_none_behind_it() -> None:
    assert SECRETS[0] not in redact(f"password: token={SECRETS[0]}").text
    assert SECRETS[0] not in redact(f'password: "user" token: "{SECRETS[0]}"').text


def test_ordinary_source_and_placeholders_stay_as_they_are() -> None:
    decoys = Path(__file__).with_name("decoys.txt").read_text()
    assert redact(decoys).text == decoys
    assert [line for line in decoys.splitlines() if redact(line).text != line] == []
    assert len(decoys.splitlines()) >= 80


PIECES = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["password = ", '"', "'", "\n", "\\n", "://u:", "@h", "TOKEN=", "-----BEGIN ", " = ", "_"]
    ),
    st.builds(token, st.sampled_from(sorted(SHAPES)), st.integers(0, 99)),
    st.builds(private_key, st.sampled_from(["", "RSA "]), st.integers(0, 9)),
)


def test_redacting_one_secret_reveals_no_other() -> None:
    key = "-----BEGIN PRIVATE KEY-----\n" + "MIIEvQIBADANBgkqhkiG9w0B" * 9 + "\n"
    text = key + "-----END PRIVATE KEY-----TOKEN=hV7kQ2pLx9ZrT4mWc8"
    once = redact(text)
    assert "hV7kQ2pLx9ZrT4mWc8" not in once.text
    assert once.text.count("\n") == text.count("\n")
    assert redact(once.text).text == once.text


def test_text_that_only_resembles_a_tag_is_searched_for_secrets() -> None:
    assert mask_tags(b"<redacted:no-such-rule#1> x") == b"<redacted:no-such-rule#1> x"
    assert mask_tags(b"<redacted:github-pat#1> x") == b"<" + b"." * 21 + b"> x"


def test_the_rule_name_in_a_tag_is_no_keyword() -> None:
    digest = "0AIza0UAqFzWsDK4FrUMp48Y3tT3QDgAL47D1qXI"
    for text in (
        f'AKIA22234AAAAAAABBCD"{digest}',
        f"<redacted:aws-access-key-id#1> {digest}",
        f"<redacted:aws-secret-access-key#7>: {digest}",
    ):
        once = redact(text).text
        assert digest in once
        assert redact(once).text == once


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=8).map("".join))
def test_redacting_twice_changes_nothing(text: str) -> None:
    once = redact(text)
    assert redact(once.text).text == once.text
    assert once.total >= len(find_secrets(text))


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=60),
    st.sampled_from(["", "é", "\n", "\\n", '"', "'", " ", "=", "(", "<", "\ud800"]),
    st.sampled_from(sorted(set(SHAPES) - {"azure-storage-key"})),
    st.integers(0, 999),
    st.text(max_size=60),
)
def test_no_planted_token_is_left(
    before: str, border: str, rule: str, seed: int, after: str
) -> None:
    secret = token(rule, seed)
    border = border or " "
    text = before + border + secret + " " + after
    assert secret not in redact(text).text
    for found in find_secrets(text):
        assert found.shown in text.split("\n")[found.line - 1]


def test_every_rule_has_its_own_name_and_a_pattern_with_both_groups() -> None:
    names = [rule.name for rule in secret_rules()]
    assert len(set(names)) == len(names)
    for rule in secret_rules():
        assert "(?P<secret" in rule.pattern
        assert "(?P<prefix>" in rule.pattern
        assert "{{" not in "".join((rule.pattern, *rule.keywords))


def test_the_table_of_rules_has_only_the_keys_that_it_describes() -> None:
    table = tomllib.loads(Path(rules.__file__).with_suffix(".toml").read_text("utf-8"))
    fields = {field.name for field in dataclasses.fields(rules.Rule)} | {"prefix", "body"}
    assert table.keys() == {"fragments", "rules"}
    assert {key for rule in table["rules"] for key in rule} <= fields


@pytest.mark.parametrize(
    "piece", ['password = "a', "-----BEGIN PRIVATE KEY-----\n", "a://b:c", "eyJ"]
)
def test_time_grows_with_length_and_not_with_its_square(piece: str) -> None:
    def seconds(size: int) -> float:
        text = piece * (size // len(piece))
        began = time.process_time()
        find_secrets(text)
        return time.process_time() - began

    seconds(1_000)  # compiles
    assert seconds(800_000) < 40 * max(seconds(100_000), 0.002)
