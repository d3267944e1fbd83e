"""Engagement: who comes, how often, for how long, whether they come back, and what they think."""

from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from sqlalchemy import select

from app.analytics.facts import middle_of
from app.conversations.models import Conversation, Message
from app.core.db.base import db
from app.core.statistics import wilson_interval
from app.reports.context import ReportContext
from app.reports.counts import people, visits
from app.reports.counts.facts import by_parts, by_value, sum_facts
from app.reports.filters.links import turn_link
from app.reports.filters.ranges import local_date
from app.reports.filters.selection import REAL, format_instant
from app.reports.metrics.definitions import BY_ID, ENGAGEMENT, SMALL, Counts, percent
from app.reports.standard.extras import MONTH, days_before
from app.reports.standard.registry import Column, Content, Row, add_report, figure, small
from app.reports.standard.usage import LABEL, steps

TIMES = ((1, "1"), (2, "2"), (3, "3"), (5, "4–5"), (visits.MOST_SESSIONS, "6+"))
"""The classes of how often people come, by the most sessions of each."""
DAYS = ((0, "0"), (1, "1"), (3, "2–3"), (7, "4–7"), (14, "8–14"), (28, "15–28"), (10_000, "29+"))
DEPTHS = ((1, "1"), (2, "2"), (3, "3"), (5, "4–5"), (9, "6–9"), (10_000, "10+"))
# Each limit is one of `app.analytics.facts`: otherwise lengths near it would count on its wrong side.
MINUTES = ((1, "0–1"), (2, "1–2"), (5, "2–5"), (10, "5–10"), (30, "10–30"), (float("inf"), "30+"))
FEWEST_PEOPLE = 5
"""Shares of smaller groups of people are masked."""
MOST_COMMENTS, MOST_NODES, MOST_VERSIONS, MOST_SOURCES = 20, 20, 20, 50
_shared = ("users_active", "engaged_sessions", "session_duration", "csat", "completion_rate")
_metrics = (*ENGAGEMENT, *(BY_ID[name] for name in _shared))
_order = ("users_active", "users_new", "users_returning", "dau", "wau", "mau", "stickiness", "sessions_per_user",
          "recency", "engaged_sessions", "turns_per_session", "session_duration", "completion_rate", "goal_reach",
          "abandonment_rate", "durable_resolution_rate", "repeat_contact_rate", "csat",
          "csat_response_rate", "nps")  # fmt: skip
ENGAGEMENT_REPORT = add_report("engagement", "Engagement", sorted(_metrics, key=lambda metric: _order.index(metric.id)))
Classes = Iterable[tuple[float, str]]


def _class_of(value: float, classes: Classes) -> str:
    """The class a value is in."""
    return next(name for most, name in classes if value <= most)


def _class_shares(counts: Counter[str], classes: Classes) -> Content:
    """How many there are of each class, in order, with their shares."""
    total = counts.total()
    return Content(
        [[name, counts[name], percent(counts[name], total)] for _, name in classes], totals=[None, total, None]
    )


@figure(ENGAGEMENT_REPORT, "users", "series", LABEL, Column("new"), Column("returning"), width=8)
def users(context: ReportContext) -> Content:
    """Distinct people of each step: those who came for the first time ever, and the others."""
    active = people.people_by(context.selection, context.steps)
    if active is None or context.selection.traffic != REAL:
        return Content([], marks=["uncounted"])
    new = [min(counts.get("engaged_new", 0), count) for counts, count in zip(context.by_step, active, strict=True)]
    content = steps(context, [[first, count - first] for first, count in zip(new, active, strict=True)])
    content.links = [
        None if step.is_part_of_day else context.links.to_contacts(days=(step.first, step.last))
        for step in context.steps
    ]
    return content


@figure(
    ENGAGEMENT_REPORT, "frequency", "distribution", Column("times", "text"), Column("people"),
    Column("share", "percent"), width=4,
)  # fmt: skip
def frequency(context: ReportContext) -> Content:
    """People by the number of their sessions."""
    return _people_by_visits(context, lambda _last, times: _class_of(times, TIMES), TIMES)


