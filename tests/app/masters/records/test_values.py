"""The table of cases as forms and files read it: a text is the value and nothing else, or it is refused."""

import csv
import io
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.clients.models import Outlet
from app.core.db.base import db
from app.core.http.csv_lines import safe
from app.masters.imports.columns import columns_of
from app.masters.records.identities import NotFitting
from app.masters.records.models import Customer, Vehicle
from app.masters.records.rules import fit_customer, fit_vehicle
from tests.app.masters.making import API, send, two_outlets, vin
from tests.cases import cases

TABLE = cases("values")
CLIENT: Any = SimpleNamespace(zone=TABLE["zone"])
FIELDS = {"email": "email", "phone": "phone", "registration": "registration", "vin": "vin"}
ROWS = [
    pytest.param(group["kind"], row[0], row[1] if isinstance(row[1], str) and len(row) == 2 else None,
                 id=f"{group['kind']}-{row[0]}")
    for group in TABLE["groups"] if group["kind"] in FIELDS
    for row in group["rows"] if row[0].strip()
]  # fmt: skip


def stored(kind: str, text: str) -> Any:
    """What a form makes of a text; None where it refuses it."""
    values = {kind: text}
    if kind in ("email", "phone"):
        return None if fit_customer(values, CLIENT) else values[kind]
    return None if fit_vehicle(values, CLIENT, None) else values[kind]  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "text", "value"), ROWS)
def test_a_form_takes_what_is_the_value_and_nothing_else(kind: str, text: str, value: str | None) -> None:
    assert stored(kind, text) == value


DATES = [row for group in TABLE["groups"] if group["kind"] == "date" for row in group["rows"]]


@pytest.mark.parametrize("row", DATES, ids=lambda row: row[0])
def test_a_file_takes_dates_that_name_their_year_and_reads_them_as_a_bot_does(row: list[Any]) -> None:
    try:
        day = columns_of("vehicles")["sale_date"].read(row[0], TABLE["zone"])
    except NotFitting:
        return
    assert day.isoformat() == row[1]


@pytest.mark.parametrize("text", ["2027/12/05", "15-Aug-2027", "12.11.2026", "December 5, 2026", "१४/१२/२०२६"])
def test_a_file_takes_dates_as_people_write_them(text: str) -> None:
    assert columns_of("vehicles")["sale_date"].read(text, TABLE["zone"]).year in (2026, 2027)


@pytest.mark.parametrize("text", ["tomorrow", "Monday", "12/11/26", "2026-13-01", "31.02.2026", "5 December", "28"])
def test_a_file_takes_no_dates_that_depend_on_the_day(text: str) -> None:
    with pytest.raises(NotFitting):
        columns_of("vehicles")["sale_date"].read(text, TABLE["zone"])


def test_two_phones_in_one_cell_are_refused_and_said() -> None:
    with pytest.raises(NotFitting) as refused:
        columns_of("customers")["phone"].read("9845012345 / 9845054321", TABLE["zone"])
    assert refused.value.reason.code == "two_phones"


@pytest.mark.parametrize("name", ["क्\u200dष", "می\u200cخواهم"])
def test_names_with_joiners_are_stored_as_forms_store_them(name: str) -> None:
    assert columns_of("customers")["name"].read(name, TABLE["zone"]) == name


# ---- the same over HTTP -------------------------------------------------------------------------------

As = Callable[..., FlaskClient]
HEADS = {
    "phone": ("customers", "phone,name,outlet"),
    "email": ("customers", "phone,name,outlet,email"),
    "vin": ("vehicles", "vin,outlet"),
    "registration": ("vehicles", "vin,outlet,registration"),
}


@pytest.fixture
def outlets(workspace: Workspace) -> tuple[Outlet, Outlet]:
    """Two outlets."""
    return two_outlets()


def of_kind(kind: str) -> list[tuple[str, str | None]]:
    """The texts of a kind with what is stored of them, each stored value once."""
    columns: dict[str, tuple[str, str | None]] = {}
    for param in ROWS:
        name, text, value = param.values
        if name == kind:
            columns.setdefault(str(value or f"none {text}"), (str(text), None if value is None else str(value)))
    return list(columns.values())


def record(kind: str, number: int, text: str) -> dict[str, str]:
    """A record with a text as one of its values."""
    values = {"vin": vin(number), "phone": f"98220{number:05}", "name": "Asha", kind: text}
    return {name: values[name] for name in HEADS[kind][1].split(",") if name != "outlet"}


@pytest.mark.parametrize("kind", HEADS)
def test_an_imported_file_takes_what_the_table_says(as_: As, outlets: tuple[Outlet, Outlet], kind: str) -> None:
    rows, target = of_kind(kind), io.StringIO()
    columns = HEADS[kind][1].split(",")
    writer = csv.writer(target)
    writer.writerow(columns)
    for number, (text, _value) in enumerate(rows):
        cells = record(kind, number, text) | {"outlet": "NSK"}
        writer.writerow([safe(cells[name]) for name in columns])
    answer = send(as_("admin"), HEADS[kind][0], target.getvalue(), query="?dry=1").json
    wrong = {error["row"] for error in answer["errors"] if error["field"] == kind}
    taken = {text: value is not None for text, value in rows}
    assert {text: number not in wrong for number, (text, _) in enumerate(rows, 2)} == taken
    assert len(rows) > 5


@pytest.mark.parametrize("kind", HEADS)
def test_a_call_takes_what_the_table_says_and_stores_its_value(
    as_: As, outlets: tuple[Outlet, Outlet], kind: str
) -> None:
    admin, model = as_("admin"), Customer if HEADS[kind][0] == "customers" else Vehicle
    for number, (text, value) in enumerate(of_kind(kind)[::4]):
        body = record(kind, number, text) | {"outlet": str(outlets[0].id)}
        answer = admin.post(f"{API}/{HEADS[kind][0]}", json=body)
        assert (answer.status_code, text) == (201 if value is not None else 422, text), answer.text
        if value is not None:
            assert getattr(db.session.get_one(model, int(answer.json["id"])), kind) == value
        else:
            assert list(answer.json["errors"]) == [kind]
