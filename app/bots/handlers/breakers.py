"""The circuit breakers of handlers, one for each handler of each bot."""

import threading

from app.core.breakers import Breaker
from app.core.lru import Recent

FAILURES, WITHIN, RESTS = 5, 30.0, 30.0
"""So many failures within so many seconds open a breaker for so many seconds."""
_breakers: Recent[tuple[int, str], Breaker] = Recent(1024)
_lock = threading.Lock()


def breaker_of(bot: int, place: str) -> Breaker:
    """Return the breaker of one handler of a bot."""
    with _lock:
        breaker = _breakers.get((bot, place))
        if breaker is None:
            breaker = Breaker(FAILURES, RESTS, WITHIN)
            _breakers.put((bot, place), breaker)
        return breaker
