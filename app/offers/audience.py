"""Who an offer is for: customers by what is known of them and their vehicles, less those who must not be asked."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Select, func, select

from app.clients.models import City, Client, Outlet
from app.conversations.models import Contact
from app.core.db.base import db
from app.core.db.tenancy import Scope, current_scope
from app.core.errors import BeyondSchema, Forbidden, Invalid
from app.core.languages import catalogue, comma_of, find_language, language_name, reading_language
from app.core.providers import Provider
from app.core.security.visitor import can
from app.core.values.batches import batched
from app.masters.reasons import Reason
from app.masters.records.codes import labels_of, read_codes
from app.masters.records.models import Customer, JobCard, Vehicle
from app.masters.records.service import NAME_AND_CODE, ROW_ID
from app.offers import consents
from app.offers.models import Offer, OfferList, OfferRecipient
from app.offers.segments import Segment, find_segment
from app.offers.transports import sender_of

ENUM, NUMBER = ("in", "not_in"), ("gt", "lt", "between", "present", "absent")
FIELDS: dict[str, tuple[str, ...]] = {
    "model": ENUM, "variant": ENUM, "age_months": NUMBER, "odometer_km": NUMBER, "last_service_days": NUMBER,
    "warranty_end_days": NUMBER, "city": ENUM, "outlet": ENUM, "language": ENUM, "tag": ENUM,
}  # fmt: skip
"""What an audience can be narrowed by, with the operators of each; `eq` and `ne` are lists of one."""
OPERATORS = ("eq", "ne", *ENUM, *NUMBER)
OF_PERSON = ("language", "tag")
"""The fields that are of a person and not of one of their vehicles."""
SYNONYMS = {"eq": "in", "ne": "not_in"}
MOST_FILTERS, MOST_VALUES, SAMPLE = 10, 100, 20
MOST_NUMBER = 10_000_000
UNDER_WAY = ("running", "paused")


@dataclass(frozen=True, slots=True)
class AudienceQuery:
    """Whom an offer is meant for, as an offer keeps it or as its editor asks."""

    client: Client
    channel: str
    filters: Sequence[Mapping[str, Any]] = ()
    outlets: Collection[int] | None = None
    among: Collection[int] | None = None
    """Customers to which it is cut."""
    segment: Segment | None = None
    """People of a report to whom it is cut as well."""
    excluded: Collection[int] = ()
    """Customers who are left out."""
    cap: tuple[int, int] = (2, 7)
    """So many offers to one person within so many days."""
    account: str = ""
    """The account that sends it by a channel whose accounts know people by names of their own."""
    offer_id: int | None = None
    """The offer whose own recipients do not count towards the cap."""


class Candidate(NamedTuple):
    """A customer who fits, with why they must not be asked, if so."""

    customer: Customer
    vehicle: Vehicle | None
    outlet_id: int | None
    contact_id: int
    language: str
    reason: str | None


def question_of(offer: Offer) -> AudienceQuery:
    """Return whom an offer asks."""
    client = db.session.get_one(Client, offer.client_id)
    outlets = None if offer.outlets is None else {int(id_) for id_ in offer.outlets}
    segment = None
    if offer.segment is not None:
        segment = find_segment(offer.segment, Scope.read(offer.segment_scope), offer.client_id)
    return AudienceQuery(
        client, offer.channel, offer.audience, outlets, customers_of_list(offer.list_id), segment,
        customers_of_list(offer.excluded_list_id) or (), (offer.cap_count, offer.cap_days), sender_of(offer),
        offer.id,
    )  # fmt: skip


def customers_of_list(list_id: int | None) -> set[int] | None:
    """Return the customers of an uploaded list; None without one."""
    if list_id is None:
        return None
    row = db.session.scalar(select(OfferList).where(OfferList.id == list_id))
    if row is None:
        raise Invalid({"contacts": [BeyondSchema("This list does not exist.")]})
    return {int(id_) for id_ in row.customer_ids}


# ---- filters ------------------------------------------------------------------------------------------


def check_filters(filters: Sequence[Mapping[str, Any]], field: str = "audience") -> list[dict[str, Any]]:
    """Return filters in their stored form, or raise Invalid with what does not fit."""
    errors: dict[str, list[str]] = {}
    stored = []
    for place, row in enumerate(filters):
        try:
            stored.append(_check_filter(row))
        except ValueError as error:
            errors[f"{field}.{place}.value"] = [error.args[0]]
    if errors:
        raise Invalid(errors)
    return stored


def _check_filter(row: Mapping[str, Any]) -> dict[str, Any]:
    name, op = row["field"], SYNONYMS.get(row["op"], row["op"])
    if op not in FIELDS[name]:
        # The words are the reader's, as their form has them.
        texts, language = catalogue("offers", reading_language()), reading_language()
        words = comma_of(language).join(texts[f"op.{each}"] for each in FIELDS[name])
        raise ValueError(BeyondSchema(f"This condition takes one of: {words}."))
    values = _values(row.get("value"))
    if op in ("present", "absent"):
        return {"field": name, "op": op, "value": None}
    if op in ENUM:
        if not 1 <= len(values) <= MOST_VALUES or any(len(value) > 120 for value in values):
            raise ValueError(BeyondSchema(f"Give 1 to {MOST_VALUES} values."))
        return {"field": name, "op": op, "value": list(dict.fromkeys(READ[name](value) for value in values))}
    numbers = [_number(value) for value in values]
    if len(numbers) != (2 if op == "between" else 1):
        raise ValueError(BeyondSchema("Give two numbers.") if op == "between" else BeyondSchema("Give one number."))
    if op == "between" and numbers[0] > numbers[1]:
        raise ValueError(BeyondSchema("The first number must not be greater than the second."))
    return {"field": name, "op": op, "value": numbers if op == "between" else numbers[0]}


def _values(entry: Any) -> list[str]:
    if isinstance(entry, list):
        return [str(value).strip() for value in entry if str(value).strip()]
    return [part.strip() for part in str(entry if entry is not None else "").split(",") if part.strip()]


def _read_language(text: str) -> str:
    code = find_language(text)
    if code is None:
        raise ValueError(BeyondSchema(f"“{text}” is no language we speak."))
    return code


def _read_tag(text: str) -> str:
    if not can("read", "Conversation"):
        raise Forbidden("You may not read the conversations that have these tags.")
    return text


def _read_code(field: str) -> Callable[[str], str]:
    """Return what reads a code of the reference, or one of its names."""

    def read(text: str) -> str:
        column = {"model": Vehicle.model, "variant": Vehicle.variant}[field]
        entry = read_codes()[field].find(text)
        if not isinstance(entry, Reason):
            return entry.code
        if db.session.scalar(select(column).where(column == text).limit(1)) is None:
            raise ValueError(BeyondSchema(str(entry)))
        return text

    return read


def _read_place(model: Any) -> Callable[[str], str]:
    """Return what reads an id, a name, a code, or a name with its code in brackets."""

    def read(text: str) -> str:
        parts = NAME_AND_CODE.fullmatch(text)
        is_called = model.name_key == text.casefold()
        if ROW_ID.fullmatch(text):
            is_called = model.id == int(text)
        elif hasattr(model, "code_key"):
            is_called |= model.code_key == text.lower()
            if parts:
                name, code = parts["name"].casefold(), parts["code"].lower()
                is_called |= (model.name_key == name) & (model.code_key == code)
        ids = db.session.scalars(select(model.id).where(is_called).limit(2)).all()
        if len(ids) != 1:
            raise ValueError(
                BeyondSchema(f"Several are called “{text}”.") if ids else BeyondSchema(f"Nothing is called “{text}”.")
            )
        return str(ids[0])

    return read


READ: dict[str, Callable[[str], str]] = {
    "model": _read_code("model"), "variant": _read_code("variant"), "language": _read_language,
    "city": _read_place(City), "outlet": _read_place(Outlet),
    "tag": _read_tag,
}  # fmt: skip
"""What a value of each list is stored as; ValueError says why it is none."""


def named_filters(filters: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return filters with what their values are called, without places beyond the reader's scope."""
    ids = {int(value) for row in filters if row["field"] in ("city", "outlet") for value in row["value"]}
    names: dict[str, str] = {}
    for city in db.session.scalars(select(City).where(City.id.in_(ids))):
        names[str(city.id)] = city.name
    for outlet in db.session.scalars(select(Outlet).where(Outlet.id.in_(ids))):
        names[str(outlet.id)] = f"{outlet.name} ({outlet.code})"
    codes = read_codes()
    rows = []
    for row in filters:
        value = row["value"]
        if row["field"] in ("city", "outlet") and current_scope().outlets is not None:
            value = [place for place in value if place in names]
        values = value if isinstance(value, list) else [] if value is None else [value]
        by_key = codes[row["field"]].by_key if row["field"] in codes else {}
        if row["field"] == "language":
            names |= {code: language_name(code, reading_language()) for code in values}
        labels = [
            by_key[str(v).casefold()].name if str(v).casefold() in by_key else names.get(str(v), str(v)) for v in values
        ]
        rows.append(dict(row) | {"value": value, "labels": labels})
    return rows


