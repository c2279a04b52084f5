"""Frames on the socket between us and the child: four bytes of length, then so many bytes."""

import socket
import struct

_LENGTH = struct.Struct("!I")
_CHUNK = 1 << 20  # bytes


class FrameTooLong(ValueError):
    """The other side announced more bytes than are accepted."""


def send_frames(channel: socket.socket, *contents: bytes) -> None:
    """OSError when the other side has ended."""
    channel.sendall(b"".join(_LENGTH.pack(len(each)) + each for each in contents))


def receive_frame(channel: socket.socket, limit: int) -> bytes:
    """EOFError when the other side has ended, FrameTooLong for more than `limit` bytes."""
    (length,) = _LENGTH.unpack(_receive(channel, _LENGTH.size))
    if length > limit:
        raise FrameTooLong
    return _receive(channel, length)


def _receive(channel: socket.socket, length: int) -> bytes:
    received = bytearray()
    while len(received) < length:
        chunk = channel.recv(min(length - len(received), _CHUNK))
        if not chunk:
            raise EOFError
        received += chunk
    return bytes(received)
