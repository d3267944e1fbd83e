"""Places that many owners share."""

import threading
from concurrent.futures import wait

import pytest

from app.core.shares import Full, SharedPool, Shares

SECONDS = 5


def test_an_owner_has_no_more_than_its_share_and_others_find_a_place() -> None:
    shares = Shares(5, bot=2, workspace=3)
    assert shares.take({"bot": 1, "workspace": 1}) and shares.take({"bot": 1, "workspace": 1})
    assert not shares.take({"bot": 1, "workspace": 1}), "the bot has its share"
    assert shares.take({"bot": 2, "workspace": 1})
    assert not shares.take({"bot": 3, "workspace": 1}), "the workspace has its share"
    assert shares.take({"bot": 4, "workspace": 2}) and shares.take({"workspace": 2})
    assert not shares.take({"bot": 5, "workspace": 3}), "all places are taken"
    shares.give_back({"bot": 1, "workspace": 1})
    assert shares.take({"bot": 3, "workspace": 1})


def test_a_place_is_given_back_also_after_a_failure() -> None:
    shares = Shares(1)
    with pytest.raises(ZeroDivisionError), shares.hold({"bot": 1}) as has_place:
        assert has_place and not shares.take({"bot": 2})
        _ = 1 / 0
    assert shares.take({"bot": 2})


def test_slow_work_of_one_owner_does_not_hold_up_the_others() -> None:
    pool = SharedPool("test", Shares(8, bot=2), threads=8, waiting=10)
    held, begun = threading.Event(), []

    def slow() -> None:
        begun.append(1)
        held.wait(SECONDS)

    slow_ones = [pool.submit({"bot": 1}, slow) for _ in range(10)]
    assert pool.submit({"bot": 2}, lambda: "done").result(SECONDS) == "done"
    assert len(begun) <= 2
    held.set()
    assert not wait(slow_ones, SECONDS).not_done and len(begun) == 10


def test_no_more_than_so_much_of_one_owner_waits() -> None:
    pool = SharedPool("test", Shares(4, bot=1), threads=4, waiting=3)
    held = threading.Event()
    for _ in range(4):
        pool.submit({"bot": 1}, lambda: held.wait(SECONDS))
    with pytest.raises(Full):
        pool.submit({"bot": 1}, lambda: None)
    assert pool.submit({"bot": 2}, lambda: 7).result(SECONDS) == 7
    held.set()


def test_a_failure_is_that_of_its_work_alone() -> None:
    pool = SharedPool("test", Shares(1, bot=1), threads=1, waiting=3)
    with pytest.raises(ZeroDivisionError):
        pool.submit({"bot": 1}, lambda: 1 / 0).result(SECONDS)
    assert pool.submit({"bot": 1}, lambda: 7).result(SECONDS) == 7