def _number(text: str) -> int:
    plain = text.removeprefix("-")
    if not (plain.isascii() and plain.isdecimal()) or len(plain) > 8 or int(plain) > MOST_NUMBER:
        raise ValueError(BeyondSchema("Give a whole number."))
    return int(text)


def _compare_days(column: Any, today: date, row: Mapping[str, Any], *, ahead: bool = False) -> ColumnElement[bool]:
    """Compare how many days ago a day is, or how many it lies `ahead`."""
    sign = 1 if ahead else -1
    return _compare(lambda days: today + timedelta(days=sign * days), column, row, falling=not ahead)


def _compare(
    turned: Callable[[int], Any], column: Any, row: Mapping[str, Any], *, falling: bool = False
) -> ColumnElement[bool]:
    """Compare a column with numbers, each turned into what the column holds; `falling` where more is less."""
    op, value = row["op"], row["value"]
    if op in ("present", "absent"):
        return column.is_not(None) if op == "present" else column.is_(None)  # type: ignore[no-any-return]
    if op == "between":
        low, high = sorted(map(turned, value))
        return column.between(low, high)  # type: ignore[no-any-return]
    bound = turned(value)
    return (column > bound) if (op == "gt") != falling else (column < bound)  # type: ignore[no-any-return]


def _months_before(today: date, months: int) -> date:
    year, month = divmod(today.year * 12 + today.month - 1 - months, 12)
    return date(max(year, 1), month + 1, min(today.day, 28)) if year >= 1 else date.min


