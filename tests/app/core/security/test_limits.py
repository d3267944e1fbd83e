"""Rate limits: full windows, what a refusal says, and two counts that agree when the shared one goes."""

import sys
from dataclasses import replace
from typing import Any

import pytest
import time_machine
from flask import Flask
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from app.core.errors import TooMany
from app.core.security.limits import FALLBACKS, LIMITED, Limits

module = sys.modules["app.core.security.limits"]
TWO, FIVE = parse("2/5 minutes"), parse("5/hour")


@pytest.fixture
def own(app: Flask) -> Limits:
    """Limits of their own in this process's memory."""
    limits = Limits()
    before = app.extensions["limits"]
    limits.init_app(app, replace(app.config["SETTINGS"], redis_url=""))
    assert app.extensions["limits"] is limits
    app.extensions["limits"] = before
    return limits


class Shared:
    """A store of other processes that can be taken away."""

    def __init__(self) -> None:
        self.inner, self.checks, self.gone = MovingWindowRateLimiter(MemoryStorage()), 0, False

    def __getattr__(self, verb: str) -> Any:
        self.checks += 1
        if self.gone:
            raise ConnectionError("gone")
        return getattr(self.inner, verb)


class Time:
    """A clock that is moved by hand."""

    at = 1000.0

    def monotonic(self) -> float:
        return self.at

    def time(self) -> float:
        import time

        return time.time()


@pytest.fixture
def shared(own: Limits) -> Shared:
    """The shared store of those limits."""
    store = Shared()
    own._shared = store  # type: ignore[assignment]
    return store


@time_machine.travel("2026-11-20T10:00:00Z", tick=False)
def test_a_full_window_refuses_counts_and_says_how_long(own: Limits) -> None:
    before = LIMITED.labels("probe")._value.get()
    for _ in range(2):
        own.check([(TWO, "probe:a")])
        assert own.has_room([(TWO, "probe:a")])
        own.hit([(TWO, "probe:a")])
    assert not own.has_room([(TWO, "probe:a")])
    with pytest.raises(TooMany) as refused:
        own.check([(TWO, "probe:a")])
    assert refused.value.headers == {"Retry-After": "301"}
    assert LIMITED.labels("probe")._value.get() == before + 1
    own.check([(TWO, "probe:b")])


def test_asking_counts_nothing(own: Limits) -> None:
    for _ in range(5):
        own.check([(TWO, "probe:a")])
        assert own.has_room([(TWO, "probe:a")])


def test_one_full_window_of_several_is_enough(own: Limits) -> None:
    pairs = [(FIVE, "probe:a"), (TWO, "probe:a")]
    for _ in range(2):
        own.hit(pairs)
    assert own.has_room(pairs[:1]) and not own.has_room(pairs)
    with pytest.raises(TooMany):
        own.check(pairs)


def test_what_is_cleared_begins_again_and_nothing_else_does(own: Limits) -> None:
    for key in ("probe:a", "probe:b"):
        for _ in range(2):
            own.hit([(TWO, key)])
    own.clear(TWO, "probe:a")
    assert own.has_room([(TWO, "probe:a")]) and not own.has_room([(TWO, "probe:b")])


def test_the_shared_store_is_the_one_that_judges(own: Limits, shared: Shared) -> None:
    for _ in range(2):
        shared.inner.hit(TWO, "probe:a")
    assert not own.has_room([(TWO, "probe:a")])
    own.hit([(TWO, "probe:b")])
    assert shared.inner.get_window_stats(TWO, "probe:b").remaining == 1
    own.clear(TWO, "probe:a")
    assert own.has_room([(TWO, "probe:a")])


def test_messages_and_files_are_counted_over_all_processes(own: Limits, shared: Shared) -> None:
    own.of |= dict.fromkeys(("message", "upload", "person"), TWO)
    for kind in ("message", "upload"):
        shared.inner.hit(TWO, f"{kind}:7")  # By another process.
        assert own.headers(kind, 7)["RateLimit-Remaining"] == "1"
        own.admit(kind, 7)
        with pytest.raises(TooMany):
            own.admit(kind, 7)
    before = shared.checks
    own.admit("person", 7)
    assert shared.checks == before


def test_an_outage_of_the_store_is_no_fresh_start(own: Limits, shared: Shared) -> None:
    for _ in range(2):
        own.hit([(TWO, "probe:a")])
    shared.gone = True
    with pytest.raises(TooMany):
        own.check([(TWO, "probe:a")])
    shared.gone, own._ask_again_at = False, 0.0
    shared.inner.clear(TWO, "probe:a")
    own.check([(TWO, "probe:a")])


def test_a_store_that_is_gone_is_left_alone_for_a_second_and_reported_now_and_then(
    own: Limits, shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, logged = Time(), list[dict[str, Any]]()
    monkeypatch.setattr(module, "time", clock)
    monkeypatch.setattr(module.log, "warning", lambda event, **words: logged.append({"event": event, **words}))
    shared.gone, before = True, FALLBACKS._value.get()
    for step, attempts in ((0.0, 1), (0.5, 1), (0.5, 2), (0.9, 2), (28.0, 3), (0.2, 3), (0.8, 4)):
        clock.at += step
        assert own.has_room([(TWO, "probe:a")])
        assert shared.checks == attempts, clock.at
    assert FALLBACKS._value.get() == before + 7
    assert logged == [{"event": "limiter_fallback", "error": "ConnectionError"}] * 2
    shared.gone = False
    clock.at += 1.0
    assert own.has_room([(TWO, "probe:a")]) and shared.checks == 5
    assert FALLBACKS._value.get() == before + 7


def test_without_a_shared_store_nothing_is_missed(own: Limits) -> None:
    before = FALLBACKS._value.get()
    own.hit([(TWO, "probe:a")])
    own.check([(TWO, "probe:a")])
    assert FALLBACKS._value.get() == before


def test_a_configured_store_is_asked_with_little_patience(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    storage_options: dict[str, Any] = {}

    def connect(url: str, **options: Any) -> MemoryStorage:
        storage_options.update(options, url=url)
        return MemoryStorage()

    monkeypatch.setattr(module, "storage_from_string", connect)
    limits, before = Limits(), app.extensions["limits"]
    limits.init_app(app, replace(app.config["SETTINGS"], redis_url="redis://127.0.0.1:1/0"))
    app.extensions["limits"] = before
    assert storage_options == {"url": "redis://127.0.0.1:1/0", "socket_timeout": 0.2, "socket_connect_timeout": 0.2}
    limits.hit([(TWO, "probe:a")])
    assert limits._shared is not None and limits._shared.get_window_stats(TWO, "probe:a").remaining == 1
