"""Whether the Prefect server at PREFECT_API_URL can be used: it answers, is an API, and lets us in.

The questions are asked through Prefect's own client, so that what Prefect is set to counts, also by
its profile: credentials, certificates, headers.
"""

from enum import Enum, auto
from urllib.parse import urlsplit

from flows.asking_once import asking_once
from luminos_core.records.settings import Settings
from luminos_core.settings import prefect_profile_server

_SECONDS = 10  # for an answer


class _Answer(Enum):
    COUNT = auto()  # as asked: we are logged in
    REFUSAL = auto()
    FAILURE = auto()  # of the server
    OTHER = auto()
    NONE = auto()


def server_problem(url: str) -> str:
    """Why no audit can use the server, in one line; "" when it can. Imports Prefect, so its
    settings are in place before."""
    if not _is_address(url):
        return f"{_set(url)} is no address; one is like http://127.0.0.1:4200/api"
    if shown(url) != url:
        # Prefect logs in with them, and then loses every task run: its events need the variable.
        return f"{_set(url)} holds credentials; set them as PREFECT_API_AUTH_STRING instead"
    return _login_problem(url)


def unused_server(settings: Settings) -> str:
    """What is to be said of a server that only Prefect's profile names; "" if none does."""
    url = None if settings.prefect_api_url else prefect_profile_server()
    if not url:
        return ""
    return f"{shown(url)} of the Prefect profile is not used: set PREFECT_API_URL to it"


def shown(url: str) -> str:
    """The address without credentials that it may hold."""
    scheme, slashes, rest = url.partition("//")
    netloc, slash, path = rest.partition("/")
    return f"{scheme}{slashes}{netloc.rpartition('@')[2]}{slash}{path}"


def is_lost() -> bool:
    """Whether the server that Prefect is set to does not answer."""
    from prefect.settings import PREFECT_API_URL

    return bool(_login_problem(PREFECT_API_URL.value() or ""))


def is_open(url: str) -> bool:
    """Whether the server shows its runs to whoever can connect."""
    return _asked(url) is _Answer.COUNT


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _login_problem(url: str) -> str:
    from prefect.settings import get_current_settings

    api = get_current_settings().api
    password, key = (
        secret.get_secret_value() if secret else "" for secret in (api.auth_string, api.key)
    )
    match _asked(url, password, key):
        case _Answer.COUNT:
            return ""
        case _Answer.REFUSAL:
            return _refusal(url, password, key)
        case _Answer.FAILURE:
            return f"the server at {_set(url)} answers with an error; see its log"
        case _Answer.NONE:
            return (
                f"no Prefect server answers at {_set(url)}; "
                "start it, or unset PREFECT_API_URL to use a local one"
            )
    return _wrong_address(url)


def _asked(url: str, password: str = "", key: str = "") -> _Answer:
    """The answer to a question that every Prefect server, and Prefect Cloud, wants a login for."""
    from httpx import HTTPStatusError, RequestError
    from prefect.client.orchestration import SyncPrefectClient

    try:
        with (
            asking_once(_SECONDS),
            SyncPrefectClient(url, auth_string=password, api_key=key) as client,
        ):
            count = client.request("POST", "/flows/count", json={}).json()
    except HTTPStatusError as error:
        status = error.response.status_code
        if status in (401, 403):
            return _Answer.REFUSAL
        return _Answer.FAILURE if status >= 500 else _Answer.OTHER
    except RequestError:
        return _Answer.NONE
    except ValueError:  # a page, where JSON was expected
        return _Answer.OTHER
    return _Answer.COUNT if isinstance(count, int) else _Answer.OTHER


def _refusal(url: str, password: str, key: str) -> str:
    if password or key:
        refused = "PREFECT_API_AUTH_STRING" if password else "PREFECT_API_KEY"
        return f"the server at {_set(url)} refuses the {refused} that is set"
    return (
        f"the server at {_set(url)} asks for credentials: set PREFECT_API_AUTH_STRING "
        "to what its PREFECT_SERVER_API_AUTH_STRING is, or PREFECT_API_KEY for Prefect Cloud"
    )


def _wrong_address(url: str) -> str:
    parts = urlsplit(url)
    for path in dict.fromkeys((f"{parts.path.rstrip('/')}/api", "/api")):
        likely = parts._replace(path=path, query="", fragment="").geturl()
        if _asked(likely) in (_Answer.COUNT, _Answer.REFUSAL):
            return f"{_set(url)} is not the address of an API; {likely} is one"
    return f"what answers at {_set(url)} is not Prefect's API; its address ends in /api"


def _set(url: str) -> str:
    return f"PREFECT_API_URL={shown(url)}"
