"""What is flagged as a secret, and what is not. Values are made at run time, so that no scanner
takes this file for a leak."""

import base64
import random
import string
from pathlib import Path
from zipfile import ZipFile

import pytest

from luminos_core.checks.check import CheckedFile
from luminos_core.checks.check_cache import CheckCache
from luminos_core.checks.registry import checks_digest
from luminos_core.checks.run_checks import Checked, run_checks
from luminos_core.checks.secrets import find_leaks
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import FileKind, FileRecord
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal
from tests.fakes.pumping import grows_linearly

LETTERS = string.ascii_letters + string.digits


def letters(length: int, alphabet: str = LETTERS, seed: int = 5) -> str:
    return "".join(random.Random(seed).choices(alphabet, k=length))  # noqa: S311


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


PASSWORD = letters(17) + "7K"
HEX = letters(40, "0123456789abcdef")
BASE64 = base64.b64encode(random.Random(5).randbytes(32)).decode()  # noqa: S311
ROWS = "\n".join(letters(64, LETTERS + "+/", seed) for seed in range(8))
PRIVATE_KEY = f"-----BEGIN PRIVATE KEY-----\n{ROWS}\n-----END PRIVATE KEY-----\n"
GITHUB = "ghp_" + letters(36)
FORMS = {
    "PASSWORD": PASSWORD,
    "TOKEN": letters(32),
    "HEX": HEX,
    "BASE64": BASE64,
    "AWS": letters(40, LETTERS + "/+"),
    "OPENVPN": "\n".join(
        ("-----BEGIN OpenVPN Static key V1-----", HEX, HEX, "-----END OpenVPN Static key V1-----\n")
    ),
    "LONG": letters(60, LETTERS + "+"),
    "BITBUCKET": "ATBB" + letters(40),
    "GOOGLE": "AI" + "za" + letters(35),
    "JWT": ".".join((encoded('{"alg":"HS256"}'), encoded('{"iss": "video9"}'), letters(43))),
    "LOGIN": encoded(f"build:{PASSWORD}"),
    "ENCODED": encoded(PASSWORD),
    "CONFIG": encoded(f'{{"auths": {{"r.io":\n {{"password": "{PASSWORD}"}}}}}}'),
    "PRIVATE_KEY": PRIVATE_KEY,
    "GITHUB": GITHUB,
    "STRIPE": "sk_" + "live_" + letters(24),
}


def flags_of(folder: Path, path: str, text: str) -> list[Flag]:
    """Of one file of a tree, as an audit finds them."""
    return [flag for flag in checked(folder, path, text).flags if flag.path == path]


def checked(folder: Path, path: str, text: str) -> Checked:
    for name, value in FORMS.items():
        text = text.replace(f"<{name}>", value)
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    cache = CheckCache(checks_digest())
    context = ScanContext(lambda event: None, StopSignal(), inspect=cache.check)
    snapshot = take_snapshot(folder, ScanOptions(), context)
    return run_checks(SandboxedDir(folder), snapshot, cache, StopSignal())


def serious(flags: list[Flag]) -> list[int | None]:
    return [flag.line for flag in flags if flag.severity is not Severity.INFO]


