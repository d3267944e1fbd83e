"""Usage: how much bots are used, in which words and languages, how fast and at which cost."""

from decimal import Decimal
from typing import Any

from sqlalchemy import func, select

from app.analytics.evidence import HAS_CAUSE
from app.conversations.models import CAUSES, Conversation, Message, Turn
from app.core.db.base import db
from app.reports.bots.misses import group_misses, lessons, read_misses
from app.reports.cards import figures
from app.reports.cards.figures import By
from app.reports.context import ReportContext, by_steps
from app.reports.counts.facts import Fact, Sample, by_value, most_first
from app.reports.counts.intents import mean_confidence
from app.reports.filters.links import turn_link
from app.reports.filters.selection import format_instant
from app.reports.metrics.definitions import DASHBOARD, MICRO, USAGE, Counts, percent, round_half_up
from app.reports.standard.extras import SHARES, length_counts
from app.reports.standard.registry import Column, Content, Row, add_report, figure, small

TRAFFIC, QUALITY = "traffic", "quality"
SLOW_MS = 10_000
"""A turn answered later than this is among the slowest."""
MOST_SLOW, MOST_INTENTS, MOST_GROUPS = 20, 50, 20
LABEL = Column("when", "date")
STEP_MARKS = ("partial", "running", "provisional")
_also = {metric.id: metric for metric in DASHBOARD}
USAGE_REPORT = add_report(
    "usage",
    "Usage",
    (*USAGE, *(_also[name] for name in ("engaged_sessions", "fallback_rate", "csat", "cost_per_session"))),
)


def steps(context: ReportContext, values: list[Row], *, evidence: str = "") -> Content:
    """A figure with a row a step: its label, then the values; steps that are not over or not final are marked.

    Each lists its conversations, those that are the evidence of the values where they have some.
    """
    labels = [figures.label_of(bucket, context.step, context.span) for bucket in context.steps]
    return Content(
        [[label, *row] for label, row in zip(labels, values, strict=True)],
        links=[context.links.to_step(bucket, evidence=evidence) for bucket in context.steps],
        row_marks=[
            [name for name in ("partial", "running", "provisional") if getattr(bucket, name)]
            for bucket in context.steps
        ],
    )


def _sums(by_step: list[Counts], *names: str) -> list[Row]:
    """The sums of some counts of each step."""
    return [[counts.get(name, 0) for name in names] for counts in by_step]


def with_totals(content: Content) -> Content:
    """The content with the sums of its columns as its totals."""
    columns = zip(*(row[1:] for row in content.rows), strict=True)
    content.totals = [None, *(sum(value or 0 for value in column) for column in columns)] if content.rows else None
    return content


@figure(
    USAGE_REPORT, "messages", "series", LABEL, Column("people"), Column("bots"), Column("staff"), tab=TRAFFIC, width=8
)
def messages(context: ReportContext) -> Content:
    """Messages by step and speaker."""
    return with_totals(steps(context, _sums(context.by_step, "messages_in", "messages_out", "messages_human")))


@figure(
    USAGE_REPORT, "channels", "table", Column("channel", "text", "channel"), Column("sessions"),
    Column("share", "percent"), Column("fallback", "percent"), Column("csat", "percent"), tab=TRAFFIC, width=4,
)  # fmt: skip
def channels(context: ReportContext) -> Content:
    """Sessions by channel, most first."""
    return _split(context.by("channel"), lambda channel: context.links.to(channel=channel))


def _split(by: By, link: Any, name: Any = str) -> Content:
    """Sessions, share, fallback and satisfaction of each part of a split, most first."""
    total = sum(counts["sessions"] for counts in by.values())
    order = sorted(by.items(), key=lambda item: (-item[1]["sessions"], item[0]))
    rows = [
        [name(key), counts["sessions"], percent(counts["sessions"], total),
         percent(counts["fallback_turns"], counts["nlu_turns"]), percent(counts["satisfied"], counts["ratings"])]
        for key, counts in order
    ]  # fmt: skip
    few = [small(fallback=counts["nlu_turns"], csat=counts["ratings"]) for _, counts in order]
    return Content(rows, links=[link(key) for key, _ in order], row_small=few)


@figure(USAGE_REPORT, "sessions", "series", LABEL, Column("engaged"), Column("silent"), tab=TRAFFIC, width=8)
def sessions(context: ReportContext) -> Content:
    """Sessions by step: engaged ones, and those in which nobody said anything."""
    rows = [[counts["engaged"], counts["sessions"] - counts["engaged"]] for counts in context.by_step]
    return with_totals(steps(context, rows))


@figure(
    USAGE_REPORT, "bots", "table", Column("bot", "text"), Column("sessions"), Column("share", "percent"),
    Column("fallback", "percent"), Column("csat", "percent"), tab=TRAFFIC, width=4,
)  # fmt: skip
def bots(context: ReportContext) -> Content:
    """Sessions by bot, most first."""
    names = context.bot_names
    return _split(context.by("bot_id"), lambda bot: None, lambda bot: names.get(int(bot), bot))


