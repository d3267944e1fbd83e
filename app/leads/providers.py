"""What leads do for areas below: files of leads, where lost reasons are used, and what a client's end erases."""

from collections.abc import Collection, Mapping
from typing import Any

import structlog
from sqlalchemy import func, or_, select, update

from app.accounts.people.owned import Thing, keeps
from app.accounts.people.subjects import loads
from app.bots.catalog.models import Bot
from app.channels.sessions import providers
from app.channels.sessions.models import ChannelSession
from app.clients.erasing import LAST, EraseStep, erases, remove
from app.clients.models import Client
from app.conversations.forgetting import ForgottenPerson, finds, forgets
from app.conversations.timelines import Events, TimelineEvent, TimelineQuery, read_lane, timeline_source
from app.core.db.base import db
from app.core.errors import DomainError
from app.core.security.visitor import can
from app.leads import imports, service
from app.leads.life import link_of
from app.leads.models import NOTE_LENGTH, OPEN, Lead, LeadMerge, LeadRule, LeadTouch, PriceList
from app.masters.records.service import numbers_of
from app.reference.uses import Use, uses_of

LANE = "leads"
"""The lane of leads in the timeline of a contact."""
EMPTIED = "forgotten:"
"""How the key of a lead begins whose customer was forgotten."""
NAMED = 100
"""So many uses of a reason are named."""
__all__ = ["imports"]
log = structlog.get_logger(__name__)


@providers.lead_kept.provide
def keep_lead(session: ChannelSession, conversation_id: int, lead: Mapping[str, Any], consent_text: str) -> None:
    """Add the lead of a conversation; one that the rules of leads refuse is no reason to stop the dialogue."""
    bot = db.session.get_one(Bot, session.bot_id)
    source = {"kind": "bot", "bot": bot.name, "version": session.version, "session": str(session.id),
              "conversation": str(conversation_id)}  # fmt: skip
    outlet = {"outlet": str(session.outlet_id)} if session.outlet_id is not None else {}
    try:
        row, is_new = service.create_lead({**lead, **outlet, "client": bot.client_id, "source": source}, by=bot.name)
    except DomainError as refusal:
        log.warning("lead_refused", session_id=session.id, detail=refusal.detail, errors=refusal.errors)
        return
    if row.consent and consent_text and (is_new or not row.consent_text):
        row.consent_text = consent_text[:NOTE_LENGTH]


@timeline_source
def leads_of(timeline: TimelineQuery) -> Events:
    """The leads of a contact by its numbers, for readers of leads."""
    if not can("read", "Lead"):
        return Events([], {})
    query = select(Lead).where(Lead.client_id == timeline.client_id, Lead.phone.in_(numbers_of(timeline.contacts)))
    rows, counts = read_lane(timeline, LANE, query, Lead.created_at, Lead.id)
    events = [
        TimelineEvent(id=row.id, at=row.created_at, lane=LANE, kind="lead", title=f"L-{row.number}", link=link_of(row),
              state=row.state, detail=row.model)
        for row in rows
    ]  # fmt: skip
    return Events(events, counts)


@erases
def _purge_client(client: Client, step: EraseStep) -> None:
    """Remove the leads of a purged client."""
    for model, count_name in ((LeadTouch, ""), (LeadMerge, ""), (Lead, "leads"), (PriceList, ""), (LeadRule, "")):
        remove(model, model.client_id == client.id, step, count_name)


@finds
def _find_leads(person: ForgottenPerson) -> None:
    """Note the leads of a person: by number, and those that a bot has kept in their conversations."""
    ids = [str(id_) for id_ in db.session.scalars(person.conversations())]
    theirs = or_(
        Lead.phone.in_(person.numbers), Lead.alt_phone.in_(person.numbers),
        Lead.source["conversation"].as_string().in_(ids),
    )  # fmt: skip
    rows = db.session.scalars(select(Lead).where(Lead.client_id == person.client_id, theirs)).all()
    person.numbers |= {number for row in rows for number in (row.phone, row.alt_phone) if number}
    person.names |= {text for row in rows for text in (row.name, row.email)}
    person.note("leads", (row.id for row in rows))


@forgets
def _forget_leads(person: ForgottenPerson, step: EraseStep) -> None:
    """Empty what leads know of a person; state, price and times stay."""
    ids = person.rows["leads"]
    condition = Lead.id.in_(ids) & Lead.vehicle_key.not_like(f"{EMPTIED}%")
    leads = db.session.scalars(select(Lead).where(condition)).all()
    for lead in leads:
        lead.quote_code = None
        lead.name, lead.phone, lead.alt_phone, lead.email, lead.consent_text = "", None, None, "", ""
        lead.vin = lead.registration = None
        lead.vehicle_key = f"{EMPTIED}{lead.id}"
    for touch in db.session.scalars(select(LeadTouch).where(LeadTouch.lead_id.in_(ids), LeadTouch.note != "")):
        touch.note = touch.subject = ""
    for merge in db.session.scalars(select(LeadMerge).where(LeadMerge.lead_id.in_(ids) | LeadMerge.other_id.in_(ids))):
        merge.before = {}
    db.session.flush()
    step(LAST, leads=len(leads))


@uses_of("lost-reasons")
def _uses_of_reasons(codes: Collection[str]) -> dict[str, list[Use]]:
    """The leads that were lost for some reasons: of one code the first by number, of several how many."""
    query = select(Lead.reason, func.count()).where(Lead.reason.in_(codes), Lead.state == "lost").group_by(Lead.reason)
    counts: dict[str, int] = {code: number for code, number in db.session.execute(query)}
    if len(codes) > 1:
        return {code: [Use("lead", code, "")] * number for code, number in counts.items()}
    uses = {}
    for code, number in counts.items():
        rows = db.session.scalars(select(Lead).where(Lead.reason == code, Lead.state == "lost").limit(NAMED))
        examples = [Use("lead", f"L-{row.number}", link_of(row)) for row in rows]
        # All count, and only the first are named.
        uses[code] = examples + examples[-1:] * (number - len(examples))
    return uses


def _list_owned(owner_id: int) -> list[Thing]:
    query = select(Lead).where(Lead.owner_id == owner_id, Lead.state.in_(OPEN)).order_by(Lead.id.desc())
    return [Thing(row.id, f"L-{row.number}", link_of(row)) for row in db.session.scalars(query)]


def _give(owner_id: int, successor_id: int, ids: Collection[int] | None) -> None:
    statement = update(Lead).where(Lead.owner_id == owner_id, Lead.state.in_(OPEN)).values(owner_id=successor_id)
    statement = statement.where(Lead.id.in_(ids)) if ids is not None else statement
    db.session.execute(statement.execution_options(synchronize_session="fetch"))


def _load(lead_id: int) -> str | None:
    number = db.session.scalar(select(Lead.number).where(Lead.id == lead_id))
    return None if number is None else f"L-{number}"


loads("Lead", _load)
keeps("leads", _list_owned, _give, needs=("update", "Lead"))
