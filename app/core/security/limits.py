"""Rate limits: counted in Redis, or without one in the database, and requests in memory.

All stay in force, process by process, while Redis or the database is gone.
"""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any

import structlog
from flask import Flask
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute, parse, parse_many
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import MovingWindowRateLimiter
from prometheus_client import Counter

from app.config import Settings
from app.core.errors import TooMany

log = structlog.get_logger(__name__)
LIMITED = Counter("rate_limited_total", "Requests refused because a window was full", ["limit"])
FALLBACKS = Counter("limiter_fallback_total", "Limits judged by one process alone because Redis did not answer")
STORE_SECONDS = 0.2
"""Redis is beside us: what takes longer is as good as gone."""
PAUSE_SECONDS, SAY_EVERY = 1.0, 30.0
LOGIN_ACCOUNT = parse("10/5 minutes")
LOGIN_ADDRESS = parse("10/5 minutes")
FACTOR_ACCOUNT = parse_many("5/5 minutes; 20/hour; 50/day")
FACTOR_ADDRESS = parse_many("10/5 minutes; 50/hour")
REFUSALS = parse("10/5 minutes")
LISTED_REFUSALS = parse("100/hour")
"""Requests without a good signature that are listed of one webhook; all are counted."""
REGISTER_ADDRESS = parse("5/30 minutes")
RESET_ACCOUNT = parse("3/30 minutes")
RESET_ADDRESS = parse("10/30 minutes")
LINKS_ADDRESS = parse("20/5 minutes")
ADDRESS_CHANGES = parse_many("5/5 minutes; 20/day")
INVITATIONS = parse_many("30/hour; 200/day")
VOTES = parse("60/hour")
COMMENTS = parse("20/hour")
MAILS = parse_many("20/minute; 200/hour")
TALKS = parse_many("60/minute; 1000/hour")
OPENINGS, TOKEN_OPENINGS = parse("600/hour"), parse("10000/hour")
"""Chats opened with a web token: from one address, and from all."""
MESSAGES = parse("20/minute")
TEST_CHATS, LINK_CHATS = parse("30/hour"), parse("300/hour")
TEST_MESSAGES, LINK_MESSAGES = parse("30/minute"), parse("300/minute")
TEST_COMMENTS, LINK_COMMENTS = parse("30/hour"), parse("300/hour")
"""What a tester's link is used for: from one address, and from all."""
SESSION_FILES, ADDRESS_FILES = parse("20/hour"), parse("100/hour")
"""Files of one chat, and from one address."""


def network(address: str) -> str:
    """What an address counts as: one of IPv6 is its /64, since anyone who has one of those has all of it."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, IPv4Address):
        return address
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ip_network((ip, 64), strict=False))


COUNTED_TOGETHER = ("message", "upload")
"""Kinds few enough to be counted for the whole installation, whichever of its processes a request meets."""
SITE_FACTOR = 10
"""How much more room a /48 of IPv6 has than a /64: it may be one customer's or a campus."""


def by_address(name: str, address: str, *items: RateLimitItem) -> list[tuple[RateLimitItem, str]]:
    """Return the windows an address counts in; there is never one for all addresses."""
    own = network(address)
    windows = [(item, f"{name}:{own}") for item in items]
    if own.endswith("/64"):
        site = ip_network(own).supernet(new_prefix=48)
        windows += [(type(item)(item.amount * SITE_FACTOR, item.multiples), f"{name}:{site}") for item in items]
    return windows


def _parse_rate(kind: type[RateLimitItem], most: int) -> RateLimitItem | None:
    """So many a minute or an hour; 0 is any number."""
    return kind(most) if most else None