@figure(
    USAGE_REPORT, "heat", "heat", Column("weekday", "text", "weekday"),
    *(Column(f"{hour:02d}", "ratio", "hour") for hour in range(24)), tab=TRAFFIC, width=7,
)  # fmt: skip
def heat(context: ReportContext) -> Content:
    """Sessions by weekday and hour, as the mean of the hours of that name that are over."""
    return Content([[str(weekday), *cells] for weekday, cells in enumerate(context.heat["cells"])])


@figure(
    USAGE_REPORT, "languages", "table", Column("language", "text", "language"), Column("sessions"),
    Column("share", "percent"), Column("understood_turns"), Column("fallback", "percent"), tab=TRAFFIC, width=5,
)  # fmt: skip
def languages(context: ReportContext) -> Content:
    """Sessions by language, most first, and how much of it was not understood."""
    values = by_value(context.facts("language"))
    total = sum(number for number, _, _ in values.values())
    order = most_first(values)
    return Content(
        [[name, number, percent(number, total), turns, percent(fallbacks, turns)]
         for name, (number, fallbacks, turns) in order],
        row_small=[small(fallback=turns) for _, (_, _, turns) in order],
    )  # fmt: skip


@figure(
    USAGE_REPORT, "detected", "table", Column("language", "text", "language"), Column("detected", "text", "language"),
    Column("sessions"), Column("share", "percent"), tab=TRAFFIC, width=5,
)  # fmt: skip
def detected(context: ReportContext) -> Content:
    """Engaged sessions by the language they were held in and the one people wrote in, where the script tells it."""
    values = by_value(context.facts("detected"))
    total = sum(number for number, _, _ in values.values())
    rows: list[Row] = []
    for value, (number, _, _) in most_first(values):
        language, _, written = value.partition("\t")
        rows.append([language, written or None, number, percent(number, total)])
    return Content(rows)


@figure(
    USAGE_REPORT, "intents", "table", Column("intent", "text", "intent"), Column("turns"), Column("share", "percent"),
    Column("confidence", "ratio"), Column("fallback_after", "percent"), Column("csat", "percent"),
    tab=TRAFFIC, width=7,
)  # fmt: skip
def intents(context: ReportContext) -> Content:
    """The most frequent intents, what came after them and how they were rated."""
    figures = context.intents
    top = figures.top[:MOST_INTENTS]
    rows = [
        [intent, row["turns"], percent(row["turns"], figures.turns), mean_confidence(row),
         percent(row["fallback_after"], row["explained"]), percent(row["satisfied"], row["ratings"])]
        for intent, row in top
    ]  # fmt: skip
    marks = ["uncounted"] if figures.turns is None else []
    few = [small(fallback_after=row["explained"], csat=row["ratings"]) for _, row in top]
    links = [context.links.to(intent=intent) for intent, _ in top]
    names = context.part_names("intent", [intent for intent, _ in top])
    return Content(rows, links=links, marks=marks, names=names, row_small=few)


@figure(
    USAGE_REPORT, "flows", "table", Column("entry", "text", "intent"), Column("sessions"), Column("completed"),
    Column("completion", "percent"), Column("drop", "percent"), tab=TRAFFIC, width=5,
)  # fmt: skip
def flows(context: ReportContext) -> Content:
    """Sessions by the intent they began with, and how many of them were completed."""
    values = by_value(context.facts("entry"))
    order = most_first(values)[:MOST_INTENTS]
    return Content(
        [[name or None, number, completed, percent(completed, number), percent(number - completed, number)]
         for name, (number, completed, _) in order],
        names=context.part_names("intent", [name for name, _ in order if name]),
    )  # fmt: skip


@figure(
    USAGE_REPORT, "misses", "table", Column("text", "text"), Column("turns"), Column("conversations"),
    Column("language", "text", "language"), tab=QUALITY, width=8, quotes=True,
)  # fmt: skip
def misses(context: ReportContext) -> Content:
    """What was not understood, texts that say nearly the same together, of the newest 2,000 such turns."""
    groups = group_misses(read_misses(context.selection, context.span))[:MOST_GROUPS]
    rows = [
        [group.misses[0].text.strip(), len(group.misses), len({miss.conversation_id for miss in group.misses}),
         group.misses[0].language]
        for group in groups
    ]  # fmt: skip
    newest = [max(group.misses, key=lambda miss: miss.conversation_id) for group in groups]
    links = [turn_link(miss.conversation_id, miss.turn) for miss in newest]
    return Content(
        rows, links=links, link=context.links.to(evidence="fallback"), row_lessons=lessons(groups) if groups else None
    )


@figure(
    USAGE_REPORT, "errors", "bars", Column("cause", "text", "cause"), Column("turns"), Column("share", "percent"),
    tab=QUALITY, width=4,
)  # fmt: skip
def errors(context: ReportContext) -> Content:
    """Turns that failed, by cause, most first, as shares of all turns; each leads to its conversations."""
    values = by_value(context.facts("cause"))
    turns = context.current["turns"]
    order = most_first(values)
    content = Content(
        [[cause, number, percent(number, turns)] for cause, (number, _, _) in order],
        links=[context.links.to(f=f"cause:eq:{cause}") for cause, _ in order],
    )
    return _with_total(content, turns)


