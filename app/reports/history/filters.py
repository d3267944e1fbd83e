"""The filters of the conversation list, and the conditions they mean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, and_, or_, select

from app.analytics.evidence import EVIDENCE, evidence_is, outcome_is
from app.conversations.models import Contact, Conversation, Turn
from app.reports.filters.ranges import Range
from app.reports.filters.selection import ConversationFilters, Selection
from app.reports.history import search
from app.reports.history.fields import conditions_of
from app.reports.metrics.definitions import Metric


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters(ConversationFilters):
    """What a reader narrows the list by, as the address says it."""

    r: str = "recent"
    """A preset or dates; empty for no range at all."""
    outcome: Sequence[str] = ()
    engaged: bool = False
    goal: bool = False
    rated: Sequence[str] = ()
    fallbacks: int = 0
    intent: str = ""
    handoff: bool = False
    contact: Sequence[int] = ()
    q: str = ""
    evidence: str = ""
    f: str = ""
    """Conditions on fields, as the address says them."""


def filters_of(args: Mapping[str, Any]) -> Filters:
    """Return the filters among the arguments of a call, which may have an order, columns and a page besides."""
    return Filters(**{field.name: args[field.name] for field in fields(Filters)})


@dataclass(frozen=True, slots=True)
class AppliedFilters:
    """Filters understood: their conditions, with the zone and the dates they mean."""

    selection: Selection
    span: Range | None
    conditions: list[ColumnElement[bool]]
    reach: list[ColumnElement[bool]]
    """Those on whose conversations they are, and of which dates."""


def narrow(filters: Filters, now: datetime) -> AppliedFilters:
    """Understand filters; Invalid names the one that does not fit."""
    selection = filters.select()
    span = filters.find_range(selection, now) if filters.r else None
    reach = selection.where(Conversation)
    if span is not None:
        reach += [Conversation.started_at >= span.start, Conversation.started_at < span.end]
    facts = [*_facts(filters, now), *_words(filters), *conditions_of(filters.f, selection.zone, now)]
    return AppliedFilters(selection, span, [*reach, *facts], reach)


def _facts(filters: Filters, now: datetime) -> list[ColumnElement[bool]]:
    """Conditions on what a conversation is."""
    flags = {"engaged": filters.engaged, "goal": filters.goal, "handed_off": filters.handoff}
    conditions = [EVIDENCE[name] for name, is_set in flags.items() if is_set]
    if filters.evidence:
        conditions.append(evidence_is(filters.evidence, now))
    if filters.outcome:
        conditions.append(or_(*(outcome_is(outcome) for outcome in filters.outcome)))
    if filters.rated:
        conditions.append(Conversation.rating.in_([int(rating) for rating in filters.rated]))
    if filters.fallbacks:
        conditions.append(Conversation.fallback_turns >= filters.fallbacks)
    if filters.contact:
        # A contact means its person: links made before a merge find what those made after it do.
        persons = select(Contact.person_id).where(Contact.id.in_(filters.contact))
        conditions.append(Conversation.contact_id.in_(select(Contact.id).where(Contact.person_id.in_(persons))))
    return conditions


def evidence_of(metric: Metric, zone: ZoneInfo, now: datetime) -> list[ColumnElement[bool]]:
    """Return the conditions on the sessions behind a metric's numerator: what the list that it opens has."""
    return [
        *conditions_of(metric.condition, zone, now), *([evidence_is(metric.evidence, now)] if metric.evidence else []),
    ]  # fmt: skip


def understood_as(intent: str) -> list[ColumnElement[bool]]:
    """The turns of a conversation that were understood as an intent."""
    return [Turn.conversation_id == Conversation.id, Turn.intent == intent, and_(Turn.nlu, Turn.accepted)]


def _words(filters: Filters) -> list[ColumnElement[bool]]:
    """Conditions on what was said and understood."""
    conditions: list[ColumnElement[bool]] = []
    if filters.intent:
        conditions.append(select(Turn.id).where(*understood_as(filters.intent)).exists())
    if filters.q.strip():
        conditions.append(search.matching(filters.q))
    return conditions
