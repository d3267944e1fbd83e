"""Values that a file lacks or that are in no list: decided once for all of its rows, or added to the list."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.clients.models import Outlet
from app.core.db.base import db
from app.masters.records.models import Vehicle
from app.reference.models import Entry
from tests.app.masters.making import API, imported, read, two_outlets, vin, work

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both


@pytest.fixture
def outlets(workspace: Workspace) -> tuple[Outlet, Outlet]:
    """Two outlets."""
    return two_outlets()


def decided(client: FlaskClient, row: dict[str, Any], *values: dict[str, str]) -> dict[str, Any]:
    """An import after some values were chosen and it was checked again."""
    answer = client.post(f"{API}/masters/imports/{row['id']}/values", json={"values": list(values)})
    assert answer.status_code == 200, answer.text
    work()
    return read(client, row["id"])


def test_a_missing_outlet_is_chosen_once_for_all_rows(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin, nashik = as_("admin"), outlets[1].id
    row = imported(admin, "vehicles", "vin,model\n" + "".join(f"{vin(n)},Arka\n" for n in range(40)), waits="1")
    assert (row["error_count"], row["counts"]["new"]) == (40, 0)
    assert row["undecided"] == [{"field": "outlet", "text": "", "model": "", "rows": 40}]
    body = decided(admin, row, {"field": "outlet", "value": "NSK"})
    assert (body["state"], body["error_count"], body["undecided"]) == ("ready", 0, [])
    assert body["chosen"] == [{"field": "outlet", "text": "", "value": "NSK"}]
    admin.post(f"{API}/masters/imports/{row['id']}/start")
    work()
    assert read(admin, row["id"])["new"] == 40
    assert set(db.session.scalars(select(Vehicle.outlet_id))) == {nashik}


def test_a_column_that_is_needed_is_chosen_once_too(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    imported(admin, "vehicles", f"vin,outlet\n{vin(1)},NSK\n")
    row = imported(admin, "job-cards", f"number,vin,opened_on\nJC 1,{vin(1)},2026-01-02\n", waits="1")
    assert (row["state"], row["undecided"]) == (
        "columns", [{"field": "outlet", "text": "", "model": "", "rows": 1}],
    )  # fmt: skip
    body = decided(admin, row, {"field": "outlet", "value": "NSK"})
    assert (body["state"], body["counts"]["new"]) == ("ready", 1)


def test_texts_that_are_in_no_list_are_exchanged_or_added_for_all_their_rows(
    as_: As, outlets: tuple[Outlet, Outlet]
) -> None:
    admin = as_("admin")
    rows = [f"{vin(n)},NSK,Nova,Nova 1.5" for n in range(3)] + [f"{vin(n)},NSK,ARKKA,1.5  zx" for n in range(3, 8)]
    row = imported(admin, "vehicles", "vin,outlet,model,variant\n" + "\n".join(rows), waits="1")
    undecided = {
        (text_row["field"], text_row["text"], text_row["model"]): text_row["rows"] for text_row in row["undecided"]
    }
    assert undecided[("model", "ARKKA", "")] == 5 and undecided[("model", "Nova", "")] == 3
    assert undecided[("variant", "Nova 1.5", "Nova")] == 3
    body = decided(
        admin, row,
        {"field": "variant", "text": "Nova 1.5", "model": "Nova", "value": "+"},
        {"field": "model", "text": "Nova", "value": "+"},
        {"field": "model", "text": "arkka", "value": "arka"},
        {"field": "variant", "text": "1.5 ZX", "model": "ARKKA", "value": "arka-1.5-zx"},
    )  # fmt: skip
    assert (body["error_count"], body["counts"]["new"], body["undecided"]) == (0, 8, [])
    admin.post(f"{API}/masters/imports/{row['id']}/start")
    work()
    pairs = {tuple(row) for row in db.session.execute(select(Vehicle.model, Vehicle.variant))}
    assert pairs == {("nova", "nova-nova-1-5"), ("arka", "arka-1.5-zx")}
    added = db.session.scalars(select(Entry).where(Entry.code == "nova-nova-1-5")).one()
    assert (added.labels, added.belongs_to) == ({"en": "Nova 1.5"}, "nova")


def test_adding_needs_the_ability_for_it_and_nothing_is_half_done(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin, editor = as_("admin"), as_("subscriber")
    person = db.session.scalars(select(User).order_by(User.id.desc()).limit(1)).one()
    person.extra_abilities = [{"action": "manage", "subject": "Master"}]
    db.session.commit()
    row = imported(admin, "vehicles", f"vin,outlet,model\n{vin(1)},NSK,Nova\n", waits="1")
    at = f"{API}/masters/imports/{row['id']}/values"
    body = {"values": [{"field": "outlet", "value": "NSK"}, {"field": "model", "text": "Nova", "value": "+"}]}
    assert editor.post(at, json=body).status_code == 403
    assert (read(admin, row["id"])["state"], read(admin, row["id"])["chosen"]) == ("ready", [])
    for value in ({"field": "colour", "value": "x"}, {"field": "outlet", "text": "X", "value": "+"}):
        assert admin.post(at, json={"values": [value]}).status_code == 422
    assert db.session.scalar(select(Entry.id).where(Entry.code == "nova")) is None


def test_choosing_nothing_takes_a_choice_back(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    row = imported(admin, "vehicles", f"vin\n{vin(1)}\n", waits="1")
    assert decided(admin, row, {"field": "outlet", "value": "NSK"})["counts"]["new"] == 1
    body = decided(admin, row, {"field": "outlet", "value": ""})
    assert (body["chosen"], body["counts"]["new"], body["error_count"]) == ([], 0, 1)


def test_numbers_count_once_in_every_state(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    """What a list and a page say is one number: of the check until it begins, of the import from then on."""
    admin = as_("admin")
    text = f"vin,outlet,model\n{vin(1)},NSK,Arka\n{vin(2)},NSK,Arka\n"
    first, second = (imported(admin, "vehicles", text, waits="1") for _ in range(2))
    for row in (first, second):
        assert admin.get(f"{API}/masters/imports").json["items"][0]["counts"] == row["counts"]
        assert row["counts"] == {"new": 2, "changed": 0, "unchanged": 0}
    for row in (first, second):
        admin.post(f"{API}/masters/imports/{row['id']}/start")
        work()
    # The second was checked before the first went in: it has added nothing, and says so everywhere.
    assert read(admin, second["id"])["counts"] == {"new": 0, "changed": 0, "unchanged": 2}
