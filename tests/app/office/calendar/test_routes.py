"""Our own calls on events: days, revisions, restoring, and what a person's form must not say."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.core.db.base import db
from tests.conftest import add_workspace

As = Callable[..., FlaskClient]
API = "/api/v1/events"


@pytest.fixture
def admin(as_: As) -> FlaskClient:
    """An admin of a workspace without events; its clocks are those of Kolkata."""
    return as_("admin")


def create_event(client: FlaskClient, **event: Any) -> dict[str, Any]:
    """A new event."""
    answer = client.post(API, json={"title": "One", "start": "2026-11-22T10:00"} | event)
    assert answer.status_code == 201, answer.json
    body: dict[str, Any] = answer.json
    return body


def match(event: dict[str, Any]) -> dict[str, str]:
    """The header of a write on what was shown."""
    return {"If-Match": f'"{event["revision"]}"'}


def on(client: FlaskClient, first: str, last: str = "", **query: str) -> list[str]:
    """The titles of the events on some days."""
    answer = client.get(f"{API}/between", query_string={"from": first, "to": last or first} | query)
    assert answer.status_code == 200, answer.json
    return [event["title"] for event in answer.json["events"]]


def test_an_event_is_made_shown_and_changed(admin: FlaskClient) -> None:
    event = create_event(admin, title="  Review  of May ", end="2026-11-22T11:30", calendar="Business",
                 guests=["Asha, Rohan ", "Meera"], url="https://example.com")  # fmt: skip
    assert event["title"] == "Review of May" and event["guests"] == ["Asha", "Rohan", "Meera"]
    assert (event["start"], event["end"]) == ("2026-11-22T04:30:00Z", "2026-11-22T06:00:00Z")
    response = admin.get(f"{API}/{event['id']}")
    assert response.json == event and response.headers["ETag"] == '"1"'
    path = f"{API}/{event['id']}"
    whole = admin.patch(path, json={"is_all_day": True}, headers=match(event)).json
    assert (whole["start"], whole["end"], whole["location"]) == ("2026-11-22", "2026-11-22", "")
    assert whole["guests"] == event["guests"] and whole["calendar"] == "Business"
    longer = admin.patch(path, json={"end": "2026-11-24"}, headers=match(whole)).json
    assert longer["end"] == "2026-11-24" and on(admin, "2026-11-24") == ["Review of May"]
    assert admin.get("/apps/calendar/events").json[0]["end"] == "2026-11-25"


def test_what_another_client_keeps_stays(admin: FlaskClient) -> None:
    props = {"calendar": "Family", "colour": "red"}
    admin.post(
        "/apps/calendar/add-event", json={"event": {"title": "One", "start": "2026-11-22", "extendedProps": props}}
    )
    (event,) = admin.get(f"{API}").json["items"]
    changed = admin.patch(f"{API}/{event['id']}", json={"location": "Pune"}, headers=match(event))
    assert changed.status_code == 200
    assert admin.get("/apps/calendar/events").json[0]["extendedProps"] == props | {"location": "Pune"}


def test_a_late_write_learns_what_is_there(admin: FlaskClient) -> None:
    event = create_event(admin)
    path = f"{API}/{event['id']}"
    assert admin.patch(path, json={"title": "Two"}).status_code == 428
    assert admin.patch(path, json={"title": "Two"}, headers=match(event)).status_code == 200
    late = admin.patch(path, json={"title": "Three"}, headers=match(event))
    assert late.status_code == 412
    assert late.json["current"]["title"] == "Two" and late.headers["ETag"] == '"2"'


def test_a_deleted_event_is_restored_as_it_was(admin: FlaskClient) -> None:
    event = create_event(admin, guests=["Asha"])
    gone = admin.delete(f"{API}/{event['id']}", headers=match(event)).json
    assert gone["is_deleted"] and on(admin, "2026-11-22") == []
    assert [item["id"] for item in admin.get(f"{API}?deleted=1").json["items"]] == [event["id"]]
    assert admin.delete(f"{API}/{event['id']}", headers=match(gone)).status_code == 409
    late = admin.patch(f"{API}/{event['id']}", json={"title": "Two"}, headers=match(gone))
    assert (late.status_code, late.json["detail"]) == (409, "This event is deleted. Restore it first.")
    back = admin.post(f"{API}/{event['id']}/restore", headers=match(gone)).json
    own = {"revision", "updated_at"}
    assert {k: v for k, v in back.items() if k not in own} == {k: v for k, v in event.items() if k not in own}
    assert on(admin, "2026-11-22") == ["One"]


def test_an_event_in_the_hour_that_clocks_show_twice_stays_where_it_is(
    admin: FlaskClient, workspace: Workspace
) -> None:
    workspace.zone = "Europe/Berlin"
    db.session.commit()
    event = create_event(admin, start="2026-10-25T00:30:00Z", end="2026-10-25T01:30:20Z")
    form = {"title": "Two", "start": "2026-10-25T02:30", "end": "2026-10-25T02:30"}
    changed = admin.patch(f"{API}/{event['id']}", json=form, headers=match(event)).json
    assert (changed["title"], changed["start"], changed["end"]) == ("Two", event["start"], event["end"])


def test_days_are_those_of_the_zone(admin: FlaskClient) -> None:
    create_event(admin, title="Late", start="2026-11-22T23:30", end="2026-11-23T00:00")
    create_event(admin, title="Night", start="2026-11-22T23:30", end="2026-11-23T01:00")
    create_event(admin, title="Point", start="2026-11-23T00:00")
    create_event(admin, title="Days", start="2026-11-20", end="2026-11-23", is_all_day=True)
    assert on(admin, "2026-11-22") == ["Days", "Late", "Night"]
    assert on(admin, "2026-11-23") == ["Days", "Night", "Point"]
    assert on(admin, "2026-11-24") == []


def test_a_list_begins_with_a_day_and_pages(admin: FlaskClient) -> None:
    for day in range(10, 22):
        create_event(admin, title=f"E{day}", start=f"2026-11-{day}T09:00", calendar="Family" if day % 2 else "ETC")
    first = admin.get(f"{API}?from=2026-11-11").json
    assert first["total"] == 11 and first["items"][0]["title"] == "E11" and first["next"] == "2"
    assert [e["title"] for e in admin.get(f"{API}?from=2026-11-11&page=2").json["items"]] == ["E21"]
    assert admin.get(f"{API}?calendars=Family").json["total"] == 6
    assert admin.get(f"{API}?q=e1").json["total"] == 10


@pytest.mark.parametrize(
    ("field", "more"),
    [
        ("end", {"end": "2026-11-22T09:59"}),
        ("end", {"is_all_day": True, "end": "2026-11-21"}),
        ("start", {"start": "now"}),
        ("start", {"start": ""}),
        ("title", {"title": "  "}),
        ("calendar", {"calendar": "Work"}),
        ("url", {"url": "javascript:alert(1)"}),
        ("guests", {"guests": ["a" * 201]}),
    ],
)
def test_a_persons_form_shows_what_is_wrong(admin: FlaskClient, field: str, more: dict[str, Any]) -> None:
    answer = admin.post(API, json={"title": "One", "start": "2026-11-22T10:00"} | more)
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]
    assert on(admin, "2026-11-01", "2026-11-30") == []


def test_days_are_asked_for_within_bounds(admin: FlaskClient) -> None:
    for query in ("from=2026-11-22&to=2026-11-21", "from=2026-01-01&to=2026-12-31", "from=x&to=y"):
        assert admin.get(f"{API}/between?{query}").status_code == 422


def test_writes_are_written_down_and_others_have_no_part_in_it(admin: FlaskClient, as_: As) -> None:
    event = create_event(admin)
    other = as_("admin", add_workspace("Other"))
    assert other.get(f"{API}/{event['id']}").status_code == 404
    assert other.get(f"{API}/between?from=2026-11-22&to=2026-11-22").json == {"events": [], "total": 0}
    assert "event:create" in set(db.session.scalars(select(AuditEvent.action)))
