"""What is said over the socket: an object as JSON and some bytes, each with its length before it."""

import socket
import struct
from typing import Any

import orjson

_LENGTHS = struct.Struct(">II")
LARGEST = 128 * 2**20


class ConnectionBroken(OSError):
    """The other side has ended, or says what is no frame."""


def send(to: socket.socket, message: dict[str, Any], data: bytes = b"") -> None:
    """Send an object and some bytes."""
    text = orjson.dumps(message)
    to.sendall(_LENGTHS.pack(len(text), len(data)) + text)
    if data:
        to.sendall(data)


def receive(of: socket.socket) -> tuple[dict[str, Any], bytes]:
    """Return the next object and bytes; raises Broken where there are none."""
    text, data = _LENGTHS.unpack(_exactly(of, _LENGTHS.size))
    if text + data > LARGEST:
        raise ConnectionBroken("This is no frame.")
    message = orjson.loads(_exactly(of, text))
    return dict(message), _exactly(of, data)


def _exactly(of: socket.socket, count: int) -> bytes:
    """So many bytes."""
    parts: list[bytes] = []
    while count:
        part = of.recv(min(count, 2**20))
        if not part:
            raise ConnectionBroken("The other side has ended.")
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
