"""Rate limits: counted in memory or Redis; limits of sign-in stay in force when Redis is gone."""

import time
from collections.abc import Iterable

import structlog
from flask import Flask
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import MovingWindowRateLimiter

from app.config import Settings
from app.errors import TooMany

log = structlog.get_logger(__name__)
LOGIN_ACCOUNT = parse("10/5 minutes")
LOGIN_ADDRESS = parse("10/5 minutes")
LOGIN_ALL = parse("1000/5 minutes")
REGISTER_ADDRESS = parse("5/30 minutes")


class Limits:
    """Moving windows over named keys."""

    def __init__(self) -> None:
        self._memory = MovingWindowRateLimiter(MemoryStorage())
        self._shared: MovingWindowRateLimiter | None = None

    def init_app(self, app: Flask, settings: Settings) -> None:
        """Use Redis when configured, else this process's memory."""
        self._memory = MovingWindowRateLimiter(MemoryStorage())
        if settings.redis_url:
            self._shared = MovingWindowRateLimiter(storage_from_string(settings.redis_url))
        app.extensions["limits"] = self

    def _try(self, verb: str, item: RateLimitItem, key: str) -> bool:
        """Ask the shared store; when it fails, this process counts alone."""
        if self._shared is not None:
            try:
                return bool(getattr(self._shared, verb)(item, key))
            except Exception as error:
                log.warning("limiter_fallback", error=type(error).__name__)
        return bool(getattr(self._memory, verb)(item, key))

    def check(self, pairs: Iterable[tuple[RateLimitItem, str]]) -> None:
        """Raise TooMany when any window is full, without counting."""
        for item, key in pairs:
            if not self._try("test", item, key):
                raise TooMany(self._wait(item, key))

    def hit(self, pairs: Iterable[tuple[RateLimitItem, str]]) -> None:
        """Count one event in each window."""
        for item, key in pairs:
            self._try("hit", item, key)

    def clear(self, item: RateLimitItem, key: str) -> None:
        """Forget what was counted under a key."""
        for limiter in filter(None, (self._shared, self._memory)):
            try:
                limiter.clear(item, key)
            except Exception as error:
                log.warning("limiter_fallback", error=type(error).__name__)

    def _wait(self, item: RateLimitItem, key: str) -> int:
        """Whole seconds until the window has room again."""
        limiter = self._memory if self._shared is None else self._shared
        try:
            return max(1, int(limiter.get_window_stats(item, key).reset_time - time.time()) + 1)
        except Exception:
            return int(item.get_expiry())


limits = Limits()
