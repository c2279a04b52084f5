"""The Prefect server of one audit, as a process: `python -P -m flows.server_process`.

It takes a free loopback port, prints it, and serves until its standard input closes. The audit
holds the other end, so the server ends with the audit, however that ends: kill -9 too.

It is Prefect's API and database, without what a server for people has beside them: no UI, no worker
for background tasks, and of the services the two that record.
"""

import asyncio
import os
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from flows.quick_import import quick_import

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI
    from prefect.server.services.base import Service

_LAST_WRITES = 5.0  # seconds


def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    # Prefect's own services find the server by its settings, which are read on import.
    os.environ["PREFECT_SERVER_API_PORT"] = str(port)
    os.environ["PREFECT_API_URL"] = f"http://127.0.0.1:{port}/api"
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    running: list[uvicorn.Server] = []
    threading.Thread(target=_end_with_input, args=(running,), daemon=True).start()
    with quick_import():
        server = _server()
    running.append(server)
    server.run(sockets=[listener])


def _end_with_input(running: "list[uvicorn.Server]") -> None:
    while os.read(sys.stdin.fileno(), 1024):
        pass
    for server in running:
        server.should_exit = True
        time.sleep(_LAST_WRITES)
    os._exit(0)  # the database is safe against that, and nothing may outlive the audit


def _server() -> "uvicorn.Server":
    import uvicorn  # after the port is printed
    from starlette.applications import Starlette
    from starlette.routing import Mount

    api = _api()  # after its settings are set
    app = Starlette(routes=[Mount("/api", api)], lifespan=lambda _: _recording(api))
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1)
    return uvicorn.Server(config)


def _api() -> "FastAPI":
    """All of Prefect's API. Its own `create_api_app` makes each route a second time."""
    from fastapi import FastAPI
    from fastapi.exceptions import RequestValidationError
    from prefect.server.api import server
    from prefect.server.exceptions import ObjectNotFoundError
    from sqlalchemy.exc import IntegrityError

    handlers: dict[int | type[Exception], Any] = {
        Exception: server.custom_internal_exception_handler,
        RequestValidationError: server.validation_exception_handler,
        IntegrityError: server.integrity_exception_handler,
        ObjectNotFoundError: server.prefect_object_not_found_exception_handler,
    }
    api = FastAPI(exception_handlers=handlers)
    api.router.routes.extend(route for router in server.API_ROUTERS for route in router.routes)
    api.get("/health")(_is_healthy)
    return api


async def _is_healthy() -> bool:
    return True


@asynccontextmanager
async def _recording(api: "FastAPI") -> AsyncIterator[None]:
    """What has arrived is in the database when this context ends."""
    from docket import Docket
    from prefect.server.database import provide_database_interface
    from prefect.server.events.services.event_persister import EventPersister
    from prefect.server.services.task_run_recorder import TaskRunRecorder
    from prefect.settings import get_current_settings

    if get_current_settings().server.database.migrate_on_start:
        await provide_database_interface().create_db()
    services: list[Service] = [TaskRunRecorder(), EventPersister()]  # type: ignore[no-untyped-call]
    started = [asyncio.create_task(service.start()) for service in services]
    async with Docket(name="prefect", url="memory://") as api.state.docket:
        yield
    for service in services:
        await service.stop()
    await asyncio.wait(started)


if __name__ == "__main__":
    main()
