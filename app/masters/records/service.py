"""Rules of master data: who sees which rows, what must be unique, and what may be deleted."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Select, exists, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm.attributes import get_history

from app.clients import moves
from app.clients.models import City, Client, DealerGroup, Outlet
from app.clients.service import check_taking, get_client
from app.conversations.masking import mask_name, may_see_names
from app.conversations.models import Contact, ContactKey, Conversation
from app.core import clock
from app.core.db.base import db, fetch, rows_by_id
from app.core.db.ids import new_id
from app.core.db.tenancy import bound_workspace, current_scope, within
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.text import fold_name
from app.core.values import phones
from app.masters.records.codes import LISTS, codes_like, fit_codes, labels_of, read_codes
from app.masters.records.identities import SEPARATORS
from app.masters.records.models import VIN_END, VIN_LENGTH, Customer, JobCard, Vehicle
from app.masters.records.rules import Errors, fit_customer, fit_job_card, fit_vehicle, warnings_of

Record = Customer | Vehicle | JobCard
R = TypeVar("R", Customer, Vehicle, JobCard)
NOUNS: dict[type[Record], str] = {Customer: "customer", Vehicle: "vehicle", JobCard: "job card"}
LAST = 4
_LAST_OF_ALL = "Z" * VIN_LENGTH
LEAST_OF_END = 6
"""Letters of the end of a VIN that are looked for, at least."""
_TAKEN = {
    "phone": "Another customer has this phone number.",
    "vin": "Another vehicle has this VIN.",
    "registration": "Another vehicle has this registration. Close it first if it was scrapped or sold.",
    "number": "This outlet already has a job card with this number.",
}
_OUT_OF_REACH = "This outlet does not exist."
_SEVERAL = "Several outlets are called so. Write the name with its code, such as Baner (PUN-BAN)."
NAME_AND_CODE = re.compile(r"(?P<name>.+) \((?P<code>[^()]+)\)")
ROW_ID = re.compile(r"[1-9][0-9]{12,17}|[1-8][0-9]{18}")
"""Longer than any code that a dealer gives an outlet."""
FEW = 20
VOUCHING = ("whatsapp", "voice", "sms")
"""Channels that vouch for the number they name; nothing else joins a customer with a contact."""


# ---- reading ------------------------------------------------------------------------------------------


def list_customers(q: str = "", *, client: int | None = None, outlet: int | None = None) -> Select[Customer]:
    """Return customers by words in their name, or by the last digits of their number."""
    query = select(Customer).where(*_equal((Customer.client_id, client), (Customer.outlet_id, outlet)))
    return query.where(fits_customer(q)) if q.split() else query


def fits_customer(q: str) -> ColumnElement[bool]:
    """What cuts customers to those a text means: names only for who sees them, numbers by their last digits."""
    digits = "".join(letter for letter in q if letter.isdigit())
    conditions: list[ColumnElement[bool]] = []
    if len(digits) >= LAST:
        conditions.append(Customer.last4 == digits[-LAST:])
    elif may_see_names() or not digits:
        words = fold_name(q).split() if may_see_names() else []
        conditions += [Customer.name_key.contains(word, autoescape=True) for word in words] or [Customer.id.is_(None)]
    else:
        conditions.append(Customer.id.is_(None))
    first, *rest = conditions
    for item in rest:
        first &= item
    return first


def list_vehicles(
    q: str = "",
    *,
    client: int | None = None,
    outlet: int | None = None,
    customer: int | None = None,
    model: str = "",
    variant: str = "",
    fuel: str = "",
    state: str = "",
) -> Select[Vehicle]:
    """Return vehicles by the beginning of registration or VIN, the end of a VIN, or by words in model and variant."""
    query = select(Vehicle).where(
        *_equal((Vehicle.client_id, client), (Vehicle.outlet_id, outlet), (Vehicle.customer_id, customer)),
        *_equal((Vehicle.fuel, fuel or None), (Vehicle.model, model or None), (Vehicle.variant, variant or None)),
    )
    if state:
        closed: Any = Vehicle.closed_at
        query = query.where(closed.is_(None) if state == "open" else closed.is_not(None))
    return query.where(fits_vehicle(q)) if q.split() else query


def is_named(model: Any, plain: str) -> list[ColumnElement[bool]]:
    """Return the ways in which letters name vehicles, or leads by theirs: as a beginning, or as the end of a VIN."""
    # As ranges, which every engine finds by its index: all are of capitals and digits only.
    conditions: list[ColumnElement[bool]] = [
        column.between(plain, f"{plain}{_LAST_OF_ALL}") for column in (model.registration, model.vin)
    ]
    if LEAST_OF_END <= len(plain) < VIN_LENGTH:
        end = plain[: -VIN_END - 1 : -1]
        is_end: ColumnElement[bool] = model.vin_end.between(end, f"{end}{_LAST_OF_ALL}")
        conditions.append(is_end & model.vin.endswith(plain, autoescape=True) if len(plain) > VIN_END else is_end)
    return conditions


def fits_vehicle(q: str, *, names_only: bool = False) -> ColumnElement[bool]:
    """What cuts vehicles to those a text means."""
    plain = SEPARATORS.sub("", q).upper()
    conditions = is_named(Vehicle, plain) if plain else []
    if not names_only or not conditions:
        words = [
            or_(Vehicle.model.in_(codes_like("model", word)), Vehicle.variant.in_(codes_like("variant", word)))
            for word in q.split()
        ]
        both = words[0]
        for part in words[1:]:
            both &= part
        conditions.append(both)
    return or_(*conditions)


def list_job_cards(
    q: str = "",
    *,
    client: int | None = None,
    outlet: int | None = None,
    vehicle: int | None = None,
    type: str = "",
    state: str = "",
) -> Select[JobCard]:
    """Return job cards by the beginning of their number, or by how their vehicle is named."""
    query = select(JobCard).where(
        *_equal(
            (JobCard.client_id, client),
            (JobCard.outlet_id, outlet),
            (JobCard.vehicle_id, vehicle),
            (JobCard.type, type or None),
        )
    )
    if state:
        query = query.where(JobCard.closed_on.is_(None) if state == "open" else JobCard.closed_on.is_not(None))
    if q.split():
        vehicle_ids = select(Vehicle.id).where(fits_vehicle(q, names_only=True))
        number = " ".join(q.upper().split())
        query = query.where(JobCard.number.startswith(number, autoescape=True) | JobCard.vehicle_id.in_(vehicle_ids))
    return query


def _equal(*pairs: tuple[Any, Any]) -> list[ColumnElement[bool]]:
    return [column == value for column, value in pairs if value is not None]


def get_record(kind: type[R], record_id: int, field: str | None = None) -> R:
    """A row the reader may see; NotFound, or Invalid when a field names it."""
    return fetch(select(kind).where(kind.id == record_id), f"This {NOUNS[kind]} does not exist.", field)


class Ownership(NamedTuple):
    """Where a row belongs."""

    client: Client
    outlet: Outlet | None
    parent: DealerGroup | None
    city: City | None


class ListedCustomer(NamedTuple):
    """A customer as a reader may see them, and how many vehicles in reach are theirs."""

    customer: Customer
    place: Ownership
    vehicles: int
    open: bool

    @property
    def name(self) -> str:
        """The name, or its initials."""
        return self.customer.name if self.open else mask_name(self.customer.name)

    @property
    def phone(self) -> str | None:
        """The number, for who may see it."""
        return self.customer.phone if self.open else None

    @property
    def phone_shown(self) -> str | None:
        """The same as people write it."""
        return phones.format_phone(self.customer.phone) if self.open and self.customer.phone else None

    @property
    def email(self) -> str:
        """The address, for who may see it."""
        return self.customer.email if self.open else ""


class ListedVehicle(NamedTuple):
    """A vehicle with where it belongs and who owns it."""

    vehicle: Vehicle
    place: Ownership
    owner: ListedCustomer | None
    labels: dict[str, dict[str, str]]
    """What model and variant are called, by language."""

    @property
    def warnings(self) -> list[str]:
        """What is odd about it."""
        return warnings_of(self.vehicle.vin)


class ListedJobCard(NamedTuple):
    """A job card with its vehicle, which the reader may not see."""

    card: JobCard
    place: Ownership
    vehicle: Vehicle | None
    labels: dict[str, dict[str, str]]
    """What its type and the vehicle's model are called, by language."""


