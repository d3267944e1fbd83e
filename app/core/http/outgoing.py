"""HTTP calls to addresses that users enter: checked, limited in size, and finished by one deadline.

Only public addresses are called, so that a call cannot reach other services beside this installation; hosts named in
`OUTGOING_HOSTS` are called wherever they are. Redirects are not followed. The connection is made to the address that
was checked, so that a name cannot resolve to another one in between.
"""

import http.client
import io
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple
from urllib.parse import SplitResult

from flask import current_app, has_request_context

from app.core.db.tenancy import bound_workspace, is_bound, is_everywhere
from app.core.errors import TooMany
from app.core.http.concurrency import CALLS, idle
from app.core.values.urls import split_url

LARGEST = 64 * 1024
PORTS = range(1, 65536)
LOOKUPS = 16
"""Name lookups one process has under way: they cannot be interrupted, so each may outlive its call."""
_OWN = {"host", "content-length", "connection", "transfer-encoding", "upgrade", "te", "trailer", "keep-alive"}
_lookups = threading.BoundedSemaphore(LOOKUPS)

_GLOBAL = IPv6Network("2000::/3")
_NAT64 = IPv6Network("64:ff9b::/96")
_RESERVED = (
    IPv4Network("192.0.0.0/24"), IPv4Network("192.88.99.0/24"),
    IPv6Network("2001::/32"), IPv6Network("2002::/16"), IPv6Network("3fff::/20"),
)  # fmt: skip
"""Networks that Python's `is_global` takes for public ones, and tunnels to IPv4 (Teredo, 6to4)."""


class HttpResponse(NamedTuple):
    """What came back: a status and a bounded body, or the reason why nothing did, and the time it took in ms."""

    status: int | None
    body: bytes
    error: str
    ms: int
    retry_after: float | None = None
    """The seconds after which the other side wants to be asked again, where it says so."""

    @property
    def ok(self) -> bool:
        """Whether the other side has done what it was asked for."""
        return self.status is not None and 200 <= self.status < 300 and not self.error


class AddressRefused(Exception):
    """An address that is not called."""


class Deadline:
    """The moment by which a call ends, shared by all its steps."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def seconds_left(self) -> float:
        """Return the seconds left; TimeoutError when there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


def send(
    method: str,
    url: str,
    *,
    headers: Mapping[str, str],
    body: bytes | None,
    timeout: float,
    hosts: tuple[str, ...] = (),
    largest: int = LARGEST,
) -> HttpResponse:
    """Make one call within `timeout` seconds in all; never raises for what the other side does.

    An answer of more than `largest` bytes is refused. `hosts` may be private. Calls that a request waits for share few
    places; a workspace has at most half of them.
    """
    began, deadline = time.monotonic(), Deadline(timeout)

    def answer(status: int | None, data: bytes, error: str, retry_after: float | None = None) -> HttpResponse:
        return HttpResponse(status, data, error, round((time.monotonic() - began) * 1000), retry_after)

    try:
        with _in_turn():
            return answer(*_exchange(method, url, headers, body, hosts, deadline, largest))
    except TooMany:
        return answer(None, b"", "busy")
    except AddressRefused as refused:
        return answer(None, b"", str(refused))
    except TimeoutError:
        return answer(None, b"", "timeout")
    except (OSError, http.client.HTTPException, ValueError):
        return answer(None, b"", "unreachable")


@contextmanager
def _in_turn() -> Iterator[None]:
    """Call in the name of the bound workspace; where a request waits, it runs no other work for the time."""
    if not has_request_context():
        yield
        return
    with CALLS.hold(bound_workspace() if is_bound() and not is_everywhere() else None), idle():
        yield


def _exchange(
    method: str,
    url: str,
    headers: Mapping[str, str],
    body: bytes | None,
    hosts: tuple[str, ...],
    deadline: Deadline,
    largest: int,
) -> tuple[int, bytes, str, float | None]:
    """Look up, connect, send and read: status, body, error and when to ask again."""
    parts = split_url(url)
    port = _port_of(parts)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    request_headers = {name: value for name, value in headers.items() if name.lower() not in _OWN} | {
        "Connection": "close"
    }
    host = parts.hostname or ""
    address = _check_address(host, port, hosts, deadline)
    with _connect(parts.scheme, host, port, address, deadline) as stream:
        connection = http.client.HTTPConnection(host, port)
        connection.sock = _TimedSocket(stream, deadline)
        connection.request(method, path, body=body, headers=request_headers)
        response = connection.getresponse()
        data = response.read(largest + 1)
        later = _seconds(response.getheader("Retry-After"))
    if len(data) > largest:
        return response.status, b"", "too_large", later
    return response.status, data, "", later


