"""Values that are known to be secret: which they are, and that they are replaced in every form."""

import base64
import html
import json
from urllib.parse import quote

import pytest

from luminos_core.records.report import Synthesis
from luminos_core.records.snapshot import FileRecord
from luminos_core.redaction.extract_values import values_in, values_of_environment
from luminos_core.redaction.known_values import remember_values
from luminos_core.redaction.redact import redact
from luminos_core.redaction.redact_record import redact_path, redact_record

VALUE = 'p@ss;w0rd/&"x?é'
PLAIN = "h7Kq2vLw9zR"


@pytest.mark.parametrize(
    "form",
    [
        VALUE,
        VALUE.encode().hex(),
        VALUE.encode().hex().upper(),
        quote(VALUE),
        quote(VALUE, safe=""),
        quote(VALUE, safe="").replace("%3B", "%3b").replace("%C3%A9", "%c3%a9").lower(),
        json.dumps(VALUE)[1:-1],
        json.dumps(VALUE, ensure_ascii=False)[1:-1],
        html.escape(VALUE),
        base64.b64encode(VALUE.encode()).decode(),
        base64.urlsafe_b64encode(VALUE.encode()).decode(),
        base64.b64encode(f"a{VALUE}".encode()).decode(),
        base64.b64encode(f"ab{VALUE}cd".encode()).decode(),
    ],
)
def test_a_known_value_is_replaced_in_every_form(form: str) -> None:
    remember_values([VALUE])
    for text in (form, f"of {form}, or so", f"x{form}y"):
        clean = redact(text).text
        assert form[5:-5] not in clean
        assert "<redacted:withheld-value#1>" in clean
        assert redact(clean).text == clean


def test_a_value_that_begins_another_does_not_show_the_rest_of_it() -> None:
    remember_values([PLAIN, f"{PLAIN}-and-more"])
    assert redact(f"{PLAIN}-and-more {PLAIN}").text == (
        "<redacted:withheld-value#1> <redacted:withheld-value#2>"
    )


def test_thousands_of_values_are_found() -> None:
    values = [f"v{number:06}Kq{number * 7919}" for number in range(3_000)]
    remember_values(values)
    for value in (values[0], values[1_500], values[-1]):
        assert value not in redact(f"it is {value}!").text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (f"DB_PASSWORD={PLAIN}", PLAIN),
        (f"export TOKEN='{PLAIN}'", PLAIN),
        ("password: hunter2024", "hunter2024"),
        ("PASSWORD=p@ss;w0rd/&x", "p@ss;w0rd/&x"),
        ("DB_PASSWORD=correct-horse-battery-staple", "correct-horse-battery-staple"),
        ("DB_PASSWORD=correct horse battery staple", "correct horse battery staple"),
        (f"URL=postgres://app:{PLAIN}@db/prod", PLAIN),
        (f'{{"auths": {{"h": {{"identitytoken": "{PLAIN}"}}}}}}', PLAIN),
        (f"machine h login u password {PLAIN}", PLAIN),
        (f"db:5432:prod:app:{PLAIN}", PLAIN),
        ("OTHER=9fK2mQ7xTb4LwZ1c", "9fK2mQ7xTb4LwZ1c"),
        (f"-----BEGIN PRIVATE KEY-----\n{'MIIEvQIBADANBgkq' * 3}\n", "MIIEvQIBADANBgkq" * 3),
    ],
)
def test_a_secret_value_is_taken_from_a_withheld_file(text: str, value: str) -> None:
    assert value in values_in(f"# secrets\n{text}\n")


def test_words_and_common_values_are_not_taken() -> None:
    text = """
        ENV=production
        HOST=localhost
        DB_HOST=db1.internal.example.com
        DB_USER=postgres
        PASSWORD=password
        POSTGRES_PASSWORD=postgres
        SECRET=changeme
        TOKEN=short1
        AWS_REGION=us-east-1
        VERSION=1.2.3-rc1
        PORT=8080
        TOKEN_TTL=86400000
        DATE=2024-01-01T00:00:00Z
        URL=https://api.internal/v1
        KEY_FILE=/etc/ssl/private/server1.key
        INSTANCE=i-0abcd1234ef567890
        ID=550e8400-e29b-41d4-a716-446655440000
        AUTH_BACKEND=django.contrib.auth.backends.ModelBackend
        MAIL=someone1234@mail.internal
        IMAGE=registry.internal/app:v1.2.3
    """
    assert values_in("\n".join(line.strip() for line in text.splitlines())) == ()


def test_of_the_environment_only_secrets_are_taken() -> None:
    environ = {
        "PATH": "/usr/local/bin:/usr/bin",
        "HOME": "/home/user1",
        "SSH_AUTH_SOCK": "/tmp/ssh-XXXXa1b2c3/agent.1234",
        "XDG_SESSION_ID": "12345678",
        "SERVICE_TOKEN": PLAIN,
        "DATABASE_URL": "postgres://app:Zq8-fT3_mW6pKd@db/prod",
    }
    assert set(values_of_environment(environ)) == {PLAIN, "Zq8-fT3_mW6pKd"}


def test_a_record_is_redacted_in_all_of_its_texts_with_one_tag_a_secret() -> None:
    text = f"password={PLAIN} and token=9fK2mQ7xTb4LwZ1c"
    clean = redact_record(Synthesis(brief=text, detailed=f"token=9fK2mQ7xTb4LwZ1c {PLAIN}"))
    assert "9fK2" not in clean.model_dump_json()
    assert clean.brief.split("=")[-1] == clean.detailed.split(" ")[0].split("=")[-1]
    same = Synthesis(brief="It adds.", detailed="")
    assert redact_record(same) is same


def test_a_path_is_redacted_name_by_name() -> None:
    folder = f"a/token={PLAIN}"
    assert redact_path(f"{folder}/b.py").startswith(redact_path(folder) + "/")
    file = FileRecord(path=f"{folder}/b.py", size=1, mtime_ns=1, link_target=f"https://u:{PLAIN}@h")
    assert redact_record(file).name == "b.py"
    assert PLAIN not in redact_record(file).path + str(redact_record(file).link_target)
