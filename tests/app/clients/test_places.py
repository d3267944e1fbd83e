"""Dealer groups, cities and outlets: making, listing, changing, closing and deleting them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.clients.models import Client
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import within
from app.notifications.models import Notification
from tests.app.clients.making import API, add_city, add_client, add_outlet, add_parent, revision, speak
from tests.conftest import add_person, add_workspace

As = Callable[..., FlaskClient]
HOURS = {"zone": "Asia/Kolkata", "week": {"mon": [["09:00", "13:00"], ["14:00", "18:30"]]}, "holidays": ["2026-08-15"]}


@pytest.fixture
def place(workspace: Workspace) -> dict[str, Any]:
    """A client with a group and a city, as a new outlet names them."""
    client = add_client()
    parent, city = add_parent(client, code="SUR"), add_city()
    return {
        "parent": str(parent.id),
        "city": str(city.id),
        "code": "PUN-BAN",
        "name": "Baner",
        "client": str(client.id),
    }


def outlet(place: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The body of a new outlet."""
    return {key: value for key, value in place.items() if key != "client"} | more


def test_a_whole_outlet_comes_back_as_it_was_sent(as_: As, place: dict[str, Any]) -> None:
    admin, manager = as_("admin"), add_person("maintainer")
    body = outlet(
        place, type="service", address="Survey 114, Baner Road, Pune 411045", latitude=18.559, longitude=73.7868,
        phones=["020 6712 4400", "+91 98220 41170", ""], hours=HOURS, managers=[str(manager.id)],
    )  # fmt: skip
    response = admin.post(f"{API}/outlets", json=body)
    assert response.status_code == 201, response.json
    stored = admin.get(f"{API}/outlets/{response.json['id']}").json
    assert stored["phones"] == ["+912067124400", "+919822041170"]
    assert stored["phones_shown"] == ["+91 20 6712 4400", "+91 98220 41170"]
    assert stored["hours"] == HOURS and stored["managers"][0]["id"] == str(manager.id)
    assert (stored["parent"]["name"], stored["city"]["state"], stored["client"]["name"]) == (
        "Suryodaya Autos", "Maharashtra", "Meridian Motors",
    )  # fmt: skip
    assert (stored["latitude"], stored["longitude"], stored["type"], stored["state"], stored["warnings"]) == (
        18.559, 73.7868, "service", "open", [],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"code": "PUN BAN"}, "code"),
        ({"code": "x" * 21}, "code"),
        ({"type": "parts"}, "type"),
        ({"parent": "1"}, "parent"),
        ({"city": "1"}, "city"),
        ({"latitude": 18.5}, "longitude"),
        ({"latitude": 91, "longitude": 0}, "latitude"),
        ({"phones": ["+91 12"]}, "phones.0"),
        ({"phones": ["", "call me"]}, "phones.1"),
        ({"hours": {"week": {"mon": [["18:00", "18:00"]]}}}, "hours.week.mon"),
        ({"hours": {"week": {"mon": [["9", "18:00"]]}}}, "hours.week.mon.0.0"),
        ({"hours": {"zone": "Mars/Crater"}}, "hours.zone"),
        ({"hours": {"holidays": ["2026-02-30"]}}, "hours.holidays"),
        ({"hours": {"closed": True}}, "hours"),
        ({"managers": ["1"]}, "managers.0"),
        ({"since": "2199-01-01"}, "since"),
        ({"region": "West"}, "region"),
    ],
)
def test_what_does_not_fit_is_named(as_: As, place: dict[str, Any], body: dict[str, Any], field: str) -> None:
    answer = as_("admin").post(f"{API}/outlets", json=outlet(place, **body))
    assert answer.status_code == 422 and field in answer.json["errors"], answer.json