IN_SETTINGS = [
    (".env", "PORT=80\nDB_PASSWORD=<PASSWORD>\n"),
    (".env", "PORT=80\nexport APP_KEY=base64:<BASE64>\n"),
    (".env.example", "TOKEN=changeme\nAPI_TOKEN=<TOKEN>\n"),
    (".npmrc", "registry=https://r.io\n//r.io/:_authToken=<TOKEN>\n"),
    (".npmrc", "registry=https://r.io\n_auth=<LOGIN>\n"),
    (".pypirc", "[pypi]\npassword = <PASSWORD>\n"),
    (".netrc", "machine r.io login me\npassword <PASSWORD>\n"),
    (".pgpass", "# hosts\ndb.io:5432:app:me:<PASSWORD>\n"),
    (".docker/config.json", '{"auths": {\n"r.io": {"auth": "<LOGIN>"}}}\n'),
    (".aws/credentials", "[default]\naws_secret_access_key = <BASE64>\n"),
    ("kubeconfig", "users:\n- user: {token: <TOKEN>}\n"),
    ("prod.tfvars", 'size = 3\ndb_password = "<PASSWORD>"\n'),
    ("terraform.tfstate", '{"type": "random_password",\n"result": "<PASSWORD>"}\n'),
    ("keys/server.key", "\n<PRIVATE_KEY>"),
    ("keys/bundle.pem", "\n<PRIVATE_KEY>"),
    ("app.properties", "# mail\nmail.password: <PASSWORD>\n"),
    ("app.properties", "# kafka\njaas.config=Login required user='u' password='<PASSWORD>';\n"),
    ("beans.xml", '<beans>\n<property name="password" value="<PASSWORD>"/></beans>\n'),
    ("beans.xml", "<beans>\n<password><PASSWORD></password></beans>\n"),
    ("Web.config", '<c>\n<machineKey validationKey="<HEX>"/></c>\n'),
    ("manifest.xml", '<a>\n<meta-data a:name="io.x.ApiKey" a:value="<HEX>"/></a>\n'),
    ("app.yml", "smtp:\n  pass: <PASSWORD>\n"),
    ("app.yml", "smtp:\n  credentials: [me, <PASSWORD>]\n".replace("<PASS", '"<PASS').replace(
        "D>]", 'D>"]'
    )),
    ("app.yml", "jwt:\n  key: <TOKEN>\n"),
    ("app.json", '{"Jwt": {\n"Key": "<TOKEN>"}}\n'),
    ("app.toml", "[s]\nsigning_key = '<BASE64>'\n"),
    ("my.cnf", "[client]\npassword=<PASSWORD>\n"),
    ("redis.conf", "port 6379\nrequirepass <PASSWORD>\n"),
    ("nginx.conf", 'server {\nproxy_set_header X-Api-Key "<TOKEN>"; }\n'),
    ("sssd.conf", "[domain/a]\nldap_default_authtok = <PASSWORD>\n"),
    ("app.service", "[Service]\nEnvironment=DB_PASSWORD=<PASSWORD>\n"),
    ("hosts.ini", "[web]\nweb1 ansible_host=10.0.0.1 ansible_ssh_pass=<PASSWORD>\n"),
    ("k8s/secret.yaml", "kind: Secret\ndata: {password: <ENCODED>}\napiVersion: v1\n"),
    ("k8s/secret.yaml", "kind: Secret\ndata: {config.json: <CONFIG>}\napiVersion: v1\n"),
    ("k8s/pod.yaml", "env:\n- {name: DB_PASSWORD, value: <PASSWORD>}\n"),
    ("stack.yaml", "  DbPassword: {Type: String}\n  A:\n    Secret:\n      Default: <PASSWORD>\n"),
    ("vars.tf", 'variable "db_password" {\n  default = "<PASSWORD>"\n}\n'),
    ("seed.sql", "-- users\nCREATE USER a WITH PASSWORD '<PASSWORD>';\n"),
    ("README.md", "# A\ncurl -H 'X-Api-Key: <TOKEN>' https://a.io\n"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "text"), IN_SETTINGS)
def test_a_machine_made_value_is_flagged_in_what_a_deployment_reads(
    tmp_path: Path, path: str, text: str
) -> None:
    flags = flags_of(tmp_path, path, text)
    found = serious(flags)
    assert found and set(found) <= {2, 4}
    assert not any(value[8:24] in repr(flags) for value in FORMS.values())


IN_PROGRAMS = [
    ("a.py", "import jwt\nkey = '<TOKEN>'\n"),
    ("a.py", "import hmac\nmac = hmac.new(b'<TOKEN>', text, 'sha256')\n"),
    ("a.py", "from cryptography.fernet import Fernet\nbox = Fernet('<BASE64>')\n"),
    ("a.go", 'package a\nvar dsn = "me:<PASSWORD>@tcp(db:3306)/app"\n'),
    ("a.go", 'package a\nfunc f() { hmac.New(sha256.New, []byte("<TOKEN>")) }\n'),
    ("A.cs", 'class Aes {\nstatic byte[] Key = Encoding.ASCII.GetBytes("<HEX>"); }\n'),
    ("A.java", 'class Cipher {\nstatic final byte[] KEY = "<HEX>".getBytes(); }\n'),
    ("src/main/java/com/example/A.java", 'class A {\nString password = "<PASSWORD>"; }\n'),
    ("a.ts", "import jwt from 'jwt';\nconst KEY: string = '<HEX>';\n"),
    ("a.php", "<?php\ndefine('AUTH_KEY', '<TOKEN>');\n"),
    ("a.kt", 'object A {\nconst val PUSH_KEY = "<TOKEN>" }\n'),
    ("build.sbt", "\ncredentials += Credentials(\"R\", \"h.io\", \"me\", \"<PASSWORD>\")\n"),
    ("a.py", "# old\n# The key was <GITHUB>.\n"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "text"), IN_PROGRAMS)
def test_a_literal_key_is_flagged_in_a_program(tmp_path: Path, path: str, text: str) -> None:
    assert serious(flags_of(tmp_path, path, text)) == [2]