def _with_total(content: Content, turns: int) -> Content:
    """The content with the sum of its numbers and their share of all turns."""
    number = sum(row[1] for row in content.rows)
    content.totals = [None, number, percent(number, turns)]
    return content


@figure(
    USAGE_REPORT, "latency", "series", LABEL, *(Column(f"p{share}", "duration") for share in SHARES["latency"]),
    tab=QUALITY, width=7,
)  # fmt: skip
def latency(context: ReportContext) -> Content:
    """The time from a message to the bot's first answer, by step."""
    samples = context.reader.samples(context.span, "latency")
    content = steps(context, [_percentiles(part) for part in by_steps(context.steps, samples or [])])
    content.totals = [None, *_percentiles(samples or [])]
    content.marks = ["uncounted"] if samples is None else []
    return content


def _percentiles(samples: list[Sample]) -> Row:
    """The four percentiles, None of no samples."""
    counts = length_counts("latency", samples)
    return [counts.get(f"latency_p{share}") for share in SHARES["latency"]]


@figure(
    USAGE_REPORT, "slow_turns", "table", Column("text", "text"), Column("latency", "duration"), Column("at", "date"),
    tab=QUALITY, width=5, quotes=True,
)  # fmt: skip
def slow_turns(context: ReportContext) -> Content:
    """The turns answered last, over ten seconds."""
    zone = context.span.zone
    query = (
        select(Turn.conversation_id, Turn.number, Turn.latency_ms, Turn.started_at)
        .join(Conversation, Conversation.id == Turn.conversation_id)
        .where(*context.selection.during(context.span))
        .where(Turn.latency_ms >= SLOW_MS)
        .order_by(Turn.latency_ms.desc(), Turn.id.desc())
        .limit(MOST_SLOW)
    )
    turns = db.session.execute(query).all()
    texts = _texts([(turn.conversation_id, turn.number) for turn in turns])
    rows = [
        [texts.get((turn.conversation_id, turn.number)), turn.latency_ms, format_instant(turn.started_at, zone)]
        for turn in turns
    ]
    return Content(rows, links=[turn_link(turn.conversation_id, turn.number) for turn in turns])


def _texts(turns: list[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """What users said in some turns."""
    query = (
        select(Message.conversation_id, Message.turn_number, func.min(Message.text))
        .where(Message.conversation_id.in_([conversation for conversation, _ in turns]), Message.speaker == "user")
        .group_by(Message.conversation_id, Message.turn_number)
    )
    return {(conversation, number): text for conversation, number, text in db.session.execute(query)}


@figure(
    USAGE_REPORT, "errors_by_step", "series", LABEL, *(Column(cause, "count", "cause") for cause in CAUSES),
    tab=QUALITY, width=6,
)  # fmt: skip
def errors_by_step(context: ReportContext) -> Content:
    """Turns that failed, by step and cause."""
    facts = _failures_by_hour(context) if context.step == "hour" else context.reader.read(
        context.span, "cause", each=True
    )  # fmt: skip
    if not facts:
        return Content([], marks=["uncounted"] if facts is None else [])
    counts = [by_value(part) for part in by_steps(context.steps, facts)]
    content = with_totals(steps(context, [[part.get(cause, [0])[0] for cause in CAUSES] for part in counts]))
    content.links = [
        None if step.is_part_of_day else context.links.to_step(step, f="cause:present") for step in context.steps
    ]
    return content


def _failures_by_hour(context: ReportContext) -> list[Fact]:
    """The causes of failed turns by the moments their sessions began: days are too long for hours."""
    query = (
        select(Conversation.started_at, Turn.cause, func.count())
        .join(Conversation, Conversation.id == Turn.conversation_id)
        .where(*context.selection.during(context.span), HAS_CAUSE)
        .group_by(Conversation.started_at, Turn.cause)
    )
    return [Fact(at, "", str(cause), number, 0, 0) for at, cause, number in db.session.execute(query)]


@figure(
    USAGE_REPORT, "cost", "series", LABEL, Column("cost", "money"), Column("cost_per_session", "money"),
    tab=QUALITY, width=6,
)  # fmt: skip
def cost(context: ReportContext) -> Content:
    """Fees by step, in all and of a session; none where clients have several currencies."""
    if len(context.selection.currencies) > 1:
        return steps(context, [[None, None] for _ in context.steps])
    content = steps(context, [_cost(counts) for counts in context.by_step])
    content.totals = [None, *_cost(context.current)]
    return content


def _cost(counts: Counts) -> Row:
    """The fees in all and of a session; None where no source tells them."""
    sessions = counts.get("priced", 0)
    if not sessions:
        return [None, None]
    fees = Decimal(counts["cost_micro"]) / MICRO
    return [round_half_up(fees, 2), round_half_up(fees / sessions, 2)]


@figure(USAGE_REPORT, "quota", "table", Column("limit", "text"), Column("used"), Column("allowed"), width=0)
def quota(_context: ReportContext) -> Content:
    """The limits of the plan; no plan has any."""
    return Content([])
