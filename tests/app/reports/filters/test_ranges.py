"""Ranges, buckets and comparisons at the places where time is not simple."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.reports.counts.queries import offsets
from app.reports.filters.ranges import PATTERN, Range, buckets, comparison, granularity, midnight, resolve
from tests.cases import cases

KOLKATA, NEW_YORK, APIA = ZoneInfo("Asia/Kolkata"), ZoneInfo("America/New_York"), ZoneInfo("Pacific/Apia")
NOW = datetime(2026, 11, 21, 9, 7, tzinfo=UTC)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "text", "start", "end"),
    [
        (KOLKATA, "last_28_days", "2026-10-23T18:30", "2026-11-20T18:30"),
        (KOLKATA, "2026-02-10..2026-02-10", "2026-02-09T18:30", "2026-02-10T18:30"),
        # Clocks go forward on 8 March: a day of 23 hours; back on 1 November: one of 25.
        (NEW_YORK, "2026-03-08..2026-03-08", "2026-03-08T05:00", "2026-03-09T04:00"),
        (NEW_YORK, "2026-11-01..2026-11-01", "2026-11-01T04:00", "2026-11-02T05:00"),
        (NEW_YORK, "last_28_days", "2026-10-24T04:00", "2026-11-21T05:00"),
        # Already the next day there; and 30 December 2011 never was.
        (APIA, "today", "2026-11-20T11:00", "2026-11-21T11:00"),
        (APIA, "2011-12-29..2011-12-31", "2011-12-29T10:00", "2011-12-31T10:00"),
        (APIA, "2011-12-30..2011-12-30", "2011-12-30T10:00", "2011-12-30T10:00"),
        # Midnight itself is skipped (Beirut) and lived twice (Havana).
        (ZoneInfo("Asia/Beirut"), "2026-03-29..2026-03-29", "2026-03-28T22:00", "2026-03-29T21:00"),
        (ZoneInfo("America/Havana"), "2026-11-01..2026-11-01", "2026-11-01T04:00", "2026-11-02T05:00"),
    ],
)
def test_range_is_a_half_open_utc_interval(zone: ZoneInfo, text: str, start: str, end: str) -> None:
    span = resolve(text, zone=zone, now=NOW)
    assert (span.start, span.end) == (utc(start), utc(end))


def test_named_ranges_are_those_the_interface_knows() -> None:
    names = cases("presets")["names"]
    assert PATTERN.removeprefix("(?:").split("|")[: len(names)] == names
    assert PATTERN.count("|") == len(names)


@pytest.mark.parametrize(
    ("today", "preset", "days"),
    [(case["today"], preset, days) for case in cases("presets")["days"] for preset, days in case["ranges"].items()],
)
def test_a_named_range_means_the_days_the_interface_says(today: str, preset: str, days: list[str]) -> None:
    span = resolve(preset, zone=ZoneInfo("UTC"), now=utc(f"{today}T12:00"))
    assert [span.first.isoformat(), span.last.isoformat()] == days


@pytest.mark.parametrize(
    ("preset", "first", "last"),
    [
        ("today", "2026-11-21", "2026-11-21"),
        ("yesterday", "2026-11-20", "2026-11-20"),
        ("last_7_days", "2026-11-14", "2026-11-20"),
        ("recent", "2026-10-24", "2026-11-21"),
        ("last_90_days", "2026-08-23", "2026-11-20"),
        ("this_week", "2026-11-16", "2026-11-21"),
        ("last_week", "2026-11-09", "2026-11-15"),
        ("this_month", "2026-11-01", "2026-11-21"),
        ("last_month", "2026-10-01", "2026-10-31"),
        ("this_quarter", "2026-10-01", "2026-11-21"),
        ("last_quarter", "2026-07-01", "2026-09-30"),
        ("this_year", "2026-01-01", "2026-11-21"),
        ("last_year", "2025-01-01", "2025-12-31"),
        ("all", "2024-05-06", "2026-11-21"),
    ],
)
def test_presets(preset: str, first: str, last: str) -> None:
    span = resolve(preset, zone=KOLKATA, now=NOW, earliest=date(2024, 5, 6))
    assert (span.first.isoformat(), span.last.isoformat()) == (first, last)


def test_today_is_appended_only_where_it_is_missing() -> None:
    assert resolve("last_28_days", zone=KOLKATA, now=NOW, with_today=True).last == date(2026, 11, 21)
    assert resolve("last_month", zone=KOLKATA, now=NOW, with_today=True).last == date(2026, 10, 31)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "2026-01-01",
        "2026-02-30..2026-03-01",
        "2026-02-02..2026-02-01",
        "1999-12-31..2026-01-01",
        "2026-1-1..2026-1-2",
        "2026-01-01..2026-01-02..x",
        "2021-01-01..2026-01-01",
    ],
)
def test_what_is_no_range_is_refused_in_words(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w+ .*\."):
        resolve(text, zone=KOLKATA, now=NOW)


@pytest.mark.parametrize("text", ["2021-01-02..2026-01-01", "2023-03-01..2028-02-29", "all"])
def test_five_years_are_no_longer_than_five_years(text: str) -> None:
    assert resolve(text, zone=KOLKATA, now=NOW, earliest=date(2015, 1, 1)).days >= 5 * 365


def test_what_is_longer_than_five_years_names_the_nearest_that_is_not() -> None:
    with pytest.raises(ValueError, match=r"2021-01-02\.\.2026-01-01"):
        resolve("2015-01-01..2026-01-01", zone=KOLKATA, now=NOW)


@pytest.mark.parametrize(
    ("zone", "text", "hours"),
    [(NEW_YORK, "2026-03-08..2026-03-08", 23), (NEW_YORK, "2026-11-01..2026-11-01", 25),
     (KOLKATA, "2026-11-01..2026-11-01", 24), (APIA, "2011-12-29..2011-12-31", 48)],
)  # fmt: skip
def test_hours_are_hours_of_real_time(zone: ZoneInfo, text: str, hours: int) -> None:
    span = resolve(text, zone=zone, now=NOW)
    assert granularity(span) == "hour"
    assert len(buckets(span, "hour", NOW)) == hours


def test_a_day_that_never_was_has_no_bucket() -> None:
    span = resolve("2011-12-25..2012-01-02", zone=APIA, now=NOW)
    days = [bucket.first.isoformat() for bucket in buckets(span, "day", NOW)]
    assert len(days) == 8 and "2011-12-30" not in days


def test_edges_cut_weeks_and_the_present_day_is_partial() -> None:
    span = resolve("2026-11-04..2026-11-21", zone=KOLKATA, now=NOW)
    weeks = buckets(span, "week", NOW)
    assert [(week.first.day, week.last.day, week.partial) for week in weeks] == [
        (4, 8, True),
        (9, 15, False),
        (16, 21, True),
    ]
    days = buckets(span, "day", NOW)
    assert [day.partial for day in days[-2:]] == [False, True]
    # 14:37 on the 21st: the 18th ended 62 hours ago, the 17th 86.
    assert [day.provisional for day in days[-5:]] == [False, True, True, True, True]


def test_too_fine_a_granularity_is_refused() -> None:
    span = resolve("last_year", zone=KOLKATA, now=NOW)
    assert granularity(span) == "week" and granularity(span, "month") == "month"
    with pytest.raises(ValueError, match="week"):
        granularity(span, "day")


@pytest.mark.parametrize(
    ("text", "kind", "first", "last"),
    [
        ("last_28_days", "prev", "2026-09-26", "2026-10-23"),
        ("last_28_days", "wk", "2026-09-26", "2026-10-23"),
        ("last_month", "prev", "2026-08-31", "2026-09-30"),
        ("last_month", "wk", "2026-08-27", "2026-09-26"),
        ("last_month", "py", "2025-10-01", "2025-10-31"),
        ("2024-02-28..2024-02-29", "py", "2023-02-28", "2023-02-28"),
        ("2025-02-28..2025-03-01", "py", "2024-02-28", "2024-03-01"),
        ("2025-02-01..2025-02-28", "py", "2024-02-01", "2024-02-28"),
        ("2025-02-28..2025-02-28", "py", "2024-02-28", "2024-02-28"),
    ],
)
def test_comparisons(text: str, kind: str, first: str, last: str) -> None:
    span = resolve(text, zone=NEW_YORK, now=NOW)
    compared = comparison(span, kind, buckets(span, "day", NOW), NOW)
    assert compared is not None
    assert (compared.first.isoformat(), compared.last.isoformat()) == (first, last)
    assert (compared.start, compared.end) == (
        midnight(compared.first, NEW_YORK),
        midnight(compared.last + timedelta(1), NEW_YORK),
    )


def test_a_running_range_is_compared_up_to_the_same_time_of_day() -> None:
    # 04:07 in New York, winter time; the year before, 30 days ago it was summer time: the wall clock decides.
    span = resolve("this_month", zone=NEW_YORK, now=NOW)
    steps = buckets(span, "day", NOW)
    before = comparison(span, "prev", steps, NOW)
    assert before is not None and before.end == utc("2026-10-31T08:07")
    assert [bucket.end > bucket.start for bucket in before.buckets] == [True] * 21
    assert comparison(span, "none", steps, NOW) is None


@given(
    zone=st.sampled_from(["Asia/Kolkata", "America/New_York", "Pacific/Apia", "Australia/Lord_Howe", "Asia/Kathmandu"]),
    first=st.dates(date(2000, 1, 1), date(2030, 1, 1)),
    days=st.integers(1, 400),
    step=st.sampled_from(["day", "week", "month", "year"]),
    kind=st.sampled_from(["prev", "wk", "py"]),
)
@settings(max_examples=150, deadline=None)
def test_buckets_and_their_comparison_leave_no_gap(zone: str, first: date, days: int, step: str, kind: str) -> None:
    span = Range(first, first + timedelta(days=days - 1), ZoneInfo(zone))
    steps = buckets(span, step, NOW)
    if not steps:
        return
    assert (steps[0].start, steps[-1].end) == (span.start, span.end)
    assert all(a.end == b.start for a, b in pairwise(steps))
    compared = comparison(span, kind, steps, NOW)
    assert compared is not None and len(compared.buckets) == len(steps)
    assert (compared.buckets[0].start, compared.buckets[-1].end) == (compared.start, compared.end)
    assert all(a.end == b.start for a, b in pairwise(compared.buckets))


@pytest.mark.parametrize("zone", [NEW_YORK, APIA, ZoneInfo("Australia/Lord_Howe"), KOLKATA])
def test_offsets_change_at_the_very_quarter(zone: ZoneInfo) -> None:
    start, end = utc("2011-10-01T00:00"), utc("2012-12-01T00:00")
    changes = offsets(start, end, zone)
    for (quarter, offset), following in zip(changes, [*changes[1:], (10**9, 0)], strict=True):
        for probe in (quarter, min(following[0], int(end.timestamp()) // 900) - 1):
            at = datetime.fromtimestamp(probe * 900, UTC).astimezone(zone)
            assert at.utcoffset() == timedelta(minutes=15) * offset
