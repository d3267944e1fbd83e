"""The dashboard's figures below the cards: series, outcomes, channels, intents and heat map."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from app.bots.catalog.models import GROUPS
from app.conversations.models import OUTCOMES
from app.reports.counts import queries
from app.reports.counts.intents import Intents, mean_confidence
from app.reports.filters.links import Links
from app.reports.filters.ranges import DAY, Bucket, Range, local_date, midnight
from app.reports.filters.selection import Selection, format_instant
from app.reports.metrics.definitions import SMALL, Counts, add, percent, relative, round_half_up
from app.reports.records import restatements

By = dict[str, Counts]
"""Counts by group or by channel."""
MOST_INTENTS = 10
WeekHour = tuple[int, int]
"""A weekday (Monday 0) and an hour."""
PLACES: list[list[WeekHour]] = [[(weekday, hour) for hour in range(24)] for weekday in range(7)]


def series(
    span: Range, step: str, steps: list[Bucket], groups: list[By], before: list[Counts] | None, links: Links
) -> dict[str, Any]:
    """Engaged sessions by bucket and group, beside the compared period's."""
    rows, restated = [], restatements.by_day(links.selection, span, "engaged") if step != "hour" else {}
    for number, bucket in enumerate(steps):
        by_group = {group: groups[number].get(group, {}).get("engaged", 0) for group in GROUPS}
        rows.append(
            {
                "start": label_of(bucket, step, span),
                **by_group,
                "total": sum(counts.get("engaged", 0) for counts in groups[number].values()),
                "previous": None if before is None else before[number].get("engaged", 0),
                "partial": bucket.partial,
                "running": bucket.running,
                "provisional": bucket.provisional,
                "restated_at": format_instant(
                    max((at for day, at in restated.items() if bucket.first <= day <= bucket.last), default=None),
                    span.zone,
                ),
                "link": links.to_step(bucket, evidence="engaged"),
            }
        )
    return {"g": step, "buckets": rows}


def label_of(bucket: Bucket, step: str, span: Range) -> str:
    """A bucket's name: its first date, or its hour with the zone's offset."""
    if step == "hour":
        return bucket.start.astimezone(span.zone).isoformat(timespec="minutes")
    return bucket.first.isoformat()


def outcomes(current: Counts, previous: Counts | None, links: Links) -> dict[str, Any]:
    """How the ended bot sessions ended."""
    ended = current.get("ended_bot", 0)
    items = []
    for outcome in OUTCOMES:
        count = current.get(outcome, 0)
        before = previous or {}
        items.append(
            {
                "id": outcome,
                "count": count,
                "share": percent(count, ended),
                "delta": _points(count, ended, before.get(outcome, 0), before.get("ended_bot", 0)),
                "link": links.to(outcome=outcome, evidence="ended"),
            }
        )
    return {"ended": ended, "items": items}


def _points(num: int, den: int, num_before: int, den_before: int) -> float | None:
    """The change of a share in percentage points; None where either is of too few."""
    if min(den, den_before) < SMALL:
        return None
    return round_half_up(Decimal(num) * 100 / den - Decimal(num_before) * 100 / den_before)


def channels(current: By, previous: By | None, links: Links) -> list[dict[str, Any]]:
    """Sessions by channel, most first."""
    total = sum(counts["sessions"] for counts in current.values())
    order = sorted(current.items(), key=lambda item: (-item[1]["sessions"], item[0]))
    return [
        {
            "channel": channel,
            "sessions": counts["sessions"],
            "share": percent(counts["sessions"], total),
            "delta": None if previous is None else _growth(counts, previous.get(channel, {})),
            "csat": percent(counts["satisfied"], counts["ratings"]),
            "ratings": counts["ratings"],
            "fallback": percent(counts["fallback_turns"], counts["nlu_turns"]),
            "link": links.to(channel=channel),
        }
        for channel, counts in order
    ]


def _growth(counts: Counts, before: Counts) -> float | None:
    """The change of a channel's sessions in percent; None where either is too few."""
    if min(counts["sessions"], before.get("sessions", 0)) < SMALL:
        return None
    return relative(Decimal(counts["sessions"]), Decimal(before.get("sessions", 0)))[0]


def intents(ranking: Intents, links: Links, title: Callable[[str], str]) -> dict[str, Any]:
    """The ten most frequent intents."""
    items = []
    for intent, row in ranking.top[:MOST_INTENTS]:
        items.append(
            {
                "intent": intent,
                "title": title(intent),
                "turns": row["turns"],
                "share": percent(row["turns"], ranking.turns),
                "confidence": mean_confidence(row),
                "fallback_after": percent(row["fallback_after"], row["explained"]),
                "csat": percent(row["satisfied"], row["ratings"]),
                "link": links.to(intent=intent),
            }
        )
    return {"turns": ranking.turns, "items": items}


def heat(selection: Selection, span: Range, now: datetime) -> dict[str, Any]:
    """Sessions by weekday and hour, as the mean over the hours of that name that are over; None where there is none.

    Hours count from the day of the first session in the range, before which nothing was measured: the same sessions
    have the same mean in every range that holds them up to now. The hour under way is shown by itself where no other
    of its name is in the range.
    """
    hour = now.astimezone(span.zone).replace(minute=0, second=0, microsecond=0)
    end = min(span.end, hour.astimezone(UTC))
    sums, began = queries.heat(selection, span.start, end) if span.start < end else ({}, None)
    hours = _hours_over(span if began is None else replace(span, first=local_date(began, span.zone)), end)
    cells = [[_mean(sums.get(place, 0), hours[place]) for place in row] for row in PLACES]
    running = (hour.weekday(), hour.hour)
    partial = None
    if span.start <= now < span.end and not hours[running]:
        total = sum(tally.counts["sessions"] for tally in queries.tallies(selection, end, now, by="channel"))
        cells[running[0]][running[1]] = float(total)
        partial = {"weekday": running[0], "hour": running[1]}
    highest, place = max(((cells[day][hour] or 0.0, (-day, -hour)) for row in PLACES for day, hour in row))
    peak = {"weekday": -place[0], "hour": -place[1], "value": highest} if highest else None
    return {"cells": cells, "max": highest, "peak": peak, "partial": partial}


def _hours_over(span: Range, end: datetime) -> dict[WeekHour, int]:
    """How many hours of each weekday and name the range has before an instant."""
    hours: dict[WeekHour, int] = defaultdict(int)
    last = local_date(end, span.zone)
    for offset in range((min(last, span.last) - span.first).days + 1):
        day = span.first + timedelta(days=offset)
        # A day the zone has skipped is none.
        if midnight(day, span.zone) < midnight(day + DAY, span.zone):
            over = 24 if day < last or end >= span.end else end.astimezone(span.zone).hour
            for hour in range(over):
                hours[day.weekday(), hour] += 1
    return hours


def _mean(total: int, hours: int) -> float | None:
    """The mean per hour with two decimals; None of no hours."""
    return round_half_up(Decimal(total) / hours, 2) if hours else None


def by_key(tallies: list[queries.Tally]) -> By:
    """Tallies summed by group or channel."""
    sums: By = {}
    for tally in tallies:
        add(sums.setdefault(tally.key, {}), tally.counts)
    return sums
