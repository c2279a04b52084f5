"""How the HTTP client reaches the server: by which proxy, trusting which certificates.

The client's own reading of the environment is not used: an audit takes these variables away, since
Prefect's client, which has only to reach this machine, reads them too.
"""

# ruff: noqa: PLC0415 - importing the SDK costs 1.5 s; `--help` and the offline model do without

import ssl
from typing import Any
from urllib.parse import urlsplit

from luminos_core.llm.anthropic.connection_error import unusable_client
from luminos_core.llm.anthropic.endpoint import DEFAULT_BASE_URL
from luminos_core.records.settings import Network


def network_options(base_url: str, network: Network) -> dict[str, Any]:
    """For the client that only asks the server at `base_url`. Raises what making a client with
    them may raise, too: OSError for certificates, ValueError or httpx2.InvalidURL for a proxy."""
    certificates = _certificates(network)
    return {
        "trust_env": False,
        "verify": certificates,
        "proxy": _proxy(base_url, network, certificates),
    }


def network_problem(base_url: str | None, network: Network) -> str:
    """Why no client can be made, in one line; "" when one can."""
    import httpx2

    try:
        httpx2.Client(**network_options(base_url or DEFAULT_BASE_URL, network)).close()
    except (ImportError, OSError, ValueError, httpx2.InvalidURL) as error:
        return str(unusable_client(error))
    return ""


def _certificates(network: Network) -> ssl.SSLContext:
    import httpx2

    if network.certificate_file:
        return ssl.create_default_context(cafile=network.certificate_file)
    if network.certificate_folder:
        return ssl.create_default_context(capath=network.certificate_folder)
    return httpx2.create_ssl_context(trust_env=False)


def _proxy(base_url: str, network: Network, certificates: ssl.SSLContext) -> Any:
    """None for the direct way."""
    import httpx2

    parts = urlsplit(base_url)
    named = network.proxies.get(parts.scheme) or network.proxies.get("all")
    if named is None or _is_direct(parts.hostname or "", parts.port, network):
        return None
    address = named.get_secret_value()
    url = httpx2.URL(address if "://" in address else f"http://{address}")
    return httpx2.Proxy(url, ssl_context=certificates if url.scheme == "https" else None)


def _is_direct(host: str, port: int | None, network: Network) -> bool:
    """As curl has it: names with all below them, and addresses, with or without brackets."""
    if "no" not in network.proxies:
        return False
    named = network.proxies["no"].get_secret_value().lower().split(",")
    hosts = {each.strip().removeprefix("*").strip("[]").lstrip(".") for each in named}
    asked = (f".{host}", f".{host}:{port}")
    return "*" in map(str.strip, named) or any(
        each.endswith(f".{name}") for each in asked for name in hosts if name
    )
