"""When schedules are due, in zones that change their clocks and in one that left out a day."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.reports.schedules.times import next_run


@dataclass
class Times:
    """What says when something is due."""

    zone: str
    at: str
    every: str = "day"
    on: int | None = None


def runs(times: Times, after: str, count: int) -> list[str]:
    """The next times on the clock of the zone, each found from the one before."""
    zone = ZoneInfo(times.zone)
    moment, moments = datetime.fromisoformat(after).replace(tzinfo=zone).astimezone(UTC), []
    for _ in range(count):
        moment = next_run(times, moment)
        moments.append(f"{moment.astimezone(zone):%Y-%m-%d %H:%M}")
    return moments


def test_a_skipped_hour_is_run_at_the_next_minute_there_is() -> None:
    times = Times("America/New_York", "02:30")
    assert runs(times, "2026-03-07T00:00", 3) == ["2026-03-07 02:30", "2026-03-08 03:00", "2026-03-09 02:30"]
    before, after = (next_run(times, datetime(2026, 3, day, 12, tzinfo=UTC)) for day in (7, 8))
    assert after - before == timedelta(hours=23, minutes=30)


def test_a_repeated_hour_is_run_once() -> None:
    times = Times("America/New_York", "01:30")
    assert runs(times, "2026-10-31T12:00", 2) == ["2026-11-01 01:30", "2026-11-02 01:30"]
    assert next_run(times, datetime(2026, 11, 1, 0, tzinfo=UTC)) == datetime(2026, 11, 1, 5, 30, tzinfo=UTC)
    # The second 01:30 of the day is an hour later and no time of its own.
    assert next_run(times, datetime(2026, 11, 1, 5, 30, tzinfo=UTC)) == datetime(2026, 11, 2, 6, 30, tzinfo=UTC)


def test_a_zone_of_half_hours() -> None:
    moment = next_run(Times("Asia/Kolkata", "09:00"), datetime(2026, 11, 26, 3, 29, tzinfo=UTC))
    assert moment == datetime(2026, 11, 26, 3, 30, tzinfo=UTC)
    assert next_run(Times("Asia/Kolkata", "09:00"), moment) == moment + timedelta(days=1)


def test_a_day_that_a_zone_left_out() -> None:
    # Apia went from 29 December 2011 to the 31st.
    each_day = Times("Pacific/Apia", "09:00")
    assert runs(each_day, "2011-12-29T00:00", 3) == ["2011-12-29 09:00", "2011-12-31 09:00", "2012-01-01 09:00"]
    fridays = Times("Pacific/Apia", "09:00", "week", 5)
    assert runs(fridays, "2011-12-24T00:00", 2) == ["2011-12-31 00:00", "2012-01-06 09:00"]
    thirtieth = Times("Pacific/Apia", "09:00", "month", 30)
    assert runs(thirtieth, "2011-12-01T00:00", 2) == ["2011-12-31 00:00", "2012-01-30 09:00"]


@pytest.mark.parametrize(
    ("on", "days"),
    [(31, ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]), (29, ["2026-01-29", "2026-02-28", "2026-03-29"]),
     (1, ["2026-02-01", "2026-03-01"])],
)  # fmt: skip
def test_days_of_months(on: int, days: list[str]) -> None:
    moments = runs(Times("Asia/Kolkata", "08:00", "month", on), "2026-01-01T09:00", len(days))
    assert moments == [f"{day} 08:00" for day in days]


def test_weekdays_begin_with_monday() -> None:
    assert runs(Times("UTC", "17:00", "week", 1), "2026-11-26T00:00", 2) == ["2026-11-30 17:00", "2026-12-07 17:00"]
    assert runs(Times("UTC", "17:00", "week", 7), "2026-11-26T00:00", 1) == ["2026-11-29 17:00"]