def listed_customers(rows: Sequence[Customer]) -> list[ListedCustomer]:
    """Customers as lists show them, in the same order."""
    places, sees_names = places_of(rows), may_see_names()
    counts: dict[int, int] = {}
    for customer_id in db.session.scalars(
        select(Vehicle.customer_id).where(Vehicle.customer_id.in_([row.id for row in rows]))
    ):
        counts[customer_id or 0] = counts.get(customer_id or 0, 0) + 1
    return [ListedCustomer(row, places[row.id], counts.get(row.id, 0), sees_names) for row in rows]


def listed_vehicles(rows: Sequence[Vehicle]) -> list[ListedVehicle]:
    """Vehicles as lists show them, in the same order."""
    places, sees_names = places_of(rows), may_see_names()
    owners = rows_by_id(Customer, {row.customer_id for row in rows})
    homes = places_of(list(owners.values()))
    customers = {key: ListedCustomer(row, homes[key], 0, sees_names) for key, row in owners.items()}
    field_labels = {name: labels_of(name, {getattr(row, name) for row in rows}) for name in ("model", "variant")}
    return [
        ListedVehicle(row, places[row.id], customers.get(row.customer_id or 0),
                      {name: labels.get(getattr(row, name), {}) for name, labels in field_labels.items()})
        for row in rows
    ]  # fmt: skip


