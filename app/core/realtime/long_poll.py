"""Connections that wait for something to happen: kept by the poller, by no thread, and then asked again.

An application that has nothing to say yet calls `environ["parley.wait"](key, seen)`, where it may name fewer seconds.
Its answer is dropped; the same request is handed to it once more when `ParkedConnections.call` names the key with a
larger number, or after `SECONDS`, this time without leave to wait. So every answer has looked for itself, and a session
that has ended meanwhile is over.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

SECONDS = 25.0
MOST, MOST_OF_ONE = 3000, 20
"""How many may wait in one process, in all and for one key; anyone who comes later is answered at once."""


class Waits(BaseException):
    """Nothing is answered yet: raised past everything that would write an answer."""


@dataclass(slots=True)
class Wait:
    """What a connection waits for, and until when."""

    key: Hashable
    seen: int
    until: float


class ParkedConnections:
    """The connections of one process that wait."""

    def __init__(self, ask_again: Callable[[Any], None]) -> None:
        """Begin empty; `ask_again` is called in any thread with the connections whose time has come."""
        self.waiting: dict[Any, Wait] = {}
        self.occupied = threading.Event()
        self._ask_again = ask_again
        self._keys: Counter[Hashable] = Counter()

    def enter(self, conn: Any, wait: Wait) -> None:
        """Let a connection wait."""
        self.waiting[conn] = wait
        self._keys[wait.key] += 1
        self.occupied.set()

    def leave(self, conn: Any) -> bool:
        """Let a connection wait no longer; False when it does not."""
        wait = self.waiting.pop(conn, None)
        if wait is None:
            return False
        self._keys[wait.key] -= 1
        if not self._keys[wait.key]:
            del self._keys[wait.key]
        if not self.waiting:
            self.occupied.clear()
        return True

    def has_room(self, key: Hashable) -> bool:
        """Whether one more may wait for this."""
        return len(self.waiting) < MOST and self._keys[key] < MOST_OF_ONE

    def call(self, versions: dict[Any, int]) -> None:
        """Ask again for those who have seen less than what was heard."""
        waiting = list(self.waiting.items())
        connections = [conn for conn, wait in waiting if versions.get(wait.key, wait.seen) > wait.seen]
        if connections:
            self._ask_again(connections)

    def over(self, alive: bool) -> Iterable[Any]:
        """Those who have waited long enough; all of them where the process is about to end."""
        now = time.monotonic()
        return [conn for conn, wait in self.waiting.items() if not alive or wait.until <= now]


class Waiting:
    """An application around another: it may say that it has nothing to answer yet."""

    def __init__(self, application: Callable[..., Any], lot: ParkedConnections) -> None:
        """Wrap an application; `lot` is where its connections wait."""
        self.application, self.lot = application, lot
        self.present = threading.local()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        """Answer, or raise Waits."""
        conn = getattr(self.present, "conn", None)
        environ["parley.gathered"] = conn is not None and conn.is_gathered
        if conn is None or not conn.may_wait:
            return self.application(environ, start_response)
        environ["parley.lot"], environ["parley.wait"] = self.lot, partial(self._note, conn)
        answer = self.application(environ, start_response)
        if conn.wait is None:
            return answer
        if hasattr(answer, "close"):
            answer.close()
        raise Waits

    def _note(self, conn: Any, key: Hashable, seen: int, seconds: float | None = None) -> None:
        """Remember that the present request waits, where there is room."""
        if self.lot.has_room(key):
            conn.wait = Wait(key, seen, time.monotonic() + min(seconds or SECONDS, SECONDS))
