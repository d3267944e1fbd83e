"""Calls that the product makes to addresses people have typed: by an address that was checked, bounded, once.

Only public addresses are called, so that nobody reaches what stands beside this installation through it; hosts named
in `OUTGOING_HOSTS` are called wherever they are. Redirects are not followed. The connection is made to the very
address that was checked, so that a name cannot mean another one a moment later.
"""

import http.client
import socket
import ssl
import time
from collections.abc import Mapping
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

LARGEST = 64 * 1024
PORTS = range(1, 65536)
_OWN = {"host", "content-length", "connection", "transfer-encoding", "upgrade", "te", "trailer", "keep-alive"}


class Answer(NamedTuple):
    """What came back: a status and at most 64 KB, or the reason why nothing did, and the time it took in ms."""

    status: int | None
    body: bytes
    error: str
    ms: int

    @property
    def ok(self) -> bool:
        """Whether the other side has done what it was asked for."""
        return self.status is not None and 200 <= self.status < 300 and not self.error


class Refused(Exception):
    """An address that is not called."""


def send(
    method: str,
    url: str,
    *,
    headers: Mapping[str, str],
    body: bytes | None,
    timeout: float,
    hosts: tuple[str, ...] = (),
) -> Answer:
    """Make one call; never raises for what the other side does. `hosts` may be private."""
    began = time.monotonic()

    def answer(status: int | None, data: bytes, error: str) -> Answer:
        return Answer(status, data, error, round((time.monotonic() - began) * 1000))

    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or port not in PORTS:
            return answer(None, b"", "bad_address")
        address = _checked(parts.hostname, port, hosts)
        connection = _connection(parts.scheme, parts.hostname, port, address, timeout)
    except Refused:
        return answer(None, b"", "refused_address")
    except (OSError, ValueError):
        return answer(None, b"", "unreachable")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    sent = {name: value for name, value in headers.items() if name.lower() not in _OWN} | {"Connection": "close"}
    try:
        connection.request(method, path, body=body, headers=sent)
        response = connection.getresponse()
        data = _read(connection, response, began + timeout)
        if data is None:
            return answer(response.status, b"", "too_large")
        return answer(response.status, data, "")
    except TimeoutError:
        return answer(None, b"", "timeout")
    except (OSError, http.client.HTTPException, ValueError, UnicodeError):
        return answer(None, b"", "unreachable")
    finally:
        connection.close()


def _checked(host: str, port: int, hosts: tuple[str, ...]) -> str:
    """The address to connect to: every one the name has must be public, unless the host is named as known."""
    found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if host.lower() not in hosts:
        for one in found:
            address = ip_address(one.split("%")[0])
            mapped = getattr(address, "ipv4_mapped", None) or address
            if not mapped.is_global or mapped.is_multicast:
                raise Refused(one)
    return found[0]


def _connection(scheme: str, host: str, port: int, address: str, timeout: float) -> http.client.HTTPConnection:
    """A connection to the address, which is spoken to by the host's name."""
    raw = socket.create_connection((address, port), timeout=timeout)
    connection = http.client.HTTPConnection(host, port, timeout=timeout)
    try:
        connection.sock = (
            ssl.create_default_context().wrap_socket(raw, server_hostname=host) if scheme == "https" else raw
        )
    except BaseException:
        raw.close()
        raise
    return connection


def _read(connection: http.client.HTTPConnection, response: http.client.HTTPResponse, until: float) -> bytes | None:
    """The body, or None where it is too large; TimeoutError when it trickles in for too long."""
    data = b""
    while len(data) <= LARGEST:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        if connection.sock is not None:
            connection.sock.settimeout(left)
        piece = response.read1(16 * 1024)
        if not piece:
            return data
        data += piece
    return None
