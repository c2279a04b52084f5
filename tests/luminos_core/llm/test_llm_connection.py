"""Whatever keeps a call from its server: what passes is asked again, and what a person has to mend
ends the run with one line of advice."""

import datetime
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pydantic import SecretStr

from luminos_core.errors import CallsRefused
from luminos_core.llm.anthropic.client import AnthropicModel
from luminos_core.llm.anthropic.network_options import network_options
from luminos_core.llm.failed_attempt import Affects, FailedAttempt
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.settings import Network
from luminos_core.stop import StopSignal
from tests.fakes.messages_server import MessagesServer, Wire, reply, submits_at_once, text
from tests.luminos_core.conftest import KEY

PASSWORD = "of-the-proxy"
PROXIES = ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY")
Asked = Callable[[str], Exception]


@pytest.fixture(autouse=True)
def unproxied(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*PROXIES, "SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture
def asked(sdk: None, request_of: Callable[..., ModelRequest]) -> Asked:
    """What a call to that address raises; a check raises the same if it is no passing failure."""

    def ask(url: str) -> Exception:
        model = AnthropicModel(SecretStr(KEY), url, call_deadline=20.0)
        with pytest.raises((CallsRefused, FailedAttempt)) as raised:
            model.complete(request_of(), StopSignal())
        error: Exception = raised.value
        if isinstance(error, CallsRefused):
            with pytest.raises(CallsRefused) as checked:
                model.check("claude-sonnet-5-5", StopSignal())
            assert str(checked.value) == str(error)
        else:
            model.check("claude-sonnet-5-5", StopSignal())
        assert "\n" not in str(error)
        assert PASSWORD not in str(error)
        return error

    return ask


@pytest.fixture
def listen() -> Iterator[Callable[[Callable[[socket.socket], None]], str]]:
    """`listen(talk)`: "127.0.0.1:port", where `talk` is called with each connection."""
    with ExitStack() as stack:
        yield lambda talk: stack.enter_context(_listening(talk))


@contextmanager
def _listening(talk: Callable[[socket.socket], None]) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection:
                    talk(connection)

        threading.Thread(target=serve, daemon=True).start()
        yield f"127.0.0.1:{server.getsockname()[1]}"
        server.shutdown(socket.SHUT_RDWR)


def says(content: bytes) -> Callable[[socket.socket], None]:
    def talk(connection: socket.socket) -> None:
        connection.recv(65_536)
        connection.sendall(content)

    return talk


def refused_port() -> str:
    """Where nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{taken.getsockname()[1]}"


def certificate(folder: Path, host: str) -> Path:
    """A file with a new key and its self-signed certificate for `host`."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "a test")])
    now = datetime.datetime.now(datetime.UTC)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), 1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    file = folder / "certificate.pem"
    file.write_bytes(secret + signed.public_bytes(serialization.Encoding.PEM))
    return file


def speaks_tls(file: Path) -> Callable[[socket.socket], None]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)

    def talk(connection: socket.socket) -> None:
        try:
            context.wrap_socket(connection, server_side=True)
        except OSError:
            return

    return talk


def test_a_certificate_of_an_unknown_authority_is_named_with_advice(asked, listen, tmp_path):
    at = listen(speaks_tls(certificate(tmp_path, "127.0.0.1")))

    error = asked(f"https://{at}")

    assert isinstance(error, CallsRefused)
    assert f"{at}: self-signed certificate" in str(error)
    assert "SSL_CERT_FILE" in str(error)


def test_a_certificate_for_another_host_is_named_with_advice(asked, listen, tmp_path, monkeypatch):
    file = certificate(tmp_path, "api.example.test")
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    at = listen(speaks_tls(file))

    error = asked(f"https://{at}")

    assert isinstance(error, CallsRefused)
    assert "mismatch" in str(error)
    assert str(error).endswith("check ANTHROPIC_BASE_URL")


def test_https_at_a_port_without_it_is_named_with_advice(asked):
    with MessagesServer(submits_at_once) as server:
        error = asked(server.base_url.replace("http:", "https:"))

    assert isinstance(error, CallsRefused)
    assert "does not speak TLS" in str(error)


@pytest.mark.parametrize("content", ["", "no certificate"])
def test_an_unusable_file_of_certificates_is_named(asked, monkeypatch, tmp_path, content):
    file = tmp_path / "authorities.pem"
    if content:
        file.write_text(content)
    monkeypatch.setenv("SSL_CERT_FILE", str(file))

    error = asked("https://api.example.test")

    assert isinstance(error, CallsRefused)
    assert "SSL_CERT_FILE" in str(error)


