"""The sockets an installation listens at: systemd's, those of before a reload, or its own."""

import errno
import os
import socket
from contextlib import suppress

from app.config import Settings

FIRST = 3
"""The number of the first socket that systemd hands over."""
BACKLOG = 1024


def systemd_sockets() -> list[int]:
    """The sockets of a socket unit, where there are any; they are kept from other programs."""
    is_ours = os.environ.pop("LISTEN_PID", "") == str(os.getpid())
    count = int(os.environ.pop("LISTEN_FDS", "0") or 0)
    os.environ.pop("LISTEN_FDNAMES", None)
    numbers = list(range(FIRST, FIRST + count)) if is_ours else []
    for number in numbers:
        os.set_inheritable(number, False)
    return numbers


def own(settings: Settings) -> list[int]:
    """A socket at the configured address; none when that is another program's."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    socket_ = socket.socket(family, socket.SOCK_STREAM)
    socket_.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        socket_.bind((settings.host, settings.port))
        # Who comes before the web server is there waits for it.
        socket_.listen(BACKLOG)
    except OSError as error:
        socket_.close()
        if error.errno == errno.EADDRINUSE:
            return []
        raise
    return [socket_.detach()]


def bind_to(numbers: list[int]) -> None:
    """Have gunicorn serve these sockets."""
    os.environ["BIND"] = ",".join(f"fd://{number}" for number in numbers)


def let_go() -> None:
    """Close the sockets in a copy of the supervisor that serves none."""
    for bound in os.environ.get("BIND", "").split(","):
        if bound.startswith("fd://"):
            with suppress(OSError):
                os.close(int(bound.removeprefix("fd://")))


def close(numbers: list[int]) -> None:
    """Listen no more, in this process."""
    for number in numbers:
        with suppress(OSError):
            os.close(number)
