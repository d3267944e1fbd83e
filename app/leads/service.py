"""Leads as lists and pages show them, creating and changing them, and assigning many at once."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.exc import IntegrityError

from app.accounts.users.models import User
from app.accounts.users.rights import abilities_of
from app.accounts.users.scope import colleagues_of, resolve_scope
from app.accounts.workspaces.models import Workspace
from app.clients import moves
from app.clients.models import City, Client, DealerGroup, Outlet
from app.clients.service import check_taking, get_client, sole_client
from app.conversations.masking import mask_name, may_see_names
from app.core import clock
from app.core.db.base import db, fetch, hold, rows_by_id
from app.core.db.ids import new_id
from app.core.db.numbering import next_number
from app.core.db.tenancy import bound_workspace, current_scope
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.security.abilities import can as is_able
from app.core.security.visitor import require_user, visitor
from app.core.text import fold_name
from app.core.values import phones
from app.leads import life, routing, rules
from app.leads.models import OPEN, PRODUCT, Lead, LeadTouch
from app.masters.records.codes import ListEntry, labels_of, read_codes
from app.masters.records.identities import SEPARATORS
from app.masters.records.models import Customer, Vehicle
from app.masters.records.rules import fit_customer, fit_vehicle, warnings_of
from app.masters.records.service import LAST, find_outlet, is_named, places_of

CUSTOMER = ("name", "phone", "alt_phone", "email", "consent")
VEHICLE = ("vin", "registration", "model", "variant", "fuel", "sale_date", "odometer_km", "warranty_end",
           "extended_warranty_end")  # fmt: skip
SOON = timedelta(days=15)
"""How near the end of a warranty is a leak."""
MOST_ASSIGNED = 500
NUMBER = re.compile(r"(?:l-?)?([0-9]{1,9})", re.IGNORECASE)
_NO_VEHICLE = "Give a VIN, a registration or a model."


# ---- reading ------------------------------------------------------------------------------------------


def get_lead(lead_id: int, field: str | None = None) -> Lead:
    """Return a lead the reader may see; NotFound, or Invalid when a field names it."""
    return fetch(select(Lead).where(Lead.id == lead_id), "This lead does not exist.", field)


def list_conditions(
    q: str = "",
    *,
    state: str = "",
    parent: int | None = None,
    city: int | None = None,
    outlet: int | None = None,
    owner: int | None = None,
    ends: int | None = None,
    overdue: bool = False,
) -> list[ColumnElement[bool]]:
    """Return what cuts leads to those that a list shows."""
    conditions: list[ColumnElement[bool]] = []
    if state:
        conditions.append(Lead.state.in_(OPEN) if state == "open" else Lead.state == state)
    if parent is not None or city is not None:
        within = select(Outlet.id)
        within = within.where(Outlet.parent_id == parent) if parent is not None else within
        within = within.where(Outlet.city_id == city) if city is not None else within
        conditions.append(Lead.outlet_id.in_(within))
    if outlet is not None:
        conditions.append(Lead.outlet_id == outlet)
    if owner is not None:
        conditions.append(Lead.owner_id == owner)
    if ends is not None:
        conditions.append(Lead.warranty_end <= clock.now().date() + timedelta(days=ends))
    if overdue:
        conditions.append(is_overdue())
    return conditions + ([fits(q)] if q.split() else [])


def is_overdue() -> ColumnElement[bool]:
    """What cuts leads to open ones whose next action is in the past."""
    return Lead.state.in_(OPEN) & (Lead.next_action_at < clock.now())


def fits(q: str) -> ColumnElement[bool]:
    """What cuts leads to those a text means: by number, VIN, registration, last digits, or by name for who sees it."""
    plain = SEPARATORS.sub("", q).upper()
    conditions = is_named(Lead, plain) if plain else []
    if (match := NUMBER.fullmatch(q.strip())) is not None:
        conditions.append(Lead.number == int(match[1]))
    digits = "".join(letter for letter in q if letter.isdigit())
    if len(digits) >= LAST:
        conditions.append(Lead.last4 == digits[-LAST:])
    if may_see_names():
        words = [Lead.name_key.contains(word, autoescape=True) for word in fold_name(q).split()]
        both = words[0]
        for word in words[1:]:
            both &= word
        conditions.append(both)
    return or_(*conditions) if conditions else Lead.id.is_(None)


def list_leads(q: str = "", **filters: Any) -> Select[Lead]:
    """Return leads by words and filters."""
    return select(Lead).where(*list_conditions(q, **filters))


@dataclass(frozen=True)
class ListedLead:
    """A lead as a reader may see it, with where it belongs and who has it."""

    lead: Lead
    client: Client
    outlet: Outlet | None
    parent: DealerGroup | None
    city: City | None
    owner: User | None
    labels: dict[str, dict[str, str]]
    open: bool
    """Whether the reader sees who the customer is."""

    @property
    def customer(self) -> "ListedLead":
        """What an answer says of the customer is read from here."""
        return self

    @property
    def vehicle(self) -> "ListedLead":
        """What an answer says of the vehicle is read from here."""
        return self

    @property
    def number(self) -> str:
        """What people call it."""
        return f"L-{self.lead.number}"

    @property
    def name(self) -> str:
        """The customer's name, or their initials."""
        return self.lead.name if self.open else mask_name(self.lead.name)

    @property
    def phone(self) -> str | None:
        """The number, for who may see it."""
        return self.lead.phone if self.open else None

    @property
    def alt_phone(self) -> str | None:
        """Another number, for who may see it."""
        return self.lead.alt_phone if self.open else None

    @property
    def phone_shown(self) -> str | None:
        """The number as people write it."""
        return phones.format_phone(self.phone) if self.phone else None

    @property
    def email(self) -> str:
        """The address, for who may see it."""
        return self.lead.email if self.open else ""

    @property
    def overdue(self) -> bool:
        """Whether its next action is in the past."""
        return self.lead.is_open and self.lead.next_action_at is not None and self.lead.next_action_at < clock.now()

    @property
    def days_left(self) -> int | None:
        """Days until the standard warranty ends."""
        ends = self.lead.warranty_end
        return (ends - moves.today(self.client)).days if ends else None

    @property
    def due_at(self) -> datetime | None:
        """By when something is to be done: the next action, or the first contact."""
        waits = self.lead.is_open and self.lead.contacted_at is None
        return self.lead.next_action_at or (self.lead.sla_due_at if waits else None)

    @property
    def possible(self) -> list[str]:
        """The events that its state allows."""
        return life.LIFE.possible(self.lead.state)

    @property
    def warnings(self) -> list[str]:
        """What is odd about its VIN."""
        return warnings_of(self.lead.vin) if self.lead.vin else []