def _people_by_visits(context: ReportContext, class_of: Any, classes: Classes) -> Content:
    """People by a class of their last day and their sessions."""
    visits = context.reader.visits(context.span)
    counts = Counter[str]()
    for (last, times), number in (visits or {}).items():
        counts[class_of(last, times)] += number
    content = _class_shares(counts, classes)
    content.marks = ["uncounted"] if visits is None else []
    return content


@figure(
    ENGAGEMENT_REPORT, "retention", "cohort", Column("week", "date"), Column("people"),
    *(Column(f"w{week}", "percent", "week") for week in range(visits.WEEKS)),
)  # fmt: skip
def retention(context: ReportContext) -> Content:
    """People by the ISO week they came first in, and how many of them came so many weeks later.

    A week is counted whole where the range ends in its middle, and is partial while it is not over.
    """
    today = local_date(context.now, context.selection.zone)
    ends = context.span.last + timedelta(days=6 - context.span.last.weekday())
    table = visits.retention(context.selection, min(ends, today))
    if table is None:
        return Content([], marks=["uncounted"])
    mondays, came = table
    is_running = ends >= today
    rows: list[Row] = []
    marks: list[list[str]] = []
    for cohort, monday in enumerate(mondays):
        size = came.get((cohort, cohort), 0)
        shares = [percent(came.get((cohort, week), 0), size) for week in range(cohort, len(mondays))]
        masked: Row = [None for _ in shares]
        rows.append([monday.isoformat(), size, *(shares if size >= FEWEST_PEOPLE else masked)])
        rows[-1] += [None] * (2 + visits.WEEKS - len(rows[-1]))
        marks.append(["partial"] if is_running else [])
        marks[-1] += ["masked"] if 0 < size < FEWEST_PEOPLE else []
    return Content(rows, row_marks=marks)


@figure(ENGAGEMENT_REPORT, "stickiness", "bars", Column("period", "text", "period"), Column("people"), width=4)
def stickiness(context: ReportContext) -> Content:
    """Active users of a day on average, of the last week and of the last 30 days of the range."""
    daily = context.reader.people_by_day(context.span)
    spans = [days_before(context.span.end, days, context.selection.zone) for days in (7, MONTH)]
    week, month = (people.people(context.selection, span.start, span.end) for span in spans)
    mean = None if daily is None else round(sum(daily.values()) / context.span.days)
    return Content([["day", mean], ["week", week and week.active], ["month", month and month.active]])


@figure(
    ENGAGEMENT_REPORT, "recency", "distribution", Column("days", "text"), Column("people"),
    Column("share", "percent"), width=4,
)  # fmt: skip
def recency(context: ReportContext) -> Content:
    """People by the days since they came last."""
    return _people_by_visits(context, lambda last, _times: _class_of(visits.recency(last, context.span), DAYS), DAYS)


@figure(
    ENGAGEMENT_REPORT, "rfm", "matrix", Column("days", "text"), *(Column(name, "count", "times") for _, name in TIMES),
    width=4,
)  # fmt: skip
def rfm(context: ReportContext) -> Content:
    """People by the days since they came last and by the number of their sessions."""
    visitor_table = context.reader.visits(context.span)
    cells = Counter[tuple[str, str]]()
    for (last, times), number in (visitor_table or {}).items():
        cells[_class_of(visits.recency(last, context.span), DAYS), _class_of(times, TIMES)] += number
    rows: list[Row] = [[days, *(cells[days, times] for _, times in TIMES)] for _, days in DAYS]
    return Content(rows, marks=["uncounted"] if visitor_table is None else [])


@figure(
    ENGAGEMENT_REPORT, "depth", "distribution", Column("turns", "text"), Column("sessions"),
    Column("share", "percent"), width=6,
)  # fmt: skip
def depth(context: ReportContext) -> Content:
    """Engaged sessions by their number of turns."""
    counts = Counter[str]()
    for value, (number, _, _) in by_value(context.facts("depth")).items():
        counts[_class_of(int(value), DEPTHS)] += number
    return _class_shares(counts, DEPTHS)