def _port_of(parts: SplitResult) -> int:
    """Return the port of an address; AddressRefused if it cannot be called or contains a user name."""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc or port not in PORTS:
        raise AddressRefused("bad_address")
    return port


def _seconds(text: str | None) -> float | None:
    """The seconds that `Retry-After` names; a moment of the calendar is left out, as nobody waits for one."""
    return float(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 7 else None


# ---- which addresses are public -----------------------------------------------------------------------


def is_public(address: str) -> bool:
    """Whether an address is one host's on the internet; one that carries an IPv4 address is judged by that."""
    host: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(host, IPv6Address):
        if host.ipv4_mapped is not None or host in _NAT64:
            return is_public(str(IPv4Address(int(host) & 0xFFFF_FFFF)))
        if host not in _GLOBAL:
            return False
    return host.is_global and not host.is_multicast and not any(host in network for network in _RESERVED)


def _check_address(host: str, port: int, hosts: tuple[str, ...], deadline: Deadline) -> str:
    """Return the address to connect to: all that the name has must be public, unless the host is named as known."""
    addresses = _resolve(host, port, deadline)
    if host.lower() not in hosts and not all(is_public(address) for address in addresses):
        raise AddressRefused("refused_address")
    return addresses[0]


def check_address(url: str, hosts: tuple[str, ...] = ()) -> bool:
    """Whether a URL can be called as far as its text says: names are checked when they are resolved."""
    parts = split_url(url)
    host = parts.hostname or ""
    try:
        _port_of(parts)
    except (AddressRefused, ValueError):
        return False
    if host.lower() in hosts:
        return True
    try:
        return all(is_public(str(info[4][0])) for info in _numeric(host, 0))
    except OSError:
        return host.lower().rstrip(".") not in ("", "localhost") and not host.lower().rstrip(".").endswith(".localhost")


def allowed_hosts() -> tuple[str, ...]:
    """Return the hosts that the settings name: they are called wherever they are."""
    hosts: tuple[str, ...] = current_app.config["SETTINGS"].outgoing_hosts
    return hosts


def may_call(url: str) -> bool:
    """Whether a URL can be called, as far as its text and the settings say."""
    return check_address(url, allowed_hosts())


def _numeric(host: str, port: int) -> list[Any]:
    """Read a host that is an address in any spelling; OSError for a name."""
    return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)


def _resolve(host: str, port: int, deadline: Deadline) -> list[str]:
    """Return the addresses of a host; a lookup that takes too long is left to end by itself."""
    try:
        return [str(info[4][0]) for info in _numeric(host, port)]
    except socket.gaierror:
        pass
    if not _lookups.acquire(timeout=deadline.seconds_left()):
        raise TimeoutError
    results: SimpleQueue[list[Any] | OSError | ValueError] = SimpleQueue()

    def look_up() -> None:
        try:
            results.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except (OSError, ValueError) as error:
            results.put(error)
        finally:
            _lookups.release()

    threading.Thread(target=look_up, name="lookup", daemon=True).start()
    try:
        result = results.get(timeout=deadline.seconds_left())
    except Empty:
        raise TimeoutError from None
    if isinstance(result, Exception):
        raise result
    return [str(info[4][0]) for info in result]


# ---- a connection that ends by a deadline -------------------------------------------------------------


def _connect(scheme: str, host: str, port: int, address: str, deadline: Deadline) -> socket.socket:
    """Connect to the address, and for https prove that it is the host's."""
    raw = socket.create_connection((address, port), timeout=deadline.seconds_left())
    if scheme == "http":
        return raw
    try:
        # A handshake counts its whole time against the socket's timeout.
        raw.settimeout(deadline.seconds_left())
        return tls_context().wrap_socket(raw, server_hostname=host)
    except BaseException:
        raw.close()
        raise


@cache
def tls_context() -> ssl.SSLContext:
    """Return the context of all our calls, mails included: reading the trusted certificates takes 20 ms."""
    return ssl.create_default_context()


class _TimedSocket(io.RawIOBase):
    """A socket for `http.client`, each of whose reads and writes has only what is left of a deadline."""

    def __init__(self, stream: socket.socket, deadline: Deadline) -> None:
        self._stream, self._deadline = stream, deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Read what has come."""
        self._stream.settimeout(self._deadline.seconds_left())
        return self._stream.recv_into(buffer)

    def sendall(self, data: bytes) -> None:
        """Write all of it."""
        view = memoryview(data)
        while view:
            self._stream.settimeout(self._deadline.seconds_left())
            view = view[self._stream.send(view) :]

    def makefile(self, _mode: str) -> io.BufferedReader:
        """Return a reader of the answer, which does not close the socket with the connection."""
        return io.BufferedReader(self)

    def close(self) -> None:
        """Leave the socket to its owner: `http.client` closes it before the answer is read."""
