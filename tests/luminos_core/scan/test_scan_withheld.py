import pytest

from luminos_core.scan.classify.withheld import is_withheld


@pytest.mark.parametrize(
    "name",
    [
        ".env", ".env.local", "prod.env", ".ENV", "id_rsa", "id_ed25519", "server.pem", "tls.key",
        ".netrc", ".pgpass", ".npmrc", ".pypirc", "terraform.tfstate", "terraform.tfstate.backup",
        "store.jks", "client_secret_12.json", ".git-credentials",
    ],
)  # fmt: skip
def test_a_name_known_for_secrets_is_withheld(name: str) -> None:
    assert is_withheld(name)


@pytest.mark.parametrize(
    "name",
    [
        ".env.example", ".env.sample", "env.py", "environment.yml", "id_rsa.pub", "keys.py",
        "key", "monkey", ".npmignore", "pem.c", "secrets.py", ".env.template", "example.env",
    ],
)  # fmt: skip
def test_a_name_that_only_resembles_one_is_not(name: str) -> None:
    assert not is_withheld(name)


def test_a_withheld_file_is_digested_and_counted(scan_one) -> None:
    record = scan_one(".env", b"TOKEN=1\n")
    assert record.withheld
    assert record.digest
    assert record.lines == 1
