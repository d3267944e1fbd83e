"""The table of cases as forms and files read it: a text is the value and nothing else, or it is refused."""

from types import SimpleNamespace
from typing import Any

import pytest

from app.masters.imports.columns import columns_of
from app.masters.records.identities import NotFitting
from app.masters.records.rules import fit_customer, fit_vehicle
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
