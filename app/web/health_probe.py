"""Whether a render worker answers: asked once and waited for, or again and again without waiting."""

import socket

QUESTION = b"GET /health HTTP/1.1\r\nHost: renderer\r\nConnection: close\r\n\r\n"
GOOD = b"HTTP/1.1 200 "
EVERY = 2.0
PATIENCE = 3.0
"""Longer than any page may take to render: a worker says nothing while it does."""
GRACE = 15.0
"""How long a worker that has never answered may take to start."""
MISSES = 2


def answers(path: str, seconds: float) -> bool:
    """Whether the worker at a socket answers within some seconds; raises OSError when it cannot even be asked."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(seconds)
        client.connect(path)
        client.sendall(QUESTION)
        return client.recv(len(GOOD)) == GOOD


class Pulse:
    """One worker's signs of life, taken between other work."""

    def __init__(self, path: str) -> None:
        """Name the socket."""
        self.path = path
        self._socket: socket.socket | None = None
        self.reset(0.0)

    def reset(self, moment: float) -> None:
        """Begin again with a worker started at `moment`."""
        self._close()
        self.misses, self._answered, self._started, self._next, self._since = 0, False, moment, moment + EVERY, moment

    def is_lost(self, moment: float) -> bool:
        """Ask when it is time, or look for the answer; True once the worker has missed too many."""
        if self._socket is None and moment >= self._next:
            self._ask(moment)
        elif self._socket is not None:
            self._look(moment)
        return self.misses >= MISSES

    def _ask(self, moment: float) -> None:
        """Send the question."""
        self._since = moment
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.setblocking(False)
        try:
            self._socket.connect(self.path)
            self._socket.sendall(QUESTION)
        except OSError:
            self._count_miss(moment)

    def _look(self, moment: float) -> None:
        """Take the answer if it is there; give up when it is late."""
        assert self._socket is not None  # noqa: S101 - narrows what `is_lost` has seen
        try:
            good = self._socket.recv(len(GOOD)) == GOOD
        except BlockingIOError:
            if moment - self._since > PATIENCE:
                self._count_miss(moment)
            return
        except OSError:
            good = False
        if not good:
            self._count_miss(moment)
            return
        self._close()
        self.misses, self._answered, self._next = 0, True, moment + EVERY

    def _count_miss(self, moment: float) -> None:
        """Count a miss, unless the worker may still be starting."""
        self._close()
        self._next = moment + EVERY
        if self._answered or moment - self._started > GRACE:
            self.misses += 1

    def _close(self) -> None:
        """Forget the question under way."""
        if self._socket is not None:
            self._socket.close()
        self._socket = None
