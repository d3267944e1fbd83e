"""What happened in a range that may have moved its numbers: versions and their traffic, offers, and people's notes."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, case, select

from app.bots.catalog.models import Bot, BotRelease, BotSplit
from app.core.db.base import db
from app.core.db.tenancy import current_scope
from app.offers.models import Offer
from app.reports.filters.ranges import Bucket, Range
from app.reports.filters.selection import Selection, format_instant
from app.reports.records.models import ANNOTATION_KINDS, Annotation

KINDS = ("release", "rollback", "split_start", "split_end", "offer_start", "offer_end", *ANNOTATION_KINDS)
MOST = 100
"""Markers of each source in a report, the newest ones."""


@dataclass(frozen=True, slots=True)
class Marker:
    """Something that happened at an instant."""

    at: datetime
    kind: str
    text: str
    """The name of what it happened to, or what was noted."""
    version: int | None = None
    link: str | None = None


def find_markers(selection: Selection, span: Range) -> list[Marker]:
    """Return what happened in a range to what a report is about, in order."""
    markers = [*_releases(selection, span), *_splits(selection, span), *_offers(selection, span), *_annotations(span)]
    return sorted(markers, key=lambda marker: (marker.at, marker.kind, marker.text))


def _within(moment: Any, span: Range) -> list[ColumnElement[bool]]:
    return [moment >= span.start, moment < span.end]


def _releases(selection: Selection, span: Range) -> Iterator[Marker]:
    """Versions that went live, of the bots a report is about."""
    query = (
        select(BotRelease.at, BotRelease.number, BotRelease.before, Bot.id, Bot.name)
        .join(Bot, Bot.id == BotRelease.bot_id)
        .where(*_within(BotRelease.at, span), *_bot_conditions(selection))
        .order_by(BotRelease.at.desc())
        .limit(MOST)
    )
    for at, number, before, bot_id, name in db.session.execute(query):
        kind = "rollback" if before is not None and before > number else "release"
        yield Marker(at, kind, name, number, f"/admin/bots/{bot_id}/versions")


def _bot_conditions(selection: Selection) -> Iterator[ColumnElement[bool]]:
    """The bots a report is about."""
    if selection.bots:
        yield Bot.id.in_(selection.bots)
    if selection.group != "overall":
        yield Bot.group == selection.group


def _splits(selection: Selection, span: Range) -> Iterator[Marker]:
    """Versions that began to receive a share of new conversations, and that were stopped; others went live."""
    stopped = case((BotSplit.state == "stopped", BotSplit.closed_at))
    is_in_span = and_(*_within(BotSplit.started_at, span)) | and_(*_within(stopped, span))
    query = (
        select(BotSplit.started_at, stopped, BotSplit.number, Bot.id, Bot.name)
        .join(Bot, Bot.id == BotSplit.bot_id)
        .where(is_in_span, *_bot_conditions(selection))
        .order_by(BotSplit.started_at.desc())
        .limit(MOST)
    )
    for begin, end, number, bot_id, name in db.session.execute(query):
        for kind, at in (("split_start", begin), ("split_end", end)):
            if at is not None and span.start <= at < span.end:
                yield Marker(at, kind, name, number, f"/admin/bots/{bot_id}/versions#split")


def _offers(selection: Selection, span: Range) -> Iterator[Marker]:
    """Offers that began to be sent, and that had been sent to everybody or were cancelled by then."""
    ended = case((Offer.state == "cancelled", Offer.state_at), else_=Offer.sent_at)
    is_in_span = and_(*_within(Offer.planned_at, span)) | and_(*_within(ended, span))
    query = select(Offer, ended).where(Offer.planned_at.is_not(None), is_in_span)
    if selection.group != "overall":
        query = query.where(Offer.group == selection.group)
    if selection.bots:
        query = query.where(Offer.bot_id.is_(None) | Offer.bot_id.in_(selection.bots))
    for offer, end in db.session.execute(query.order_by(Offer.planned_at.desc()).limit(MOST)):
        for kind, at in (("offer_start", offer.planned_at), ("offer_end", end)):
            if at is not None and span.start <= at < span.end and _is_seen(offer):
                yield Marker(at, kind, offer.name, None, f"/offers/{offer.id}")


def _is_seen(offer: Offer) -> bool:
    """Whether the reader's scope has the bot of an offer, if it has one, and one of its outlets."""
    scope = current_scope()
    if offer.bot_id is not None and not scope.measures(offer.bot_id):
        return False
    outlets = offer.outlets
    return scope.outlets is None or outlets is None or any(int(id_) in scope.outlets for id_ in outlets)


def _annotations(span: Range) -> Iterator[Marker]:
    query = select(Annotation).where(*_within(Annotation.at, span)).order_by(Annotation.at.desc()).limit(MOST)
    for row in db.session.scalars(query):
        yield Marker(row.at, row.kind, row.text, None, f"/reports/annotations?do=edit&annotation={row.id}")


def serialize_markers(markers: list[Marker], steps: list[Bucket], span: Range) -> list[dict[str, Any]]:
    """Markers as reports answer them, each with the number of the step it lies in."""
    starts = [step.start for step in steps]
    return [
        {
            "at": format_instant(marker.at, span.zone),
            "kind": marker.kind,
            "text": marker.text,
            "version": marker.version,
            "link": marker.link,
            "step": max(bisect_right(starts, marker.at) - 1, 0),
        }
        for marker in markers
    ]
