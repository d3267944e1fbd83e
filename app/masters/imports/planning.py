"""What a file's rows would do: each is new, changes a row that is here, leaves it as it is, or does not fit.

The check and the run plan alike, a batch of rows with a fixed number of queries.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sqlalchemy import select, tuple_

from app.clients import moves
from app.clients.models import City, Client, DealerGroup, Outlet
from app.core.db.base import db
from app.core.db.tenancy import Scope, bound_workspace, within
from app.core.http.csv_files import Row
from app.core.values import phones
from app.masters.imports.columns import Column, columns_of
from app.masters.imports.marks import FORMULA_ERROR, order_day, read_number
from app.masters.imports.reading import NOT_CALCULATED
from app.masters.reasons import reason
from app.masters.records.codes import Codes, fit_codes, read_codes
from app.masters.records.identities import NotFitting, registration_of, vin_of
from app.masters.records.models import JobCard, Vehicle
from app.masters.records.rules import Errors, fit_customer, fit_job_card, fit_vehicle, warnings_of
from app.masters.records.service import by_phones

Record = Any
"""A stored row that a row of a file is about."""
Cells = tuple[int, dict[str, str]]
"""A row by its number, with the text of each of its fields."""
KEPT_VALUE = 120


@dataclass(slots=True)
class Look:
    """What the rows of a file are understood by: whose they are, and what of it the importer sees."""

    client: Client
    scope: Scope
    today: date
    country: str | None
    open: bool = True
    """Whether the importer sees customers' names."""
    outlets: dict[str, int | None] = field(default_factory=dict)
    """Outlets in reach by code and by name; None where several are called so."""
    names: dict[int, str] = field(default_factory=dict)
    parents: dict[str, DealerGroup | None] = field(default_factory=dict)
    cities: dict[str, City | None] = field(default_factory=dict)
    codes: dict[str, Codes] = field(default_factory=dict)
    """The code lists that fields refer to."""
    marks: dict[str, str] = field(default_factory=dict)
    """How the numbers and days of each column are read."""
    instead: dict[str, dict[str, str]] = field(default_factory=dict)
    """What counts instead of some texts of the file, by field."""
    orders: dict[str, str] = field(default_factory=dict)
    """What someone chose to come first in fields of days, against what the column says."""
    seen: dict[tuple[str, str], int] = field(default_factory=dict)
    """The row that each name is in first."""


@dataclass(slots=True)
class PlannedRow:
    """One row: its values, what is wrong in it, and what it would change of which record."""

    number: int
    cells: dict[str, str]
    values: dict[str, Any] = field(default_factory=dict)
    wrong: Errors = field(default_factory=dict)
    record: Record | None = None
    changes: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    """What differs, by attribute: before and after."""
    owner: tuple[str, str] | None = None
    """Number and name of a customer who is to be added first."""
    warnings: list[str] = field(default_factory=list)

    @property
    def action(self) -> str:
        """What the row does."""
        return "new" if self.record is None else "changed" if self.changes else "unchanged"


def look_at(client: Client, scope: Scope, *, names: bool = True) -> Look:
    """Gather what rows refer to, for an importer of some reach who may see customers' names or not."""
    look = Look(client, scope, moves.today(client), phones.country_of(client.zone), names)
    with within(bound_workspace(), scope):
        places = db.session.execute(
            select(Outlet.id, Outlet.name, Outlet.name_key, Outlet.code_key).where(Outlet.client_id == client.id)
        ).all()
        groups = db.session.scalars(select(DealerGroup).where(DealerGroup.client_id == client.id)).all()
        cities = db.session.scalars(select(City)).all()
        look.codes = read_codes()
    for row in places:
        look.names[row.id] = row.name
        for key in {row.code_key, row.name_key}:
            look.outlets[key] = None if key in look.outlets else row.id
    for parent in groups:
        for key in {parent.code_key, parent.name_key}:
            look.parents[key] = None if key in look.parents else parent
    for city in cities:
        look.cities[city.name_key] = None if city.name_key in look.cities else city
    return look


def map_cells(rows: Iterable[Row], names: Sequence[str], mapping: dict[str, str]) -> list[Cells]:
    """Rows of a file with the text of each field that says something."""
    places = [(at, mapping[name]) for at, name in enumerate(names) if mapping.get(name)]
    return [
        (number, {field: cells[at] for at, field in places if at < len(cells) and cells[at]}) for number, cells in rows
    ]