def test_names_and_codes_are_taken_within_a_group_whatever_the_case(as_: As, place: dict[str, Any]) -> None:
    admin = as_("admin")
    other = admin.post(f"{API}/parents", json={"client": place["client"], "code": "KAV", "name": "Kaveri"}).json["id"]
    assert admin.post(f"{API}/outlets", json=outlet(place)).status_code == 201
    for more, field in (({"code": "pun-ban", "name": "Wakad"}, "code"), ({"code": "X", "name": "BANER"}, "name")):
        answer = admin.post(f"{API}/outlets", json=outlet(place, **more))
        assert answer.status_code == 409 and answer.json["code"] == f"{field}_taken" and field in answer.json["errors"]
    assert admin.post(f"{API}/outlets", json=outlet(place, parent=other)).status_code == 201
    for path, body, field in (
        ("parents", {"client": place["client"], "code": "sur", "name": "New"}, "code"),
        ("parents", {"client": place["client"], "code": "NEW", "name": "SURYODAYA autos"}, "name"),
        ("cities", {"name": "PUNE", "state": "MAHARASHTRA"}, "name"),
    ):
        answer = admin.post(f"{API}/{path}", json=body)
        assert answer.status_code == 409 and field in answer.json["errors"], answer.json
    assert admin.post(f"{API}/cities", json={"name": "Pune", "state": "Elsewhere"}).status_code == 201


def test_lists_page_and_are_narrowed(as_: As, place: dict[str, Any]) -> None:
    admin = as_("admin")
    for n in range(12):
        body = outlet(place, code=f"O-{n}", name=f"Outlet {n:02}", type="sales" if n % 2 else "service")
        if n == 3:
            body |= {"hours": HOURS, "phones": ["+912067124400"], "address": "Pin 411045"}
        assert admin.post(f"{API}/outlets", json=body).status_code == 201
    first = admin.get(f"{API}/outlets").json
    assert (first["total"], len(first["items"]), first["next"]) == (12, 10, "2")
    second = admin.get(f"{API}/outlets?page=2").json
    assert [item["name"] for item in second["items"]] == ["Outlet 10", "Outlet 11"]
    totals = {
        "type=sales": 6, "q=o-7": 1, "q=pune": 12, "q=411045": 1, "warning=no_hours": 11, "warning=no_phone": 11,
        "warning=no_manager": 12, f"parent={place['parent']}": 12, f"city={place['city']}": 12, "parent=1": 0,
        f"client={place['client']}": 12, "state=closed": 0, "state=open": 12,
    }  # fmt: skip
    for query, total in totals.items():
        assert admin.get(f"{API}/outlets?{query}").json["total"] == total, query
    for query in ("type=parts", "state=gone", "warning=x", "per=11", "page=0", "sort=type", "client=x"):
        assert admin.get(f"{API}/outlets?{query}").status_code == 422, query
    assert [item["code"] for item in admin.get(f"{API}/outlets?sort=-code").json["items"]][:2] == ["O-9", "O-8"]
    parents, cities = admin.get(f"{API}/parents?q=sury").json, admin.get(f"{API}/cities?q=maha").json
    assert (parents["total"], parents["items"][0]["outlets"], cities["items"][0]["outlets"]) == (1, 12, 12)


def test_a_change_keeps_what_it_does_not_name(as_: As, place: dict[str, Any]) -> None:
    admin = as_("admin")
    url = f"{API}/outlets/{admin.post(f'{API}/outlets', json=outlet(place, hours=HOURS)).json['id']}"
    changed = admin.patch(url, json={"type": "sales", "address": "New road"}, headers=revision(admin, url)).json
    assert (changed["type"], changed["address"], changed["name"], changed["hours"]) == (
        "sales", "New road", "Baner", HOURS,
    )  # fmt: skip
    assert admin.patch(url, json={}).status_code == 428
    stale = admin.patch(url, json={"type": "both"}, headers={"If-Match": '"1"'})
    assert stale.status_code == 412 and stale.json["current"]["type"] == "sales"
    assert admin.patch(url, json={"parent": place["parent"]}, headers=revision(admin, url)).status_code == 422


