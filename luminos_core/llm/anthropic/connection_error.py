"""What it means that a request had no answer: whose fault it is, and whether to ask again."""

# ruff: noqa: PLC0415 - importing the SDK costs 1.5 s; `--help` and the offline model do without

import re
import ssl
from collections.abc import Callable
from dataclasses import dataclass

from luminos_core.errors import CallsRefused
from luminos_core.llm.failed_attempt import Affects, FailedAttempt

_NO_TLS = {"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNSUPPORTED_PROTOCOL", "RECORD_LAYER_FAILURE"}
_WRONG_HOST = {62, 64}  # OpenSSL's codes for a host name and an address that do not match
_PASSING = {408, 425, 429}  # statuses of a proxy below 500


@dataclass(frozen=True)
class Connection:
    """`server` and `proxy` as "host:port"; `proxy` is "" without one."""

    server: str
    proxy: str
    has_worked: bool  # something was answered earlier, the same way

    @property
    def advice(self) -> str:
        host = self.server.rpartition(":")[0]
        return f"check HTTPS_PROXY, HTTP_PROXY and ALL_PROXY, or name {host} in NO_PROXY"


def connection_to(base_url: str, address: str, *, has_worked: bool) -> Connection:
    """`address` is what was connected to."""
    import httpx2

    url = httpx2.URL(base_url)
    port = url.port or (443 if url.scheme == "https" else 80)
    server = f"{url.raw_host.decode()}:{port}"
    return Connection(server, "" if address in ("", server) else address, has_worked)


def classify_connection_error(
    error: BaseException, connection: Connection, quote: Callable[[object], str]
) -> CallsRefused | FailedAttempt:
    """`error`: of the HTTP client, before an answer began. CallsRefused when it would meet every
    call until a person changes something."""
    import httpx2

    chain = _chain(error)
    cause, text = chain[-1], quote(chain[-1])
    if isinstance(cause, ssl.SSLError) and (problem := _tls_problem(cause, connection)):
        return CallsRefused(problem)
    if any(isinstance(each, httpx2.ProxyError) for each in chain):
        return _proxy_refusal(text, connection)
    connects = (httpx2.ConnectError, httpx2.ConnectTimeout)
    if any(isinstance(each, connects) for each in chain):
        if connection.proxy and not connection.has_worked:
            problem = f"the proxy cannot be reached: {connection.proxy}: {text}"
            return CallsRefused(f"{problem}; {connection.advice}")
        return FailedAttempt(f"the connection failed: {text}", affects=Affects.ALL)
    if any(isinstance(each, httpx2.TimeoutException) for each in chain):
        return FailedAttempt("the server did not answer in time", affects=Affects.MAYBE_ALL)
    return FailedAttempt(f"the connection failed: {text}", affects=Affects.MAYBE_ALL)


def unusable_client(error: Exception) -> CallsRefused:
    """Why no HTTP client can be made. `error` is not quoted: it may hold a proxy's password."""
    if isinstance(error, ImportError):
        return CallsRefused(
            "a SOCKS proxy is set: that needs the package socksio, which is not installed; install "
            "it, or set HTTPS_PROXY, HTTP_PROXY and ALL_PROXY to an HTTP proxy"
        )
    if isinstance(error, OSError):
        return CallsRefused(
            "the certificates to trust cannot be read: check SSL_CERT_FILE and SSL_CERT_DIR"
        )
    return CallsRefused(
        "the proxy cannot be used: one of HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY is "
        "malformed; a proxy is like http://host:port, an IPv6 address like http://[::1]:port"
    )


def root_cause(error: BaseException) -> BaseException:
    """The SDK says "Connection error."; its cause says which."""
    return _chain(error)[-1]


def _chain(error: BaseException) -> list[BaseException]:
    """`error` and what led to it; a TLS error is named as a context only."""
    chain = [error]
    while (earlier := chain[-1].__cause__ or chain[-1].__context__) is not None:
        chain.append(earlier)
    return chain


def _tls_problem(error: ssl.SSLError, connection: Connection) -> str:
    """ "" for a failure that may pass."""
    if isinstance(error, ssl.SSLCertVerificationError):
        message = error.verify_message.rstrip(".")
        problem = f"the server's certificate is not accepted: {connection.server}: {message}"
        if error.verify_code in _WRONG_HOST:
            return f"{problem}; check ANTHROPIC_BASE_URL"
        return (
            f"{problem}; name the file of the authority that signed it in SSL_CERT_FILE, or check "
            "ANTHROPIC_BASE_URL"
        )
    if error.reason in _NO_TLS:
        problem = f"the server does not speak TLS: {connection.server}: {error.reason}"
        return f"{problem}; check ANTHROPIC_BASE_URL"
    return ""


def _proxy_refusal(text: str, connection: Connection) -> CallsRefused | FailedAttempt:
    """By the status with which the proxy answered, if it did."""
    found = re.match(r"\d{3}", text)
    status = int(found[0]) if found else 0
    if status >= 500 or status in _PASSING:
        return FailedAttempt(f"the proxy said {text}", affects=Affects.ALL)
    problem = f"the proxy refuses the connection: {connection.proxy}: {text}"
    if status == 407:
        return CallsRefused(f"{problem}; put a user and a password into HTTPS_PROXY")
    return CallsRefused(f"{problem}; {connection.advice}")
