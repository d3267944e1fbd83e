"""What offers do where clients end, and where their owner leaves."""

from collections import Counter
from collections.abc import Collection

from sqlalchemy import select

from app.accounts.people.owned import Thing, keeps
from app.accounts.people.subjects import loads
from app.channels.messaging import outreach
from app.channels.sessions import providers
from app.clients.erasing import EraseStep, erases, remove
from app.clients.models import Client
from app.conversations.forgetting import ForgottenPerson, erase_rows, forgets
from app.conversations.models import Conversation
from app.conversations.timelines import Events, TimelineEvent, TimelineQuery, read_lane, timeline_source
from app.core.db.base import db
from app.core.security.visitor import can
from app.masters.records.models import Customer
from app.offers import answers, consents, results, showing, stop_words
from app.offers.models import LIVE_STATES, Consent, Offer, OfferList, OfferRecipient

LANE = "offers"
"""The lane of offers in the timeline of a contact."""


@timeline_source
def offers_to(timeline: TimelineQuery) -> Events:
    """The offers that a contact was sent, and the conversations that answered them, for readers of offers."""
    if not can("read", "Offer"):
        return Events([], {})
    customers = select(Customer.id).where(consents.is_customer_of(timeline.client_id, timeline.contacts))
    is_sent = OfferRecipient.sent_at.is_not(None)
    query = select(OfferRecipient).where(OfferRecipient.customer_id.in_(customers), is_sent)
    rows, counts = read_lane(timeline, LANE, query, OfferRecipient.sent_at, OfferRecipient.id)
    is_answered = OfferRecipient.conversation_id.in_(select(Conversation.id))
    query = select(OfferRecipient).where(OfferRecipient.customer_id.in_(customers), is_answered)
    answers, answers_counts = read_lane(timeline, LANE, query, OfferRecipient.replied_at, OfferRecipient.id)
    offer_names = select(Offer.id, Offer.name).where(Offer.id.in_({row.offer_id for row in (*rows, *answers)}))
    names: dict[int, str] = {id_: name for id_, name in db.session.execute(offer_names)}
    events = [
        TimelineEvent(id=row.id, at=row.sent_at or row.queued_at, lane=LANE, kind="offer",
              title=names.get(row.offer_id, ""),
              link=f"/offers/{row.offer_id}", state=row.state)
        for row in rows
    ] + [
        TimelineEvent(id=row.id, at=row.replied_at or row.queued_at, lane=LANE, kind="offer_answer",
              title=names.get(row.offer_id, ""), link=f"/reports/conversations/{row.conversation_id}")
        for row in answers
    ]  # fmt: skip
    return Events(events, dict(Counter(counts) + Counter(answers_counts)))


@erases
def _purge_client(client: Client, step: EraseStep) -> None:
    """Remove offers, their recipients and the consents of a purged client."""
    kinds = (
        (OfferRecipient, "offer_recipients"), (Offer, "offers"), (OfferList, "offer_lists"), (Consent, "consents"),
    )  # fmt: skip
    for model, count_name in kinds:
        remove(model, model.client_id == client.id, step, count_name)


@forgets
def _forget_consents(person: ForgottenPerson, step: EraseStep) -> None:
    """Remove the consents of a person; recipients stay, and name an empty customer."""
    contacts = [*person.contacts, *person.rows["customers"]]
    ids = select(Consent.id).where(Consent.client_id == person.client_id, Consent.contact_id.in_(contacts))
    erase_rows(Consent, db.session.scalars(ids).all(), step, "consents")


def _load(offer_id: int) -> str | None:
    return db.session.scalar(select(Offer.name).where(Offer.id == offer_id))


loads("Offer", _load)
outreach.person_reported.provide(results.note_watermark)
outreach.person_wrote.provide(answers.note_reply)
providers.visit_of_offer.provide(answers.recipient_of_visit)
providers.offer_awaits.provide(showing.is_awaited)
providers.offer_shown.provide(showing.show_offer)
providers.offer_in_conversation.provide(showing.show_in_conversation)
providers.sample_offer.provide(showing.sample_of)
providers.values_of_offer.provide(answers.values_of_answer)
providers.offer_answered.provide(answers.note_conversation)
providers.stop_answer.provide(stop_words.answer_to)
providers.opted_out.provide(stop_words.opt_out)


def _find_live(owner_id: int) -> list[Offer]:
    """The offers of a person that still need one, as far as the present scope holds all of them."""
    query = select(Offer).where(Offer.owner_id == owner_id, Offer.state.in_(LIVE_STATES)).order_by(Offer.name, Offer.id)
    return [offer for offer in db.session.scalars(query) if offer.is_whole()]


def _list_owned(owner_id: int) -> list[Thing]:
    return [Thing(offer.id, offer.name, f"/offers/{offer.id}") for offer in _find_live(owner_id)]


def _give(owner_id: int, successor_id: int, ids: Collection[int] | None) -> None:
    for offer in _find_live(owner_id):
        if ids is None or offer.id in ids:
            offer.owner_id = successor_id
    db.session.flush()


keeps("offers", _list_owned, _give, needs=("update", "Offer"))
