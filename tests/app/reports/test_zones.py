"""Days, comparisons and heat where time is not simple, counted by hand: on both sides of every midnight."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.analytics import recount
from app.clients.service import only_client
from app.core.db.base import db
from app.ingest import dialogues
from app.reports import service
from app.reports.service import ReportQuery
from tests.factories.conversations import asked_and_answered, dialogue, make_bot

NOW = datetime(2026, 11, 21, 9, 7, tzinfo=UTC)
MONDAY, TUESDAY, WEDNESDAY, THURSDAY, _FRIDAY, SATURDAY, SUNDAY = range(7)


@dataclass(frozen=True)
class Golden:
    """A zone, a range, sessions by the UTC instant they start at, and what every number must be."""

    name: str
    zone: str
    r: str
    starts: tuple[str, ...]
    days: dict[str, int]
    previous: tuple[int, ...]
    compared: tuple[str, str]
    week_before: tuple[str, str]
    heat: dict[tuple[int, int], float]


GOLDENS = (
    # Half an hour off the full hour: the day begins at 18:30 UTC.
    Golden(
        "half hour", "Asia/Kolkata", "2026-02-10..2026-02-11",
        ("2026-02-09T18:29", "2026-02-09T18:30", "2026-02-10T18:29", "2026-02-10T18:30", "2026-02-11T18:29",
         "2026-02-11T18:30"),
        {"2026-02-10": 2, "2026-02-11": 2}, (0, 1), ("2026-02-08", "2026-02-09"), ("2026-02-03", "2026-02-04"),
        {(TUESDAY, 0): 1, (TUESDAY, 23): 1, (WEDNESDAY, 0): 1, (WEDNESDAY, 23): 1},
    ),
    # Sunday 8 March has 23 hours: after 01:59 comes 03:00, and midnight moves from 05:00 to 04:00 UTC.
    Golden(
        "23 hours", "America/New_York", "2026-03-07..2026-03-09",
        ("2026-03-07T04:59", "2026-03-07T05:00", "2026-03-08T04:59", "2026-03-08T05:00", "2026-03-08T06:59",
         "2026-03-08T07:00", "2026-03-09T03:59", "2026-03-09T04:00", "2026-03-10T03:59", "2026-03-10T04:00"),
        {"2026-03-07": 2, "2026-03-08": 4, "2026-03-09": 2}, (0, 0, 1), ("2026-03-04", "2026-03-06"),
        ("2026-02-28", "2026-03-02"),
        {(SATURDAY, 0): 1, (SATURDAY, 23): 1, (SUNDAY, 0): 1, (SUNDAY, 1): 1, (SUNDAY, 3): 1, (SUNDAY, 23): 1,
         (MONDAY, 0): 1, (MONDAY, 23): 1},
    ),
    # Sunday 1 November has 25 hours: 01:30 is there twice, and midnight moves from 04:00 to 05:00 UTC.
    Golden(
        "25 hours", "America/New_York", "2026-10-31..2026-11-02",
        ("2026-10-31T03:59", "2026-10-31T04:00", "2026-11-01T03:59", "2026-11-01T04:00", "2026-11-01T05:30",
         "2026-11-01T06:30", "2026-11-02T04:59", "2026-11-02T05:00", "2026-11-03T04:59", "2026-11-03T05:00"),
        {"2026-10-31": 2, "2026-11-01": 4, "2026-11-02": 2}, (0, 0, 1), ("2026-10-28", "2026-10-30"),
        ("2026-10-24", "2026-10-26"),
        {(SATURDAY, 0): 1, (SATURDAY, 23): 1, (SUNDAY, 0): 1, (SUNDAY, 1): 2, (SUNDAY, 23): 1, (MONDAY, 0): 1,
         (MONDAY, 23): 1},
    ),
    # Friday 30 December 2011 never was: from Thursday 23:59 at -10 it went on with Saturday 00:00 at +14.
    Golden(
        "date line", "Pacific/Apia", "2011-12-29..2011-12-31",
        ("2011-12-29T09:59", "2011-12-29T10:00", "2011-12-30T09:59", "2011-12-30T10:00", "2011-12-31T09:59",
         "2011-12-31T10:00"),
        {"2011-12-29": 2, "2011-12-31": 2}, (0, 1), ("2011-12-26", "2011-12-28"), ("2011-12-22", "2011-12-24"),
        {(THURSDAY, 0): 1, (THURSDAY, 23): 1, (SATURDAY, 0): 1, (SATURDAY, 23): 1},
    ),
)  # fmt: skip


def dates(document: dict[str, Any]) -> tuple[str, str]:
    """The first and the last day of the compared period."""
    compared = document["filters"]["compared"]
    return compared["from"], compared["to"]


def store_conversations(golden: Golden) -> None:
    """Store a conversation that begins at each instant."""
    bot = make_bot()
    for number, start in enumerate(golden.starts):
        spoken = asked_and_answered(datetime.fromisoformat(start).replace(tzinfo=UTC))
        dialogues.store_dialogues([dialogue(spoken, ext_user=f"u{number}")], bot=bot, source="zones")


@pytest.mark.parametrize("own", [True, False], ids=["the client's zone", "another zone"])
@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden.name)
def test_days_comparison_and_heat_are_what_was_counted_by_hand(workspace: Any, golden: Golden, own: bool) -> None:
    # The client's zone is read from day rows, any other from quarter-hours; both are to say the same.
    only_client().zone = golden.zone if own else "UTC"
    db.session.flush()
    store_conversations(golden)
    tz = "client" if own else golden.zone
    document = service.dashboard(ReportQuery(r=golden.r, tz=tz, g="day"), now=NOW)
    buckets = document["series"]["buckets"]
    assert {bucket["start"]: bucket["total"] for bucket in buckets} == golden.days
    assert tuple(bucket["previous"] for bucket in buckets) == golden.previous
    engaged = document["cards"][0]
    assert (engaged["value"], engaged["previous"]) == (sum(golden.days.values()), sum(golden.previous))
    assert document["filters"]["zone"] == golden.zone
    assert dates(document) == golden.compared
    cells = document["heat"]["cells"]
    counts = {(day, hour): cells[day][hour] for day in range(7) for hour in range(24) if cells[day][hour]}
    assert counts == golden.heat
    weeks = service.dashboard(ReportQuery(r=golden.r, tz=tz, g="day", cmp="wk"), now=NOW)
    assert dates(weeks) == golden.week_before
    assert recount.verify() == []


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Asia/Kolkata", "2026-02-10", ["2026-02-10T00:00+05:30", "2026-02-10T23:00+05:30"]),
        ("America/New_York", "2026-03-08", ["2026-03-08T00:00-05:00", "2026-03-08T23:00-04:00"]),
        ("America/New_York", "2026-11-01", ["2026-11-01T00:00-04:00", "2026-11-01T23:00-05:00"]),
        ("Pacific/Apia", "2011-12-31", ["2011-12-31T00:00+14:00", "2011-12-31T23:00+14:00"]),
    ],
)
def test_hours_carry_the_offset_of_their_moment(workspace: Any, zone: str, day: str, hours: list[str]) -> None:
    buckets = service.dashboard(ReportQuery(r=f"{day}..{day}", tz=zone, g="hour"), now=NOW)["series"]["buckets"]
    assert [buckets[0]["start"], buckets[-1]["start"]] == hours
    assert len(buckets) == {"2026-03-08": 23, "2026-11-01": 25}.get(day, 24)


def test_an_hour_lists_the_conversations_it_counts_where_it_is_there_twice(
    as_: Callable[..., FlaskClient], workspace: Any
) -> None:
    golden = next(golden for golden in GOLDENS if golden.name == "25 hours")
    store_conversations(golden)
    reader, query = as_("admin"), {"r": "2026-11-01..2026-11-01", "tz": golden.zone, "g": "hour"}
    document: Any = reader.get("/api/v1/reports/dashboard", query_string=query).json
    buckets = document["series"]["buckets"]
    assert sum(bucket["total"] for bucket in buckets) == 4 and len(buckets) == 25
    for bucket in buckets:
        parameters = bucket["link"].partition("?")[2]
        listing: Any = reader.get(f"/api/v1/conversations?{parameters}").json
        assert listing["total"] == bucket["total"], bucket["start"]