HARMLESS = [
    (".env", "DB_PASSWORD=\nREDIS_PASSWORD=null\nKEY=${OTHER}\nAPP_KEY=\n"),
    (".env.example", "API_KEY=your-api-key\nSECRET=changeme\nURL=postgres://u:password@localhost/d\n"),
    (".npmrc", "//r.io/:_authToken=${NPM_TOKEN}\nsave-exact=true\n"),
    ("keys/server.pem", f"-----BEGIN PUBLIC KEY-----\n{ROWS}\n-----END PUBLIC KEY-----\n"),
    ("keys/ca.pem", f"-----BEGIN CERTIFICATE-----\n{ROWS}\n-----END CERTIFICATE-----\n"),
    ("keys/id_rsa", "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n...\n"),
    ("src/commands/auth.json", '{"AUTH": {"summary": "Authenticates", "password": "string"}}'),
    ("credentials.json", '{"installed": {"client_id": "a.apps.io", "auth_uri": "https://a.io"}}'),
    ("vault.yml", "$ANSIBLE_VAULT;1.1;AES256\n6162636465666768696a\n"),
    ("sealed.yaml", "kind: SealedSecret\nspec:\n  encryptedData:\n    password: AgB<BASE64>\n"),
    ("app.enc.yaml", "password: ENC[AES256_GCM,data:<BASE64>,type:str]\nsops:\n  mac: <HEX>\n"),
    ("app.properties", "db.password=ENC(<BASE64>)\ndb.secret={cipher}<HEX>\n"),
    ("app.properties", "signing.keyId=24875D73\nprivate_key_id=<HEX>\n"),
    ("release.sh", 'GPG_KEY="CFB4C2166397D0D2"\n'),
    ("app.properties", "kms.token=vault:apps/db#token9\napi.key=arn:aws:kms:eu1:1234:key/ab12\n"),
    ("app.yml", "password: P@ssw0rd1\npass: MyP@ssw0rd12\nencoder: bcrypt12\n"),
    ("app.yml", "password: postgres\ntokenUrl: https://a.io/token1\nsecretName: db-2\n"),
    ("app.yml", "password: !Ref Db2Password\ntoken: !vault secret/a1\npass: {{ db_pass_1 }}\n"),
    ("app.yml", "publicKey: <BASE64>\npublishableKey: pk_live_<TOKEN>\ncacheKey: <HEX>\n"),
    ("data.json", '{"key": "<HEX>", "digest": "sha256:<HEX>", "token_type": "Bearer2x9"}'),
    ("k8s/secret.yaml", "kind: Secret\ndata: {host: ZGIuZXhhbXBsZS5jb20=, pass: Y2hhbmdlbWU=}\n"),
    ("locales/de.json", '{"password": "Passwort 1x", "secret": "Geheim-Frage"}'),
    ("messages_fr.properties", "login.password=Mot de passe\ntoken.invalid=Jeton2invalide\n"),
    ("nginx.conf", "fastcgi_pass unix:/run/php7.0-fpm.sock;\nssl_certificate_key /etc/a.key;\n"),
    ("a.php", "<?php\necho self::$ext_plugins . '1';\n$h = ['Authorization', 'X-WP-Nonce2'];\n"),
    ("a.php", "<?php\n// define('AUTH_KEY', 'put your unique phrase here');\n"),
    ("a.rb", "error_per_key = 100000.0/first_set_max_id\ntoken = next_token_2(x1)\n"),
    ("a.py", "amqp = 'amqp://guest:guest@localhost:5672/'\nkey = '<HEX>'\n"),
    ("a.py", "a = 'AKIAIOSFODNN7EXAMPLE'\nkey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'\n"),
    ("a.py", "token = '0123456789abcdef0123456789abcdef'\npassword = 'deadbeefdeadbeefdeadbeef'\n"),
    ("docs/a.md", "The hash is `$2b$12$<TOKEN><TOKEN>`.\n"),
    ("a.js", "const KEY_HEADER = 'x-api-key2';\nconst TOKEN_KEY = 'app.session.token1';\n"),
    ("a.c", "void f(void) {\n\tpw.hash = pw_sha512_pbkdf2;\n\tF_pwd_check unpwd_check_v4;\n}\n"),
    ("a.c", 'int f(char *token) { return !strcmp(token, "mqttv311"); }\n'),
    ("a.c", 'static char smtp_password[] = "334 UGFzc3dvcmQ6";\n'),
    ("a.go", "package a\nvar c = Client{\n\tapikey: f.cfg.APIKeyOfUser7,\n}\n"),
    ("a.php", "<?php\n$a = ['DsSetProperty', 'DsSetPassword', 'DsRelSecObj7', 'DsMoveObj'];\n"),
    ("a.py", 'ok = u.password_hash.startswith("$pbkdf2-")\nTOKEN = rb"[!#$%&+.^_0-9A-Za-z]+"\n'),
    ("a.py", 'post({"szPassword": password, "isSaveId7x": "true"})\n'),
    ("a.py", 'query(\n    "PlaybackAccessToken",\n    "<HEX>",\n)\nRECAPTCHA_KEY = "<TOKEN>"\n'),
    ("a.h", '#define CIPHERS "ECDHE-PSK-CHACHA20-POLY1305:PSK-AES256-GCM-SHA384"\n'),
    ("static/a.js", "x;" * 2_000 + "pw=ho7?ho.isBuffer2:e,token='<TOKEN>'\n"),
    ("lang/hu/lang.php", "<?php\n$lang['btn_password'] = 'Jelszóváltoztatás';\n"),
    ("a.html", "<pre>http://localhost:8888/?token=c8de56fa7...</pre>\n"),
    ("i18n/vi.json", '{"authors": [\n"Minh",\n"NguoiDungKhongDinhDanh",\n"Rep.19831209BE1"\n]}'),
    ("locale/eu/labels.inc", "<?php\n$labels['newpassword'] = 'Erabiltzaile-izena9ZxQk:';\n"),
    ("a.js", "post({ token: mw.tokens.get( 'csrfToken9' ), key: 'getXScaleByAxisId' });\n"),
    ("a.js", "const Tracker = new Token('@jupyterlab/htmlviewer:IHTMLViewerTracker2');\n"),
    ("a.php", "<?php\nconst HKDFSecret2 = 'HKDFSecret2';\n$secret = '#^mw:(Ext|Wiki)/(R|I)$#';\n"),
    ("a.php", "<?php\n$a = [ 'add', 'l10n_cache_pkey', 'patch-l10n_cache-pk.sql' ];\n"),
    ("a.py", 'dependencies = [("weblate_auth", "0002_auto_20160226_1747")]\n'),
    ("a.py", 'salt = b"<TOKEN>"\nAPI_KEY_IV = "<TOKEN>"\nSOLVEMEDIA_KEY = "<TOKEN>"\n'),
    ("a.py", 'DSN = "https://4654a15ba7e3a6d5cba3cd55566ced28@o1.ingest.sentry.io/13739"\n'),
    ("a.py", 'a = {"Authorization": "Bearer c2xrZmpoYWRsZmFramhkc2xma2phaHNkbGZramhh"}\n'),
    ("a.sh", 'echo "END:0x$END"\necho "https://example.com/@some/debugging-2f4a8c1e9b7d"\n'),
    ("ftpasswd", 'push(@data, "$name:$passwd:$uid:$gid:$gecos:$home:$shell");\n'),
    ("ci.yml", "run: ./configure --with-modules=mod_sql_passwd:mod_sftp:mod_sftp_sql2:mod_tls\n"),
    ("icons.json", '{"form-password":"M17,7H22V17H17V19A1,1 0 0,0 18,20H20V22H17.5"}'),
    ("a.tsbuildinfo", '["./a-token.ts","../../node_modules/@types/fetch2/Form9/index.d.ts"]'),
    ("rules.json", '{"paths": [\n"PT::/etc/passwd",\n"PT::../../Boot9x.ini",\n"PT::C:/inet"\n]}'),
    ("ChangeLog", "\t* Merge request #198 from a/auth-again-bug4217 Bug#4217: Handle it.\n"),
    ("Makefile.am", "SRC = \\\n\tx_private_key.h x25519_private_key.c\npw-apr1.la: pw-apr1.lo\n"),
    ("ca.cnf", "private_key = $dir/ca9.key\nsw_credential_default_flags:int9:0::@ff_x:32:4096\n"),
    ("rad.pl", '$login = snmpget($ARGV[1], $pass, "$csm.9.150.1.1.3.1.2.$sess_id");\n'),
    ("rad.in", '$out = snmpwalk($host, $pass, ".iso.org.dod.internet.private.9.10.19.1");\n'),
    ("jwk.erl", "f() -> jose_jwk_der:to_binary(Password, 'EdDSA25519PublicKey').\n"),
    ("url.c", 'static const char *url = "imap://user;AUTH=..@host:port/";\n'),
    ("uri.erl", 'f() -> parse_uri("amqp://fr%2Fed:pa%2Fssw@my_proxy:9876").\n'),
    ("revisions.txt", "credentials_obfuscation <HEX>\ncuttlefish <HEX>\n"),
    ("parameters.yaml", "example: /users?password_expires_at=lt:2016-12-08T22:02:00Z\n"),
    ("kamailio.cfg", 'modparam("tls", "private_key", "/engine:pkcs11:token=MY7;object=KEYS")\n'),
    ("data.sql", "insert into a (`snmpv3_authpassphrase`,`snmpv3_privpassphrase`) values (1);\n"),
    ("images.sql", "insert into images values ('<LONG>/<BITBUCKET>+<LONG>');\n"),
    ("icon.svg", "<image href='data:image/png;base64,<LONG>Pw <TOKEN><LONG>'/>\n"),
    ("a.php", "<?php\n$a = array('urn:SAML:2.0:ac:Password', 'urn:SAML:2.0:ac:classes:X509');\n"),
    ("a.reg", '[HKEY]\n"EnablePlainTextPassword"=dword:00000001\n'),
    ("abi.sigs", "ndr_token_peek: uint32_t (struct ndr_token_list *)\n"),
    ("a.idl", 'const string GUID_CHANGE_PASSWORD = "ab721a53-1e2f-11d0-9819-00aa0040529b";\n'),
    ("Make.am", "man_MANS = kpasswd.1 kpasswdd.8\n"),
    ("a.asn1", "PrivateKeyInfo ::= SEQUENCE {\n  privateKey PKCS8PrivateKey,\n  version V }\n"),
    ("err.et", 'error_code KG_CRED, "Bad magic number for krb5_gss_cred_id_t"\n'),
    ("make.sh", "rm -f rsa_1_pw dsa_1_pw ecdsa_1_pw ed25519_1_pw\n"),
    ("README-WPS", "For example:\n<2>WPS-CRED-RECEIVED <HEX>\n"),
    ("ci.yml", 'run: az vm create --admin-password "::add-mask::$PASSWORD"\n'),
    ("configure", 'ac_fn_c_check_func "$LINENO" "DH_get0_key" "ac_cv_func_DH_get0_key"\n'),
    ("public/language/pl/reset.json", '{"update_password": "Zmień\\u00a0hasło9"}\n'),
    ("grid.jsx", "export const ROWNUM_KEY = '$_pgadmin_rownum_key_$';\n"),
    ("sbom.json", '{"cpe": "cpe:2.3:a:python-google-auth-lib:google-lib:1.3.1:*:*:*:*"}\n'),
    ("app.py", "aliases = {'ssl-key': 'JupyterHub.ssl_key'}\n"),
    ("curl.md", "    curl --pinnedpubkey 'sha256//ce118b51897f4452dc' https://example.com\n"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "text"), HARMLESS)
