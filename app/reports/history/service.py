"""Reading conversations: the list with its filters, and one conversation with turns and messages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, distinct, func, select
from sqlalchemy.orm import aliased

from app.analytics.evidence import FAILING, OUTCOME_NAMES, TURNS_OF, has_just_failed
from app.bots.catalog.intents import intent_title, titles_of_bot
from app.bots.catalog.models import Bot
from app.bots.catalog.service import get_bot
from app.clients.models import Outlet
from app.conversations.masking import mask_name
from app.conversations.models import CHANNELS, Contact, Conversation, Message, Turn
from app.conversations.persons import person
from app.conversations.provenance import Provenance, serialize_provenance
from app.core import clock
from app.core.db.base import count_rows, db, fetch
from app.core.errors import NotFound
from app.core.security.visitor import can
from app.offers.models import Offer
from app.reports.counts import queries
from app.reports.filters import places
from app.reports.filters.selection import bot_options, data_as_of, format_instant, missing_choices
from app.reports.history import search
from app.reports.history.clauses import split_clauses
from app.reports.history.fields import CAUSE, FIELDS, conditions_in_words, failed_turns_of, options_of, without
from app.reports.history.filters import AppliedFilters, Filters, narrow, understood_as
from app.reports.history.fixing import fixed_turns, intents_of
from app.reports.history.order import cut_page, order_of
from app.reports.reviews.service import serialize_reviews

FEW, READ = 100, 10_000
"""Up to how many conversations of a view are counted, and of how many of the newest."""
NARROWING = {
    name: name
    for name in ("bot", "grp", "ch", "out", "lang", "outcome", "engaged", "goal", "rated", "fallbacks", "intent",
                 "handoff", "contact", "q")
} | {"evidence": "is"}  # fmt: skip
"""What narrows the list beside its range, with its key in an address."""


def list_conversations(
    filters: Filters,
    *,
    sort: str,
    page: str,
    per: int,
    names: bool = False,
    language: str = "en",
    now: datetime | None = None,
) -> dict[str, Any]:
    """One page of the conversations that fit, with what the reader can filter by; Invalid names a filter that fails."""
    moment = now or clock.now()
    applied_filters = narrow(filters, moment)
    result = cut_page(applied_filters.conditions, order_of(sort), page=page, per=per, total=count(applied_filters))
    zone, span = applied_filters.selection.zone, applied_filters.span
    return {
        "items": rows(result.items, zone, filters.q, names=names),
        "total": result.total,
        "conditions": conditions_in_words(filters.f, language),
        "intent_title": intent_title(filters.intent, bots=applied_filters.selection.bots, language=language),
        "holds": _holds(filters, applied_filters.conditions, moment),
        "removes_most": _removes_most(filters, moment) if result.total == 0 else None,
        "page": result.page,
        "per": result.per,
        "next": result.next,
        "previous": result.previous,
        "masked": not names,
        "as_of": format_instant(data_as_of(), zone),
        "zone": zone.key,
        "excluded": {"estimated": _count_excluded(applied_filters)},
        "range": span and {"from": span.first.isoformat(), "to": span.last.isoformat()},
        "clipped": places.visible_places(applied_filters.selection.places),
        "gone": missing_choices(applied_filters.selection),
        "options": {
            "bots": bot_options(),
            "places": places.place_options(applied_filters.selection.places),
            "channels": list(CHANNELS),
            "outcomes": list(OUTCOME_NAMES),
        },
    }


def _removes_most(filters: Filters, now: datetime) -> dict[str, Any] | None:
    """The filter or condition without which the list has most conversations, where one alone keeps it empty."""
    unset = Filters()
    others = {
        (key, ""): replace(filters, **{name: getattr(unset, name)})
        for name, key in NARROWING.items()
        if getattr(filters, name) != getattr(unset, name)
    }
    clauses = split_clauses(filters.f)
    for clause in clauses:
        others["f", clause] = replace(filters, f=";".join(other for other in clauses if other != clause))
    counts = [(count(narrow(other, now)), *names) for names, other in others.items()]
    number, key, clause = max(counts, default=(0, "", ""))
    return {"key": key, "f": clause or None, "count": number} if number else None


def list_options(key: str, filters: Filters, q: str, language: str) -> dict[str, Any]:
    """The values of a field in the list that the other filters make; NotFound of a field there is not."""
    field = FIELDS.get(key)
    if field is None:
        raise NotFound("This field does not exist.")
    applied_filters = narrow(replace(filters, f=without(filters.f, key)), clock.now())
    return {"items": options_of(field, applied_filters.conditions, q.strip(), language)}


def _holds(filters: Filters, conditions: list[ColumnElement[bool]], now: datetime) -> dict[str, Any] | None:
    """What a number counted in these conversations, where that is not the conversations: turns or people."""
    if filters.evidence in TURNS_OF:
        number: Any = func.sum(TURNS_OF[filters.evidence])
    elif filters.evidence == FAILING:
        number = func.sum(select(func.count(Turn.id)).where(*has_just_failed(now)).scalar_subquery())
    elif filters.evidence == "named":
        number = func.count(distinct(person(Conversation.contact_id)))
    elif filters.intent and not filters.evidence:
        understood = understood_as(filters.intent)
        number = func.sum(select(func.count(Turn.id)).where(*understood).scalar_subquery())
    elif not filters.evidence and (failed := failed_turns_of(filters.f)):
        number = func.sum(select(func.count(Turn.id)).where(*failed).scalar_subquery())
    else:
        return None
    evidence = filters.evidence or ("intent" if filters.intent else CAUSE)
    return {"what": evidence, "n": int(db.session.scalar(select(number).where(*conditions)) or 0)}


def _count_excluded(applied_filters: AppliedFilters) -> int:
    """How many conversations of the range are left out for their estimated times, whatever else narrows the list."""
    selection, span = applied_filters.selection, applied_filters.span
    return queries.count_excluded(selection, span).estimated if span else 0


def count(applied_filters: AppliedFilters) -> int:
    """How many conversations fit."""
    return db.session.scalar(select(func.count(Conversation.id)).where(*applied_filters.conditions)) or 0


def count_few(applied_filters: AppliedFilters) -> int | None:
    """How many conversations fit, up to `FEW`; None where more than `READ` would have to be read to know."""
    newest = (
        select(Conversation.id)
        .where(*applied_filters.reach)
        .order_by(Conversation.started_at.desc(), Conversation.id.desc())
        .limit(READ)
    )
    fitting = select(Conversation.id).where(*applied_filters.conditions, Conversation.id.in_(newest)).limit(FEW)
    number = count_rows(fitting)
    return None if number < FEW and count_rows(newest) == READ else number


def rows(
    conversations: Sequence[Conversation], zone: ZoneInfo, q: str = "", *, names: bool = False
) -> list[dict[str, Any]]:
    """Conversations as a list shows them, all looked up at once; contacts by their initials unless `names`."""
    beside = _read_beside(conversations, q)
    return [
        _times(conversation, zone)
        | {name: getattr(conversation, column) for name, column in _COLUMNS.items()}
        | beside.serialize(conversation, names=names)
        for conversation in conversations
    ]


_COLUMNS = {
    name: name
    for name in ("channel", "turns", "duration_ms", "intent", "language", "goals", "source_id", "first_text",
                 "erased_days", "traffic", "source", "engaged", "messages_in", "messages_out", "nlu_turns", "handoff",
                 "resolved")
} | {
    "fallbacks": "fallback_turns", "csat": "rating", "version": "bot_version", "first_time": "first_engaged",
    "agent_messages": "messages_human", "failed_turns": "error_turns",
}  # fmt: skip
"""What of a conversation's row is answered as it is, and the column it is of."""