def plan(kind: str, rows: Iterable[Cells], look: Look) -> list[PlannedRow]:
    """Say what some rows of a file would do."""
    columns = columns_of(kind)
    planned_rows = []
    for number, cells in rows:
        row = PlannedRow(number, cells)
        for name, cell in exchange_values(cells, look.instead).items():
            try:
                column = columns[name]
                row.values[name] = column.read(_marked(column, cell, look), look.client.zone)
            except NotFitting as error:
                row.wrong[name] = error.reason
        planned_rows.append(row)
    with within(bound_workspace(), look.scope):
        PLANS[kind](planned_rows, look)
    return planned_rows


def _marked(column: Column, cell: str, look: Look) -> str | float:
    """A cell as its whole column says that it is read; NotFitting where it holds a formula without a value."""
    if FORMULA_ERROR.fullmatch(cell):
        raise NotFitting(reason("formula_error"))
    if cell == NOT_CALCULATED:
        raise NotFitting(reason("not_calculated"))
    if column.is_number:
        return read_number(cell, look.marks.get(column.name, ""))
    return order_day(cell, look.marks.get(column.name, "")) if column.is_day else cell


def exchange_values(cells: Mapping[str, str], instead: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """What counts of a row, by field: what was chosen instead of the file's text, else the text."""
    replacements = {
        name: values[text]
        for name, values in instead.items()
        if (text := normalise_cell(cells.get(name, ""))) in values
    }
    return dict(cells) | replacements


def normalise_cell(text: str) -> str:
    """A text of a file as it is compared with others."""
    return " ".join(text.casefold().split())


def _key(planned_row: PlannedRow, name: str, look: Look, read: Callable[[str], str] | None = None) -> Any:
    """The value that names a row, in its stored form and once in a file; None where it does not fit."""
    if name not in planned_row.values:
        if name not in planned_row.wrong:
            planned_row.wrong[name] = reason("missing")
        return None
    if read is not None:
        try:
            planned_row.values[name] = read(planned_row.values[name])
        except NotFitting as error:
            planned_row.wrong[name] = error.reason
            return None
    return planned_row.values[name]


def note_once(planned_row: PlannedRow, name: str, key: str, look: Look) -> None:
    """Refuse what is in the file twice."""
    first = look.seen.setdefault((name, key), planned_row.number)
    if first != planned_row.number:
        planned_row.wrong[name] = reason("also_in_row", row=first)


def outlet_of(planned_row: PlannedRow, look: Look) -> int | None:
    """The outlet a row names."""
    text = planned_row.values.pop("outlet", None)
    if text is None:
        return None
    outlet = look.outlets.get(text.casefold())
    if outlet is None:
        texts = {"text": text, "client": look.client.name}
        is_known = text.casefold() in look.outlets
        planned_row.wrong["outlet"] = reason("several_outlets", **texts) if is_known else reason("no_outlet", **texts)
    return outlet


def compare(planned_row: PlannedRow, values: dict[str, Any]) -> None:
    """Write down what of the values differs from the record, or what a new one has."""
    planned_row.values = values
    if planned_row.record is not None:
        pairs = {name: (getattr(planned_row.record, name), value) for name, value in values.items()}
        planned_row.changes = {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


# ---- customers ----------------------------------------------------------------------------------------


def _customers(rows: list[PlannedRow], look: Look) -> None:
    keys = {row.number: _key(row, "phone", look) for row in rows}
    customers = by_phones(look.client.id, [key for key in keys.values() if key])
    for row in rows:
        key = keys[row.number]
        row.wrong = fit_customer({"email": row.values.get("email")}, look.client) | row.wrong
        outlet_id = outlet_of(row, look)
        if not key:
            continue
        note_once(row, "phone", key, look)
        row.record = customers.get(key)
        if row.record is None and "name" not in row.values:
            row.wrong.setdefault("name", reason("missing"))
        if row.record is None and outlet_id is None and look.scope.outlets is not None:
            row.wrong.setdefault("outlet", reason("missing"))
        compare(row, row.values | ({"outlet_id": outlet_id} if outlet_id else {}))


# ---- vehicles -----------------------------------------------------------------------------------------


def _vehicles(rows: list[PlannedRow], look: Look) -> None:
    keys = {row.number: _key(row, "vin", look, vin_of) for row in rows}
    query = select(Vehicle).where(Vehicle.client_id == look.client.id)
    vehicles = {
        row.vin: row for row in db.session.scalars(query.where(Vehicle.vin.in_([key for key in keys.values() if key])))
    }
    vin_by_plate = _read_plates(rows, look)
    owners = by_phones(look.client.id, [row.values["customer_phone"] for row in rows if "customer_phone" in row.values])
    for planned_row in rows:
        key = keys[planned_row.number]
        if key:
            note_once(planned_row, "vin", key, look)
            planned_row.record = vehicles.get(key)
            _check_plate(planned_row, key, vin_by_plate, look)
            _plan_vehicle(planned_row, key, owners, look)
        else:
            # What else is wrong in the row is said at once, not after its VIN is corrected.
            outlet_of(planned_row, look)
            planned_row.wrong = fit_vehicle(planned_row.values, look.client, look.today) | planned_row.wrong


def _read_plates(rows: list[PlannedRow], look: Look) -> dict[str | None, str]:
    """Bring the rows' registrations into their form; returns whose those are that vehicles have already."""
    for planned_row in rows:
        fit_name(planned_row, "registration", lambda text: registration_of(text, look.country))
    plates = [row.values["registration"] for row in rows if "registration" in row.values]
    query = select(Vehicle.registration, Vehicle.vin).where(
        Vehicle.client_id == look.client.id, Vehicle.registration.in_(plates), Vehicle.closed_at.is_(None)
    )
    return {row.registration: row.vin for row in db.session.execute(query)}


def fit_name(planned_row: PlannedRow, name: str, read: Callable[[str], str]) -> None:
    """Bring what a row calls a vehicle into its form, or note why it does not fit and leave it out."""
    if name in planned_row.values:
        try:
            planned_row.values[name] = read(planned_row.values[name])
        except NotFitting as error:
            planned_row.wrong[name] = error.reason
            del planned_row.values[name]


def fit_names(rows: Iterable[PlannedRow], look: Look) -> None:
    """Bring whatever rows call their vehicles by into its form."""
    for planned_row in rows:
        fit_name(planned_row, "vin", vin_of)
        fit_name(planned_row, "registration", lambda text: registration_of(text, look.country))


def _check_plate(planned_row: PlannedRow, vin: str, vin_by_plate: dict[str | None, str], look: Look) -> None:
    """Note a registration that another row or another vehicle has."""
    plate = planned_row.values.get("registration")
    if plate is not None:
        note_once(planned_row, "registration", plate, look)
        if vin_by_plate.get(plate, vin) != vin:
            planned_row.wrong["registration"] = reason("registration_taken")


def _plan_vehicle(planned_row: PlannedRow, vin: str, owners: Mapping[str, Any], look: Look) -> None:
    """Judge a row's values, and plan what it changes and whose the vehicle is."""
    outlet_id = outlet_of(planned_row, look)
    if planned_row.record is None and outlet_id is None:
        planned_row.wrong.setdefault("outlet", reason("missing"))
    number, name = planned_row.values.pop("customer_phone", None), planned_row.values.pop("customer_name", None)
    planned_row.wrong = fit_vehicle(planned_row.values, look.client, look.today, planned_row.record) | planned_row.wrong
    planned_row.wrong = fit_codes(planned_row.values, look.codes, planned_row.record) | planned_row.wrong
    planned_row.warnings = warnings_of(vin) if not planned_row.wrong else []
    values = planned_row.values | ({"outlet_id": outlet_id} if outlet_id else {})
    if number in owners:
        values["customer_id"] = owners[number].id
    elif number is not None:
        planned_row.owner = (number, name or phones.format_phone(number))
    compare(planned_row, values)
    if planned_row.owner is not None and planned_row.record is not None:
        planned_row.changes["customer_id"] = (planned_row.record.customer_id, None)


# ---- job cards ----------------------------------------------------------------------------------------


def _job_cards(rows: list[PlannedRow], look: Look) -> None:
    outlets = {row.number: outlet_of(row, look) for row in rows}
    keys = {row.number: _key(row, "number", look, lambda text: " ".join(text.upper().split())) for row in rows}
    pairs = [(outlets[row.number], keys[row.number]) for row in rows if outlets[row.number] and keys[row.number]]
    job_cards = {
        (row.outlet_id, row.number): row
        for row in db.session.scalars(select(JobCard).where(tuple_(JobCard.outlet_id, JobCard.number).in_(pairs)))
    }
    vehicles = _vehicles_of(rows, look)
    for planned_row in rows:
        outlet_id, key = outlets[planned_row.number], keys[planned_row.number]
        if outlet_id is None:
            planned_row.wrong.setdefault("outlet", reason("missing"))
        if outlet_id is None or not key:
            planned_row.wrong = fit_job_card(planned_row.values, look.today) | planned_row.wrong
            continue
        note_once(planned_row, "number", f"{outlet_id} {key}", look)
        planned_row.record = job_cards.get((outlet_id, key))
        key_field = "vin" if "vin" in planned_row.values else "registration"
        number = planned_row.values.pop("vin", None) or planned_row.values.get("registration")
        planned_row.values.pop("registration", None)
        vehicle_id = vehicles.get(number) if number else None
        if number and vehicle_id is None:
            planned_row.wrong.setdefault(key_field, reason("no_vehicle"))
        if planned_row.record is None and not number and "registration" not in planned_row.wrong:
            planned_row.wrong.setdefault("vin", reason("missing"))
        if planned_row.record is None and "opened_on" not in planned_row.values:
            planned_row.wrong.setdefault("opened_on", reason("missing"))
        planned_row.wrong = fit_job_card(planned_row.values, look.today, planned_row.record) | planned_row.wrong
        planned_row.wrong = fit_codes(planned_row.values, look.codes, planned_row.record) | planned_row.wrong
        amount = (
            {"amount_minor": round(planned_row.values.pop("amount") * 100)} if "amount" in planned_row.values else {}
        )
        vehicle = {"vehicle_id": vehicle_id} if vehicle_id else {}
        compare(planned_row, planned_row.values | amount | vehicle | {"outlet_id": outlet_id})


def _vehicles_of(rows: list[PlannedRow], look: Look) -> dict[str, int]:
    """The vehicles that rows name by VIN or by registration."""
    fit_names(rows, look)
    query = select(Vehicle.id, Vehicle.vin, Vehicle.registration, Vehicle.closed_at).where(
        Vehicle.client_id == look.client.id,
        Vehicle.vin.in_([row.values["vin"] for row in rows if "vin" in row.values])
        | Vehicle.registration.in_([row.values["registration"] for row in rows if "registration" in row.values]),
    )
    vehicles: dict[str, int] = {}
    for row in db.session.execute(query):
        vehicles[row.vin] = row.id
        if row.registration and row.closed_at is None:
            vehicles[row.registration] = row.id
    return vehicles


# ---- outlets ------------------------------------------------------------------------------------------


def _outlets(rows: list[PlannedRow], look: Look) -> None:
    outlets = db.session.scalars(select(Outlet).where(Outlet.client_id == look.client.id)).all()
    by_code = {(row.parent_id, row.code_key): row for row in outlets}
    by_name = {(row.parent_id, row.name_key): row for row in outlets}
    for planned_row in rows:
        key = _key(planned_row, "code", look)
        text = planned_row.values.pop("parent", None)
        parent = look.parents.get(text.casefold()) if text else None
        if parent is None:
            texts = {"text": text or "", "client": look.client.name}
            is_known = bool(text) and text.casefold() in look.parents
            problem = reason("several_parents", **texts) if is_known else reason("no_parent", **texts)
            planned_row.wrong.setdefault("parent", problem)
        if not key or parent is None:
            continue
        note_once(planned_row, "code", f"{parent.id} {key.lower()}", look)
        record = planned_row.record = by_code.get((parent.id, key.lower()))
        if record is None and look.scope.outlets is not None:
            planned_row.wrong["code"] = reason("no_new_places")
        if record is None and parent.closed_at is not None:
            planned_row.wrong["parent"] = reason("parent_closed", name=parent.name)
        _name(planned_row, parent, by_name, look)
        if (city := planned_row.values.pop("city", None)) is not None:
            place = look.cities.get(city.casefold())
            if place is None or place.closed_at is not None:
                is_known = place is None and city.casefold() in look.cities
                planned_row.wrong["city"] = (
                    reason("several_cities", text=city) if is_known else reason("no_city", text=city)
                )
            else:
                planned_row.values["city_id"] = place.id
        elif record is None:
            planned_row.wrong.setdefault("city", reason("missing"))
        if ("latitude" in planned_row.values) != ("longitude" in planned_row.values):
            planned_row.wrong.setdefault("latitude", reason("half_a_place"))
        planned_row.values["code"] = record.code if record is not None else key
        compare(planned_row, planned_row.values | ({} if record else {"parent_id": parent.id}))


def _name(planned_row: PlannedRow, parent: DealerGroup, by_name: dict[tuple[int, str], Outlet], look: Look) -> None:
    """Refuse a name that another outlet of the group has, here or in the file."""
    name = planned_row.values.get("name")
    if name is None:
        if planned_row.record is None:
            planned_row.wrong.setdefault("name", reason("missing"))
        return
    note_once(planned_row, "name", f"{parent.id} {name.casefold()}", look)
    other = by_name.get((parent.id, name.casefold()))
    if other is not None and other is not planned_row.record:
        planned_row.wrong["name"] = reason("name_taken")
    elif (
        isinstance(planned_row.record, Outlet)
        and planned_row.record.name != name
        and not planned_row.record.sees_others(look.scope)
    ):
        planned_row.wrong["name"] = reason("elsewhere")


PLANS: dict[str, Callable[[list[PlannedRow], Look], None]] = {
    "customers": _customers,
    "vehicles": _vehicles,
    "job_cards": _job_cards,
    "outlets": _outlets,
}
