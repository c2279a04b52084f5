"""The Prefect server of one audit, as a process: `python -P -m flows.server_process`.

It takes a free loopback port, prints it, and serves until its standard input closes. The audit
holds the other end, so the server ends with the audit, however that ends: kill -9 too.
"""

import os
import socket
import sys
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import uvicorn

_GRACE = 0.5  # seconds; the records are in by then, and services take seconds to end by themselves


def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    # Prefect's own services find the server by its settings, which are read on import.
    os.environ["PREFECT_SERVER_API_PORT"] = str(port)
    os.environ["PREFECT_API_URL"] = f"http://127.0.0.1:{port}/api"
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    server = _server()
    threading.Thread(target=_stop_at_end_of_input, args=(server,), daemon=True).start()
    server.run(sockets=[listener])


def _server() -> "uvicorn.Server":
    import uvicorn  # after the port is told
    from prefect.server.api.server import create_app  # after its settings are set

    app = create_app(final=True)
    return uvicorn.Server(uvicorn.Config(app, log_level="warning"))


def _stop_at_end_of_input(server: "uvicorn.Server") -> None:
    while sys.stdin.buffer.read(1024):
        pass
    server.should_exit = True
    time.sleep(_GRACE)
    os._exit(0)  # the database is safe against that, and nothing may outlive the audit


if __name__ == "__main__":
    main()
