import pytest

from luminos_core.scan.classify.withheld import is_withheld


@pytest.mark.parametrize(
    "name",
    [
        ".env", ".env.local", "prod.env", ".ENV", "id_rsa", "id_ed25519", "server.pem", "tls.key",
        ".netrc", ".pgpass", ".npmrc", ".pypirc", "terraform.tfstate", "terraform.tfstate.backup",
        "store.jks", "client_secret_12.json", ".git-credentials", ".docker/config.json",
        "home/.Docker/config.json", ".kube/config", ".kube/config.bak", "k/.kube/cache/token",
        ".env_prod", ".env-prod", ".env~", ".env.bak", ".env.old", "..env.swp", ".env.swp",
        "#.env#", ".#.env", ".env.prod.bak.old", ".id_rsa.swp", "id_rsa.old", "id_rsa_work",
        "id_ed25519_sk", "deploy/.git/config", ".git/config", ".aws/credentials", ".aws/config",
        ".aws/sso/cache/x.json", ".azure/accessTokens.json",
        ".config/gcloud/application_default_credentials.json", ".config/gcloud/credentials.db",
        "prod-service-account.json", "app-firebase-adminsdk-x1.json", "vault.yml", ".vault_pass",
        "vault_pass.txt", "keys.kdbx", "user.keytab", "AuthKey_1.p8", "net.ovpn", ".htpasswd",
        ".htpasswd_admin", "prod.auto.tfvars.json", ".m2/settings.xml", ".cargo/credentials.toml",
        ".gem/credentials", "rootkey.csv", "jo_accessKeys.csv", ".ssh/config", "etc/shadow",
        ".config/gh/hosts.yml", ".bash_history", "admin.kubeconfig", "sftp-config.json",
        "auth.json", "rclone.conf",
    ],
)  # fmt: skip
def test_a_name_known_for_secrets_is_withheld(name: str) -> None:
    assert is_withheld(name)


@pytest.mark.parametrize(
    "name",
    [
        ".env.example", ".env.sample", "env.py", "environment.yml", "id_rsa.pub", "keys.py",
        "key", "monkey", ".npmignore", "pem.c", "secrets.py", ".env.template", "example.env",
        ".env_example", ".env.example.bak", "docker/config.json", "config.json", "kube/config",
        "src/git/config", "id_rsa.go", "id_rsa_test.py", ".ssh/id_rsa.pub", "settings.xml",
        "vault.py", "credentials.py", ".environment", "history.py", "auth.py", "gcloud/main.py",
        "aws/config.py", "README~", "a.py.bak", "terraform.tfvars.example", "etc/passwd.py",
        "kubeconfig.go",
    ],
)  # fmt: skip
def test_a_name_that_only_resembles_one_is_not(name: str) -> None:
    assert not is_withheld(name)


def test_a_withheld_file_is_digested_and_counted(scan_one) -> None:
    record = scan_one(".env", b"TOKEN=1\n")
    assert record.withheld
    assert record.digest
    assert record.lines == 1
