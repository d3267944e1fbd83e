"""Merging contacts into one person, and taking that back."""

from datetime import timedelta

from sqlalchemy import Select, func, select

from app.analytics import restatements
from app.analytics.rollups import Ledger
from app.conversations.forgetting import refuse_forgotten
from app.conversations.models import Contact, Conversation
from app.core import clock
from app.core.db.base import db, fetch
from app.core.db.tenancy import Scope, bound_workspace, current_scope, within
from app.core.errors import BeyondSchema, Conflict, Forbidden, Invalid, field_error
from app.ingest import contacts

UNDONE_WITHIN = timedelta(days=30)


def get_contact(contact_id: int) -> Contact:
    """A contact the present reader may see, or NotFound; Gone of a forgotten one.

    Who sees some bots or outlets only sees their contacts.
    """
    contact = fetch(visible_contacts().where(Contact.id == contact_id), "This contact does not exist.")
    refuse_forgotten(contact_id)
    return contact


def merged_with(contact: Contact) -> list[Contact]:
    """The other contacts that are the same person, as far as the reader may see them, oldest first."""
    query = visible_contacts().where(Contact.person_id == contact.person_id, Contact.id != contact.id)
    return list(db.session.scalars(query.order_by(Contact.id)))


def visible_contacts() -> Select[Contact]:
    """The contacts the present reader may see."""
    query, scope = select(Contact), current_scope()
    if scope.measured_bots is not None or scope.outlets is not None:
        query = query.where(select(Conversation.id).where(Conversation.contact_id == Contact.id).exists())
    return query


def merge(contact_id: int, other_id: int) -> Contact:
    """Make two contacts one person, known by the older id; returns the contact that keeps it."""
    contact = get_contact(contact_id)
    with field_error("other"):
        other = get_contact(other_id)
    if contact.client_id != other.client_id:
        raise Invalid({"other": [BeyondSchema("This contact belongs to another client.")]})
    scope = current_scope()
    with within(bound_workspace()):
        people = _lock({contact.id, other.id}, scope)
        if contact.person_id == other.person_id:
            raise Conflict("These contacts are already merged.", code="invalid_transition")
        first, second = sorted({contact.person_id, other.person_id})
        moving = [contact for contact in people if contact.person_id == second]
        (head,) = (contact for contact in moving if contact.id == second)
        head.merged_into_id, head.merged_at = first, clock.now()
        _move(people, moving, first, "contacts merged")
        return next(contact for contact in people if contact.id == first)


def unmerge(contact_id: int) -> Contact:
    """Take a merge of the last 30 days back: the contact is a person again, with all merged into it before."""
    contact, scope = get_contact(contact_id), current_scope()
    with within(bound_workspace()):
        people = _lock({contact.id}, scope)
        if contact.merged_into_id is None or contact.merged_at is None:
            raise Conflict("This contact is not merged into another.", code="invalid_transition")
        if clock.now() - contact.merged_at > UNDONE_WITHIN:
            raise Conflict(f"A merge can be undone for {UNDONE_WITHIN.days} days only.", code="too_late")
        contact.merged_into_id = contact.merged_at = None
        _move(people, _below(contact, people), contact.id, "contacts parted")
        return contact


def _lock(contact_ids: set[int], scope: Scope) -> list[Contact]:
    """Lock some contacts with all that are the same people; Refused where a scope leaves out conversations of them."""
    people = contacts.lock(contact_ids)
    query = select(func.count(Conversation.id)).where(Conversation.contact_id.in_([person.id for person in people]))
    number = db.session.scalar(query)
    with within(bound_workspace(), scope):
        if db.session.scalar(query) != number:
            raise Forbidden("These contacts have conversations that you do not have access to.", code="out_of_scope")
    return people


def _below(contact: Contact, people: list[Contact]) -> list[Contact]:
    """A contact and those merged into it, directly or not."""
    contacts, ids = [contact], {contact.id}
    # Older ids come first, and a contact is merged into older ones only.
    for other in sorted(people, key=lambda person: person.id):
        if other.merged_into_id in ids:
            contacts.append(other)
            ids.add(other.id)
    return contacts


def _move(people: list[Contact], moving: list[Contact], person_id: int, cause: str) -> None:
    """Make the moving contacts that person, with every standing and number following."""
    days = restatements.final_days([contact.id for contact in moving])
    before = restatements.people_on(days)
    for contact in moving:
        contact.person_id = person_id
    db.session.flush()
    ledger = Ledger()
    contacts.settle(people, ledger)
    restatements.write(ledger, cause)
    restatements.restate_people(before, cause)
