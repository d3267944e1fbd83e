"""Code lists: reading, adding, changing, ordering and deleting entries, and what reads them."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.auth.service import register
from app.accounts.workspaces.models import Workspace
from app.analytics.models import RollupDay
from app.clients.places import moment_of
from app.conversations.models import Conversation
from app.core import clock, hours
from app.core.db.base import db
from app.core.db.tenancy import within
from app.ingest import dialogues
from app.reference import service
from tests.app.clients.making import add_city, add_client, add_outlet, add_parent
from tests.conftest import add_workspace
from tests.factories.conversations import asked_and_answered, dialogue, make_bot
from tests.factories.reference import LISTS, LOST_REASONS, add_entry

As = Callable[..., FlaskClient]


def change(admin: FlaskClient, entry: dict[str, Any], method: str = "PATCH", **values: Any) -> Any:
    """The answer to changing an entry, or to deleting it."""
    return admin.open(f"{LISTS}/entries/{entry['id']}", method=method, json=values or None,
                      headers={"If-Match": f'"{entry["revision"]}"'})  # fmt: skip


def test_an_entry_comes_back_as_it_was_sent(as_: As) -> None:
    admin = as_("admin")
    body = {"code": "price", "labels": {"en": "Price too high", "hi": "कीमत ज़्यादा", "ar": ""},
            "valid_from": "2026-01-01", "valid_to": "2026-12-31"}  # fmt: skip
    entry = add_entry(admin, **body)
    assert entry["labels"] == {"en": "Price too high", "hi": "कीमत ज़्यादा"}
    assert (entry["order"], entry["active"], entry["used"], entry["valid_to"]) == (1, True, 0, "2026-12-31")
    (item,) = admin.get(LOST_REASONS).json["items"]
    assert item == entry == admin.get(f"{LISTS}/entries/{entry['id']}").json
    changed = change(admin, entry, labels={"en": "Price"}, active=False)
    assert changed.status_code == 200 and changed.json["labels"] == {"en": "Price"} and not changed.json["active"]
    assert change(admin, entry, active=True).status_code == 412
    assert change(admin, changed.json, "DELETE").status_code == 204
    assert admin.get(LOST_REASONS).json["total"] == 0


@pytest.mark.parametrize(
    ("name", "body", "field"),
    [
        ("lost-reasons", {"code": "PRICE"}, "code"),
        ("lost-reasons", {"code": "too high"}, "code"),
        ("lost-reasons", {"code": "x" * 61}, "code"),
        ("lost-reasons", {"code": "a", "labels": {"xx": "A"}}, "labels.xx"),
        ("lost-reasons", {"code": "a", "belongs_to": "price"}, "belongs_to"),
        ("lost-reasons", {"code": "a", "valid_from": "2026-02-01", "valid_to": "2026-01-01"}, "valid_to"),
        ("holidays", {"code": "2026-02-30"}, "code"),
        ("variants", {"code": "vx", "belongs_to": "nothing"}, "belongs_to"),
        ("variants", {"code": "vx"}, "belongs_to"),
        ("intents", {"code": "service", "belongs_to": "parts"}, "belongs_to"),
    ],
)
def test_what_fits_no_entry_is_refused_at_its_field(as_: As, name: str, body: dict[str, Any], field: str) -> None:
    admin = as_("admin")
    add_entry(admin)
    answer = admin.post(f"{LISTS}/{name}", json=body)
    assert answer.status_code == 422, answer.json
    assert field.split(".")[0] in answer.json["errors"] or field in answer.json["errors"]


def test_lists_that_are_not_there_or_are_kept_elsewhere(as_: As) -> None:
    admin = as_("admin")
    assert admin.get(f"{LISTS}/colours").status_code == 404
    assert admin.post(f"{LISTS}/colours", json={"code": "red"}).status_code == 404
    refused = admin.post(f"{LISTS}/languages", json={"code": "fr"})
    assert (refused.status_code, refused.json["code"]) == (409, "kept_elsewhere")
    body = admin.get(f"{LISTS}/languages").json
    assert [item["code"] for item in body["items"]] == ["en", "hi", "ar"] and body["kept_at"] == "/admin/languages"
    assert admin.get(f"{LISTS}/languages?q=arab").json["total"] == 0
    assert admin.get(f"{LISTS}/languages?q=hi&state=active").json["total"] == 1
    assert admin.get(f"{LISTS}/languages?page=2").json["items"] == []
    counts = {item["list"]: item for item in admin.get(LISTS).json["items"]}
    assert counts["languages"]["total"] == 3 and counts["lost-reasons"]["total"] == 0


def test_goals_are_those_of_bots(as_: As) -> None:
    admin, bot = as_("admin"), make_bot("Desk")
    assert admin.post(f"/api/v1/bots/{bot.id}/goals", json={"name": "booked"}).status_code == 201
    (goal,) = admin.get(f"{LISTS}/goals").json["items"]
    assert (goal["code"], goal["used"], goal["url"], goal["id"]) == ("booked", 1, f"/admin/bots/{bot.id}", None)


def test_entries_are_ordered_found_and_narrowed(as_: As) -> None:
    admin = as_("admin")
    entries = [
        add_entry(admin, code=code, labels={"en": name}) for code, name in (("a", "Ant"), ("b", "Bee"), ("c", "Cat"))
    ]
    ids = [entry["id"] for entry in entries]
    assert admin.post(f"{LOST_REASONS}/order", json={"order": f"{ids[2]},{ids[0]}"}).status_code == 200
    assert [item["code"] for item in admin.get(LOST_REASONS).json["items"]] == ["c", "b", "a"]
    assert admin.post(f"{LOST_REASONS}/order", json={"order": f"{ids[0]},{ids[0]}"}).status_code == 422
    assert admin.post(f"{LISTS}/holidays/order", json={"order": ids[0]}).status_code == 422
    assert [item["code"] for item in admin.get(f"{LOST_REASONS}?q=bee").json["items"]] == ["b"]
    change(admin, entries[1], active=False)
    assert [item["code"] for item in admin.get(f"{LOST_REASONS}?state=inactive").json["items"]] == ["b"]


def test_what_is_used_is_not_deleted_but_deactivated(as_: As, workspace: Workspace) -> None:
    admin = as_("admin")
    model = add_entry(admin, "vehicle-models", code="vela", labels={"en": "Vela"})
    variant = add_entry(admin, "variants", code="vela-vx", labels={"en": "Vela VX"}, belongs_to="vela")
    assert admin.get(f"{LISTS}/variants?belongs_to=vela").json["total"] == 1
    (item,) = admin.get(f"{LISTS}/vehicle-models").json["items"]
    assert item["used"] == 1
    uses = admin.get(f"{LISTS}/entries/{model['id']}/uses").json
    assert uses == {"total": 1, "uses": [{"kind": "variant", "name": "Vela VX", "url": "/admin/reference/variants"}]}
    refused = change(admin, model, "DELETE")
    assert (refused.status_code, refused.json["code"]) == (409, "in_use")
    assert "Vela VX" in refused.json["detail"] and refused.json["uses"][0]["kind"] == "variant"
    assert change(admin, model, active=False).status_code == 200
    with within(workspace.id):
        assert service.codes("vehicle-models") == {}
    assert change(admin, variant, "DELETE").status_code == 204


def test_codes_of_a_day_are_those_valid_then(as_: As, workspace: Workspace) -> None:
    admin = as_("admin")
    add_entry(admin, code="old", valid_to="2025-12-31")
    add_entry(admin, code="new", valid_from="2026-01-01")
    add_entry(admin, code="any")
    with within(workspace.id):
        assert list(service.codes("lost-reasons")) == ["old", "new", "any"]
        assert list(service.codes("lost-reasons", date(2026, 1, 1))) == ["new", "any"]
        assert list(service.codes("lost-reasons", date(2025, 12, 31))) == ["old", "any"]


def test_an_outlets_next_holidays_have_names_and_their_origin(as_: As, workspace: Workspace) -> None:
    admin, place = as_("admin"), add_outlet(add_parent(add_client()), add_city())
    place.hours = {"week": {"mon": [["09:00", "18:00"]]}, "holidays": ["2001-01-01", "2099-01-01", "2099-05-01"]}
    db.session.commit()
    service.forget()
    add_entry(admin, "holidays", code="2099-05-01", labels={"en": "Labour Day", "hi": "मज़दूर दिवस"})
    add_entry(admin, "holidays", code="2099-08-15", labels={"en": "Independence Day"})
    rows = admin.get(f"/api/v1/outlets/{place.id}").json["closed_days"]
    assert [(row["day"], row["name"], row["own"]) for row in rows] == [
        ("2099-01-01", "", True), ("2099-05-01", "Labour Day", True), ("2099-08-15", "Independence Day", False),
    ]  # fmt: skip
    (item,) = admin.get("/api/v1/outlets").json["items"]
    assert item["hours"] == place.hours and "closed_days" not in item
    place.hours = None
    db.session.commit()
    assert admin.get(f"/api/v1/outlets/{place.id}").json["closed_days"] == []


def test_a_workspaces_holidays_close_all_who_keep_hours(as_: As, workspace: Workspace) -> None:
    admin, today = as_("admin"), clock.now().date().isoformat()
    stored = {"zone": "UTC", "week": {day: [["00:00", "24:00"]] for day in hours.WEEKDAYS}}
    assert (moment_of(stored, "UTC") or {})["open"] is True
    service.forget()
    entry = add_entry(admin, "holidays", code=today)
    with within(workspace.id):
        moment = moment_of(stored, "UTC") or {}
        assert (moment["open"], moment["holiday"]) == (False, True)
        assert hours.is_open(None, clock.now(), "UTC")
        assert hours.holidays_from(stored | {"holidays": ["2099-01-01", "2001-01-01"]}, clock.now().date()) == [
            today, "2099-01-01",
        ]  # fmt: skip
        assert hours.holidays_from(None, clock.now().date()) == []
    with within(add_workspace("B").id):
        assert hours.is_open(stored, clock.now(), "UTC")
    assert change(admin, entry, active=False).status_code == 200
    service.forget()  # As at the end of a request.
    with within(workspace.id):
        assert hours.is_open(stored, clock.now(), "UTC")


@pytest.mark.both
def test_reports_group_what_comes_by_the_map_of_intents(as_: As, workspace: Workspace) -> None:
    admin, bot = as_("admin"), make_bot("Desk")
    at = clock.now() - timedelta(days=2)
    before = dialogues.store_dialogues([dialogue(asked_and_answered(at), ext_user="a")], bot=bot, source="test")[0]
    intent = before.intent
    assert intent and before.bot_group == bot.group
    other = "psf" if bot.group != "psf" else "sales"
    add_entry(admin, "intents", code=intent.partition(".")[0], belongs_to=other)
    after = dialogues.store_dialogues([dialogue(asked_and_answered(at), ext_user="b")], bot=bot, source="test")[0]
    db.session.commit()
    assert after.bot_group == other
    groups = select(RollupDay.bot_group, RollupDay.sessions)
    assert {group: count for group, count in db.session.execute(groups)} == {bot.group: 1, other: 1}
    assert db.session.get_one(Conversation, before.id).bot_group == bot.group
    assert service.group_for("Service.Book", {"service": "sales", "service.book": "psf"}) == "psf"
    assert service.group_for(None, {}) is None


def test_a_new_workspace_begins_with_lists(workspace: Workspace) -> None:
    workspace_id = register("ira@example.com", "a long password 1", "ira").workspace_id
    db.session.commit()
    with within(workspace_id):
        assert service.codes("lost-reasons")["price"]["hi"] and len(service.codes("service-types")) == 8


@pytest.mark.parametrize("role", ["maintainer", "subscriber", "client"])
def test_lists_are_for_who_may_read_them(as_: As, role: str) -> None:
    assert as_(role).get(LISTS).status_code == 403
    assert as_(role).post(LOST_REASONS, json={"code": "a"}).status_code == 403
