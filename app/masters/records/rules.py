"""What the values of customers, vehicles and job cards must be, whether a form or a file brings them.

Each rule puts values into the form they are stored in and returns what is wrong, by field. What is wrong in a file is
read from the row, so nothing here asks the database.
"""

import re
from datetime import date
from typing import Any

from app.clients.models import Client
from app.core.values import phones
from app.core.values.emails import normal_email
from app.masters.reasons import Reason, reason
from app.masters.records.identities import NotFitting, has_check_digit, registration_of, vin_of
from app.masters.records.models import NUMBER_LENGTH

MOST_KM = 2_000_000
MOST_AMOUNT = 10**9
NUMBER = re.compile(rf"[A-Z0-9][A-Z0-9 ._/\-]{{0,{NUMBER_LENGTH - 1}}}")
Errors = dict[str, Reason]
VIN_CHECK_DIGIT = "vin_check_digit"
"""The warning of a VIN whose check digit does not fit: it is not used everywhere, so it is taken all the same."""


def fit_customer(values: dict[str, Any], client: Client) -> Errors:
    """Put a customer's values into shape."""
    wrong: Errors = {}
    if values.get("phone"):
        phone = values["phone"]
        values["phone"] = phones.normalise_phone(phone, client.zone)
        if values["phone"] is None:
            wrong["phone"] = phone_reason(phone, client.zone)
    if values.get("email"):
        address = normal_email(values["email"])
        if address is None:
            wrong["email"] = reason("no_email")
        else:
            values["email"] = address
    return wrong


def phone_reason(text: str, zone: str) -> Reason:
    """Return why a text is no phone number: it may have several."""
    return reason("two_phones") if phones.are_several(text, zone) else reason("no_phone")


def fit_vehicle(values: dict[str, Any], client: Client, today: date, row: Any = None) -> Errors:
    """Put a vehicle's values into shape; those not given are as the vehicle in `row` has them."""
    wrong: Errors = {}
    for name, read in (("vin", vin_of), ("registration", lambda text: registration_of(text, _country(client)))):
        if values.get(name):
            try:
                values[name] = read(values[name])
            except NotFitting as error:
                wrong[name] = error.reason
    sold, ends, longer = (
        values[name] if name in values else getattr(row, name, None)
        for name in ("sale_date", "warranty_end", "extended_warranty_end")
    )
    if values.get("sale_date") and values["sale_date"] > today:
        wrong["sale_date"] = reason("future")
    if sold and ends and ends < sold:
        wrong["warranty_end" if "warranty_end" in values else "sale_date"] = reason("warranty_before_sale")
    if ends and longer and longer < ends:
        field = "extended_warranty_end" if "extended_warranty_end" in values else "warranty_end"
        wrong[field] = reason("extended_before_standard")
    return wrong | _kilometres(values)


def fit_job_card(values: dict[str, Any], today: date, row: Any = None) -> Errors:
    """Put a job card's values into shape; those not given are as the card in `row` has them."""
    wrong: Errors = {}
    if "number" in values:
        values["number"] = " ".join(str(values["number"]).upper().split())
        if not NUMBER.fullmatch(values["number"]):
            wrong["number"] = reason("number_shape", most=NUMBER_LENGTH)
    opening_day, closed = (
        values[name] if name in values else getattr(row, name, None) for name in ("opened_on", "closed_on")
    )
    if values.get("opened_on") and values["opened_on"] > today:
        wrong["opened_on"] = reason("future")
    if opening_day and closed and closed < opening_day:
        wrong["closed_on" if "closed_on" in values else "opened_on"] = reason("closed_before_opened")
    if values.get("amount") is not None and not 0 <= values["amount"] <= MOST_AMOUNT:
        wrong["amount"] = reason("between", least=0, most=f"{MOST_AMOUNT:,}")
    return wrong | _kilometres(values)


def warnings_of(vin: str) -> list[str]:
    """What is odd about a vehicle but no error."""
    return [] if has_check_digit(vin) else [VIN_CHECK_DIGIT]


def _kilometres(values: dict[str, Any]) -> Errors:
    kilometres = values.get("odometer_km")
    good = kilometres is None or 0 <= kilometres <= MOST_KM
    return {} if good else {"odometer_km": reason("between", least=0, most=f"{MOST_KM:,}")}


def _country(client: Client) -> str | None:
    return phones.country_of(client.zone)
