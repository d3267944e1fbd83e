"""The columns that files of each kind may have: how a cell is read, and by which names people know them."""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import date, datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from app.clients.models import TYPES
from app.clients.place_schemas import CODE
from app.core.http.csv_files import column_name
from app.core.http.schemas import CONTROL, FIRST_DAY, LAST_DAY, unstorable
from app.core.text import plain_digits
from app.core.values import dates, phones
from app.masters.reasons import reason
from app.masters.records.identities import NotFitting
from app.masters.records.models import FUELS
from app.masters.records.rules import phone_reason
from app.reference.models import LABEL_LENGTH

KEPT_PHONE = 80
"""Characters of a cell that are looked at for phone numbers."""
CellReader = Callable[[Any, str], Any]
"""Turns a cell into a value, by the zone of the client; NotFitting says why it cannot."""
_TIME = re.compile(r"[T ]\s?\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:\s?[ap]\.?m\.?)?$", re.IGNORECASE)
"""A time after a day, without a zone that could make it another day."""
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)", re.IGNORECASE)
_SHORT_YEAR = re.compile(r"\d{1,2}(?P<mark>[-/. ])(?:\d{1,2}|[^\W\d_]+)(?P=mark)['’]?\d\d")
_CODE = re.compile(CODE)


class Column(NamedTuple):
    """A field of a kind: its name, how a cell of it is read, and what files call it."""

    name: str
    read: CellReader
    aliases: tuple[str, ...] = ()
    needed: bool = False
    is_number: bool = False
    """Its cells are read as numbers by the mark of the whole column before `read` checks them."""
    is_degrees: bool = False
    is_common: bool = False
    """Whether one value may hold for all rows of a file that does not say it."""

    @property
    def is_day(self) -> bool:
        """Whether its cells are days, whose order the whole column says."""
        return self.read is day


def line(longest: int) -> CellReader:
    """Read one line of text."""

    def read(cell: str, _zone: str) -> str:
        text = " ".join(cell.split())
        if len(text) > longest:
            raise NotFitting(reason("too_long", most=longest))
        if CONTROL.search(text) or unstorable(text):
            raise NotFitting(reason("unstorable"))
        return text

    return read


def day(cell: str, zone: str) -> date:
    """Read a date: year first, day first, or with the month's name; a time after it is left out."""
    text = _local_day(cell, zone)
    parts = dates.parts_of(text)
    if parts is None:
        raise NotFitting(reason("short_year") if _SHORT_YEAR.fullmatch(plain_digits(text)) else reason("no_date"))
    try:
        value = date(*parts)
    except ValueError:
        raise NotFitting(reason("no_such_day")) from None
    if not FIRST_DAY <= value <= LAST_DAY:
        raise NotFitting(reason("between", least=1900, most=2199))
    return value


def _local_day(cell: str, zone: str) -> str:
    """The day of a cell without the time after it: of a moment with a zone of its own, the day that it was here."""
    if _MOMENT.fullmatch(cell):
        with suppress(ValueError):
            return datetime.fromisoformat(cell.upper()).astimezone(ZoneInfo(zone)).date().isoformat()
    return _TIME.sub("", cell)


def whole(value: float, _zone: str) -> int:
    """Check a whole number."""
    if abs(value) > 10**12 or value != int(value):
        raise NotFitting(reason("no_whole"))
    return int(value)


def money(value: float, _zone: str) -> float:
    """Check an amount."""
    if abs(value) > 10**12:
        raise NotFitting(reason("no_number"))
    return value


def degrees(limit: int) -> CellReader:
    """Check a latitude or a longitude."""

    def read(value: float, _zone: str) -> float:
        if not -limit <= value <= limit:
            raise NotFitting(reason("between", least=-limit, most=limit))
        return value

    return read


def one_of(names: Iterable[str]) -> CellReader:
    """Read one of some words."""
    known = list(names)

    def read(cell: str, _zone: str) -> str:
        if cell.casefold() not in known:
            raise NotFitting(reason("one_of", names=", ".join(known)))
        return cell.casefold()

    return read


def phone(cell: str, zone: str) -> str:
    """Read a phone number."""
    number = phones.normalise_phone(cell[:KEPT_PHONE], zone)
    if number is None:
        raise NotFitting(phone_reason(cell[:KEPT_PHONE], zone))
    return number


def several_phones(cell: str, zone: str) -> list[str]:
    """Read phone numbers with marks between them."""
    return list(dict.fromkeys(phone(part.strip(), zone) for part in re.split(r"[;,/|]", cell) if part.strip()))


def code(cell: str, _zone: str) -> str:
    """Read an outlet's code."""
    if not _CODE.fullmatch(cell):
        raise NotFitting(reason("no_code"))
    return cell


