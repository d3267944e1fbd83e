"""Counting funnels: the furthest way through the steps of each conversation or contact."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from app.reports.context import ReportContext, ReportQuery
from app.reports.counts.facts import percentiles
from app.reports.counts.people import MAX_RAW
from app.reports.funnels.dealings import read_dealings
from app.reports.funnels.steps import FunnelStep, offered_steps, read_steps, read_window
from app.reports.funnels.trails import FunnelConversation, Moment, read_conversations, read_moments
from app.reports.metrics.definitions import percent
from app.reports.standard.registry import Column, Content, Figure, Row

SCOPES = ("session", "contact")
ORDERS = ("strict", "loose")
BY = {"bot": "bot_id", "channel": "channel", "group": "bot_group", "language": "language", "outlet": "outlet_id"}
"""What a funnel is split by, and the column of a conversation that says it."""
MOST_ROWS = 20
REST = "*"
"""What the smaller parts of a split are together."""
FIGURES = ("funnel", "split")


@dataclass(frozen=True, slots=True, kw_only=True)
class Funnel:
    """What a reader asks: steps in order, what is counted, and within which time of the first step."""

    steps: tuple[FunnelStep, ...]
    scope: str = "session"
    window: timedelta
    order: str = "loose"
    by: str = ""
    is_settled: bool = False
    """Whether contacts that still have time to come further are left out."""


@dataclass(frozen=True, slots=True)
class Way:
    """How far a conversation or contact came, when it took each step, and the conversation it began in."""

    times: tuple[tuple[datetime, bool], ...]
    conversation: FunnelConversation


def funnel_of(*, steps: str, scope: str, window: str, order: str, by: str, settled: bool) -> Funnel:
    """The funnel of an address; Invalid names the part that does not fit."""
    length, is_settled = read_window(window), settled and scope == "contact"
    return Funnel(steps=read_steps(steps), scope=scope, window=length, order=order, by=by, is_settled=is_settled)


def walk(moments: Sequence[Moment], start: int, funnel: Funnel) -> Way:
    """The way on from a moment with the first step."""
    place, first = start, moments[start]
    times = [(first.at, first.is_timed)]
    for step in funnel.steps[1:]:
        until = len(moments) if funnel.order == "loose" else min(place + 2, len(moments))
        # What happens at one moment may be several steps.
        following = next((number for number in range(place, until) if step in moments[number].steps), None)
        if following is None or moments[following].at - first.at > funnel.window:
            break
        place = following
        times.append((moments[place].at, moments[place].is_timed))
    return Way(tuple(times), first.conversation)


def furthest(moments: Sequence[Moment], funnel: Funnel, starts: set[FunnelConversation]) -> Way | None:
    """The longest way that begins in one of some conversations, the first of several."""
    begins = (
        number
        for number, moment in enumerate(moments)
        if funnel.steps[0] in moment.steps and moment.conversation in starts
    )
    best: Way | None = None
    for start in begins:
        way = walk(moments, start, funnel)
        if best is None or len(way.times) > len(best.times):
            best = way
        if len(best.times) == len(funnel.steps):
            break
    return best


def read_ways(context: ReportContext, funnel: Funnel) -> list[Way] | None:
    """The way of each conversation or contact with the first step; None where the range is too long to count."""
    span = context.span
    if span.end - span.start > MAX_RAW:
        return None
    is_contact = funnel.scope == "contact"
    end = span.end + funnel.window if is_contact else span.end
    conversations = read_conversations(context.selection, span.start, end, funnel.steps, is_known=is_contact)
    units: defaultdict[int, list[FunnelConversation]] = defaultdict(list)
    # What led to a conversation was before it, and what came of it is after it.
    around = (span.start, end) if is_contact else (span.start - funnel.window, end + funnel.window)
    dealings = read_dealings(context.selection, *around, funnel.steps, conversations, is_known=is_contact)
    for conversation in (*conversations, *dealings):
        units[conversation.person if is_contact else conversation.id].append(conversation)
    first, second = funnel.steps[:2]
    ways = list[Way]()
    walked = list[tuple[list[FunnelConversation], list[FunnelConversation]]]()
    for unit in units.values():
        begins = [
            conversation
            for conversation in unit
            if first in conversation.steps and conversation.row.started_at < span.end
        ]
        if begins and any(second in conversation.steps for conversation in unit):
            walked.append((begins, unit))
        elif begins:
            ways.append(_first_step_way(begins))
    moments = dict(
        read_moments([conversation for _, unit in walked for conversation in unit if conversation not in dealings])
    )
    moments |= dealings
    for begins, unit in walked:
        trail = sorted(
            (moment for conversation in unit for moment in moments[conversation]), key=lambda moment: moment.at
        )
        ways.append(furthest(trail, funnel, set(begins)) or _first_step_way(begins))
    return ways


def settled_ways(context: ReportContext, funnel: Funnel) -> list[Way] | None:
    """The ways that a funnel shows: where it is of settled contacts, only those whose time is over."""
    ways = read_ways(context, funnel)
    if ways is not None and funnel.is_settled:
        return [way for way in ways if way.times[0][0] + funnel.window <= context.now]
    return ways


def _first_step_way(begins: list[FunnelConversation]) -> Way:
    """The way of those who came to the first step alone."""
    return Way(((begins[0].row.started_at, False),), begins[0])


def document(
    question: ReportQuery, funnel: Funnel, language: str = "en", now: datetime | None = None
) -> dict[str, Any]:
    """A funnel with the frame of a report; Invalid names the filter that does not fit."""
    context = ReportContext(question, now, language)
    ways = settled_ways(context, funnel)
    steps = _steps(ways, funnel, context)
    rows = _rows(ways or [], funnel, context) if funnel.by else []
    marks = ["long"] if ways is None else []
    is_contact = funnel.scope == "contact" and not funnel.is_settled
    if is_contact and context.now < context.span.end + funnel.window:
        marks.append("provisional")
    return context.frame() | {
        "steps": steps,
        "rows": rows,
        "figures": [_funnel_figure(context, funnel, steps, marks), *_split_figure(context, funnel, rows)],
    }


def choices(question: ReportQuery, language: str = "en", now: datetime | None = None) -> dict[str, Any]:
    """The steps a funnel of a range can have, with the frame of a report."""
    context = ReportContext(question, now, language)
    return context.frame() | {"items": offered_steps(context)}


def _steps(ways: list[Way] | None, funnel: Funnel, context: ReportContext) -> list[dict[str, Any]]:
    """How many came to each step, their share of the first, and the times from the step before."""
    places = range(len(funnel.steps))
    counts = [None if ways is None else sum(len(way.times) > place for way in ways) for place in places]
    return [
        {
            "id": step.id,
            "label": step.label(context),
            "count": count,
            "share": None if count is None else percent(count, counts[0]),
            **_times(ways or [], place),
        }
        for place, (step, count) in enumerate(zip(funnel.steps, counts, strict=True))
    ]


def _times(ways: list[Way], place: int) -> dict[str, float | None]:
    """The median and the 90th percentile of the seconds from the step before, where both were timed."""
    pairs = (way.times[place - 1 : place + 1] for way in ways if place and len(way.times) > place)
    lengths = [((after[0] - before[0]).total_seconds(), 1) for before, after in pairs if before[1] and after[1]]
    median, p90 = (None if value is None else round(value, 1) for value in percentiles(lengths, [0.5, 0.9]))
    return {"median_s": median, "p90_s": p90}


def _rows(ways: list[Way], funnel: Funnel, context: ReportContext) -> list[dict[str, Any]]:
    """How many came to each step, by what the funnel is split by, most first; the smaller parts are one."""
    counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for way in ways:
        value = getattr(way.conversation.row, BY[funnel.by])
        counts["" if value is None else str(value)].update(range(len(way.times)))
    order = sorted(counts, key=lambda value: (-counts[value][0], value))
    largest = order if len(order) <= MOST_ROWS else order[: MOST_ROWS - 1]
    for value in order[len(largest) :]:
        counts[REST].update(counts[value])
    names = context.part_names(funnel.by, largest)
    return [
        {
            "value": value,
            "label": names.get(value, value),
            "counts": [counts[value][place] for place in range(len(funnel.steps))],
        }
        for value in (*largest, *([REST] if len(largest) < len(order) else []))
    ]


def _funnel_figure(
    context: ReportContext, funnel: Funnel, steps: list[dict[str, Any]], marks: list[str]
) -> dict[str, Any]:
    """The steps as a figure; times are in milliseconds there, as in every figure."""
    columns = (Column("step", "text", "step"), Column(f"{funnel.scope}s"), Column("previous", "percent"),
               Column("share", "percent"), Column("median", "duration"), Column("p90", "duration"))  # fmt: skip
    rows: list[Row] = []
    for place, step in enumerate(steps):
        before = steps[place - 1]["count"] if place else None
        of_previous = None if step["count"] is None or not before else percent(step["count"], before)
        times = [None if step[name] is None else round(step[name] * 1000) for name in ("median_s", "p90_s")]
        rows.append([step["id"], step["count"], of_previous, step["share"], *times])
    is_counted = "long" not in marks
    content = Content(rows if is_counted else [], marks=marks)
    return Figure("funnel", "funnel", columns, lambda _context: content).answer(context)


def _split_figure(context: ReportContext, funnel: Funnel, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The parts of a split as a figure, if there is one."""
    if not funnel.by:
        return []
    has_names = funnel.by in ("bot", "outlet")
    columns = (Column(funnel.by, "text", "stage" if has_names else funnel.by),
               *(Column(step.id, "count", "step") for step in funnel.steps))  # fmt: skip
    content = Content([[row["label"] if has_names else row["value"] or None, *row["counts"]] for row in rows])
    return [Figure("split", "table", columns, lambda _context: content).answer(context)]
