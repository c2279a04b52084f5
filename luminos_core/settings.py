"""The one place that reads the environment.

A base scan needs no more of it than where the store is, and has begun before pydantic could be
imported; so only the settings of an audit are checked by a model.
"""

import os
import pwd
import sys
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from luminos_core.errors import SettingsError
from luminos_core.records.setting_names import PASS_TIER, TOOL_FOLDERS, VARIABLES, tier_variable

if TYPE_CHECKING:
    from pydantic import ValidationError

    from luminos_core.records.settings import Network, Settings

_TEMPORARY = ("/tmp", "/var/tmp")  # noqa: S108 - folders of our own are made there
_MEMORY = "/dev/shm"  # noqa: S108 - likewise

_SCHEMES = ("http", "https", "all", "no")  # of <SCHEME>_PROXY, in any case
_CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR", "SSLKEYLOGFILE")


def read_settings(environ: Mapping[str, str] = os.environ) -> "Settings":
    """Settings from the environment; SettingsError names the variable that is wrong."""
    from pydantic import ValidationError

    from luminos_core.records.settings import Settings

    named: dict[str, object] = {
        field: environ[variable] for variable, field in VARIABLES.items() if environ.get(variable)
    }
    named["store"] = str(store_path(environ))
    if prices := environ.get("LUMINOS_PRICES"):
        named["prices"] = str(_absolute(prices, environ))
    named |= _tool_folders(environ)
    named["pass_tiers"] = _pass_tiers(environ)
    named["providers"] = _providers(environ)
    try:
        return Settings.model_validate(named)
    except ValidationError as error:
        raise SettingsError(_first_problem(error)) from None


def store_path(environ: Mapping[str, str] = os.environ) -> Path:
    """$LUMINOS_STORE, else $XDG_DATA_HOME/luminos, else ~/.local/share/luminos; absolute.
    SettingsError when it begins with a home directory that cannot be found."""
    if named := environ.get("LUMINOS_STORE"):
        return _absolute(named, environ)
    return _absolute(environ.get("XDG_DATA_HOME") or "~/.local/share", environ) / "luminos"


def prefect_home(environ: Mapping[str, str] = os.environ) -> Path:
    """Where Prefect's client keeps files of its own, with a server that is not ours."""
    return _absolute(environ.get("PREFECT_HOME") or "~/.prefect", environ)


def has_home() -> bool:
    """Whether "~" leads anywhere: an account may have no entry and no $HOME."""
    try:
        Path.home()
    except RuntimeError:
        return False
    return True


def temporary_parent(outside: Path, environ: Mapping[str, str] = os.environ) -> Path:
    """Where temporary folders are made: in memory, else in $TMPDIR, /tmp or /var/tmp, but never in
    `outside`, a real path. SettingsError when there is no such place."""
    # Not tempfile's default: to find that, it writes into $TMPDIR, wherever that is.
    for named in (_MEMORY, environ.get("TMPDIR"), *_TEMPORARY):
        if named and os.access(named, os.W_OK | os.X_OK):
            folder = Path(named).resolve()
            if folder.is_dir() and not folder.is_relative_to(outside):
                return folder
    raise SettingsError(
        "there is no place for temporary files outside of the target; "
        "set TMPDIR to a folder that can be written"
    )