def _times(conversation: Conversation, zone: ZoneInfo) -> dict[str, Any]:
    """A conversation's id, times and what is made of its own columns."""
    return {
        "id": str(conversation.id),
        "started_at": format_instant(conversation.started_at, zone),
        "ended_at": format_instant(conversation.ended_at, zone),
        "estimated": not conversation.provenance & Provenance.TIMES,
        "outcome": conversation.outcome or "open",
        "messages": conversation.messages_in + conversation.messages_out + conversation.messages_human,
        "last_node": conversation.nodes[-1] if conversation.nodes else None,
    }


@dataclass(frozen=True, slots=True)
class Beside:
    """What other tables have of some conversations."""

    persons: dict[int, Contact]
    bots: dict[int, Bot]
    outlets: dict[int, Outlet]
    reviews: dict[int, dict[str, Any]]
    snippets: dict[int, Any]

    def serialize(self, conversation: Conversation, *, names: bool) -> dict[str, Any]:
        """What other tables have of one of them; the contact by its initials unless `names`."""
        review = self.reviews[conversation.id]
        return {
            "contact": _contact(conversation.contact_id, self.persons.get(conversation.contact_id), names),
            "bot": _bot(conversation, self.bots.get(conversation.bot_id)),
            "outlet": _outlet(self.outlets.get(conversation.outlet_id or 0)),
            "intent_title": intent_title(conversation.intent, bots=[conversation.bot_id]),
            "snippet": self.snippets.get(conversation.id),
            "tags": review["tags"],
            "review": review,
        }


