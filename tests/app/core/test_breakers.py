"""Circuit breakers: many failures open one, one try after a rest closes it or has it rest again."""

import time

import pytest

from app.core.breakers import Breaker

FAILURES, REST, WITHIN = 5, 30.0, 30.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time as breakers see it."""
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_a_failed_try_after_the_rest_opens_it_again(clock: list[float]) -> None:
    breaker = Breaker(FAILURES, REST, WITHIN)
    for _ in range(FAILURES):
        clock[0] += 10  # Too slow to count as often.
        breaker.note_failure()
    assert breaker.admits()
    for _ in range(FAILURES):
        breaker.note_failure()
    assert not breaker.admits()
    clock[0] += REST
    assert breaker.admits() and not breaker.admits()
    breaker.note_failure()
    clock[0] += REST - 1
    assert not breaker.admits()


def test_a_success_closes_it_and_says_whether_it_was_open(clock: list[float]) -> None:
    breaker = Breaker(FAILURES, REST)
    assert not breaker.note_success() and not breaker.is_failing
    breaker.note_failure()
    assert breaker.is_failing and not breaker.note_success() and not breaker.is_failing
    breaker.note_failure(at_once=True)
    assert not breaker.admits() and breaker.note_success() and breaker.admits()
    for _ in range(FAILURES - 1):
        breaker.note_failure()
    assert breaker.admits(), "failures before a success do not count"


def test_a_judged_call_fails_by_its_kinds_of_errors_alone(clock: list[float]) -> None:
    breaker = Breaker(1, REST)
    with pytest.raises(TimeoutError), breaker.judge((TimeoutError,)):
        raise TimeoutError
    assert breaker.is_failing and not breaker.admits()
    with pytest.raises(ValueError), breaker.judge((TimeoutError,)):
        raise ValueError
    assert breaker.admits()
    breaker.note_failure()
    with breaker.judge((TimeoutError,)):
        pass
    assert not breaker.is_failing