def process_environment(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """A copy: for a process that we start, and for what must not be shown."""
    return dict(environ)


def loader_environment(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """What a Python that lies in an unusual place needs to start, and nothing else."""
    return {
        name: environ[name] for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH") if name in environ
    }


def program_folders(environ: Mapping[str, str] = os.environ) -> list[Path]:
    """Where programs are looked for: beside this Python, then on PATH. A relative folder of PATH
    depends on where one is, and is left out."""
    named = (Path(each) for each in environ.get("PATH", os.defpath).split(os.pathsep) if each)
    beside = Path(sys.executable).parent
    return [beside, *(folder for folder in named if folder.is_absolute() and folder != beside)]


def prefect_variables(environ: Mapping[str, str] = os.environ) -> list[str]:
    """The names of all that sets something of Prefect's."""
    return [name for name in environ if name.startswith("PREFECT_")]


def prefect_profile_server(environ: Mapping[str, str] = os.environ) -> str | None:
    """PREFECT_API_URL in Prefect's active profile, which Luminos itself does not use."""
    home = environ.get("PREFECT_HOME") or str(Path(environ.get("HOME", "~")) / ".prefect")
    file = Path(environ.get("PREFECT_PROFILES_PATH") or Path(home) / "profiles.toml")
    try:
        found = tomllib.loads(file.expanduser().read_text("utf-8"))
        profile = environ.get("PREFECT_PROFILE") or found["active"]
        return str(found["profiles"][profile]["PREFECT_API_URL"])
    except (OSError, ValueError, KeyError, TypeError, RuntimeError):  # no such file, or setting
        return None


def read_network() -> "Network":
    """Proxies and certificates, as this process has them set. Where no variable names a proxy, the
    system may."""
    from urllib.request import getproxies

    from pydantic import SecretStr

    from luminos_core.records.settings import Network

    found = getproxies()
    return Network(
        proxies={name: SecretStr(found[name]) for name in _SCHEMES if found.get(name)},
        certificate_file=os.environ.get("SSL_CERT_FILE") or None,
        certificate_folder=os.environ.get("SSL_CERT_DIR") or None,
    )


def network_variables(environ: Mapping[str, str] = os.environ) -> list[str]:
    """The names of all that sets a proxy, certificates, or a file for the keys of connections."""
    return [name for name in environ if name in _CERTIFICATES or name.lower().endswith("_proxy")]


def has_display(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether a browser can show something to a person: one with a window, or the one that $BROWSER
    names."""
    named = [environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")]
    return sys.platform == "darwin" or any(named)


def wants_colour(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether a terminal is to be written to in colour (https://no-color.org)."""
    return not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"


def build_server(environ: Mapping[str, str] = os.environ) -> Literal["github", "gitlab"] | None:
    """Whose log the output of this process is, as its variables say."""
    if environ.get("GITHUB_ACTIONS") == "true":
        return "github"
    return "gitlab" if environ.get("GITLAB_CI") == "true" else None


def _absolute(named: str, environ: Mapping[str, str]) -> Path:
    """ "~" is $HOME; where that is empty or not set, what the system has for this user."""
    try:
        if named == "~" or named.startswith("~/"):
            named = (environ.get("HOME") or pwd.getpwuid(os.getuid()).pw_dir) + named[1:]
        return Path(named).expanduser().absolute()
    except (KeyError, RuntimeError, OSError):
        problem = f"{named!r} leads to no folder; set HOME, or name an absolute path instead"
        raise SettingsError(problem) from None


def _providers(environ: Mapping[str, str]) -> dict[str, dict[str, object]]:
    """The key, the address if one is set, and the way there, of each provider that has a key:
    ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL."""
    from luminos_core.records.request import Provider

    return {
        name: {
            "api_key": key,
            "base_url": environ.get(f"{name.upper()}_BASE_URL") or None,
            "network": read_network(),
        }
        for name in get_args(Provider)
        if (key := environ.get(f"{name.upper()}_API_KEY"))
    }


def _tool_folders(environ: Mapping[str, str]) -> dict[str, object]:
    """Without a home directory, only those that are named."""
    found: dict[str, object] = {}
    for variable, (setting, usual) in TOOL_FOLDERS.items():
        if named := environ.get(variable):
            found[setting] = str(_absolute(named, environ))
        elif usual:
            with suppress(SettingsError):
                found[setting] = str(_absolute(usual, environ))
    return found


def _pass_tiers(environ: Mapping[str, str]) -> dict[str, str]:
    """Every LUMINOS_<PASS>_TIER, by the name of its pass."""
    found = ((name, PASS_TIER.fullmatch(name)) for name in environ)
    return {
        match[1].lower().replace("_", "-"): environ[name]
        for name, match in found
        if match and environ[name]
    }


def _first_problem(error: "ValidationError") -> str:
    problem = error.errors()[0]
    field, *inner = (str(part) for part in problem["loc"])
    if field == "pass_tiers" and inner:
        variable = tier_variable(inner[0])
    else:
        variable = next((name for name, known in VARIABLES.items() if known == field), field)
    return f"{variable}={problem['input']!r} cannot be used: {problem['msg']}"