def test_hours_come_by_rows_as_those_of_bots_do(as_: As, place: dict[str, Any]) -> None:
    admin = as_("admin")
    url = f"{API}/outlets/{admin.post(f'{API}/outlets', json=outlet(place)).json['id']}"
    rows = [{"day": "mon", "from": "09:00", "to": "18:30"}, {"day": "tue", "from": "", "to": ""}]
    body = {"open": "hours", "week": rows, "zone": "", "holidays": [{"date": "2026-08-15"}, {"date": None}]}
    changed = admin.put(f"{url}/hours", json=body, headers=revision(admin, url)).json
    assert changed["hours"] == {"week": {"mon": [["09:00", "18:30"]]}, "holidays": ["2026-08-15"]}
    assert "no_hours" not in changed["warnings"]
    wrong = admin.put(f"{url}/hours", json={"open": "hours", "week": rows[1:]}, headers=revision(admin, url))
    assert wrong.status_code == 422 and "week" in wrong.json["errors"]
    none = admin.put(f"{url}/hours", json={"open": "always"}, headers=revision(admin, url)).json
    assert none["hours"] is None and "no_hours" in none["warnings"]


def test_who_becomes_a_manager_is_notified_once(as_: As, place: dict[str, Any], workspace: Workspace) -> None:
    admin, person, other = as_("admin"), add_person("maintainer"), add_person("client")
    body = admin.post(f"{API}/outlets", json=outlet(place, managers=[str(person.id)])).json
    url = f"{API}/outlets/{body['id']}"
    admin.patch(url, json={"managers": [str(person.id), str(other.id)]}, headers=revision(admin, url))
    with within(workspace.id):
        notifications = db.session.scalars(select(Notification)).all()
    # Who may not read clients is not sent where they may not go.
    assert [(row.user_id, row.kind, row.what, row.link) for row in notifications] == [
        (person.id, "outlet_manager", "Baner", f"/admin/outlets/{body['id']}")
    ]
    none = admin.patch(url, json={"managers": []}, headers=revision(admin, url)).json
    assert none["managers"] == [] and "no_manager" in none["warnings"]


def test_closing_and_opening_again(as_: As, place: dict[str, Any]) -> None:
    admin = as_("admin")
    outlet_id = admin.post(f"{API}/outlets", json=outlet(place)).json["id"]
    closing = {"reason": "Lease ended"}
    for path in (f"parents/{place['parent']}", f"cities/{place['city']}"):
        refused = admin.post(f"{API}/{path}/close", json=closing)
        assert (refused.status_code, refused.json["code"]) == (409, "has_outlets")
    for path, state in ((f"outlets/{outlet_id}", "state"), (f"parents/{place['parent']}", "state"),
                        (f"cities/{place['city']}", "status")):  # fmt: skip
        assert admin.post(f"{API}/{path}/reopen").json["code"] == "invalid_transition"
        closed = admin.post(f"{API}/{path}/close", json=closing).json
        assert (closed[state], closed["closed_reason"]) == ("closed", "Lease ended")
        assert admin.post(f"{API}/{path}/close", json=closing).json["code"] == "invalid_transition"
    # What is closed takes nothing new, and what is in it stays closed.
    assert admin.post(f"{API}/outlets", json=outlet(place, code="X", name="X")).json["code"] == "parent_closed"
    assert admin.post(f"{API}/outlets/{outlet_id}/reopen").json["code"] == "parent_closed"
    for path in (f"parents/{place['parent']}", f"cities/{place['city']}", f"outlets/{outlet_id}"):
        assert admin.post(f"{API}/{path}/reopen").status_code == 200


