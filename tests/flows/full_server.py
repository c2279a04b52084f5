"""Prefect's whole server, with a UI and every service, on a free loopback port that it prints. It
ends when its standard input closes."""

import os
import socket
import sys
import threading


def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    os.environ["PREFECT_SERVER_API_PORT"] = str(port)
    os.environ["PREFECT_API_URL"] = f"http://127.0.0.1:{port}/api"
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    threading.Thread(target=_end_with_input, daemon=True).start()

    import uvicorn
    from prefect.server.api.server import create_app

    app = create_app(final=True)
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])


def _end_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    main()