@dataclass(frozen=True)
class QuotedLead(ListedLead):
    """A lead with its quote, and the plans that can be bought for it."""

    quote: dict[str, Any]


def list_details(rows: Sequence[Lead]) -> list[ListedLead]:
    """Return leads as lists show them to the reader, in the same order."""
    names, user = may_see_names(), visitor().user
    return _list_details(rows, lambda row: names or (user is not None and row.owner_id == user.id))


def details_for_customer(lead: Lead) -> ListedLead:
    """Return a lead as its customer may see it."""
    return _list_details([lead], lambda _row: True)[0]


def _list_details(rows: Sequence[Lead], is_open: Callable[[Lead], bool]) -> list[ListedLead]:
    places = places_of(rows)
    owners = rows_by_id(User, (row.owner_id for row in rows))
    field_labels = {field: labels_of(field, {getattr(row, field) for row in rows}) for field in ("model", "variant")}

    def listed_lead(row: Lead) -> ListedLead:
        return ListedLead(
            row, *places[row.id], owners.get(row.owner_id),
            {field: labels.get(getattr(row, field), {}) for field, labels in field_labels.items()},
            is_open(row),
        )  # fmt: skip

    return [listed_lead(row) for row in rows]


def currency_in_reach() -> str:
    """Return the currency of sums over leads: that of the reader's first client."""
    return db.session.scalar(select(Client.currency).order_by(Client.id).limit(1)) or "INR"


