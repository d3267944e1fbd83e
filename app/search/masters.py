"""Finding vehicles by how registration or VIN begin or a VIN ends, and customers by name or last digits."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from app.conversations.masking import mask_name, may_see_names
from app.core.db.base import db
from app.core.languages import label_in
from app.masters.records.codes import labels_of
from app.masters.records.identities import SEPARATORS, format_registration
from app.masters.records.models import Customer, Vehicle
from app.masters.records.service import LAST, LEAST_OF_END, fits_customer, fits_vehicle
from app.search.hits import Hit, SearchResults
from app.search.matching import mark_words, parts, terms_of

MOST = 400
"""Rows looked at; a search tells that there are more, not how many."""
LEAST = 3
"""Characters of a registration, a VIN or a name that are looked for."""


def vehicles(q: str, language: str) -> SearchResults:
    """The vehicles in reach whose registration or VIN begins so, or whose VIN ends so."""
    plain = SEPARATORS.sub("", q).upper()
    if len(plain) < LEAST or not plain.isalnum():
        return _none()
    query = select(Vehicle).where(fits_vehicle(q, names_only=True)).order_by(Vehicle.registration, Vehicle.id)
    rows = db.session.scalars(query.limit(MOST)).all()
    models = labels_of("model", {row.model for row in rows})
    return _result(rows, lambda row: _vehicle(row, plain, models.get(row.model, {}), language))


def _vehicle(row: Vehicle, plain: str, labels: dict[str, str], language: str) -> Hit:
    """A vehicle, with what of its names was looked for."""
    registration = format_registration(row.registration or "")
    begins = bool(row.registration and row.registration.startswith(plain))
    length = _formatted_length(registration, len(plain)) if begins else 0
    title = parts(registration, [(0, length)] if begins else ()) if registration else parts(row.vin)
    ends = len(plain) >= LEAST_OF_END and row.vin.endswith(plain)
    place = 0 if row.vin.startswith(plain) else len(row.vin) - len(plain) if ends else None
    spans = [(place, place + len(plain))] if place is not None else ()
    model = label_in(labels, language, row.model)
    detail = [*parts(row.vin, spans), *parts(f" · {model}" if model else "")]
    return Hit(str(row.id), f"/admin/masters/vehicles/{row.id}", title, detail, "car")


def _formatted_length(text: str, letters: int) -> int:
    """How much of a text with blanks so many letters are."""
    for place, character in enumerate(text):
        letters -= character != " "
        if letters == 0:
            return place + 1
    return len(text)


def customers(q: str) -> SearchResults:
    """The customers in reach by name, for who may see names, or by the last digits of their number."""
    digits = "".join(character for character in q if character.isdigit())
    if len(digits) < LAST and not (may_see_names() and len(q.strip()) >= LEAST):
        return _none()
    query = select(Customer).where(fits_customer(q)).order_by(Customer.name_key, Customer.id)
    return _result(db.session.scalars(query.limit(MOST)).all(), lambda row: _customer(row, q, digits))


def _customer(row: Customer, q: str, digits: str) -> Hit:
    """A customer, as conversations tell of a contact: initials and last digits without the right to more."""
    name = mark_words(terms_of(q), row.name) if may_see_names() else parts(mask_name(row.name))
    ends = [(0, LAST)] if row.last4 and row.last4 == digits[-LAST:] else ()
    title = [*name, *parts(" •"), *parts(row.last4, ends)] if row.last4 else name
    return Hit(str(row.id), f"/admin/masters/customers/{row.id}", title, [], "user")


def _none() -> SearchResults:
    return SearchResults(0, lambda _start, _end: [])


def _result(rows: Sequence[Any], show: Any) -> SearchResults:
    return SearchResults(len(rows), lambda start, end: [show(row) for row in rows[start:end]], len(rows) >= MOST)