def _last_service() -> Any:
    query = select(JobCard.vehicle_id, func.max(JobCard.opened_on).label("day")).group_by(JobCard.vehicle_id)
    return query.subquery()


def _condition(row: Mapping[str, Any], today: date, last_service: Any) -> ColumnElement[bool]:
    """Turn a filter of vehicles into a condition."""
    name = row["field"]
    if name == "age_months":
        return _compare(lambda months: _months_before(today, months), Vehicle.sale_date, row, falling=True)
    if name == "odometer_km":
        return _compare(lambda km: km, Vehicle.odometer_km, row)
    if name == "last_service_days":
        return _compare_days(last_service.c.day, today, row)
    if name == "warranty_end_days":
        return _compare_days(Vehicle.warranty_end, today, row, ahead=True)
    column: Any = {"model": Vehicle.model, "variant": Vehicle.variant}.get(name, Vehicle.outlet_id)
    values: Any = row["value"]
    if name == "city":
        values = select(Outlet.id).where(Outlet.city_id.in_([int(value) for value in values]))
    elif name == "outlet":
        values = [int(value) for value in values]
    return column.in_(values) if row["op"] == "in" else column.not_in(values)  # type: ignore[no-any-return]


# ---- people -------------------------------------------------------------------------------------------


def _fitting(question: AudienceQuery, today: date) -> Select[Customer, Vehicle]:
    """Select customers who fit, with the first of their vehicles that does, in the order of their ids."""
    last_service = _last_service()
    of_vehicle = [row for row in question.filters if row["field"] not in OF_PERSON]
    vehicles = select(Vehicle.customer_id, func.min(Vehicle.id).label("id")).where(
        Vehicle.client_id == question.client.id, Vehicle.closed_at.is_(None), Vehicle.customer_id.is_not(None),
        *(_condition(row, today, last_service) for row in of_vehicle),
    )  # fmt: skip
    if question.outlets is not None:
        vehicles = vehicles.where(Vehicle.outlet_id.in_(question.outlets))
    if any(row["field"] == "last_service_days" for row in of_vehicle):
        vehicles = vehicles.outerjoin(last_service, last_service.c.vehicle_id == Vehicle.id)
    first = vehicles.group_by(Vehicle.customer_id).subquery()
    query = select(Customer, Vehicle).where(Customer.client_id == question.client.id)
    query = query.join(first, first.c.customer_id == Customer.id, isouter=not of_vehicle)
    query = query.outerjoin(Vehicle, Vehicle.id == first.c.id)
    if question.outlets is not None:
        query = query.where(Vehicle.id.is_not(None) | Customer.outlet_id.in_(question.outlets))
    return query.order_by(Customer.id)