def listed_job_cards(rows: Sequence[JobCard]) -> list[ListedJobCard]:
    """Job cards as lists show them, in the same order."""
    places, vehicles = places_of(rows), rows_by_id(Vehicle, {row.vehicle_id for row in rows})
    types, models = labels_of("type", {row.type for row in rows}), labels_of("model", _models(vehicles))

    def labels_of_card(row: JobCard) -> dict[str, dict[str, str]]:
        vehicle = vehicles.get(row.vehicle_id)
        return {"type": types.get(row.type, {}), "model": models.get(vehicle.model, {}) if vehicle else {}}

    return [ListedJobCard(row, places[row.id], vehicles.get(row.vehicle_id), labels_of_card(row)) for row in rows]


def _models(vehicles: dict[int, Vehicle]) -> set[str]:
    return {vehicle.model for vehicle in vehicles.values()}


def places_of(rows: Sequence[Any]) -> dict[int, Ownership]:
    """Where each row belongs."""
    outlets = rows_by_id(Outlet, {row.outlet_id for row in rows})
    clients = rows_by_id(Client, {row.client_id for row in rows})
    parents = rows_by_id(DealerGroup, {outlet.parent_id for outlet in outlets.values()})
    cities = rows_by_id(City, {outlet.city_id for outlet in outlets.values()})
    places = {}
    for row in rows:
        outlet = outlets.get(row.outlet_id or 0)
        places[row.id] = Ownership(
            clients[row.client_id], outlet, parents[outlet.parent_id] if outlet else None,
            cities[outlet.city_id] if outlet else None,
        )  # fmt: skip
    return places