def touches_of(lead: Lead) -> list[LeadTouch]:
    """Return what was done about a lead, the latest first."""
    query = select(LeadTouch).where(LeadTouch.lead_id == lead.id).order_by(LeadTouch.at.desc(), LeadTouch.id.desc())
    return list(db.session.scalars(query))


ACCOUNT_FAILURES = ("no_answer", "no_server", "no_account", "no_template", "190", "131031", "131042")
"""Why messages fail for which the sending account is at fault: no answer, none there, no right, locked, not paid."""


def repeatable_of(touches: list[LeadTouch]) -> list[int]:
    """Return those of a lead's messages, the latest first, that failed by the account and were not sent again since."""
    repeatable, later = [], set()
    for touch in touches:
        message = (touch.medium, touch.subject, touch.note, touch.with_quote)
        is_failed = touch.delivery == "failed" and touch.failure in ACCOUNT_FAILURES
        # What a reminder says is over when it is noticed.
        if is_failed and not touch.event and message not in later:
            repeatable.append(touch.id)
        if touch.medium:
            later.add(message)
    return repeatable


# ---- creating and changing ----------------------------------------------------------------------------


def create_lead(values: dict[str, Any], user: User | None = None, by: str = "") -> tuple[Lead, bool]:
    """Add a lead and say that it is new; where the vehicle has an open one for the product, touch and return that."""
    values = {"product": PRODUCT} | values
    outlet_text, source = values.pop("outlet", None), values.pop("source", None) or {}
    home = find_outlet(outlet_text) if outlet_text else None
    client = _client(values.pop("client", None), home, values)
    check_taking(client)
    vehicle = _fit(values, client)
    # Writers of a client queue here, so that of two at once the later one sees the earlier one's lead.
    db.session.execute(select(Client.id).where(Client.id == client.id).with_for_update(key_share=True))
    lead = Lead(client_id=client.id, source=_source(source), **values)
    existing = life.open_lead(client.id, lead)
    if existing is not None:
        hold(existing)
        _complete(existing, values)
        life.add_touch(existing, "duplicate", user=user, by=by, channel=lead.source["kind"])
        db.session.flush()
        return existing, False
    outlet = home if home is not None else routing.route(client, vehicle)
    if outlet is None and current_scope().outlets is not None:
        raise Invalid({"outlet": ["You see only some outlets. Choose one of them."]})
    lead.id, lead.number = new_id(), next_number("lead")
    lead.outlet_id = outlet.id if outlet is not None else None
    lead.vehicle_key = _vehicle_key(lead)
    rules.start_sla(lead, outlet, client)
    lead.consent_at = clock.now() if lead.consent else None
    db.session.add(lead)
    _flush()
    life.add_touch(lead, "created", user=user, by=by, after="new", channel=lead.source["kind"])
    db.session.flush()
    return lead, True


def _client(client_id: int | None, home: Outlet | None, values: dict[str, Any]) -> Client:
    """The client that is named, the outlet's, the vehicle's, or the only one in reach."""
    if client_id is not None:
        client = get_client(client_id, field="client")
        if home is not None and home.client_id != client.id:
            raise Invalid({"outlet": ["Must be an outlet of this client."]})
        return client
    if home is not None:
        return get_client(home.client_id)
    vin = SEPARATORS.sub("", values.get("vin") or "").upper()
    query = select(Vehicle.client_id).where(Vehicle.vin == vin).limit(1)
    owner = db.session.scalar(query) if vin else None
    if owner is not None:
        return get_client(owner)
    return sole_client("outlet", "Choose the outlet that the lead belongs to.")


