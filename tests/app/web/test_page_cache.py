"""The kept public pages: who renews them, and how many at a time."""

import threading

from app.web import page_cache
from app.web.page_cache import PageCache
from app.web.page_context import Looks


def test_few_pages_are_renewed_at_a_time() -> None:
    """However many kept pages are asked for once they are old, they do not take all of the database's connections."""
    cache, looks, go = PageCache(), Looks("en", "auto", "auto"), threading.Event()
    begun: list[int] = []
    done = threading.Semaphore(0)

    def make(number: int) -> None:
        begun.append(number)
        go.wait(60)
        done.release()

    for number in range(10):
        cache.renew_behind(("build", f"/{number}", looks), lambda number=number: make(number))  # type: ignore[misc]
    go.set()
    for _ in range(page_cache.RENEWERS):
        assert done.acquire(timeout=60)
    assert len(begun) == page_cache.RENEWERS and not done.acquire(timeout=0.2)