def test_what_opens_nothing_is_not_flagged(tmp_path: Path, path: str, text: str) -> None:
    flags = flags_of(tmp_path, path, text)
    assert [(flag.line, flag.rule) for flag in flags if "secret" in flag.rule] == []


FOR_ALL = [
    ("a.py", "# Permission is hereby granted, free of charge,\nAPI_SECRET = '<TOKEN>'\n"),
    ("a.go", '// SPDX-License-Identifier: MIT\npackage a\nconst clientSecret = "<TOKEN>"\n'),
    ("beetsplug/shop.py", "class Shop:\n    API_KEY = '<HEX>'\n    CLIENT_SECRET = '<TOKEN>'\n"),
    ("app/plugins/video.py", 'HEADERS = {"x-api-key": "<TOKEN>"}\n'),
    ("a.py", "# All plugins can share the same API key.\nLASTFM_KEY = '<HEX>'\n"),
    ("a.py", "API_KEY = '<TOKEN>'  # hard coded in the page's script\n"),
    ("a.c", "// The client should send Authorization: Basic <LOGIN>\n"),
    ("a.ts", "const API_KEY = '592a47bc-a7df-4c2f-89e0-a80b3e5094ee';\n"),
    ("a.py", "API_KEY = '1vOwZtEn'\n"),
    ("ssl.xml", '<a><Property name="keyPassword" default="OBF:1vny1zlo1x8e1vnw1vn61x8g"/></a>\n'),
    ("app.cfg", "# A comment.\n" * 20 + "# password = <PASSWORD>\n"),
    ("app.cfg", "[a]\n# The secret of the client\n# client_secret = <PASSWORD>\n"),
    ("app/extractors/video.py", "SOFTWARE = '<JWT>'\nJWT_SIGNING_KEY = '<HEX>'\n"),
    ("app/extractors/video.py", "_AWS_API_KEY = '<AWS>'\nquery = {'key': '<GOOGLE>'}\n"),
    ("Options.h", "/**\n * A key of Google, e.g. <GOOGLE>, that finds the application.\n */\n"),
    ("README", "A\n\n   secret = <TOKEN>\n\n   url = postgres://proxy:frog23@db.example.org/a\n"),
    ("README.argon2", "A\n\nuserPassword: $argon2i$v=19$m=4096,t=3,p=1$c2FsdHNhbHQ$<TOKEN>\n"),
    ("src/auth/test-mech.c", 'static const char *auth = "Bearer <TOKEN>";\n'),
    ("src/load_tester/keys.c", "/* <PRIVATE_KEY> */\n"),
    ("skel/config.php", "<?php\nConfigure::write('Security.salt', '<TOKEN>');\n"),
    ("jwk.ex", 'defmodule A do\n  @doc """\n      iex> from("password", "<TOKEN>")\n  """\nend\n'),
    ("telemetry.py", "URL = 'https://zmanon:<PASSWORD>@telemetry.example.com/'\n"),
    ("sample/loopback.conf", "<tls-auth>\n<OPENVPN></tls-auth>\n"),
    ("docs-xml/a.xml", "<command>replay --fixed-password=blahblah123!</command>\n"),
    ("seed.sql", "insert into users values ('Admin','$2y$10$<TOKEN><TOKEN>');\n"),
    ("third_party/lib/data/https.key", "<PRIVATE_KEY>"),
    ("data/secp256r1TestCA.key.pem", "<PRIVATE_KEY>"),
    ("regress/rsa.prv", "<PRIVATE_KEY>"),
    ("torture/user.c", 'static char *password = "<PASSWORD>";\n'),
    ("turndb/testsqldbsetup.sh", "hmset admin password '<PASSWORD>'\n"),
    ("cups/testhttp.c", 'static char *password = "<PASSWORD>";\n'),
    ("cert.go", "package a\nvar testKeyPEMBlock = []byte(`\n<PRIVATE_KEY>`)\n"),
    ("swagger.yaml", "swagger: '2.0'\ndefinitions:\n  example:\n    password: <PASSWORD>\n"),
    ("signers.cc", "/* A key of the standard:\n   PrivateKey: <BASE64>\n*/\nint a;\n"),
    ("wpa.conf", "# A comment.\n" * 120 + "psk=<HEX>\n"),
    ("a.yaml", "help: |\n  ```python\n  ARGS = {'api_key': '<HEX>'}\n  ```\n"),
    ("seed.gql", 'image: "https://a.io/o/b.jpeg?token=4142e2a1-bf43-43b5-b7cf-6616be3fd4e3"\n'),
    ("tools/oidc-test-env/idp/configuration.yml", "jwks:\n- key: |\n<PRIVATE_KEY>"),
    ("MANUAL.md", "# A\n\n    [remote]\n    pass = <PASSWORD>\n"),
    ("README.md", "# A\n```yaml\nmodule:\n  token: <TOKEN>\n```\n"),
    ("README.md", "# A\n`curl -H 'X-Api-Key: <TOKEN>' http://localhost:8000/items`\n"),
    ("README.md", "# A\n`curl -H 'X-Api-Key: <TOKEN>' \\\nhttp://localhost:8000/items`\n"),
    ("MANUAL.html", "<p>Use</p><pre><code>secret_access_key = <BASE64>\n</code></pre>\n"),
    ("README.rst", "A\n\n    aws_secret_access_key = <AWS>\n"),
    ("CHANGES.txt", "* The token <TOKEN> was shown.\n* password: <PASSWORD>\n"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "text"), FOR_ALL)