def test_only_what_nothing_refers_to_is_deleted(as_: As, place: dict[str, Any]) -> None:
    admin = as_("admin")
    used = admin.post(f"{API}/outlets", json=outlet(place)).json["id"]
    fresh = admin.post(f"{API}/outlets", json=outlet(place, code="X", name="X")).json["id"]
    client = db.session.get_one(Client, int(place["client"]))
    speak(client, clock.now() - timedelta(days=1), outlet_id=int(used))
    for path, status in (
        (f"parents/{place['parent']}", 409), (f"cities/{place['city']}", 409), (f"outlets/{used}", 409),
        (f"outlets/{fresh}", 204),
    ):  # fmt: skip
        url = f"{API}/{path}"
        answer = admin.delete(url, headers=revision(admin, url))
        assert answer.status_code == status, path
        assert status == 204 or (answer.json["code"] == "in_use" and "Close it instead" in answer.json["detail"])
    for path, body in (
        ("parents", {"client": place["client"], "code": "N", "name": "N"}), ("cities", {"name": "Nashik"}),
    ):  # fmt: skip
        url = f"{API}/{path}/{admin.post(f'{API}/{path}', json=body).json['id']}"
        assert admin.delete(url, headers=revision(admin, url)).status_code == 204
        assert admin.get(url).status_code == 404


def test_another_workspace_has_none_of_it(as_: As, place: dict[str, Any]) -> None:
    outlet_id = as_("admin").post(f"{API}/outlets", json=outlet(place)).json["id"]
    stranger = as_("admin", add_workspace("Other"))
    for path in (f"outlets/{outlet_id}", f"parents/{place['parent']}", f"cities/{place['city']}"):
        assert stranger.get(f"{API}/{path}").status_code == 404
        assert stranger.post(f"{API}/{path}/close", json={}).status_code == 404
    for path in ("outlets", "parents", "cities"):
        assert stranger.get(f"{API}/{path}").json["total"] == 0
    assert "parent" in stranger.post(f"{API}/outlets", json=outlet(place)).json["errors"]


@pytest.mark.both
def test_an_outlet_names_the_people_who_see_it_and_what_gives_it_to_them(as_: As, workspace: Workspace) -> None:
    client = add_client()
    west, pune = add_parent(client, code="WST"), add_city()
    row, other = add_outlet(west, pune), add_outlet(add_parent(client, "East", code="EST"), add_city("Nashik"))
    scopes = {
        "outlet": {"outlets": [str(row.id)], "cities": [str(pune.id)]}, "city": {"cities": [str(pune.id)]},
        "parent": {"parents": [str(west.id)]}, "client": {"clients": [str(client.id)]},
    }  # fmt: skip
    for branch, scope in scopes.items():
        add_person("maintainer", scope=scope).full_name = branch
    for scope in ({"outlets": [str(other.id)]}, {"clients": []}, {"cities": [str(pune.id)], "parents": []}):
        add_person("maintainer", scope=scope).full_name = "blind"
    gone, suspended = add_person("maintainer"), add_person("maintainer")
    gone.deleted_at, suspended.status = clock.now(), "inactive"
    db.session.commit()
    admin = as_("admin")
    items: Any = admin.get(f"{API}/outlets/{row.id}/people?per=50").json["items"]
    seen = {(item["full_name"], item["branch"], item["place"]) for item in items}
    assert seen == {
        ("outlet", "outlet", ""), ("city", "city", pune.name), ("parent", "parent", west.name),
        ("client", "client", client.name), ("Admin", "all", ""),
    }  # fmt: skip
    assert items[-1]["branch"] == "all", "who sees a part comes first"
    manager = as_("admin", scope={"cities": [str(pune.id)]})
    within_reach: Any = manager.get(f"{API}/outlets/{row.id}/people").json["items"]
    assert sorted(item["full_name"] for item in within_reach) == ["Admin", "city", "outlet"]
    assert manager.get(f"{API}/outlets/{other.id}/people").status_code == 404
    assert as_("author").get(f"{API}/outlets/{row.id}/people").status_code == 403