def _read_beside(conversations: Sequence[Conversation], q: str) -> Beside:
    """Read what other tables have of conversations, and the places where they say what is searched."""
    outlet_ids = [conversation.outlet_id for conversation in conversations if conversation.outlet_id]
    is_searched = q.strip() and conversations
    return Beside(
        _persons([conversation.contact_id for conversation in conversations]),
        {row.id: row for row in _rows_of(Bot, [conversation.bot_id for conversation in conversations])},
        {row.id: row for row in _rows_of(Outlet, outlet_ids)},
        serialize_reviews(conversations),
        search.snippets(q, [conversation.id for conversation in conversations]) if is_searched else {},
    )


def _rows_of(model: Any, ids: list[int]) -> Sequence[Any]:
    """The rows of some ids."""
    return db.session.scalars(select(model).where(model.id.in_(set(ids)))).all() if ids else []


def _persons(contact_ids: list[int]) -> dict[int, Contact]:
    """The contact by which the person of each contact is known."""
    if not contact_ids:
        return {}
    person = aliased(Contact)
    query = select(Contact.id, person).join(person, person.id == Contact.person_id)
    return {key: row for key, row in db.session.execute(query.where(Contact.id.in_(set(contact_ids))))}


def _contact(contact_id: int, contact: Contact | None, names: bool) -> dict[str, Any]:
    """A contact as a reader may see it: a name or its initials, and the last digits of the number at most."""
    return {
        "id": str(contact.id if contact else contact_id),
        "name": (contact.name if names else mask_name(contact.name)) if contact else "",
        "last4": (contact.last4 or None) if contact else None,
    }


def _bot(conversation: Conversation, bot: Bot | None) -> dict[str, Any]:
    """A conversation's bot."""
    return {"id": str(conversation.bot_id), "name": bot.name if bot else "", "group": conversation.bot_group}


def _outlet(outlet: Outlet | None) -> dict[str, Any] | None:
    """A conversation's outlet, if it has one."""
    return {"id": str(outlet.id), "name": outlet.name} if outlet else None


def get_conversation(conversation_id: int) -> Conversation:
    """The conversation, or NotFound for an unknown id, another workspace's, and one out of the reader's scope."""
    return fetch(select(Conversation).where(Conversation.id == conversation_id), "This conversation does not exist.")