def conversations_of(customer: Customer) -> Select[Conversation]:
    """Return the conversations of the people whom a channel knows by this customer's number."""
    number = customer.phone or "-"
    contact_ids = select(ContactKey.contact_id).where(
        ContactKey.client_id == customer.client_id,
        ContactKey.channel.in_(VOUCHING),
        ContactKey.ext_user.in_((number, number.removeprefix("+"))),
    )
    people = select(Contact.person_id).where(Contact.id.in_(contact_ids))
    contacts = select(Contact.id).where(Contact.person_id.in_(people))
    return select(Conversation).where(Conversation.contact_id.in_(contacts))


def numbers_of(contacts: Sequence[int]) -> list[str]:
    """List the numbers that channels vouch for of some contacts."""
    keys = select(ContactKey.ext_user).where(ContactKey.contact_id.in_(contacts), ContactKey.channel.in_(VOUCHING))
    return [f"+{number.removeprefix('+')}" for number in db.session.scalars(keys)]


def job_cards_of(contacts: Sequence[int], client_id: int) -> Select[JobCard]:
    """Return the job cards of the vehicles of the customers whose numbers channels know some contacts by."""
    numbers = numbers_of(contacts)
    owners = select(Customer.id).where(Customer.client_id == client_id, Customer.phone.in_(numbers))
    vehicles = select(Vehicle.id).where(Vehicle.customer_id.in_(owners))
    return select(JobCard).where(JobCard.vehicle_id.in_(vehicles))


# ---- changing -----------------------------------------------------------------------------------------


def find_outlet(text: str, among: Record | None = None) -> Outlet:
    """The open outlet that is meant by an id, a code or a name; Invalid where the writer sees none or several."""
    query = select(Outlet).where(_is_called(text)).limit(FEW)
    if among is not None:
        query = query.where(Outlet.client_id == among.client_id)
    rows = db.session.scalars(query).all()
    if len(rows) > 1 and among is not None:
        # What a form says of a row that is not to move is where it is.
        rows = [row for row in rows if row.id == among.outlet_id] or rows
    if len(rows) > 1:
        raise Invalid({"outlet": [_SEVERAL]})
    if not rows:
        raise Invalid({"outlet": [BeyondSchema(_OUT_OF_REACH)]})
    if rows[0].closed_at is not None and (among is None or rows[0].id != among.outlet_id):
        raise Invalid({"outlet": [f"{rows[0].name} is closed."]})
    return rows[0]


def _is_called(text: str) -> ColumnElement[bool]:
    """What cuts outlets to those that a text names."""
    plain = text.casefold()
    condition = or_(Outlet.code_key == plain, Outlet.name_key == plain)
    if both := NAME_AND_CODE.fullmatch(plain):
        condition |= (Outlet.name_key == both["name"]) & (Outlet.code_key == both["code"])
    return Outlet.id == int(text) if ROW_ID.fullmatch(text) else condition


def _check(wrong: Errors) -> None:
    if wrong:
        raise Invalid({field: [BeyondSchema(reason)] for field, reason in wrong.items()})


def _fit_codes(values: dict[str, Any], record: Record | None = None) -> Errors:
    """Put codes for what was said of model, variant and type; the lists are only read where something was said."""
    return fit_codes(values, read_codes(), record) if values.keys() & LISTS.keys() else {}


def create_customer(values: dict[str, Any]) -> Customer:
    """Add a customer; Conflict where another one has the number."""
    outlet_text, client_id = values.pop("outlet", None), values.pop("client", None)
    outlet = find_outlet(outlet_text) if outlet_text else None
    if outlet is None and current_scope().outlets is not None:
        raise Invalid({"outlet": ["You see only some outlets. Choose one of them."]})
    client = _client(client_id, outlet)
    check_taking(client)
    _check(fit_customer(values, client))
    row = Customer(client_id=client.id, outlet_id=outlet.id if outlet else None, **values)
    _store(row)
    return row


