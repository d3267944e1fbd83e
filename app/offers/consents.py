"""The ledger of consents: who has agreed to be written to by which channel, and who has opted out."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.orm import aliased

from app.conversations.models import Contact, ContactKey
from app.core import clock
from app.core.db.base import db
from app.core.values.batches import batched
from app.core.values.emails import normal_email
from app.ingest import merging
from app.masters.records.models import Customer
from app.masters.records.service import VOUCHING, numbers_of
from app.offers.models import Consent

IN, OUT = "opted_in", "opted_out"
BY_CONTACT = ("web", "telegram", "messenger", "instagram")
"""Channels that know a person by a name of their own: a customer is reached where that contact is the same person."""
PROVED = "user:"
"""How the web channel's name of a visitor begins whom their page has proved."""


def contact_of(customer: Customer) -> Contact:
    """Return the contact that a customer is, added where no channel knows the number; it has the customer's id then."""
    contact = db.session.get(Contact, contact_id_of(customer))
    if contact is None:
        contact = Contact(
            id=customer.id, person_id=customer.id, client_id=customer.client_id, name=customer.name,
            last4=customer.last4,
        )  # fmt: skip
        db.session.add(contact)
        db.session.flush()
    return contact


class HasNumber(Protocol):
    """A customer, or a lead: what a client knows of one person."""

    id: Any
    client_id: Any
    phone: Any


def contact_id_of(customer: HasNumber) -> int:
    """Return the id of the contact that a customer is, whether or not there is one."""
    return contact_ids_of([customer])[customer.id]


def contact_ids_of(customers: Iterable[HasNumber]) -> dict[int, int]:
    """Map customers to the contacts that a channel knows by their number, or to their own ids."""
    by_phone: dict[str, list[HasNumber]] = {}
    contacts: dict[int, int] = {}
    for customer in customers:
        contacts[customer.id] = customer.id
        for number in (customer.phone, (customer.phone or "").removeprefix("+")):
            if number:
                by_phone.setdefault(number, []).append(customer)
    for numbers in batched(by_phone, 500):
        query = select(ContactKey).where(ContactKey.ext_user.in_(numbers), ContactKey.channel.in_(VOUCHING))
        for key in db.session.scalars(query.order_by(ContactKey.id.desc())):
            for customer in by_phone[key.ext_user]:
                if customer.client_id == key.client_id:
                    contacts[customer.id] = key.contact_id
    return contacts


def customer_of(customer_id: int) -> Customer | None:
    """Return a customer, or None where the reader may not see one."""
    return db.session.scalar(select(Customer).where(Customer.id == customer_id))


def get_contact(contact_id: int) -> Contact:
    """Return a contact by its id, or by that of the customer it is; NotFound where the reader may see neither."""
    customer = customer_of(contact_id)
    if customer is not None:
        return contact_of(customer)
    return merging.get_contact(contact_id)


def find_contact_id(contact_id: int) -> int:
    """Return the id that `get_contact` finds, without adding a contact; NotFound alike."""
    customer = customer_of(contact_id)
    if customer is not None:
        return contact_id_of(customer)
    return get_contact(contact_id).id


AT_ONCE = 5_000
"""How many ids are asked for in one query."""


def persons_of_customers(client_id: int, person_ids: Iterable[int]) -> dict[int, int]:
    """Map the customers of a client that some people are to these: by their own ids, or by numbers vouched for."""
    persons: dict[int, int] = {}
    for ids in batched(sorted(person_ids), AT_ONCE):
        own = select(Customer.id, Contact.person_id).join(Contact, Contact.id == Customer.id)
        own = own.where(Contact.person_id.in_(ids), Customer.client_id == client_id)
        keys = select(ContactKey.ext_user, Contact.person_id).join(Contact, Contact.id == ContactKey.contact_id)
        keys = keys.where(
            Contact.person_id.in_(ids), ContactKey.client_id == client_id, ContactKey.channel.in_(VOUCHING)
        )
        numbers = {f"+{number.removeprefix('+')}": person_id for number, person_id in db.session.execute(keys)}
        for phones in batched(sorted(numbers), AT_ONCE):
            query = select(Customer.id, Customer.phone).where(
                Customer.client_id == client_id, Customer.phone.in_(phones)
            )
            persons |= {id_: numbers[phone] for id_, phone in db.session.execute(query) if phone}
        persons |= {id_: person_id for id_, person_id in db.session.execute(own)}
    return persons


def customers_of(contact: Contact) -> list[Customer]:
    """List the customers that a contact is: by its own id, or by a number that a channel vouches for."""
    query = select(Customer).where(is_customer_of(contact.client_id, _add_merged([contact.id])))
    return list(db.session.scalars(query.order_by(Customer.id)))