def _fit(values: dict[str, Any], client: Client) -> Vehicle | None:
    """Put values into shape and add what the master data know of the vehicle; Invalid where some do not fit."""
    check_values(values, client)
    vehicle = vehicle_of(client, values.get("vin"), values.get("registration"))
    if vehicle is not None:
        owner = db.session.scalar(select(Customer).where(Customer.id == vehicle.customer_id))
        for field in VEHICLE:
            if values.get(field) in (None, ""):
                values[field] = getattr(vehicle, field)
        if owner is not None and not values.get("phone"):
            values["phone"] = owner.phone
    if not (values.get("vin") or values.get("registration") or values.get("model")):
        raise Invalid({"vehicle.vin": [_NO_VEHICLE]})
    return vehicle


def check_values(values: dict[str, Any], client: Client, lead: Lead | None = None) -> None:
    """Put the values of a form into shape; Invalid names those that do not fit."""
    other = {"phone": values["alt_phone"]} if values.get("alt_phone") else {}
    errors = {f"customer.{field}": reason for field, reason in fit_customer(values, client).items()}
    if reason := fit_customer(other, client).get("phone"):
        errors["customer.alt_phone"] = reason
    if other:
        values["alt_phone"] = other["phone"]
    wrong = fit_vehicle(values, client, moves.today(client), lead)
    errors |= {f"vehicle.{field}": reason for field, reason in wrong.items()}
    if errors:
        raise Invalid({field: [BeyondSchema(error)] for field, error in errors.items()})
    if values.keys() & {"model", "variant"}:
        know_codes(values)


def know_codes(values: dict[str, Any]) -> None:
    """Put codes for the names of models and variants that the lists have; others are kept as they were said."""
    lists = read_codes()
    for field in ("model", "variant"):
        entry = lists[field].find(values[field]) if values.get(field) else None
        if isinstance(entry, ListEntry):
            values[field] = entry.code


def vehicle_of(client: Client, vin: str | None, registration: str | None) -> Vehicle | None:
    """Return the vehicle that a VIN or a registration in stored form names."""
    keys = ((Vehicle.vin, vin), (Vehicle.registration, registration))
    for column, value in keys:
        query = select(Vehicle).where(Vehicle.client_id == client.id, column == value, Vehicle.closed_at.is_(None))
        # Sorted here: for the first one alone all vehicles would be walked through.
        rows = list(db.session.scalars(query)) if value else []
        if rows:
            return min(rows, key=lambda row: row.id)
    return None


def _source(values: dict[str, Any]) -> dict[str, Any]:
    """Where a lead comes from, as it is stored."""
    stored = {name: value for name, value in values.items() if value not in (None, "")}
    return {"kind": "bot" if "bot" in stored else "person"} | stored


def _vehicle_key(lead: Lead) -> str:
    return lead.vin or lead.registration or f"{lead.phone or lead.id}|{lead.model}"


def _complete(lead: Lead, values: dict[str, Any]) -> None:
    """Add to a lead what it did not have yet."""
    for field in (*CUSTOMER, *VEHICLE, "plan_years"):
        if values.get(field) and not getattr(lead, field):
            setattr(lead, field, values[field])
    if lead.consent and lead.consent_at is None:
        lead.consent_at = clock.now()


def change_lead(lead: Lead, values: dict[str, Any], user: User) -> None:
    """Give a lead other values; keys that are not given stay as they are."""
    values, client = dict(values), get_client(lead.client_id)
    check_values(values, client, lead)
    if "next_action_at" in values:
        life.plan_next(lead, values.pop("next_action_at"), reminds=bool(values.pop("remind", False)))
    if "plan_years" in values and lead.state not in ("new", "assigned", "contacted", "engaged"):
        raise Invalid({"plan_years": [BeyondSchema("A plan that was quoted is changed by quoting another.")]})
    if "consent" in values and values["consent"] != lead.consent:
        lead.consent_at = clock.now() if values["consent"] else None
    for name, value in values.items():
        setattr(lead, name, value)
    if not (lead.vin or lead.registration or lead.model):
        raise Invalid({"vehicle.vin": [_NO_VEHICLE]})
    lead.vehicle_key = _vehicle_key(lead)
    if lead.is_open and life.open_lead(lead.client_id, lead) is not None:
        raise Conflict("This vehicle has another open lead for this product. Merge them.", code="already_open")
    _flush()
    life.add_touch(lead, "changed", user=user)
    db.session.flush()


