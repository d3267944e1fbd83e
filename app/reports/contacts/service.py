"""The timeline of a contact: its conversations by channel, and what other areas know of the person."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import func, select

from app.bots.catalog.intents import intent_title
from app.bots.catalog.models import Bot
from app.conversations.forgetting import forgetting_of
from app.conversations.masking import mask_name
from app.conversations.models import Contact, Conversation
from app.conversations.provenance import Provenance
from app.conversations.timelines import Events, TimelineEvent, TimelineQuery, read_events, timeline_source
from app.core.db.base import db
from app.core.errors import BeyondSchema, Invalid
from app.core.http import listing
from app.ingest.merging import get_contact, merged_with
from app.reports.filters.links import PATH
from app.reports.filters.selection import data_as_of, format_instant, select_conversations

_MICRO = timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@timeline_source
def conversations(timeline: TimelineQuery) -> Events:
    """The conversations of a contact, each in the lane of its channel."""
    mine = Conversation.contact_id.in_(timeline.contacts)
    by_channel = select(Conversation.channel, func.count()).where(mine).group_by(Conversation.channel)
    counts: dict[str, int] = {channel: number for channel, number in db.session.execute(by_channel)}
    query = select(Conversation).where(mine)
    if timeline.lanes:
        query = query.where(Conversation.channel.in_(timeline.lanes))
    if timeline.before is not None:
        query = query.where(Conversation.started_at < timeline.before)
    newest = query.order_by(Conversation.started_at.desc(), Conversation.id.desc()).limit(timeline.most)
    conversations = db.session.scalars(newest).all()
    bot_names = select(Bot.id, Bot.name).where(Bot.id.in_({conversation.bot_id for conversation in conversations}))
    bots: dict[int, str] = {id_: name for id_, name in db.session.execute(bot_names)}
    return Events([_event(conversation, bots.get(conversation.bot_id, "")) for conversation in conversations], counts)


def _event(conversation: Conversation, bot: str) -> TimelineEvent:
    """A conversation as an event."""
    return TimelineEvent(
        id=conversation.id,
        at=conversation.started_at,
        lane=conversation.channel,
        kind="session",
        title=conversation.first_text or intent_title(conversation.intent, bots=[conversation.bot_id]) or "",
        link=f"{PATH}/{conversation.id}",
        state=conversation.outcome or "open",
        detail=bot,
        is_estimated=not conversation.provenance & Provenance.TIMES,
    )


def read_timeline(contact_id: int, *, lanes: frozenset[str], page: str, per: int, names: bool) -> dict[str, Any]:
    """One page of a contact's events, the newest first, with the person and the lanes there are."""
    contact = get_contact(contact_id)
    contacts = [contact, *merged_with(contact)]
    number = None if page.startswith("c") else int(page)
    if number is not None and (number - 1) * per >= listing.MAX_NUMBERED_ROWS:
        deepest = listing.MAX_NUMBERED_ROWS // per
        raise Invalid({"page": [BeyondSchema(f"Numbers reach {deepest}; go on by the next link.")]})
    before = _moment(page) if number is None else None
    skipped = 0 if number is None else (number - 1) * per
    query = TimelineQuery([row.id for row in contacts], contact.client_id, lanes, before, skipped + per + 1)
    events = read_events(query)
    rows = events.newest[skipped : skipped + per]
    following = None
    if len(events.newest) > skipped + per:
        is_numbered = number is not None and number * per < listing.MAX_NUMBERED_ROWS
        following = str((number or 0) + 1) if is_numbered else f"c{(rows[-1].at - _EPOCH) // _MICRO}"
    zone = select_conversations().zone
    return {
        "items": [
            {
                "id": str(event.id),
                "at": format_instant(event.at, zone),
                "lane": event.lane,
                "kind": event.kind,
                "title": event.title,
                "link": event.link,
                "state": event.state,
                "detail": event.detail,
                "estimated": event.is_estimated,
            }
            for event in rows
        ],
        "total": sum(count for lane, count in events.counts.items() if query.wants(lane)),
        "page": number,
        "per": per,
        "next": following,
        "previous": str(number - 1) if number is not None and number > 1 else None,
        "contact": _person(contact, contacts, names),
        "lanes": [{"id": lane, "count": events.counts[lane]} for lane in sorted(events.counts)],
        "masked": not names,
        "as_of": format_instant(data_as_of(), zone),
        "zone": zone.key,
    }


def _moment(cursor: str) -> datetime:
    """The instant of a cursor; Invalid where it is none."""
    try:
        return _EPOCH + int(cursor[1:]) * _MICRO
    except (ValueError, OverflowError):
        raise Invalid({"page": [BeyondSchema("This page of the list does not exist.")]}) from None


def _person(contact: Contact, contacts: list[Contact], names: bool) -> dict[str, Any]:
    """Who the person is, as far as the reader may see it."""
    head = next((row for row in contacts if row.id == contact.person_id), contact)
    return {
        "id": str(head.id),
        "name": head.name if names else mask_name(head.name),
        "last4": head.last4 or None,
        "language": head.language,
        "contacts": len(contacts),
        "forgetting": forgetting_of(contact.id) is not None,
    }
