"""Ports for servers of the suite, which runs beside other installations and other suites."""

import random
import socket
from functools import cache

_PORTS = range(10_000, 32_000)
"""Below those the system gives to clients: one of these could take a port between our look and the server's start."""


def free_port() -> int:
    """A port nobody listens on."""
    while True:
        port = random.choice(_PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


@cache
def _held() -> socket.socket:
    """A socket that listens for as long as the tests run, and never answers."""
    return socket.create_server(("127.0.0.1", 0))


def hold_the_default() -> int:
    """The port of a socket we hold: whatever is started there fails."""
    return int(_held().getsockname()[1])
