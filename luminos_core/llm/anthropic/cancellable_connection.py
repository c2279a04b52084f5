"""The connection that a call waits on, so that another thread can cut it."""

import contextlib
import socket
import threading
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from luminos_core.stop import StopSignal

_CONNECTING = "connect_tcp.started"
_CONNECTED = ("connect_tcp.complete", "start_tls.complete")


class NetworkStream(Protocol):
    def get_extra_info(self, info: str) -> Any: ...


class CancellableConnection:
    """One call's connection. Once cut it stays cut, also for a later socket."""

    def __init__(self) -> None:
        self.address = ""  # that was connected to, a proxy's if there is one: "host:port"
        self._socket: socket.socket | None = None
        self._is_cut = False
        self.expired = False

    def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """A `trace` extension of the HTTP client."""
        if event.endswith(_CONNECTING) and not self.address:
            self.address = f"{info['host']}:{info['port']}"
        if event.endswith(_CONNECTED):
            self.attach(info["return_value"])

    def attach(self, stream: NetworkStream) -> None:
        self._socket = stream.get_extra_info("socket")
        if self._is_cut:
            self.cut()

    def expire(self) -> None:
        self.expired = True
        self.cut()

    def cut(self) -> None:
        """Wake the thread that reads, with an error. (Closing the stream does not wake it.)"""
        self._is_cut = True
        if self._socket is not None:
            # The base class's method: a TLS socket's own first takes the reader's session away.
            with contextlib.suppress(OSError):  # closed already
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)


@contextlib.contextmanager
def cancellable_connection(deadline: float, stop: StopSignal) -> Iterator[CancellableConnection]:
    """A connection that is cut after `deadline` seconds, however lively, or when `stop` is set."""
    connection = CancellableConnection()
    timer = threading.Timer(deadline, connection.expire)
    timer.daemon = True
    timer.start()
    cancel = stop.on_set(connection.cut)
    try:
        yield connection
    finally:
        cancel()
        timer.cancel()