def read_conversation(
    conversation_id: int,
    filters: Filters,
    *,
    sort: str,
    names: bool = False,
    fixes: bool = False,
    now: datetime | None = None,
) -> dict[str, Any]:
    """One conversation with its turns, and its neighbours in the list these filters make.

    With `fixes` it tells which intents of the bot a turn could have been.
    """
    conversation = get_conversation(conversation_id)
    applied_filters = narrow(filters, now or clock.now())
    zone = applied_filters.selection.zone
    previous, following = order_of(sort).neighbours(conversation, applied_filters.conditions)
    return {
        **rows([conversation], zone, filters.q, names=names)[0],
        "zone": zone.key,
        "facts": _facts(conversation),
        "titles": titles_of_bot(conversation.bot_id),
        "turns": _turns(conversation, zone),
        "intents": intents_of(get_bot(conversation.bot_id)) if fixes else [],
        "fixed": fixed_turns(get_bot(conversation.bot_id), conversation) if fixes else [],
        "neighbours": {
            "previous": None if previous is None else str(previous),
            "next": None if following is None else str(following),
        },
    }


def _facts(conversation: Conversation) -> dict[str, Any]:
    """What else is known of a conversation."""
    return {
        "bot_version": conversation.bot_version,
        "policy_version": conversation.policy_version,
        "source": conversation.source,
        "goals": conversation.goals,
        "known": serialize_provenance(conversation.provenance),
        "traffic": conversation.traffic,
        "origin": conversation.origin,
        "referral": conversation.referral,
        "offer": _offer(conversation),
    }


def _offer(conversation: Conversation) -> dict[str, Any] | None:
    """The offer whose answer began a conversation, for readers of offers."""
    if conversation.offer_id is None or not can("read", "Offer"):
        return None
    name = db.session.scalar(select(Offer.name).where(Offer.id == conversation.offer_id))
    return None if name is None else {"id": str(conversation.offer_id), "name": name}


def _turns(conversation: Conversation, zone: ZoneInfo) -> list[dict[str, Any]]:
    """A conversation's turns with their messages; what came before the first turn is turn 0."""
    messages: dict[int, list[dict[str, Any]]] = {}
    traces: dict[int, dict[str, Any]] = {}
    message_query = (
        select(Message).where(Message.conversation_id == conversation.id).order_by(Message.position, Message.id)
    )
    for message in db.session.scalars(message_query):
        messages.setdefault(message.turn_number, []).append(_message(message, zone))
        trace = (message.extra or {}).get("trace")
        if trace is not None:
            traces[message.turn_number] = trace
    turn_query = select(Turn).where(Turn.conversation_id == conversation.id).order_by(Turn.number)
    turns = {turn.number: turn for turn in db.session.scalars(turn_query)}
    timed = bool(conversation.provenance & Provenance.TIMES)
    numbers = sorted(turns.keys() | messages.keys())
    return [
        _turn(conversation, number, turns.get(number), messages.get(number, []), timed) | {"trace": traces.get(number)}
        for number in numbers
    ]


def _turn(
    conversation: Conversation, number: int, turn: Turn | None, messages: list[dict[str, Any]], timed: bool
) -> dict[str, Any]:
    """A turn and how it was understood; how long its answer took where that was measured."""
    return {
        "number": number,
        "intent": turn.intent if turn else None,
        "intent_title": intent_title(turn.intent, bots=[conversation.bot_id]) if turn else None,
        "confidence": turn.confidence if turn else None,
        "fallback": turn.fallback if turn else False,
        "cause": turn.cause if turn else None,
        "latency_ms": turn.latency_ms if turn and timed else None,
        "messages": messages,
    }


def _message(message: Message, zone: ZoneInfo) -> dict[str, Any]:
    """A message as it was redacted at ingest."""
    return {
        "id": str(message.id),
        "speaker": message.speaker,
        "kind": message.kind,
        "text": message.text,
        "at": format_instant(message.sent_at, zone),
        "entities": message.entities or {},
        "acts": message.acts or [],
        "erased_days": message.erased_days,
    }