@pytest.mark.parametrize(
    ("scheme", "status"),
    [
        ("https", "407 Proxy Authentication Required"),
        ("http", "407 Proxy Authentication Required"),
        ("https", "403 Forbidden"),
    ],
)
def test_a_proxy_that_refuses_is_named_with_advice(asked, listen, monkeypatch, scheme, status):
    at = listen(says(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n".encode()))
    monkeypatch.setenv(f"{scheme.upper()}_PROXY", f"http://user:{PASSWORD}@{at}")

    error = asked(f"{scheme}://api.example.test")

    assert isinstance(error, CallsRefused)
    assert status[:3] in str(error)
    assert f"{scheme.upper()}_PROXY" in str(error)


def test_a_proxy_that_cannot_be_reached_is_named_with_advice(asked, monkeypatch):
    at = refused_port()
    monkeypatch.setenv("ALL_PROXY", f"http://user:{PASSWORD}@{at}")

    error = asked("https://api.example.test")

    assert isinstance(error, CallsRefused)
    assert at in str(error)
    assert "name api.example.test in NO_PROXY" in str(error)


@pytest.mark.parametrize(
    ("variable", "value", "named"),
    [
        ("ALL_PROXY", f"socks5://user:{PASSWORD}@127.0.0.1:9", "socksio"),
        ("HTTPS_PROXY", f"ftp://user:{PASSWORD}@127.0.0.1:9", "HTTPS_PROXY"),
        ("HTTPS_PROXY", f"http://user:{PASSWORD}@host:port", "HTTPS_PROXY"),
    ],
)
def test_a_proxy_setting_that_cannot_be_used_is_named(asked, monkeypatch, variable, value, named):
    monkeypatch.setenv(variable, value)

    error = asked("https://api.example.test")

    assert isinstance(error, CallsRefused)
    assert named in str(error)


@pytest.mark.parametrize(
    "direct",
    ["api.example.test", "*.test", ".example.test", "other.test, test", "x,*", "[::1],test"],
)
def test_a_server_named_in_no_proxy_is_asked_directly(asked, monkeypatch, direct):
    monkeypatch.setenv("HTTPS_PROXY", f"http://{refused_port()}")
    monkeypatch.setenv("NO_PROXY", direct)

    error = asked("https://api.example.test")

    assert isinstance(error, FailedAttempt)  # there is no such name


@pytest.mark.parametrize("direct", ["::1", "[::1]"])
def test_an_ipv6_address_can_be_named_in_no_proxy(direct):
    proxies = {"http": SecretStr("http://[::1]:9"), "no": SecretStr(direct)}
    network = Network(proxies=proxies)

    assert network_options("http://[::1]:8080/v1", network)["proxy"] is None
    assert network_options("http://[::2]:8080/v1", network)["proxy"] is not None


def test_a_socks_proxy_for_other_schemes_is_not_used(asked, listen, monkeypatch):
    at = listen(says(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"))
    monkeypatch.setenv("HTTPS_PROXY", f"http://{at}")
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:9")

    assert str(asked("https://api.example.test")) == "the proxy said 502 Bad Gateway"


def test_a_proxy_that_has_worked_and_is_away_is_waited_for(sdk, listen, monkeypatch, request_of):
    with MessagesServer(lambda request: reply(text("Whole."))) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.base_url)
        model = AnthropicModel(SecretStr(KEY), "http://api.example.test")
        model.complete(request_of(), StopSignal())
    with pytest.raises(FailedAttempt) as failed:
        model.complete(request_of(), StopSignal())
    assert failed.value.affects is Affects.ALL


def test_a_proxy_that_reaches_no_server_is_waited_for(asked, listen, monkeypatch):
    at = listen(says(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"))
    monkeypatch.setenv("HTTPS_PROXY", f"http://{at}")

    error = asked("https://api.example.test")

    assert isinstance(error, FailedAttempt)
    assert (error.affects, str(error)) == (Affects.ALL, "the proxy said 502 Bad Gateway")


@pytest.mark.parametrize("host", ["127.0.0.1", "nonesuch.invalid"])
def test_a_server_that_cannot_be_reached_is_waited_for(asked, host):
    error = asked(f"http://{host}:{refused_port().partition(':')[2]}")

    assert isinstance(error, FailedAttempt)
    assert error.affects is Affects.ALL


def test_a_server_that_hangs_up_before_its_answer_may_be_away(asked):
    with MessagesServer(lambda request: Wire(b"")) as server:
        error = asked(server.base_url)

    assert isinstance(error, FailedAttempt)
    assert error.affects is Affects.MAYBE_ALL
