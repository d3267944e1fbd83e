"""The values of each kind of document, and what they must be."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from app.clients.models import Client
from app.core.errors import BeyondSchema
from app.masters.documents.models import KINDS
from app.masters.records.rules import MOST_AMOUNT, fit_vehicle

REQUIRED: dict[str, tuple[str, ...]] = {
    "rc": ("registration", "vin", "name", "issued_on", "valid_until"),
    "insurance": ("number", "company", "registration", "valid_until"),
    "licence": ("number", "name", "valid_until"),
    "invoice": ("number", "issued_on", "amount"),
    "service_record": ("registration", "issued_on", "odometer_km"),
    "damage_photo": (),
}
"""The values without which a document of a kind is not accepted."""
OPTIONAL: dict[str, tuple[str, ...]] = {
    "rc": ("model",),
    "insurance": ("vin", "name", "issued_on"),
    "licence": ("issued_on",),
    "invoice": ("company", "registration", "vin"),
    "service_record": ("vin", "number", "company"),
    "damage_photo": ("registration", "vin", "description"),
}
FIELDS = {kind: (*REQUIRED[kind], *OPTIONAL[kind]) for kind in KINDS}
NAMES = ("registration", "vin", "name", "model", "number", "company", "issued_on", "valid_until", "amount",
         "odometer_km", "description")  # fmt: skip
"""All values there are."""
DATES = ("issued_on", "valid_until")
MISSING = "Give this before you accept the document."
Errors = dict[str, list[Any]]


def fit_fields(kind: str, fields: Mapping[str, Any], client: Client, today: date) -> tuple[dict[str, Any], Errors]:
    """Return the values of a document in the form they are stored in, and what is wrong with them by field."""
    foreign = [name for name in fields if name not in FIELDS[kind] and fields[name] is not None]
    errors: Errors = {name: [BeyondSchema("A document of this kind has no such value.")] for name in foreign}
    values = {name: fields[name] for name in FIELDS[kind] if name in fields}
    vehicle = {name: values[name] for name in ("vin", "registration", "odometer_km") if values.get(name) is not None}
    for name, reason in fit_vehicle(vehicle, client, today).items():
        errors[name] = [BeyondSchema(reason)]
    values |= vehicle
    if values.get("number"):
        values["number"] = values["number"].upper()
    if values.get("issued_on") is not None and values["issued_on"] > today:
        errors["issued_on"] = [BeyondSchema("Must not be in the future.")]
    if values.get("amount") is not None and not 0 <= values["amount"] <= MOST_AMOUNT:
        errors["amount"] = [BeyondSchema(f"Must be from 0 to {MOST_AMOUNT:,}.")]
    return values, errors


def check_order(fields: Mapping[str, Any]) -> Errors:
    """Return what is wrong between the values of a document."""
    issued, until = fields.get("issued_on"), fields.get("valid_until")
    if issued and until and until < issued:
        return {"valid_until": [BeyondSchema("Must not be before the day of issue.")]}
    return {}


def missing_of(kind: str, fields: Mapping[str, Any]) -> Errors:
    """Return the values that a document still needs, by field."""
    return {name: [BeyondSchema(MISSING)] for name in REQUIRED[kind] if fields.get(name) in (None, "")}
