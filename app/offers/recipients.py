"""Recipients as lists and files show them, and uploaded lists of customers."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, func, select

from app.clients.models import Client, Outlet
from app.conversations.masking import mask_name, may_see_names
from app.conversations.models import Conversation
from app.core.db.base import db, rows_by_id
from app.core.http.csv_files import read_rows
from app.core.http.csv_lines import lines
from app.core.text import fold_name
from app.core.values import phones
from app.core.values.batches import batched
from app.core.values.emails import normal_email
from app.masters.records.models import Customer
from app.offers import consents
from app.offers.models import RECIPIENT_STATES, STAGES, Offer, OfferList, OfferRecipient
from app.offers.results import STAGE_CONDITIONS

CSV_COLUMNS = ("contact", "name", "last4", "outlet", "state", "reason", "variant", "language", *STAGES, "revenue")


VIEWS: dict[str, ColumnElement[bool]] = {
    **{state: OfferRecipient.state == state for state in RECIPIENT_STATES},
    **{stage: STAGE_CONDITIONS[stage] for stage in ("delivered", "read", "clicked", "replied", "converted")},
    "opted_out": OfferRecipient.opted_out.is_(True),
}
"""Who is listed in each view: those in a state, who have reached a stage, or opted out."""


class ListedRecipient(NamedTuple):
    """A recipient with who they are."""

    recipient: OfferRecipient
    contact: dict[str, Any]
    outlet: Outlet | None
    conversation: Conversation | None
    """The one that began with the answer, where the reader may see it."""


def list_recipients(
    offer: Offer, *, q: str = "", state: str = "", outlet: int | None = None, variant: str = "", language: str = ""
) -> Select[OfferRecipient]:
    """Select recipients: of a state, or who have reached a stage; by words of the name or the last digits."""
    query = select(OfferRecipient).where(OfferRecipient.offer_id == offer.id)
    if state:
        query = query.where(VIEWS[state])
    if outlet is not None:
        query = query.where(OfferRecipient.outlet_id == outlet)
    if variant:
        query = query.where(OfferRecipient.variant == variant)
    if language:
        query = query.where(OfferRecipient.language == language)
    if q.split():
        query = query.join(Customer, Customer.id == OfferRecipient.customer_id).where(_is_called(q))
    return query


def list_outlets(offer: Offer) -> Sequence[Outlet]:
    """List the outlets of an offer's recipients by name, of those that the reader sees."""
    ids = select(OfferRecipient.outlet_id).where(OfferRecipient.offer_id == offer.id)
    return db.session.scalars(select(Outlet).where(Outlet.id.in_(ids)).order_by(Outlet.name, Outlet.id)).all()


def count_views(query: Select[OfferRecipient]) -> dict[str, int]:
    """Count the recipients of a query that each view has, and all of them."""
    counts = {"all": func.count(), **{view: func.count().filter(condition) for view, condition in VIEWS.items()}}
    row = db.session.execute(query.with_only_columns(*counts.values()).select_from(OfferRecipient)).one()
    return dict(zip(counts, map(int, row), strict=True))


def _is_called(q: str) -> Any:
    digits = "".join(letter for letter in q if letter.isdigit())
    if len(digits) >= 4:
        return Customer.last4 == digits[-4:]
    if not may_see_names():
        return Customer.id.is_(None)
    first, *rest = (Customer.name_key.contains(word, autoescape=True) for word in fold_name(q).split())
    for condition in rest:
        first &= condition
    return first


def list_details(recipients: Sequence[OfferRecipient]) -> list[ListedRecipient]:
    """Return recipients as lists show them, in the same order."""
    customers = rows_by_id(Customer, (recipient.customer_id for recipient in recipients))
    contacts = consents.contact_ids_of(customers.values())
    outlets = rows_by_id(Outlet, (recipient.outlet_id for recipient in recipients))
    conversations = rows_by_id(Conversation, (recipient.conversation_id for recipient in recipients))
    sees = may_see_names()
    rows = []
    for recipient in recipients:
        customer = customers.get(recipient.customer_id)
        name = customer.name if customer is not None else ""
        contact = {
            "id": contacts.get(recipient.customer_id, recipient.customer_id),
            "name": name if sees else mask_name(name),
            "last4": customer.last4 if customer is not None else "",
        }
        rows.append(ListedRecipient(
            recipient, contact, outlets.get(recipient.outlet_id), conversations.get(recipient.conversation_id)
        ))  # fmt: skip
    return rows


def recipients_csv(query: Select[OfferRecipient]) -> Iterator[str]:
    """Write recipients as CSV, a batch at a time."""

    def cells() -> Iterator[list[Any]]:
        last = 0
        while batch := list(
            db.session.scalars(query.where(OfferRecipient.id > last).order_by(OfferRecipient.id).limit(500))
        ):
            last = batch[-1].id
            for row in list_details(batch):
                yield _cells(row)

    return lines(CSV_COLUMNS, cells())


def _cells(row: ListedRecipient) -> list[Any]:
    recipient, times = row.recipient, row.recipient.times
    moments = [times[stage].isoformat() if times[stage] else None for stage in STAGES]  # type: ignore[union-attr]
    return [
        str(row.contact["id"]), row.contact["name"], row.contact["last4"], row.outlet.name if row.outlet else "",
        recipient.state, recipient.reason, recipient.variant, recipient.language, *moments, recipient.revenue,
    ]  # fmt: skip


# ---- files --------------------------------------------------------------------------------------------


class MatchedRows(NamedTuple):
    """The customers that a file's rows name, how many rows name none, and how many name one again."""

    customers: list[Customer]
    unknown: int
    doubled: int


def match_rows(raw: bytes, client: Client) -> MatchedRows:
    """Find the customers of a client that the rows of a CSV file name by `phone` or `email`."""
    names = ("phone", "email")
    rows = read_rows(raw, (), (*names, "name"))
    addresses = [(phones.normalise_phone(row.get("phone", ""), client.zone), normal_email(row.get("email", "")))
              for _, row in rows]  # fmt: skip
    by_phone, by_email = _customers_by(client, addresses)
    customers: dict[int, Customer] = {}
    unknown = doubled = 0
    for phone, email in addresses:
        customer = by_phone.get(phone or "") or by_email.get(email or "")
        if customer is None:
            unknown += 1
        elif customer.id in customers:
            doubled += 1
        else:
            customers[customer.id] = customer
    return MatchedRows(list(customers.values()), unknown, doubled)


def _customers_by(
    client: Client, pairs: Sequence[tuple[str | None, str | None]]
) -> tuple[dict[str, Customer], dict[str, Customer]]:
    """Map numbers and addresses to the first customer of each."""
    by_phone: dict[str, Customer] = {}
    by_email: dict[str, Customer] = {}
    for part in batched(pairs, 500):
        numbers, addresses = {phone for phone, _ in part if phone}, {email for _, email in part if email}
        query = select(Customer).where(
            Customer.client_id == client.id, Customer.phone.in_(numbers) | Customer.email.in_(addresses)
        )
        for customer in db.session.scalars(query.order_by(Customer.id)):
            by_phone.setdefault(customer.phone or "", customer)
            by_email.setdefault(customer.email, customer)
    return by_phone, by_email


def create_list(name: str, raw: bytes, client: Client) -> tuple[OfferList, MatchedRows]:
    """Keep the customers that a file names, for audiences to be cut to or to leave out."""
    matched = match_rows(raw, client)
    row = OfferList(client_id=client.id, name=name, customer_ids=[str(customer.id) for customer in matched.customers])
    db.session.add(row)
    db.session.flush()
    return row, matched