class Limits:
    """Moving windows over named keys."""

    def __init__(self) -> None:
        self._memory = MovingWindowRateLimiter(MemoryStorage())
        self._shared: Any = None
        self._counts_requests = False
        self._ask_again_at = self._say_again_at = 0.0
        self.of: dict[str, RateLimitItem | None] = {}

    def init_app(self, app: Flask, settings: Settings) -> None:
        """Count in Redis when configured; else requests in this process's memory, and all else in the database."""
        from app.core.security.limit_windows import DatabaseWindows

        self._memory = MovingWindowRateLimiter(MemoryStorage())
        windows = self._shared if isinstance(self._shared, DatabaseWindows) else None
        if windows and windows.settings is not settings:
            windows.close()
            windows = None
        self._counts_requests = bool(settings.redis_url)
        self._ask_again_at = self._say_again_at = 0.0
        if settings.redis_url:
            patience = {"socket_timeout": STORE_SECONDS, "socket_connect_timeout": STORE_SECONDS}
            self._shared = MovingWindowRateLimiter(storage_from_string(settings.redis_url, **patience))
        else:
            self._shared = windows or DatabaseWindows(settings)
        self.of = {
            "person": _parse_rate(RateLimitItemPerMinute, settings.person_per_minute),
            "address": _parse_rate(RateLimitItemPerMinute, settings.address_per_minute),
            "report": _parse_rate(RateLimitItemPerMinute, settings.reports_per_minute),
            "search": _parse_rate(RateLimitItemPerMinute, settings.searches_per_minute),
            "message": MESSAGES,
            "program": _parse_rate(RateLimitItemPerMinute, settings.program_per_minute),
            "upload": _parse_rate(RateLimitItemPerHour, settings.uploads_per_hour),
        }
        app.extensions["limits"] = self

    def reset(self) -> None:
        """Forget every count of the installation."""
        if self._shared is not None:
            self._shared.reset()

    def _ask(self, verb: str, *args: Any, request: bool = False) -> Any:
        """The shared store's answer; while there is none, this process judges by what it has counted itself.

        Requests are too many to be counted in a database: without Redis each process counts its own.
        """
        if request and not self._counts_requests:
            return getattr(self._memory, verb)(*args)
        is_there, answer = self._reach(verb, *args)
        return answer if is_there else getattr(self._memory, verb)(*args)

    def _reach(self, verb: str, *args: Any) -> tuple[bool, Any]:
        """Whether there is a shared store that answers, and what it does."""
        if self._shared is None:
            return False, None
        if time.monotonic() >= self._ask_again_at:
            try:
                return True, getattr(self._shared, verb)(*args)
            except Exception as error:  # whatever the store's library raises, the limit holds
                self._miss(error)
        FALLBACKS.inc()
        return False, None

    def _miss(self, error: Exception) -> None:
        """Leave the store alone for a moment, and say so now and then."""
        moment = time.monotonic()
        self._ask_again_at = moment + PAUSE_SECONDS
        if moment >= self._say_again_at:
            self._say_again_at = moment + SAY_EVERY
            log.warning("limiter_fallback", error=type(error).__name__)

    def admit(self, kind: str, owner: object) -> None:
        """Count a request of someone's, or raise TooMany when they have made too many of the kind."""
        item, key, alone = self.of[kind], f"{kind}:{owner}", kind not in COUNTED_TOGETHER
        if item is not None and not self._ask("hit", item, key, request=alone):
            LIMITED.labels(kind).inc()
            raise TooMany(self._wait(item, key, request=alone), "Too many requests. Try again in a moment.")

    def headers(self, kind: str, owner: object) -> dict[str, str]:
        """The headers that say how full a window is: what it holds, what is left, seconds until there is more."""
        item, key, alone = self.of[kind], f"{kind}:{owner}", kind not in COUNTED_TOGETHER
        if item is None:
            return {}
        left, wait = (
            self._ask("get_window_stats", item, key, request=alone).remaining,
            self._wait(item, key, request=alone),
        )
        return {"RateLimit-Limit": str(item.amount), "RateLimit-Remaining": str(left), "RateLimit-Reset": str(wait)}

    def check(self, pairs: Iterable[tuple[RateLimitItem, str]]) -> None:
        """Raise TooMany when any window is full, without counting."""
        for item, key in pairs:
            if not self._ask("test", item, key):
                LIMITED.labels(key.partition(":")[0]).inc()
                raise TooMany(self._wait(item, key))

    def has_room(self, pairs: Iterable[tuple[RateLimitItem, str]]) -> bool:
        """Whether no window is full, without counting."""
        return all(self._ask("test", item, key) for item, key in pairs)

    def hit(self, pairs: Iterable[tuple[RateLimitItem, str]]) -> bool:
        """Count one event in each window; here as well, so that an outage of the store is no fresh start.

        False where a window was full by then, which several at once can find only by counting.
        """
        had_room = True
        for item, key in pairs:
            here = self._memory.hit(item, key)
            answered, there = self._reach("hit", item, key)
            had_room = (there if answered else here) and had_room
        return had_room

    @contextmanager
    def count_success(self, items: Iterable[RateLimitItem], key: str) -> Iterator[None]:
        """Do something that counts once it has gone well; TooMany where a window is full."""
        windows = [(item, key) for item in items]
        self.check(windows)
        yield
        self.hit(windows)

    def clear(self, item: RateLimitItem, key: str) -> None:
        """Forget what was counted under a key."""
        self._memory.clear(item, key)
        self._reach("clear", item, key)

    def wait(self, item: RateLimitItem, key: str) -> int:
        """Whole seconds until a full window has room again."""
        return self._wait(item, key)

    def _wait(self, item: RateLimitItem, key: str, *, request: bool = False) -> int:
        """Whole seconds until the window has room again."""
        stats = self._ask("get_window_stats", item, key, request=request)
        return max(1, int(stats.reset_time - time.time()) + 1)


limits = Limits()
