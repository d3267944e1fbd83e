"""What a receipt holds: a number with its sessions, counted as its card counts it."""

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import select

from app.conversations.models import Conversation
from app.core.db.base import db
from app.core.errors import BeyondSchema, Invalid
from app.reports.cards.key_figures import Cards
from app.reports.context import ReportContext, ReportQuery, by
from app.reports.filters.ranges import Bucket, Range
from app.reports.filters.selection import data_as_of
from app.reports.history.filters import evidence_of
from app.reports.metrics.definitions import BY_ID, OF_CONVERSATIONS, Metric, is_additive
from app.reports.questions import address_of, context_of, pin_dates, read_question, visible_context_of
from app.reports.standard.service import cards_of

CHUNK = 10_000
"""Session ids read at once."""


@dataclass(frozen=True, slots=True)
class Hour(Range):
    """One hour of a day, where a number is of no more."""

    bucket: Bucket

    @property
    def start(self) -> datetime:
        """When the hour begins."""
        return self.bucket.start

    @property
    def end(self) -> datetime:
        """When the next one begins."""
        return self.bucket.end


@dataclass(frozen=True, slots=True)
class CountedNumber:
    """A number at a moment, and the question that it answers."""

    metric: Metric
    context: ReportContext
    query: str
    bucket: str | None
    as_of: datetime | None
    content: dict[str, Any]


def count_number(metric_id: str, query: str, bucket: str | None = None, *, language: str = "en") -> CountedNumber:
    """Count a metric in the present scope, over a whole question or one bucket of it; Invalid names what is wrong."""
    metric = BY_ID.get(metric_id)
    if metric not in OF_CONVERSATIONS:
        raise Invalid({"metric": [BeyondSchema("There is no such metric.")]})
    question = read_question(query)
    context = visible_context_of(question, None, language)
    # What it is compared with is no part of a number; its steps are where it is one of them.
    usual = ReportQuery()
    step = usual.g if bucket is None else question.g
    whole = address_of(replace(pin_dates(question, context.span), cmp=usual.cmp, g=step))
    # Counted by what the receipt keeps of the question, as it is whenever it is counted again.
    context = context_of(read_question(whole), context.now, language)
    part = None if bucket is None else _find_bucket(context, bucket)
    if part is not None:
        context = _context_of_bucket(context, part)
    return CountedNumber(metric, context, whole, bucket, data_as_of(), _content(metric, context, part))


def _find_bucket(context: ReportContext, bucket: str) -> Bucket:
    """The bucket of a question that begins with a date or at an instant."""
    try:
        at = datetime.fromisoformat(bucket)
    except ValueError:
        at = None
    for step in context.steps:
        local = step.start.astimezone(context.span.zone)
        if step.first.isoformat() == bucket and (context.step != "hour" or local.hour == 0):
            return step
        if at is not None and at.tzinfo is not None and at == step.start:
            return step
    raise Invalid({"bucket": [BeyondSchema("Must be the date or the hour with which a bucket of the range begins.")]})


def _context_of_bucket(context: ReportContext, bucket: Bucket) -> ReportContext:
    """The question of a bucket alone."""
    span = Range(bucket.first, bucket.last, context.span.zone)
    part = ReportContext(pin_dates(context.question, span), context.now, context.language)
    if context.step == "hour":
        part.span, part.steps = Hour(bucket.first, bucket.last, context.span.zone, bucket), [bucket]
    return part


def _content(metric: Metric, context: ReportContext, part: Bucket | None) -> dict[str, Any]:
    if isinstance(context.span, Hour) and not is_additive(metric):
        raise Invalid({"bucket": [BeyondSchema("This metric is not counted by the hour.")]})
    card = cards_of(context, (metric,))[0]
    sessions, digest = digest_conversations(metric, context)
    return {
        "value": card["value"], "num": card["num"], "den": card["den"], "sessions": sessions, "sha256": digest,
        "marks": card["marks"], "sources": _sources(metric, context),
    }  # fmt: skip


def digest_conversations(metric: Metric, context: ReportContext) -> tuple[int, str]:
    """Return how many sessions are the evidence of a number, and the SHA-256 of their ids.

    These are the sessions that its card opens: ids in ascending order as decimal text, one a line.
    """
    conditions = context.selection.during(context.span)
    conditions += evidence_of(metric, context.selection.zone, context.now)
    query = select(Conversation.id).where(*conditions).order_by(Conversation.id)
    digest, count = hashlib.sha256(), 0
    for ids in db.session.scalars(query).partitions(CHUNK):
        digest.update(("\n" if count else "").encode() + "\n".join(map(str, ids)).encode())
        count += len(ids)
    return count, digest.hexdigest()


def _sources(metric: Metric, context: ReportContext) -> list[dict[str, Any]]:
    """What each channel adds, of numbers that are sums; largest first."""
    if not is_additive(metric):
        return []
    rows = [
        {"channel": channel, "num": Cards.numerator(metric, counts), "den": Cards.denominator(metric, counts)}
        for channel, counts in by(context.selection, context.span, "channel").items()
        if counts.get(metric.den or metric.num)
    ]
    return sorted(rows, key=lambda row: -(row["den"] or row["num"] or 0))