def find_candidates(question: AudienceQuery, now: datetime) -> list[Candidate]:
    """List all customers who fit, each with why they must not be asked: one reason, the first that holds."""
    today = now.astimezone(ZoneInfo(question.client.zone)).date()
    rows: list[tuple[Customer, Vehicle | None]] = [
        (row[0], row[1]) for row in db.session.execute(_fitting(question, today))
    ]
    if question.among is not None:
        rows = [row for row in rows if row[0].id in question.among]
    if question.segment is not None:
        rows = [row for row in rows if row[0].id in question.segment.persons]
    contact_ids = consents.contact_ids_of(customer for customer, _ in rows)
    # Only channels know what a person speaks.
    languages = _languages({contact for customer, contact in contact_ids.items() if contact != customer})
    fits = _person_filter(question)
    ledger = consents.standing(question.client.id, question.channel)
    capped = _capped_ids(question, now)
    addresses = consents.addresses_of([customer for customer, _ in rows], question.channel, question.account)
    used_addresses: set[str] = set()
    candidates = []
    for customer, vehicle in rows:
        contact_id = contact_ids[customer.id]
        language = languages.get(contact_id) or question.client.language
        if not fits(contact_id, language):
            continue
        address = addresses[customer.id]
        is_excluded = customer.id in question.excluded
        consent = ledger.of(address, contact_id)
        reason = "excluded" if is_excluded else _reason(address, used_addresses, consent, customer.id in capped)
        if reason is None:
            used_addresses.add(address)
        outlet_id = vehicle.outlet_id if vehicle is not None else customer.outlet_id
        candidates.append(Candidate(customer, vehicle, outlet_id, contact_id, language, reason))
    return candidates


def _reason(address: str, used_addresses: set[str], consent: str | None, is_capped: bool) -> str | None:
    if not address:
        return "invalid_address"
    if consent == consents.OUT:
        return "opted_out"
    if consent is None:
        return "no_consent"
    if address in used_addresses:
        return "duplicate"
    return "frequency_cap" if is_capped else None


def _languages(contact_ids: set[int]) -> dict[int, str]:
    """Map contacts to the language they speak with bots."""
    languages: dict[int, str] = {}
    for ids in batched(sorted(contact_ids), 500):
        query = select(Contact.id, Contact.language).where(Contact.id.in_(ids))
        languages |= {key: language for key, language in db.session.execute(query) if language}
    return languages


@Provider
def tagged_contacts(client_id: int, tags: Collection[str]) -> set[int]:
    """Return the contacts of the people who have had a conversation with one of some tags; reviews know them."""
    return set()