def _flush() -> None:
    """Write; the index says that another writer has added an open lead of the vehicle meanwhile."""
    try:
        with db.session.begin_nested():
            db.session.flush()
    except IntegrityError as error:
        if "uq_lead_open" not in str(error.orig) and "vehicle_key" not in str(error.orig):
            raise
        raise Conflict("This vehicle has another open lead for this product.", code="already_open") from None


# ---- assigning ----------------------------------------------------------------------------------------


def get_owner(owner_id: int) -> User:
    """Return the person who is to own leads; Invalid for one who may not, or whom the reader does not know."""
    own = User.id == owner_id, User.deleted_at.is_(None), colleagues_of(require_user())
    user = db.session.scalar(select(User).where(*own))
    if user is None or not may_own(user):
        raise Invalid({"owner": [BeyondSchema("Choose a person who may work on leads.")]})
    return user


def may_own(user: User) -> bool:
    """Whether a person may work on leads."""
    return user.status == "active" and is_able(abilities_of(user), "update", "Lead")


def resolve(values: dict[str, Any]) -> None:
    """Put rows for the outlet and the owner that are named in values, and a moment for a local minute."""
    local = values.pop("next_local", "")
    if local:
        zone = db.session.get_one(Workspace, bound_workspace()).zone
        try:
            values["next_action_at"] = datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone))
        except ValueError:
            raise Invalid({"next_local": [BeyondSchema("This day does not exist.")]}) from None
    if values.get("outlet"):
        values["outlet"] = find_outlet(values["outlet"])
    if values.get("owner"):
        values["owner"] = get_owner(values["owner"])


def check_owner(lead: Lead, owner: User) -> None:
    """Raise Invalid where a lead lies beyond what its owner would see."""
    scope = resolve_scope(owner.scope)
    cuts = ((scope.clients, lead.client_id), (scope.outlets, lead.outlet_id))
    if not all(ids is None or value in ids for ids, value in cuts):
        raise Invalid({"owner": [BeyondSchema(f"{owner.full_name} does not see the outlet of L-{lead.number}.")]})


def assign_leads(ids: Sequence[int], outlet: Outlet | None, owner: User | None, user: User) -> int:
    """Give leads to an outlet or an owner, or to each one's by the rules; all of them or none."""
    rows = {row.id: row for row in db.session.scalars(select(Lead).where(Lead.id.in_(ids)))}
    missing = [lead_id for lead_id in ids if lead_id not in rows]
    if missing:
        raise Invalid({"ids": [BeyondSchema(f"There is no lead {missing[0]}.")]})
    for lead_id in sorted(rows):
        lead = rows[lead_id]
        hold(lead)
        if not lead.is_open:
            raise life.LIFE.refusal(lead.state, "assign")
        give_lead(lead, outlet, owner, user)
    return len(rows)


def give_lead(lead: Lead, outlet: Outlet | None, owner: User | None, user: User) -> None:
    """Assign a new lead, or give one that is under way to another outlet or owner."""
    if lead.state == "new":
        life.apply_event(lead, "assign", {"outlet": outlet, "owner": owner}, user)
    else:
        life.place(lead, outlet, owner, user)
        life.add_touch(lead, "given", user=user)
        db.session.flush()
    if owner is not None:
        check_owner(lead, owner)


def price_with_tax() -> ColumnElement[Any]:
    """Return the price of a lead with tax, in hundredths."""
    return Lead.price_minor * (1 + func.coalesce(Lead.gst_rate, 0) / 100)


def ends_within(today: date) -> ColumnElement[bool]:
    """What cuts leads to open ones whose warranty ends within 15 days."""
    return Lead.state.in_(OPEN) & (Lead.warranty_end <= today + SOON) & (Lead.warranty_end >= today)