def customers_at(client_id: int, channel: str, account: str, ext_user: str) -> ColumnElement[bool]:
    """What cuts customers of a client to those whom an account of a channel knows by a name."""
    if channel in VOUCHING:
        return (Customer.client_id == client_id) & (Customer.phone == f"+{ext_user}")
    query = select(ContactKey.contact_id).where(
        ContactKey.client_id == client_id, ContactKey.channel == channel, ContactKey.account == account,
        ContactKey.ext_user == ext_user,
    )  # fmt: skip
    return is_customer_of(client_id, _add_merged(db.session.scalars(query).all()))


def _add_merged(contact_ids: Sequence[int]) -> Sequence[int]:
    """The contacts that are the same persons as some, with those."""
    people = select(Contact.person_id).where(Contact.id.in_(contact_ids))
    return db.session.scalars(select(Contact.id).where(Contact.person_id.in_(people))).all()


def is_customer_of(client_id: int, contact_ids: Sequence[int]) -> ColumnElement[bool]:
    """What cuts customers to those that contacts of a client are."""
    condition = Customer.id.in_(contact_ids) | Customer.phone.in_(numbers_of(contact_ids))
    return (Customer.client_id == client_id) & condition


def address_of(customer: Customer, channel: str, account: str = "") -> str:
    """Return where a customer is reached by a channel, in the form that is compared; empty where they are not."""
    return addresses_of([customer], channel, account)[customer.id]


def addresses_of(customers: Sequence[Customer], channel: str, account: str = "") -> dict[int, str]:
    """Map customers to where each is reached by a channel, or by one account of it, in the form that is compared."""
    if channel == "email":
        return {customer.id: normal_email(customer.email or "") or "" for customer in customers}
    if channel not in BY_CONTACT:
        return {customer.id: customer.phone or "" for customer in customers}
    contacts = contact_ids_of(customers)
    names: dict[int, str] = {}
    for ids in batched(sorted(set(contacts.values())), 500):
        own, other = aliased(Contact), aliased(Contact)
        query = (
            select(own.id, ContactKey.ext_user)
            .join(other, other.person_id == own.person_id)
            .join(ContactKey, ContactKey.contact_id == other.id)
            .where(own.id.in_(ids), ContactKey.channel == channel)
            .order_by(ContactKey.id)
        )
        if account:
            query = query.where(ContactKey.account == account)
        if channel == "web":
            query = query.where(ContactKey.ext_user.startswith(PROVED, autoescape=True))
        names |= {contact_id: name for contact_id, name in db.session.execute(query)}
    return {customer.id: names.get(contacts[customer.id], "") for customer in customers}


def list_consents(contact_id: int) -> Select[Consent]:
    """Select the ledger of a contact."""
    return select(Consent).where(Consent.contact_id == contact_id)


def add_consent(
    contact: Contact, channel: str, state: str, source: str, *, at: datetime | None = None, offer_id: int | None = None
) -> list[Consent]:
    """Add an entry for every address by which a contact is reached; one without an address where there is none."""
    addresses = {address_of(customer, channel) for customer in customers_of(contact)} - {""}
    entries = [
        Consent(
            client_id=contact.client_id, contact_id=contact.id, channel=channel, address=address, state=state,
            source=source, at=at or clock.now(), offer_id=offer_id,
        )
        for address in sorted(addresses) or [""]
    ]  # fmt: skip
    db.session.add_all(entries)
    db.session.flush()
    return entries


class Standing(NamedTuple):
    """The latest state of every address and every contact of a client on a channel."""

    addresses: dict[str, str]
    contacts: dict[int, str]

    def of(self, address: str, contact_id: int) -> str | None:
        """Return what holds for a person: what their address has, else their contact; None where nothing is known."""
        return self.addresses.get(address) or self.contacts.get(contact_id)


def standing(client_id: int, channel: str) -> Standing:
    """Read the ledger of a client's channel."""
    query = select(Consent.address, Consent.contact_id, Consent.state).where(
        Consent.client_id == client_id, Consent.channel == channel
    )
    latest = Standing({}, {})
    for address, contact_id, state in db.session.execute(query.order_by(Consent.at, Consent.id)):
        if address:
            latest.addresses[address] = state
        latest.contacts[contact_id] = state
    return latest


def state_of(client_id: int, channel: str, address: str, contact_id: int) -> str | None:
    """Return the state that holds for one person now, as `Standing.of` does for many."""
    query = select(Consent.state).where(Consent.client_id == client_id, Consent.channel == channel)
    latest = query.order_by(Consent.at.desc(), Consent.id.desc()).limit(1)
    by_address = db.session.scalar(latest.where(Consent.address == address)) if address else None
    return by_address or db.session.scalar(latest.where(Consent.contact_id == contact_id))