def test_what_everybody_may_have_is_at_most_worth_knowing(
    tmp_path: Path, path: str, text: str
) -> None:
    flags = [flag for flag in flags_of(tmp_path, path, text) if flag.rule.startswith("secret-")]
    assert serious(flags) == []


@pytest.mark.parametrize(
    ("path", "is_hint"), [("beetsplug/a.py", True), ("tests/a.py", False), (".env", False)]
)
def test_weak_evidence_in_what_runs_is_a_hint(tmp_path: Path, path: str, is_hint: bool) -> None:
    flags = flags_of(tmp_path, path, "API_KEY = '<TOKEN>'\n")
    assert [flag.is_hint for flag in flags] == [is_hint]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("A.java", "class A {\nObject o = env.put(Context.SECURITY_CREDENTIALS, \"<TOKEN>\"); }\n"),
        ("a.erl", "f() ->\n    connect([{password, \"<PASSWORD>\"}]).\n"),
        ("a.rb", "# a\nset :session_secret, '<TOKEN>'\n"),
        ("a.py", "# a\nif password == '<PASSWORD>':\n    enter()\n"),
        ("a.go", "package a\n// PASSWORD = '<PASSWORD>'\n"),
        ("a.c", "/* Before:\n * password = '<PASSWORD>';\n */\n".replace(" * p", "p")),
        ("README", "A\nThe password is <PASSWORD> there.\n"),
        (".env", "A=b\n# DB_PASSWORD=<PASSWORD>\n"),
        ("app.cfg", "# A comment.\npassword = <PASSWORD>\n" + "# A comment.\n" * 20),
        ("licensed.py", "# SPDX-License-Identifier: MIT\nDB_PASSWORD = '<PASSWORD>'\n"),
        ("server/plugins/jwt.js", "app.register(jwt, {\nsecret: '<TOKEN>' });\n"),
        ("plugins/mail.py", "import smtplib\nSMTP_PASSWORD = '<PASSWORD>'\n"),
        ("settings.php", "<?php\n$settings['hash_salt'] = '<TOKEN>';\n"),
        ("a.py", "# comment\npassword = 'w1nt3r-Ab9'\n"),
        ("A.java", 'class A {\n void f() { source.setPassword("w1nt3r-Ab9"); } }\n'),
        ("set.sh", "set -e\necho 'deploy:<PASSWORD>' | chpasswd\n"),
        ("README.md", "# A\nThe password is <PASSWORD> on the staging server.\n"),
        ("res/values/strings.xml", '<resources>\n<string name="maps_secret"><HEX></string>\n'),
        ("LICENSED.py", "# SPDX-License-Identifier: MIT\nTOKEN = '<GITHUB>'\n"),
    ],
)  # fmt: skip
def test_the_same_marks_do_not_hide_what_a_deployment_uses(
    tmp_path: Path, path: str, text: str
) -> None:
    assert serious(flags_of(tmp_path, path, text)) == [2]