@figure(
    ENGAGEMENT_REPORT, "duration", "distribution", Column("minutes", "text"), Column("sessions"),
    Column("share", "percent"), width=6,
)  # fmt: skip
def duration(context: ReportContext) -> Content:
    """Ended engaged sessions by their length in minutes."""
    counts = Counter[str]()
    for value, (number, _, _) in by_value(context.facts("duration")).items():
        counts[_class_of(middle_of(value) / 60_000, MINUTES)] += number
    return _class_shares(counts, MINUTES)


@figure(
    ENGAGEMENT_REPORT, "csat", "bars", Column("rating", "text", "rating"), Column("ratings"),
    Column("share", "percent"), width=5,
)  # fmt: skip
def csat(context: ReportContext) -> Content:
    """Ratings by stars, best first."""
    values = by_value(context.facts("rating"))
    total = sum(number for number, _, _ in values.values())
    stars = [str(star) for star in range(5, 0, -1)]
    rows = [[star, values.get(star, [0])[0], percent(values.get(star, [0])[0], total)] for star in stars]
    few = [small(share=total)] * len(rows)
    return Content(rows, totals=[None, total, None], link=context.links.to(evidence="rated"), row_small=few)


@figure(
    ENGAGEMENT_REPORT, "rated", "table", Column("channel", "text", "channel"), Column("rating_prompted"),
    Column("ratings"), Column("answered", "percent"), Column("csat", "percent"), width=7,
)  # fmt: skip
def rated(context: ReportContext) -> Content:
    """How many of those asked for a rating gave one, and how good it was, by channel, most asked first."""
    by_channel = {channel: counts for channel, counts in context.by("channel").items() if counts["rating_prompted"]}
    order = sorted(by_channel.items(), key=lambda item: (-item[1]["rating_prompted"], item[0]))
    return Content(
        [[channel, *_rated(counts)] for channel, counts in order],
        totals=[None, *_rated(context.current)],
        links=[context.links.to(channel=channel, evidence="rated") for channel, _ in order],
        row_small=[small(answered=counts["rating_prompted"], csat=counts["ratings"]) for _, counts in order],
    )


def _rated(counts: Counts) -> Row:
    """How many were asked, how many rated, and both shares."""
    prompts, ratings = counts["rating_prompted"], counts["ratings"]
    return [prompts, ratings, percent(ratings, prompts), percent(counts["satisfied"], ratings)]


@figure(
    ENGAGEMENT_REPORT, "comments", "table", Column("comment", "text"), Column("rating"),
    Column("channel", "text", "channel"), Column("at", "date"), quotes=True,
)  # fmt: skip
def comments(context: ReportContext) -> Content:
    """What people wrote after they had rated, newest first, as it is stored: without names and numbers."""
    moment = Conversation.started_at
    rated = (
        select(Conversation.id, Conversation.rating, Conversation.channel, moment)
        .where(*context.selection.during(context.span))
        .where(Conversation.rating.is_not(None))
        .order_by(moment.desc(), Conversation.id.desc())
        .limit(MOST_COMMENTS * 10)
        .subquery()
    )
    query = (
        select(rated, Message.turn_number, Message.text, Message.speaker, Message.marks, Message.kind)
        .join(Message, Message.conversation_id == rated.c.id)
        .order_by(rated.c.started_at.desc(), rated.c.id.desc(), Message.position)
    )
    rows: list[Row] = []
    links: list[str | None] = []
    seen, with_comment = set[int](), set[int]()
    for row in db.session.execute(query):
        if (row.marks or {}).get("rating"):
            seen.add(row.id)
        elif (
            row.id in seen and row.id not in with_comment and row.speaker == "user" and row.kind == "text" and row.text
        ):
            with_comment.add(row.id)
            rows.append([row.text, row.rating, row.channel, format_instant(row.started_at, context.span.zone)])
            links.append(turn_link(row.id, row.turn_number))
    return Content(rows[:MOST_COMMENTS], links=links[:MOST_COMMENTS], link=context.links.to(evidence="rated"))


