"""What is scheduled is done by one runner at its time, and by another when that one dies."""

from datetime import datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from app.core import clock
from app.core.db.base import db
from app.core.jobs import schedule
from app.core.jobs.schedule import HELD, LOOK, PAUSE, Scheduled

MINUTE = timedelta(minutes=1)


@pytest.fixture
def at(app: Flask, monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The present instant, to be replaced; nothing but the test's own is scheduled."""
    moment = [clock.now()]
    monkeypatch.setattr(clock, "now", lambda: moment[0])
    monkeypatch.setattr(schedule, "_duties", {})
    return moment


def due() -> list[datetime]:
    """When what is scheduled is due."""
    return list(db.session.scalars(select(Scheduled.due_at)))


def test_it_is_done_at_once_and_then_as_often_as_said(at: list[datetime]) -> None:
    done, began = list[datetime](), at[0]
    schedule.regularly(MINUTE)(lambda: done.append(at[0]))
    assert schedule.do_due() == began + MINUTE
    at[0] += MINUTE - timedelta(seconds=1)
    schedule.do_due()
    assert done == [began]
    at[0] += timedelta(seconds=1)
    schedule.do_due()
    assert done == [began, began + MINUTE]


def test_work_may_say_when_it_is_due_sooner_but_not_at_once(at: list[datetime]) -> None:
    expected = [at[0] + timedelta(seconds=20), at[0], at[0] + timedelta(days=1)]
    schedule.regularly(MINUTE)(lambda: expected[0])
    assert schedule.do_due() == expected[0]
    at[0] = expected.pop(0)
    assert schedule.do_due() == at[0] + PAUSE
    at[0] += PAUSE
    expected.pop(0)
    assert schedule.do_due() == at[0] + MINUTE


def test_anyone_who_sleeps_looks_again_before_long(at: list[datetime]) -> None:
    schedule.daily(lambda: None)
    assert schedule.do_due() == at[0] + LOOK
    assert due() == [at[0] + timedelta(days=1)]


def test_it_is_done_when_a_clock_that_was_wrong_is_right_again(at: list[datetime]) -> None:
    done, began = list[datetime](), at[0]
    schedule.regularly(MINUTE)(lambda: done.append(at[0]))
    at[0] = began + timedelta(days=30)
    schedule.do_due()
    at[0] = began + timedelta(days=30) - HELD
    schedule.do_due()
    assert len(done) == 1, "clocks of two machines differ"
    at[0] = began
    assert schedule.do_due() == began + MINUTE
    schedule.do_due()
    assert done == [began + timedelta(days=30), began]


def test_one_has_it_at_a_time_and_another_when_that_one_dies(at: list[datetime]) -> None:
    name = "somebody's"
    latest = at[0] + timedelta(days=1)
    assert schedule._claim(name, at[0], latest)
    assert not schedule._claim(name, at[0], latest) and not schedule._claim(name, at[0] + HELD - PAUSE, latest)
    assert schedule._claim(name, at[0] + HELD, latest)


def test_what_someone_else_has_begun_is_left_to_them(at: list[datetime], monkeypatch: pytest.MonkeyPatch) -> None:
    done = list[datetime]()
    schedule.regularly(MINUTE)(lambda: done.append(at[0]))
    monkeypatch.setattr(schedule, "_claim", lambda *_: False)
    assert schedule.do_due() == at[0] + PAUSE and not done


def test_a_fault_is_tried_at_the_next_time_and_stops_nothing_else(at: list[datetime]) -> None:
    done = list[datetime]()

    def broken() -> None:
        raise ValueError("dust")

    def whole() -> None:
        done.append(at[0])

    for work in (broken, whole):
        schedule.daily(work)
    figure = schedule.FAILURES.labels(f"{__name__}.{broken.__qualname__}")
    schedule.do_due()
    assert figure._value.get() == 1
    assert done == at and due() == [at[0] + timedelta(days=1)] * 2


def test_an_outage_is_none_and_leaves_it_due_soon(at: list[datetime]) -> None:
    def away() -> None:
        raise NoConnectionFree

    schedule.daily(away)
    with pytest.raises(NoConnectionFree):
        schedule.do_due()
    assert due() == [at[0] + HELD]