@pytest.mark.parametrize(
    ("payload", "flagged"),
    [
        ('{"sub":"1234567890","name":"John Doe"}', False),
        ('{"role":"anon","iss":"supabase"}', False),
        ('{"sub":"admin","iss":"prod"}', True),
    ],
)
def test_a_web_token_that_all_have_is_not_flagged(
    tmp_path: Path, payload: str, flagged: bool
) -> None:
    parts = (encoded('{"alg":"HS256"}'), encoded(payload), letters(43))
    text = "token: " + ".".join(part.rstrip("=") for part in parts) + "\n"
    assert bool(serious(flags_of(tmp_path, "app.yml", text))) is flagged


@pytest.mark.parametrize(
    "path",
    [
        "tests/fixtures/server.key", "t/unit/security/__init__.py", "spec/keys.rb", "a_test.go",
        "src/test/resources/app.properties", "Portal.Tests/Keys.cs", "src/KeyTest.java",
        "examples/ssl/worker.key", "docs_src/tutorial.py", "testdata/key.pem",
    ],
)  # fmt: skip
def test_a_key_of_a_test_or_an_example_is_only_worth_knowing(tmp_path: Path, path: str) -> None:
    flags = flags_of(tmp_path, path, "secret_token = '<TOKEN>'\n<PRIVATE_KEY>\n")
    severities = {flag.severity for flag in flags if flag.rule.startswith("secret-")}
    assert severities == {Severity.INFO}