_NAME = line(120)
_CODE_OR_NAME = line(LABEL_LENGTH)
_PLACE = line(120)
_ANY = line(254)
OUTLET = Column(
    "outlet", _PLACE, ("outlet_code", "outlet_name", "dealer_code", "branch", "workshop", "location"), is_common=True
)
_ODOMETER = Column(
    "odometer_km", whole, ("odometer", "odo", "odo_km", "km", "kms", "mileage", "kilometres"), is_number=True
)
COLUMNS: dict[str, tuple[Column, ...]] = {
    "outlets": (
        Column("code", code, ("outlet_code", "dealer_code", "branch_code"), needed=True),
        Column("parent", _PLACE, ("dealer_group", "group", "parent_code", "dealer"), needed=True, is_common=True),
        Column("name", line(60), ("outlet", "outlet_name", "branch")),
        Column("city", _PLACE, ("town", "location"), is_common=True),
        Column("type", one_of(TYPES), ("outlet_type",)),
        Column("address", line(300), ("street",)),
        Column("latitude", degrees(90), ("lat",), is_number=True, is_degrees=True),
        Column("longitude", degrees(180), ("lon", "lng", "long"), is_number=True, is_degrees=True),
        Column("phones", several_phones, ("phone", "mobile", "telephone", "contact_no")),
    ),
    "customers": (
        Column("phone", phone, ("mobile", "mobile_no", "phone_no", "contact_no", "cust_mobile", "customer_phone"),
               needed=True),
        Column("name", _NAME, ("customer", "customer_name", "cust_name", "full_name")),
        Column("email", _ANY, ("mail", "e_mail", "email_id", "customer_email")),
        OUTLET,
    ),
    "vehicles": (
        Column("vin", _ANY, ("vin_no", "vin_number", "chassis", "chassis_no", "chassis_number"), needed=True),
        Column("registration", _ANY, ("reg_no", "reg_number", "registration_no", "registration_number", "plate",
                                      "vehicle_no")),
        Column("model", _CODE_OR_NAME, ("model_name",)),
        Column("variant", _CODE_OR_NAME, ("varient", "trim", "variant_name")),
        Column("fuel", one_of(FUELS), ("fuel_type",)),
        Column("sale_date", day, ("delivery_date", "delivery_dt", "sold_on", "sale_dt", "invoice_date")),
        _ODOMETER,
        Column("warranty_end", day, ("wty_end", "warranty_end_date", "warranty_upto", "warranty_ends")),
        Column("extended_warranty_end", day, ("ew_end", "ext_warranty_end", "ew_end_date")),
        OUTLET,
        Column("customer_phone", phone, ("cust_mobile", "mobile", "phone", "owner_phone", "customer_mobile",
                                         "mobile_no")),
        Column("customer_name", _NAME, ("cust_name", "customer", "owner", "owner_name", "name")),
    ),
    "job_cards": (
        Column("number", line(40), ("job_card", "job_card_no", "jc_no", "job_card_number", "ro_no", "ro_number"),
               needed=True),
        OUTLET._replace(needed=True),
        Column("vin", _ANY, ("vin_no", "vin_number", "chassis", "chassis_no", "chassis_number")),
        Column("registration", _ANY, ("reg_no", "reg_number", "registration_no", "registration_number", "plate",
                                      "vehicle_no")),
        Column("opened_on", day, ("opened", "open_date", "jc_date", "date", "job_card_date", "opened_at"),
               is_common=True),
        Column("closed_on", day, ("closed", "close_date", "closed_at", "delivered_on")),
        Column("type", _CODE_OR_NAME, ("service_type", "job_type")),
        _ODOMETER,
        Column("amount", money, ("bill_amount", "total", "invoice_amount", "value"), is_number=True),
    ),
}  # fmt: skip
"""The columns of each kind, the one that names a row first."""


def columns_of(kind: str) -> dict[str, Column]:
    """The columns of a kind by name."""
    return {column.name: column for column in COLUMNS[kind]}


def is_known(name: str) -> bool:
    """Whether files of any kind have a column of this name."""
    plain_name = column_name(name)
    return any(plain_name in (column.name, *column.aliases) for columns in COLUMNS.values() for column in columns)


def guess_fields(kind: str, names: Iterable[str]) -> dict[str, str]:
    """Which field each column of a file seems to hold, by its name."""
    fields: dict[str, str] = {}
    plain_names = {name: column_name(name) for name in names if name}
    for names_of in (lambda column: (column.name,), lambda column: column.aliases):
        for column in COLUMNS[kind]:
            match = next(
                (
                    name
                    for name, plain_name in plain_names.items()
                    if plain_name in names_of(column) and name not in fields
                ),
                None,
            )
            if match is not None and column.name not in fields.values():
                fields[match] = column.name
    return fields


def missing(kind: str, mapping: Mapping[str, str], instead: Mapping[str, Mapping[str, str]]) -> list[str]:
    """The fields without which no row of a kind can be understood, and which neither a column nor one value has."""
    fields = set(mapping.values()) | {field for field, values in instead.items() if values.get("")}
    lacking = [column.name for column in COLUMNS[kind] if column.needed and column.name not in fields]
    if kind == "job_cards" and not fields & {"vin", "registration"}:
        lacking.append("vin")
    return lacking
