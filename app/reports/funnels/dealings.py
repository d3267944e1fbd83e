"""What offers and leads add to funnels: their stages and states, beside the conversations they led to or came from.

Of conversations they are those that these answered or brought. Of contacts they are those of the person, whom nobody
need have talked to: a customer is known by the number that a channel vouches for, else by themselves.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, or_, select

from app.conversations.models import Contact
from app.core.db.base import db
from app.core.db.ids import parse_id
from app.core.values.batches import batched
from app.leads.models import STATES, Lead, LeadTouch
from app.masters.records.models import Customer
from app.offers.consents import contact_ids_of
from app.offers.models import Offer, OfferRecipient
from app.offers.results import FUNNEL, TREATED
from app.reports.filters.places import outlets_in
from app.reports.filters.selection import Selection
from app.reports.funnels.steps import FunnelStep, Kind
from app.reports.funnels.trails import FunnelConversation, Moment

AT_ONCE = 500
TIMES = ("queued_at", "accepted_at", "sent_at", "delivered_at", "read_at", "clicked_at", "replied_at", "converted_at")
"""When each stage of an offer was, in their order; who has reached a later one has reached those before."""
Happening = tuple[datetime, str]


class Facts(NamedTuple):
    """What a funnel is split by, as the row of a conversation says it."""

    started_at: datetime
    channel: str | None
    bot_id: int | None
    bot_group: str | None
    language: str | None
    outlet_id: int | None


@dataclass(frozen=True, slots=True)
class _Dealing:
    """An offer to a person or a lead of one: whose it is, its conversation, and what happened when."""

    kind: Kind
    party: Any
    """The customer or the lead, by whose number the contact is known; None where the reader may not see them."""
    conversation_id: int | None
    facts: Facts
    happenings: Sequence[Happening]


def read_dealings(
    selection: Selection, start: datetime, end: datetime, funnel_steps: Sequence[FunnelStep],
    conversations: Iterable[FunnelConversation], *, is_known: bool,
) -> dict[FunnelConversation, list[Moment]]:  # fmt: skip
    """What offers and leads have of an interval, as conversations: of the given ones, or of people if `is_known`."""
    kinds = {step.kind for step in funnel_steps}
    dealings = [
        *(_offers(selection, start, end, is_known=is_known) if "offer" in kinds else ()),
        *(_leads(selection, start, end, is_known=is_known) if "lead" in kinds else ()),
    ]
    by_id = {conversation.id: conversation for conversation in conversations}
    persons = _persons_of(dealings) if is_known else {}
    trails: dict[FunnelConversation, list[Moment]] = {}
    for place, dealing in enumerate(dealings):
        conversation = by_id.get(dealing.conversation_id or 0)
        if conversation is None and not is_known:
            continue
        steps = [(at, FunnelStep(dealing.kind, name)) for at, name in dealing.happenings]
        begun = next((at for at, step in steps if step == funnel_steps[0]), steps[0][0])
        facts = dealing.facts._replace(started_at=begun)
        id_, row = (
            (conversation.id, conversation.row) if conversation is not None and not is_known else (-1 - place, facts)
        )
        person = conversation.person if conversation is not None else persons[place]
        conversation = FunnelConversation(
            id_, person, row, frozenset(step for _, step in steps) & frozenset(funnel_steps)
        )
        trails[conversation] = [Moment(at, frozenset({step}), conversation, is_timed=True) for at, step in steps]
    return trails


def _offers(selection: Selection, start: datetime, end: datetime, *, is_known: bool) -> Iterator[_Dealing]:
    """The offers to customers, of whom something happened in an interval."""
    columns = [getattr(OfferRecipient, name) for name in TIMES]
    happened = or_(*((column >= start) & (column < end) for column in columns))
    query = select(OfferRecipient, Offer, Customer).join(Offer, Offer.id == OfferRecipient.offer_id)
    query = query.outerjoin(Customer, Customer.id == OfferRecipient.customer_id).where(TREATED, happened)
    if is_known:
        conditions = [
            *([Offer.bot_id.in_(selection.bots)] if selection.bots else []),
            *([Offer.group == selection.group] if selection.group != "overall" else []),
            *([Offer.channel.in_(selection.channels)] if selection.channels else []),
            *([OfferRecipient.language == selection.lang] if selection.lang else []),
        ]
        query = query.where(*conditions, *_common(selection, OfferRecipient))
    else:
        query = query.where(OfferRecipient.conversation_id.is_not(None))
    for recipient, offer, customer in db.session.execute(query.order_by(OfferRecipient.id)):
        times = [getattr(recipient, name) for name in TIMES]
        stage_times = [min((at for at in times[place:] if at), default=None) for place in range(len(times))]
        happenings = [(at, name) for at, name in zip(stage_times, FUNNEL, strict=True) if at and start <= at < end]
        if happenings:
            facts = Facts(happenings[0][0], offer.channel, offer.bot_id, offer.group, recipient.language,
                          recipient.outlet_id)  # fmt: skip
            yield _Dealing("offer", customer, recipient.conversation_id, facts, happenings)


def _leads(selection: Selection, start: datetime, end: datetime, *, is_known: bool) -> Iterator[_Dealing]:
    """The leads that came to a state in an interval."""
    touches = select(LeadTouch.lead_id, LeadTouch.at, LeadTouch.after).where(
        LeadTouch.at >= start, LeadTouch.at < end, LeadTouch.after.in_(STATES), LeadTouch.after != LeadTouch.before
    )
    happenings = defaultdict[int, list[Happening]](list)
    for lead_id, at, state in db.session.execute(touches.order_by(LeadTouch.at, LeadTouch.id)):
        happenings[lead_id].append((at, state))
    if is_known and (selection.bots or selection.channels or selection.lang or selection.group != "overall"):
        # A lead has neither: it counts with the conversation that brought it.
        is_known = False
    for ids in batched(sorted(happenings), AT_ONCE):
        query = select(Lead).where(Lead.id.in_(ids), *(_common(selection, Lead) if is_known else ()))
        for lead in db.session.scalars(query.order_by(Lead.id)):
            conversation_id = parse_id(lead.source.get("conversation"))
            if is_known or conversation_id is not None:
                facts = Facts(happenings[lead.id][0][0], None, None, None, None, lead.outlet_id)
                yield _Dealing("lead", lead, conversation_id, facts, happenings[lead.id])


def _common(selection: Selection, model: Any) -> list[ColumnElement[bool]]:
    """The conditions on rows that have an outlet; nothing of them is a test."""
    conditions = [model.outlet_id.in_(outlets_in(selection.places))] if selection.places else []
    return [*conditions, *([model.id.is_(None)] if selection.traffic == "test" else [])]


def _persons_of(dealings: Sequence[_Dealing]) -> dict[int, int]:
    """The person of each dealing by its place: of the contact with the number, else of a customer, else its own."""
    customers = {(row.client_id, row.phone): row.id for row in _parties(dealings, Customer) if row.phone}
    parties = [*_parties(dealings, Customer), *_parties(dealings, Lead)]
    contacts = contact_ids_of(parties)
    for lead in _parties(dealings, Lead):
        if contacts[lead.id] == lead.id:
            contacts[lead.id] = customers.get((lead.client_id, lead.phone), lead.id)
    persons: dict[int, int] = {}
    for ids in batched(sorted(set(contacts.values())), AT_ONCE):
        query = select(Contact.id, Contact.person_id).where(Contact.id.in_(ids))
        persons.update((id_, person) for id_, person in db.session.execute(query))
    keys = [contacts[dealing.party.id] if dealing.party is not None else -1 - place
            for place, dealing in enumerate(dealings)]  # fmt: skip
    return {place: persons.get(key, key) for place, key in enumerate(keys)}


def _parties(dealings: Iterable[_Dealing], model: Any) -> list[Any]:
    """The customers or the leads of dealings, each once."""
    return list({row.party.id: row.party for row in dealings if isinstance(row.party, model)}.values())