def test_an_encoded_password_of_this_machine_is_judged_by_what_it_stands_for(
    tmp_path: Path,
) -> None:
    text = "steps:\n  - run: echo URL=postgresql://hub:{}/hub >> $GITHUB_ENV\n"
    assert flags_of(tmp_path, "ci.yml", text.format("hub%5Btest%2F%3A%3F@127.0.0.1:5432")) == []
    assert flags_of(tmp_path, "ci.yml", text.format("<PASSWORD>@db.kite.org"))


@pytest.mark.parametrize(
    ("path", "names", "severity"),
    [
        ("src/testcurl/https/host.key", "", Severity.INFO),
        ("src/test.kite.org-key.pem", "", Severity.INFO),
        ("src/key-for-wireshark.pem", "", Severity.INFO),
        ("resources/cert/server.pem", "US, localhost, admin@localhost", Severity.INFO),
        ("resources/cert/server.pem", "US, www.example.com", Severity.INFO),
        ("resources/cert/server.pem", "US, www.kite.org, admin@kite.org", Severity.CRITICAL),
        ("content/testimonials/server.pem", "", Severity.CRITICAL),
    ],
)
def test_a_key_of_no_server_is_only_worth_knowing(
    tmp_path: Path, path: str, names: str, severity: Severity
) -> None:
    body = encoded(names.center(90, "\x00"))
    certificate = f"-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----\n"
    (flag,) = flags_of(tmp_path, path, f"{certificate}<PRIVATE_KEY>")
    assert flag.severity is severity


