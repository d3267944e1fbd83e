"""Servers of other systems, on loopback in a thread."""

from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import BaseServer
from threading import Thread

POLL_SECONDS = 0.01
"""How often a server asks whether it is to end: by default twice a second, for which each test would wait."""


@contextmanager
def serve(server: BaseServer) -> Iterator[None]:
    """Let a server answer in a thread, and close it at the end."""
    Thread(target=server.serve_forever, kwargs={"poll_interval": POLL_SECONDS}, daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
