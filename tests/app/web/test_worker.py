"""The worker's client: whatever a worker does, the answer is a page or a typed failure within the budget."""

import time
from collections.abc import Callable, Iterator

import pytest

from app.config import Settings
from app.web.worker import FAILURES_TO_OPEN, Budget, Renderer, RenderFailure
from tests.app.web.fake_worker import FakeWorker


@pytest.fixture
def other(settings: Settings) -> Iterator[FakeWorker]:
    """A second render worker."""
    worker = FakeWorker(str(settings.instance / "other.sock"))
    worker.start()
    yield worker
    worker.stop()


BODY = {"url": "/", "session": {"csrf": ""}, "answers": {}}


def fail(renderer: Renderer, seconds: float = 0.3) -> str:
    """The reason of a failing render."""
    with pytest.raises(RenderFailure) as caught:
        renderer.render(BODY, Budget(seconds))
    return caught.value.reason


def test_connections_are_kept_and_replaced_when_the_worker_was_restarted(fake: FakeWorker) -> None:
    renderer = Renderer([fake.path])
    for _ in range(3):
        assert "page" in renderer.render(BODY, Budget(1))
    assert len(fake._connections) == 1
    fake.stop()
    fake.start()
    assert "page" in renderer.render(BODY, Budget(1))


@pytest.mark.parametrize(
    ("prepare", "reason"),
    [
        (lambda f: f.stop(), "down"),
        (lambda f: setattr(f, "delay", 2.0), "timeout"),
        (lambda f: setattr(f, "raw", b"not http at all\r\n\r\n"), "garbage"),
        (lambda f: setattr(f, "raw", b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{}"), "garbage"),
        (lambda f: setattr(f, "raw", b""), "down"),
        (lambda f: setattr(f, "behave", lambda _: (200, b"<html>")), "garbage"),
        (lambda f: setattr(f, "behave", lambda _: (200, [1])), "garbage"),
        (lambda f: setattr(f, "behave", lambda _: (409, {"error": {"name": "BuildMismatch"}})), "build"),
        (lambda f: setattr(f, "behave", lambda _: (500, {"error": {"name": "TypeError"}})), "thrown"),
        (lambda f: setattr(f, "behave", lambda _: (200, b'"' + b"x" * (9 * 2**20) + b'"')), "too_large"),
    ],
)
def test_every_misbehaviour_is_a_failure_with_its_reason(
    fake: FakeWorker, prepare: Callable[[FakeWorker], None], reason: str
) -> None:
    prepare(fake)
    assert fail(Renderer([fake.path]), 0.3 if reason != "too_large" else 5) == reason


def test_a_page_of_five_megabytes_is_taken(fake: FakeWorker) -> None:
    fake.behave = lambda _: (200, {"page": {"html": "x" * 5 * 2**20}})
    assert len(Renderer([fake.path]).render(BODY, Budget(5))["page"]["html"]) == 5 * 2**20


def test_the_breaker_opens_after_five_failures_and_lets_one_try_through_later(
    fake: FakeWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    renderer = Renderer([fake.path])
    fake.behave = lambda _: (200, b"garbage")
    for _ in range(FAILURES_TO_OPEN):
        fail(renderer)
    count = len(fake.requests)
    assert fail(renderer) == "down"
    assert len(fake.requests) == count
    later = time.monotonic() + 2.1
    monkeypatch.setattr("app.web.worker.time.monotonic", lambda: later)
    fake.behave = lambda _: (200, {"page": {}})
    assert renderer.render(BODY, Budget(1)) == {"page": {}}
    assert not renderer.workers[0].breaker.is_failing


def test_a_throwing_page_does_not_open_the_breaker_for_others(fake: FakeWorker) -> None:
    renderer = Renderer([fake.path])
    fake.behave = lambda _: (500, {"error": {"name": "TypeError"}})
    for _ in range(2 * FAILURES_TO_OPEN):
        assert fail(renderer) == "thrown"


def test_another_worker_takes_over_from_one_that_is_gone(fake: FakeWorker) -> None:
    renderer = Renderer([fake.path + ".none", fake.path])
    for _ in range(4):
        assert "page" in renderer.render(BODY, Budget(1))


def test_without_workers_there_is_a_failure_at_once() -> None:
    assert fail(Renderer([])) == "down"


def test_a_worker_at_another_page_is_left_for_one_that_is_free(fake: FakeWorker, other: FakeWorker) -> None:
    fake.begins, fake.delay = False, 2.0
    renderer = Renderer([fake.path, other.path])
    for _ in range(4):
        assert "page" in renderer.render(BODY, Budget(0.8))
    assert len(fake.requests) == 2


def test_a_page_that_holds_its_worker_is_known_and_the_worker_is_asked_no_more(
    fake: FakeWorker, other: FakeWorker
) -> None:
    fake.delay = 5.0
    renderer = Renderer([fake.path, other.path])
    with pytest.raises(RenderFailure) as caught:
        renderer.render(BODY, Budget(0.3))
    assert caught.value.holds
    for _ in range(4):
        assert "page" in renderer.render(BODY, Budget(0.3))
    assert len(fake.requests) == 1


def test_a_page_that_waits_behind_another_is_not_at_fault(fake: FakeWorker) -> None:
    fake.begins, fake.delay = False, 2.0
    with pytest.raises(RenderFailure) as caught:
        Renderer([fake.path]).render(BODY, Budget(0.3))
    assert caught.value.reason == "timeout" and not caught.value.holds


def test_a_page_that_is_slow_holds_nobody(fake: FakeWorker) -> None:
    fake.delay, fake.hangs = 1.0, False
    with pytest.raises(RenderFailure) as caught:
        Renderer([fake.path]).render(BODY, Budget(0.3))
    assert caught.value.reason == "timeout" and not caught.value.holds


def test_one_worker_alone_has_all_the_time_to_begin(fake: FakeWorker) -> None:
    fake.begins, fake.delay = False, 0.5
    assert "page" in Renderer([fake.path]).render(BODY, Budget(0.9))