def test_keys_beside_certificates_are_looked_at_in_linear_time() -> None:
    certificate = encoded("US, www.kite.org".center(300, "\x00"))
    pair = f"-----BEGIN CERTIFICATE-----\n{certificate}\n-----END CERTIFICATE-----\n{PRIVATE_KEY}"

    def looked_at(text: str) -> None:
        file = FileRecord(path="a.crt", kind=FileKind.FILE, size=len(text), mtime_ns=0)
        assert len(list(find_leaks(CheckedFile(file, text.encode())))) > 100

    assert grows_linearly(looked_at, lambda length: pair * (length // 20))


def test_a_services_token_is_serious_in_an_example_too(tmp_path: Path) -> None:
    (flag,) = flags_of(tmp_path, "examples/a.py", "pay = '<STRIPE>'\n")
    assert flag.severity is Severity.CONCERN


@pytest.mark.parametrize(
    "text",
    [
        " * define('AUTH_KEY', '<TOKEN>');\n",
        "/// let token = '<TOKEN>';\n",
    ],
)
def test_an_example_in_a_comment_of_documentation_is_only_worth_knowing(
    tmp_path: Path, text: str
) -> None:
    assert serious(flags_of(tmp_path, "a.php", f"<?php\n/**\n{text} */\n")) == []


def test_an_example_in_a_docstring_is_only_worth_knowing(tmp_path: Path) -> None:
    text = f'EXAMPLES = """\n- password: "{PASSWORD}"\n"""\nPASSWORD = "{PASSWORD}"\n'
    assert serious(flags_of(tmp_path, "a.py", text)) == [4]


@pytest.mark.parametrize(
    ("path", "text", "quotation"),
    [
        (".env", "DB_PASSWORD=<PASSWORD>\n", "DB_PASSWORD"),
        (".netrc", "machine h login me password <PASSWORD>\n", ""),
        (".git-credentials", "https://me:<GITHUB>@github.com\n", ""),
        (".htpasswd", "admin:$apr1$<TOKEN>\n", ""),
        ("id_rsa", "<PRIVATE_KEY>", ""),
    ],
)
def test_of_a_file_that_no_model_sees_nothing_but_the_name_of_a_setting_is_quoted(
    tmp_path: Path, path: str, text: str, quotation: str
) -> None:
    (flag,) = flags_of(tmp_path, path, text)
    assert (flag.quotation, flag.line) == (quotation, 1)


def test_the_secrets_of_one_kind_have_one_rule(tmp_path: Path) -> None:
    text = "password: <PASSWORD>\napi_token = '<TOKEN>'\nurl: a?secret=<HEX>\njwtKey: <BASE64>\n"
    flags = flags_of(tmp_path, "app.yml", text)
    assert {flag.rule for flag in flags} == {"secret-password"}
    assert [flag.line for flag in flags] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("main.tf", 'resource "a" "b" {\n  password = "<PASSWORD>"\n}\n'),
        ("Dockerfile", "FROM a:1\nENV API_TOKEN=<TOKEN>\n"),
        ("Dockerfile", "FROM a:1\nENV API_TOKEN=<GITHUB>\n"),
        ("docker-compose.yml", "services: {a: {environment: {\nDB_PASSWORD: <PASSWORD>}}}\n"),
        ("k8s/pod.yaml", "kind: Pod\nenv: [{name: PASSWORD, value: <PASSWORD>}]"),
        ("a.py", "import jwt\njwt.encode(a, key='<TOKEN>', algorithm='HS256')\n"),
    ],
)  # fmt: skip
def test_a_secret_that_a_rule_finds_too_is_one_flag(tmp_path: Path, path: str, text: str) -> None:
    flags = flags_of(tmp_path, path, text)
    about = [
        flag
        for flag in flags
        if "secret" in flag.rule or "literal" in flag.rule or "pass" in flag.rule
    ]
    assert [flag.line for flag in about] == [2]


def test_a_binary_file_of_a_kind_that_holds_keys_is_flagged_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "store.jks").write_bytes(b"\xfe\xed\xfe\xed\x00\x00\x00\x02" + bytes(200))
    with ZipFile(tmp_path / "talk.key", "w") as slides:
        slides.writestr("Index/Document.iwa", "slides")
    flags = flags_of(tmp_path, "a.txt", "")
    assert flags == []
    context = ScanContext(lambda event: None, StopSignal())
    snapshot = take_snapshot(tmp_path, ScanOptions(), context)
    cache = CheckCache(checks_digest())
    found = run_checks(SandboxedDir(tmp_path), snapshot, cache, StopSignal()).flags
    assert [flag.path for flag in found if flag.rule == "secret-file"] == ["store.jks"]


def test_of_a_file_that_no_model_sees_neither_what_encloses_it_nor_a_comments_words_are_kept(
    tmp_path: Path,
) -> None:
    text = "production:\n  # luminos: ignore[secret-password] ask Ann\n  password: <PASSWORD>\n"
    (flag,) = checked(tmp_path, "secrets.yml", text).suppressed
    assert (flag.symbol, flag.suppressed, flag.quotation) == ("", "luminos", "password")
    (tmp_path / "secrets.yml").unlink()
    (shown,) = checked(tmp_path, "settings.yml", text).suppressed
    assert shown.symbol and shown.suppressed == "luminos: ask Ann"