def _person_filter(question: AudienceQuery) -> Callable[[int, str], bool]:
    """Return what says whether a contact who speaks a language fits the filters of people."""
    languages = [row for row in question.filters if row["field"] == "language"]
    tags = [
        (tagged_contacts(question.client.id, row["value"]), row["op"] == "in")
        for row in question.filters
        if row["field"] == "tag"
    ]
    return lambda contact_id, language: (
        all((language in row["value"]) == (row["op"] == "in") for row in languages)
        and all((contact_id in contacts) == is_included for contacts, is_included in tags)
    )


def _capped_ids(question: AudienceQuery, now: datetime) -> set[int]:
    """Customers who have had as many offers of late as the cap allows."""
    count, days = question.cap
    query = (
        select(OfferRecipient.customer_id)
        .where(OfferRecipient.client_id == question.client.id, *counts_for_cap(days, question.offer_id, now))
        .group_by(OfferRecipient.customer_id)
        .having(func.count() >= count)
    )
    return set(db.session.scalars(query))


def counts_for_cap(days: int, offer_id: int | None, now: datetime) -> tuple[ColumnElement[bool], ...]:
    """What cuts recipients to those who count towards a cap: of other offers, within so many days, not failed."""
    return (
        OfferRecipient.accepted_at > now - timedelta(days=days),
        OfferRecipient.offer_id != (offer_id or 0),
        OfferRecipient.state != "failed",
    )


def count_audience(question: AudienceQuery, now: datetime) -> dict[str, Any]:
    """Count who would be asked, with a sample, why others would not be, and who other offers ask as well."""
    candidates = find_candidates(question, now)
    # The sample is spread over the whole list, and the same people every time.
    included = [candidate for candidate in candidates if candidate.reason is None]
    reasons = ("no_consent", "opted_out", "duplicate", "invalid_address", "frequency_cap", "excluded")
    sample = included[:: max(1, len(included) // SAMPLE)][:SAMPLE]
    labels = labels_of("model", {row.vehicle.model for row in sample if row.vehicle is not None})
    return {
        "matched": len(candidates),
        "count": len(included),
        "sample": [
            row._asdict() | {"labels": labels.get(row.vehicle.model, {}) if row.vehicle is not None else {}}
            for row in sample
        ],
        "excluded": {name: sum(candidate.reason == name for candidate in candidates) for name in reasons},
        "languages": _tally(candidate.language for candidate in included),
        "overlap": _overlap({candidate.customer.id for candidate in included}, question),
        "segment": None if question.segment is None else _count_segment(question.segment, candidates),
    }


def _count_segment(segment: Segment, candidates: Sequence[Candidate]) -> dict[str, int]:
    """Count the people of a report, and why some are no candidates."""
    persons = {segment.persons[candidate.customer.id] for candidate in candidates}
    return {
        "people": segment.people, "sessions": segment.sessions, "other_clients": segment.others,
        "no_customer": segment.unknown, "unfit": segment.known - len(persons),
    }  # fmt: skip


def _tally(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items(), key=lambda pair: (-pair[1], pair[0])))


def _overlap(customer_ids: set[int], question: AudienceQuery) -> list[dict[str, Any]]:
    """Count those of some customers whom other offers under way ask, too."""
    query = (
        select(Offer.id, OfferRecipient.customer_id)
        .join(OfferRecipient, OfferRecipient.offer_id == Offer.id)
        .where(Offer.client_id == question.client.id, Offer.state.in_(UNDER_WAY), Offer.id != (question.offer_id or 0))
        .where(OfferRecipient.state.not_in(("skipped", "held_back")))
    )
    counts = Counter(offer_id for offer_id, customer_id in db.session.execute(query) if customer_id in customer_ids)
    offers = {offer.id: offer for offer in db.session.scalars(select(Offer).where(Offer.id.in_(counts)))}
    return [{"offer": offers[offer_id], "count": count} for offer_id, count in counts.most_common()]