@figure(
    ENGAGEMENT_REPORT, "drop_off", "bars", Column("bot", "text"), Column("node", "text", "code"), Column("reached"),
    Column("left"), Column("drop", "percent")
)  # fmt: skip
def drop_off(context: ReportContext) -> Content:
    """Nodes where sessions ended abandoned or in error, most such sessions first."""
    names = context.bot_names
    sums = Counter[tuple[str, str]]()
    exits = Counter[tuple[str, str]]()
    for row in context.facts("node") or ():
        sums[row.key, row.value] += row.number
        exits[row.key, row.value] += row.hits
    order = sorted((key for key in exits if exits[key]), key=lambda key: (-exits[key], key))[:MOST_NODES]
    rows: list[Row] = [
        [names.get(int(bot), bot), node, sums[bot, node], exits[bot, node],
         percent(exits[bot, node], sums[bot, node]) if sums[bot, node] >= SMALL else None]
        for bot, node in order
    ]  # fmt: skip
    return Content(rows)


@figure(
    ENGAGEMENT_REPORT, "sources", "table", Column("origin", "text", "origin"), Column("referral", "text"),
    Column("channel", "text", "channel"), Column("sessions"), Column("share", "percent"),
    Column("goal_rate", "percent"),
)  # fmt: skip
def sources(context: ReportContext) -> Content:
    """Engaged sessions by how people came, what brought them and the channel, most first, and how many reached the top
    goal."""
    facts = context.facts("source", by="channel")
    if facts is None:
        return Content([], marks=["uncounted"])
    sums = by_parts(facts)
    total = sum(number for number, _, _ in sums.values())
    order = sorted(sums.items(), key=lambda item: (-item[1][0], item[0]))[:MOST_SOURCES]
    rows: list[Row] = [
        [origin or None, referral or None, channel, number, percent(number, total), percent(hits, number)]
        for (origin, referral, channel), (number, hits, _) in order
    ]
    links = [context.links.to(channel=channel, evidence="engaged", f=_source_filter(origin, referral))
             for (origin, referral, channel), _ in order]  # fmt: skip
    return Content(rows, links=links, row_small=[small(goal_rate=number) for _, (number, _, _) in order])


def _source_filter(origin: str, referral: str) -> str:
    """The condition on sessions that have come by a way."""
    values = {"origin": origin, "referral": referral}
    return ";".join(f"{field}:eq:{value}" if value else f"{field}:absent" for field, value in values.items())


@figure(
    ENGAGEMENT_REPORT, "versions", "table", Column("bot", "text"), Column("version", "text"), Column("sessions"),
    Column("goal_rate", "percent"), Column("low", "percent"), Column("high", "percent"),
)  # fmt: skip
def versions(context: ReportContext) -> Content:
    """Engaged sessions by version of the bot, and how many reached its top goal, with the 95 % interval of Wilson."""
    names = context.bot_names
    sums = sum_facts(context.facts("version"), lambda row: (row.key, row.value))
    order = sorted(sums.items(), key=lambda item: (names.get(int(item[0][0]), ""), -int(item[0][1])))[:MOST_VERSIONS]
    return Content(
        [[names.get(int(bot), bot), version, number, percent(hits, number),
          *(round(bound, 1) for bound in wilson_interval(hits, number))]
         for (bot, version), (number, hits, _) in order]
    )  # fmt: skip


@figure(ENGAGEMENT_REPORT, "nps", "bars", Column("score", "text"), Column("ratings"), width=0)
def nps(context: ReportContext) -> Content:
    """Answers from 0 to 10, where a bot asks so; ratings on another scale are not converted."""
    values = by_value(context.facts("nps"))
    rows: list[Row] = [[str(score), values.get(str(score), [0])[0]] for score in range(11)] if values else []
    return Content(rows, marks=[] if values else ["unmeasured"])


@figure(ENGAGEMENT_REPORT, "sentiment", "series", LABEL, Column("sentiment", "ratio"), width=0)
def sentiment(_context: ReportContext) -> Content:
    """The mood of what users write: no engine that is installed judges it."""
    return Content([], marks=["unmeasured"])