def _client(client_id: int | None, outlet: Outlet | None) -> Client:
    """The client that is named, or the outlet's, or the first in reach."""
    if client_id is not None:
        client = get_client(client_id, field="client")
    elif outlet is not None:
        client = get_client(outlet.client_id)
    else:
        first_client = db.session.scalar(select(Client).order_by(Client.id).limit(1))
        if first_client is None:
            raise Invalid({"client": ["Add a client first."]})
        client = first_client
    if outlet is not None and outlet.client_id != client.id:
        raise Invalid({"outlet": ["Must be an outlet of this client."]})
    return client


def change_customer(row: Customer, values: dict[str, Any]) -> None:
    """Give a customer other values; keys that are not given stay as they are."""
    values = dict(values)
    if "outlet" in values:
        outlet = values.pop("outlet")
        if outlet is None and current_scope().outlets is not None:
            raise Invalid({"outlet": ["You see only some outlets. Choose one of them."]})
        _give(row, outlet)
    _check(fit_customer(values, get_client(row.client_id)))
    _set(row, values)


def _give(row: Record, outlet: str | None) -> None:
    """Give a row to another outlet of its client."""
    row.outlet_id = None if outlet is None else find_outlet(outlet, row).id


def create_vehicle(values: dict[str, Any]) -> Vehicle:
    """Add a vehicle to an outlet; Conflict where VIN or registration are another one's."""
    outlet = find_outlet(values.pop("outlet"))
    client = get_client(outlet.client_id)
    check_taking(client)
    _check(fit_vehicle(values, client, moves.today(client)) | _fit_codes(values))
    row = Vehicle(client_id=client.id, outlet_id=outlet.id, vin=values.pop("vin"))
    _own(row, values, client)
    _set(row, values)
    return row


def change_vehicle(row: Vehicle, values: dict[str, Any]) -> None:
    """Give a vehicle other values; keys that are not given stay as they are."""
    values, client = dict(values), get_client(row.client_id)
    _check(fit_vehicle(values, client, moves.today(client), row) | _fit_codes(values, row))
    if "outlet" in values:
        _give(row, values.pop("outlet"))
    _own(row, values, client)
    _set(row, values)


def _own(row: Vehicle, values: dict[str, Any], client: Client) -> None:
    """Give a vehicle its owner: by id, or by a phone number, with which a new customer is added."""
    name, number = values.pop("owner_name", None), values.pop("owner_phone", None)
    if "customer" in values:
        customer_id = values.pop("customer")
        owner = get_record(Customer, customer_id, "customer") if customer_id else None
        if owner is not None and owner.client_id != row.client_id:
            raise Invalid({"customer": ["Must be a customer of the same client."]})
        row.customer_id = owner.id if owner else None
    if not number:
        return
    conditions = {"phone": number}
    if wrong := fit_customer(conditions, client):
        raise Invalid({"owner_phone": [BeyondSchema(wrong["phone"])]})
    owner = by_phones(client.id, [conditions["phone"]]).get(conditions["phone"])
    if owner is None and not name:
        raise Invalid({"owner_name": ["This number is new. Give its owner's name."]})
    if owner is None:
        owner = Customer(client_id=client.id, outlet_id=row.outlet_id, name=name or "", phone=conditions["phone"])
        _store(owner)
    row.customer_id = owner.id


def by_phones(client_id: int, numbers: Iterable[str]) -> dict[str, Customer]:
    """A client's customers in reach by their numbers, the one who has had a number longest."""
    query = select(Customer).where(Customer.client_id == client_id, Customer.phone.in_(list(numbers)))
    return {row.phone or "": row for row in db.session.scalars(query.order_by(Customer.id.desc()))}


def create_job_card(values: dict[str, Any]) -> JobCard:
    """Add a job card; Conflict where the outlet has its number already."""
    outlet = find_outlet(values.pop("outlet"))
    vehicle = get_record(Vehicle, values.pop("vehicle"), "vehicle")
    client = get_client(outlet.client_id)
    if vehicle.client_id != client.id:
        raise Invalid({"vehicle": ["Must be a vehicle of the outlet's client."]})
    check_taking(client)
    _check(fit_job_card(values, moves.today(client)) | _fit_codes(values))
    row = JobCard(client_id=client.id, outlet_id=outlet.id, vehicle_id=vehicle.id)
    _set(row, values)
    return row


