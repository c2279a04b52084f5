"""The page of a repository at its forge, out of the address that it is fetched from.

The address may be the target's own words. Only what can be nothing but a page of a host is one: no
credentials, no query, no local path, no characters that mean something to a terminal or in HTML.
"""

import re2

from luminos_core.records.comparison import Forge

_LONGEST = 500  # characters of an address
_ADDRESS = re2.compile(
    r"(?i)(?P<scheme>https?|ssh|git|git\+ssh|ssh\+git|git\+https?)://(?:[^/?#@\s]*@)?"
    r"(?P<host>[^/?#@:\s]+)(?::(?P<port>\d{0,5}))?/(?P<path>[^?#]*)(?:[?#]\S*)?"
)
_AS_SCP = re2.compile(r"(?:[^/@:\s]+@)?(?P<host>[^/@:\s\[\]]+):(?P<path>[^:\t\r\n]+)")
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_HOST = re2.compile(rf"{_LABEL}(?:\.{_LABEL})*")
_STEP = re2.compile(r"~?[A-Za-z0-9_.+-](?:[A-Za-z0-9_.+ -]|%20)*")
_PORTS = {"http": "80", "https": "443"}
_HOSTS = {  # for Secure Shell, where another one has the pages
    "ssh.github.com": "github.com",
    "altssh.gitlab.com": "gitlab.com",
    "altssh.bitbucket.org": "bitbucket.org",
    "ssh.dev.azure.com": "dev.azure.com",
}
_FORGES = {
    "github.com": Forge.GITHUB,
    "gitlab.com": Forge.GITLAB,
    "bitbucket.org": Forge.BITBUCKET,
    "codeberg.org": Forge.GITEA,
    "gitea.com": Forge.GITEA,
    "git.sr.ht": Forge.SOURCEHUT,
    "dev.azure.com": Forge.AZURE,
}
_NAMED = {  # as the first word of a host, when somebody runs one of their own
    "github": Forge.GITHUB,
    "gitlab": Forge.GITLAB,
    "gitea": Forge.GITEA,
    "forgejo": Forge.GITEA,
}
_AZURE = "dev.azure.com"


def forge_page(address: str) -> str:
    """ "https://github.com/owner/name" of "git@github.com:owner/name.git"; "" when the address has
    no page that is known. Of Secure Shell the port is its own, and left out."""
    address = address.strip()
    if len(address) > _LONGEST:
        return ""
    if found := _ADDRESS.fullmatch(address):
        scheme = found["scheme"].lower().removeprefix("git+")
        return _page(scheme, found["host"], found["port"] or "", found["path"])
    found = None if "://" in address else _AS_SCP.fullmatch(address)
    return _page("ssh", found["host"], "", found["path"]) if found else ""


def forge_of(page: str) -> Forge | None:
    """Whose page it is, by its host; None when that does not tell."""
    host = page.partition("://")[2].partition("/")[0].partition(":")[0]
    return _FORGES.get(host) or _NAMED.get(host.partition(".")[0])


def _page(scheme: str, host: str, port: str, path: str) -> str:
    host, is_web = host.lower(), scheme in _PORTS
    host = host if is_web else _HOSTS.get(host, host)
    # A name without a dot that Secure Shell uses may be one of its own settings'.
    if not _HOST.fullmatch(host) or not (is_web or "." in host) or int(port or 0) > 0xFFFF:
        return ""
    steps = [step for step in path.removesuffix("/").removesuffix(".git").split("/") if step]
    steps = _azure(steps) if host == _AZURE and not is_web else steps
    if not steps or not all(_STEP.fullmatch(step) and step not in (".", "..") for step in steps):
        return ""
    written = f":{port}" if is_web and port and port != _PORTS[scheme] else ""
    page = "/".join(steps).replace(" ", "%20")
    return f"{scheme if is_web else 'https'}://{host}{written}/{page}"


def _azure(steps: list[str]) -> list[str]:
    """ "v3/organization/project/name" as in the address of the page."""
    match steps:
        case ["v3", organization, project, name]:
            return [organization, project, "_git", name]
    return []
