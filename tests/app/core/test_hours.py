"""Hours of business: what is refused, and nights that go over midnight."""

import zoneinfo
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.bots.flow.schema import shape_errors
from app.core import hours
from app.core.errors import Invalid
from app.core.hours import check_sense, closing, hours_of, is_open, next_opening
from tests.app.bots.engine.talking import flow, message

NIGHT = {"zone": "Asia/Kolkata", "week": {"fri": [["18:00", "02:00"]]}}
FRIDAY = datetime(2026, 11, 27, 0, 0, tzinfo=UTC) - timedelta(hours=5, minutes=30)
"""The first minute of a Friday in Kolkata."""
WRONG = [
    {"zone": "IST"}, {"holidays": ["2026-02-30"]}, {"holidays": ["2026-13-01"]},
    {"week": {"mon": [["09:00", "09:00"]]}},
    {"week": {"mon": [["24:00", "02:00"]]}}, {"week": {"mon": [["09:00", "24:30"]]}},
]  # fmt: skip


@pytest.mark.parametrize(
    ("hour", "is_there"), [(17, False), (18, True), (23, True), (24, True), (25.9, True), (26, False), (0.5, False)]
)
def test_a_night_goes_over_midnight(hour: float, is_there: bool) -> None:
    moment = FRIDAY + timedelta(hours=hour)
    assert is_open(NIGHT, moment, "UTC") is is_there
    assert closing(NIGHT, moment, "UTC") == ("02:00" if is_there else None)


def test_a_night_opens_on_its_own_day() -> None:
    opens = next_opening(NIGHT, FRIDAY, "UTC")
    assert opens is not None and opens == FRIDAY + timedelta(hours=18)


@pytest.mark.parametrize("hours", WRONG)
def test_hours_without_sense_are_refused_wherever_a_document_comes_in(hours: Any) -> None:
    with pytest.raises(Invalid):
        check_sense(hours)
    errors = shape_errors(flow({"start": message("Hi")}, hours=hours))
    assert errors and all(path.startswith("hours/") for path in errors)


def test_a_form_takes_a_night_and_no_span_without_length() -> None:
    row = {"day": "fri", "from_": "18:00", "to": "02:00"}
    assert hours_of({"open": "hours", "week": [row]}) == {"week": {"fri": [["18:00", "02:00"]]}}
    with pytest.raises(Invalid):
        hours_of({"open": "hours", "week": [row | {"to": "18:00"}]})


@pytest.mark.parametrize(
    ("spans", "fits"),
    [
        ((("14:00", "20:00"), ("10:00", "13:00")), True),
        ((("10:00", "13:00"), ("13:00", "02:00")), True),
        ((("10:00", "13:00"), ("12:30", "20:00")), False),
        ((("10:00", "20:00"), ("10:00", "20:00")), False),
        ((("18:00", "02:00"), ("20:00", "22:00")), False),
    ],
)
def test_a_form_takes_no_times_of_a_day_that_overlap(spans: tuple[tuple[str, str], ...], fits: bool) -> None:
    form = {"open": "hours", "week": [{"day": "tue", "from_": first, "to": last} for first, last in spans]}
    if fits:
        assert hours_of(form) == {"week": {"tue": sorted([first, last] for first, last in spans)}}
        return
    with pytest.raises(Invalid) as refusal:
        hours_of(form)
    assert refusal.value.errors == {"week": ["Times must not overlap on tue."]}


def test_the_zones_of_many_outlets_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reads = []
    monkeypatch.setattr(hours, "available_timezones", lambda: reads.append(1) or zoneinfo.available_timezones())
    hours.known_zones.cache_clear()
    for minute in range(100):
        is_open(NIGHT, FRIDAY + timedelta(minutes=minute), "UTC")
    assert len(reads) == 1


@pytest.mark.parametrize(
    "spans",
    [
        [["09:00", "13:00"], ["12:00", "18:00"]],
        [["12:00", "18:00"], ["09:00", "13:00"]],
        [["18:00", "02:00"], ["20:00", "22:00"]],
    ],
)
def test_hours_of_a_document_do_not_overlap_either(spans: list[list[str]]) -> None:
    with pytest.raises(Invalid) as refused:
        check_sense({"week": {"mon": spans}})
    assert list(refused.value.errors) == ["hours.week.mon"]
    check_sense({"week": {"mon": [["14:00", "18:00"], ["09:00", "13:00"]]}})
