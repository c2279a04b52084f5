"""The server that is set: logged in to before an audit begins, and by `luminos doctor`."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.flows.command import Command, command
from tests.flows.plain_server import plain_server

PASSWORD = "admin:of this test"
ANY_ADDRESS = "0.0.0.0"  # noqa: S104 - connects to this machine, and is not loopback by name


@pytest.fixture(scope="module")
def guarded(
    servers: Path, prefect_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The API of a server with basic authentication."""
    home = tmp_path_factory.mktemp("guarded") / "home"
    with plain_server(home, servers, {"PREFECT_SERVER_API_AUTH_STRING": PASSWORD}) as url:
        yield url


def says(store: Path, name: str, target: Path, **settings: str) -> str:
    """What the command says is wrong with the server, in one line, with exit code 2."""
    arguments = (name, str(target)) if name == "audit" else (name,)
    done = Command(store, settings, prepared=True).run(*arguments)
    assert done.returncode == 2, done.stdout + done.stderr
    if name == "audit":
        assert done.stdout == ""
        (line,) = done.stderr.splitlines()
        return line.removeprefix("luminos: ")
    assert done.stderr == ""
    (line,) = (line for line in done.stdout.splitlines() if line.startswith("!!"))
    return line.removeprefix("!!  server").strip()


both = pytest.mark.parametrize("name", ["audit", "doctor"])


@both
def test_a_server_that_wants_credentials_says_which_to_set(
    tmp_path: Path, target: Path, guarded: str, name: str
) -> None:
    found = says(tmp_path / "store", name, target, PREFECT_API_URL=guarded)
    assert found.startswith(f"the server at PREFECT_API_URL={guarded} asks for credentials")
    assert "PREFECT_API_AUTH_STRING" in found


@pytest.mark.parametrize("variable", ["PREFECT_API_AUTH_STRING", "PREFECT_API_KEY"])
def test_credentials_that_are_refused_are_named_and_not_shown(
    tmp_path: Path, target: Path, guarded: str, variable: str
) -> None:
    given = {"PREFECT_API_URL": guarded, variable: "admin:guessed"}
    found = says(tmp_path / "store", "doctor", target, **given)
    assert found == f"the server at PREFECT_API_URL={guarded} refuses the {variable} that is set"


@both
def test_an_address_without_api_is_corrected(
    tmp_path: Path, target: Path, guarded: str, prefect_url: str, name: str
) -> None:
    # A UI answers everywhere; only the first server has one.
    for api, path in ((guarded, "/dashboard"), (prefect_url, "")):
        wrong = api.replace("/api", path)
        found = says(tmp_path / "store", name, target, PREFECT_API_URL=wrong)
        assert found == f"PREFECT_API_URL={wrong} is not the address of an API; {api} is one"


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("audit", "localhost:4200/api"),
        ("doctor", "localhost:4200/api"),
        ("doctor", "127.0.0.1"),
        ("doctor", "http://h:port/api"),
        ("doctor", "http:"),
    ],
)
def test_what_is_no_address_is_an_error(
    tmp_path: Path, target: Path, name: str, wrong: str
) -> None:
    found = says(tmp_path / "store", name, target, PREFECT_API_URL=wrong)
    assert found == (
        f"PREFECT_API_URL={wrong} is no address; one is like http://127.0.0.1:4200/api"
    )


@pytest.mark.parametrize(
    ("status", "text"),
    [(200, "is not Prefect's API"), (404, "is not Prefect's API"), (503, "answers with an error")],
)
def test_another_program_that_answers_is_not_taken_for_a_server(
    tmp_path: Path, target: Path, status: int, text: str
) -> None:
    with another_program(status) as url:
        assert text in says(tmp_path / "store", "doctor", target, PREFECT_API_URL=url)


def test_the_right_credentials_let_an_audit_in(tmp_path: Path, target: Path, guarded: str) -> None:
    given = {"PREFECT_API_URL": guarded, "PREFECT_API_AUTH_STRING": PASSWORD}
    luminos = Command(tmp_path / "store", given, prepared=True)
    assert luminos.run("doctor").returncode == 0
    assert luminos.audit(target).status == "complete"


@both
def test_credentials_in_the_address_are_refused_and_not_shown(
    tmp_path: Path, target: Path, guarded: str, name: str
) -> None:
    inside = guarded.replace("//", "//admin:of%20this%20test@")
    found = says(tmp_path / "store", name, target, PREFECT_API_URL=inside)
    assert found == (
        f"PREFECT_API_URL={guarded} holds credentials; set them as PREFECT_API_AUTH_STRING instead"
    )


def test_credentials_of_the_profile_count_with_a_server_that_is_set(
    tmp_path: Path, guarded: str
) -> None:
    home = profile(tmp_path, PREFECT_API_AUTH_STRING=PASSWORD)
    given = {"PREFECT_API_URL": guarded, "PREFECT_HOME": str(home)}
    done = Command(tmp_path / "store", given, prepared=True).run("doctor")
    assert done.returncode == 0, done.stdout


def test_a_server_of_the_profile_alone_is_named_as_not_used(
    tmp_path: Path, target: Path, servers: Path, prefect_url: str
) -> None:
    home = profile(tmp_path, PREFECT_API_URL="http://127.0.0.1:9/api")
    luminos = command(tmp_path / "store", servers, prepared=True)
    luminos.extra["PREFECT_HOME"] = str(home)
    said = "http://127.0.0.1:9/api of the Prefect profile is not used: set PREFECT_API_URL to it"
    doctor = luminos.run("doctor")
    assert doctor.returncode == 0
    assert doctor.stdout.count(said) == 1
    audit = luminos.run("audit", str(target))
    assert audit.returncode == 0
    assert audit.stderr.count(said) == 1


def test_doctor_fails_on_an_open_server_elsewhere(
    tmp_path: Path, guarded: str, prefect_url: str
) -> None:
    elsewhere = prefect_url.replace("127.0.0.1", ANY_ADDRESS)
    luminos = Command(tmp_path / "store", {"PREFECT_API_URL": elsewhere}, prepared=True)
    done = luminos.run("doctor")
    assert done.returncode == 2
    assert "asks for no credentials: whoever can connect sees every run" in done.stdout
    given = {
        "PREFECT_API_URL": guarded.replace("127.0.0.1", ANY_ADDRESS),
        "PREFECT_API_AUTH_STRING": PASSWORD,
    }
    assert Command(luminos.store, given, prepared=True).run("doctor").returncode == 0


def test_settings_files_in_the_working_directory_do_not_lead_doctor(
    tmp_path: Path, guarded: str
) -> None:
    (tmp_path / "prefect.toml").write_text(f'[api]\nauth_string = "{PASSWORD}"\n')
    done = Command(tmp_path / "store", {"PREFECT_API_URL": guarded}).run("doctor", cwd=tmp_path)
    assert done.returncode == 2
    assert "asks for credentials" in done.stdout


def profile(folder: Path, **settings: str) -> Path:
    """A PREFECT_HOME whose active profile has these settings, as `prefect config set` leaves it."""
    home = folder / "prefect home"
    home.mkdir()
    lines = [f'{name} = "{value}"' for name, value in settings.items()]
    (home / "profiles.toml").write_text(
        "\n".join(['active = "mine"', "[profiles.mine]", *lines, ""])
    )
    return home


@contextmanager
def another_program(status: int) -> Iterator[str]:
    """The address of an HTTP server that answers everything alike."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(b"<p>hello</p>")

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/api"
        server.shutdown()
