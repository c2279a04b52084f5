"""What can be at a path and is no regular file."""

import os
import socket
import stat
from collections.abc import Callable
from pathlib import Path

import pytest


def _device(path: Path) -> None:
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 3))  # what /dev/null is
    except PermissionError:
        pytest.skip("devices cannot be made here")


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        here = os.open(path.parent, os.O_PATH)  # a socket's path has at most 107 bytes
        listener.bind(f"/proc/self/fd/{here}/{path.name}")
        os.close(here)


def _link(path: Path) -> None:
    led_to = path.with_name("led-to")
    led_to.write_bytes(b"old")
    path.symlink_to(led_to)


MAKERS: dict[str, Callable[[Path], None]] = {
    "a FIFO": os.mkfifo,
    "a socket": _socket,
    "a device": _device,
    "a directory": Path.mkdir,
    "a link": _link,
    "a link to nothing": lambda path: path.symlink_to(path.with_name("absent")),
}