def change_job_card(row: JobCard, values: dict[str, Any]) -> None:
    """Give a job card other values; keys that are not given stay as they are."""
    values, client = dict(values), get_client(row.client_id)
    _check(fit_job_card(values, moves.today(client), row) | _fit_codes(values, row))
    if "outlet" in values:
        _give(row, values.pop("outlet"))
    _set(row, values)


def close_vehicle(row: Vehicle) -> None:
    """Close a vehicle that is here no more; its job cards stay and its registration is free."""
    if row.closed_at is not None:
        raise Conflict("This vehicle is closed already.", code="invalid_transition")
    row.closed_at = clock.now()
    db.session.flush()


def reopen_vehicle(row: Vehicle) -> None:
    """Open a closed vehicle again; Conflict where another one has its registration by now."""
    if row.closed_at is None:
        raise Conflict("This vehicle is open.", code="invalid_transition")
    row.closed_at = None
    _store(row)


def delete_record(row: Record) -> None:
    """Delete a row that nothing refers to; Conflict otherwise."""
    if reason := in_use(row):
        raise Conflict(reason, code="in_use")
    db.session.delete(row)
    db.session.flush()


def in_use(row: Record) -> str:
    """Why a row cannot be deleted; empty where nothing refers to it. What the reader does not see counts too."""
    with within(bound_workspace()):
        if isinstance(row, Vehicle) and db.session.scalar(select(exists().where(JobCard.vehicle_id == row.id))):
            return "This vehicle has job cards, so it cannot be deleted. Close it instead."
        if isinstance(row, Customer) and db.session.scalar(select(exists().where(Vehicle.customer_id == row.id))):
            return "This customer owns vehicles, so they cannot be deleted."
    return ""


def _set(row: Record, values: dict[str, Any]) -> None:
    if isinstance(row, JobCard) and "amount" in values:
        amount = values.pop("amount")
        values["amount_minor"] = None if amount is None else round(amount * 100)
    for name, value in values.items():
        setattr(row, name, value)
    _store(row)


def _refuse_taken(row: Record) -> None:
    """Refuse values that another row in the writer's reach has; one beyond it may have them, too."""
    if isinstance(row, JobCard):
        return
    model: Any = type(row)
    # Writers of a client queue here, so that of two at once the later one sees the earlier one's row.
    db.session.execute(select(Client.id).where(Client.id == row.client_id).with_for_update(key_share=True))
    for field in ("phone",) if isinstance(row, Customer) else ("vin", "registration"):
        value, changed = getattr(row, field), [field]
        if field == "registration":
            changed.append("closed_at")
        if value is None or not any(get_history(row, name).has_changes() for name in changed):
            continue
        if field == "registration" and isinstance(row, Vehicle) and row.closed_at is not None:
            continue
        others = select(model.id).where(model.client_id == row.client_id, getattr(model, field) == value)
        if field == "registration":
            others = others.where(model.closed_at.is_(None))
        if db.session.scalar(others.where(model.id != row.id).limit(1)) is not None:
            raise _conflict(field)


def _conflict(field: str) -> Conflict:
    return Conflict(_TAKEN[field], code=f"{field}_taken", errors={field: [_TAKEN[field]]})


def _store(row: Record) -> None:
    """Write; the indexes say what is taken by another writer."""
    row.id = row.id or new_id()
    _refuse_taken(row)
    db.session.add(row)
    try:
        with db.session.begin_nested():
            db.session.flush()
    except IntegrityError as error:
        db.session.rollback()
        text = str(error.orig)
        field = next((name for name in ("registration", "vin", "phone", "number") if name in text), "")
        if not field:
            raise
        raise _conflict(field) from None
