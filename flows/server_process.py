"""The Prefect server of one audit, as a process: `python -P -m flows.server_process`.

It takes a free loopback port, prints it, and serves until its standard input closes. The audit
holds the other end, so the server ends with the audit, however that ends: kill -9 too.
"""

import gc
import os
import socket
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import uvicorn


def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    # Prefect's own services find the server by its settings, which are read on import.
    os.environ["PREFECT_SERVER_API_PORT"] = str(port)
    os.environ["PREFECT_API_URL"] = f"http://127.0.0.1:{port}/api"
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    threading.Thread(target=_end_with_input, daemon=True).start()
    gc.disable()  # a sixth of the import's time, and there is no garbage in it
    server = _server()
    server.run(sockets=[listener])


def _server() -> "uvicorn.Server":
    import uvicorn  # after the port is printed
    from prefect.server.api.server import create_app  # after its settings are set

    app = create_app(final=True)
    gc.enable()
    return uvicorn.Server(uvicorn.Config(app, log_level="warning"))


def _end_with_input() -> None:
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os._exit(0)  # the database is safe against that, and nothing may outlive the audit


if __name__ == "__main__":
    main()
