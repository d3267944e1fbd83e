"""The specified calendar calls: shapes, calendars, every oddity of existing clients, and who is refused."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.office.calendar.models import CALENDARS
from app.office.calendar.seed import seed
from tests.conftest import add_workspace

As = Callable[..., FlaskClient]
API = "/apps/calendar"


@pytest.fixture
def admin(as_: As, workspace: Workspace) -> FlaskClient:
    """An admin of a workspace with the sample events."""
    seed(workspace)
    return as_("admin")


@pytest.fixture
def empty(as_: As) -> FlaskClient:
    """An admin of a workspace without events."""
    return as_("admin")


def add(client: FlaskClient, **event: Any) -> dict[str, Any]:
    """Add an event and answer it."""
    answer = client.post(f"{API}/add-event", json={"event": event})
    assert answer.status_code == 201, answer.json
    row: dict[str, Any] = answer.json["event"]
    return row


def update(client: FlaskClient, **event: Any) -> dict[str, Any]:
    """Change an event and answer it."""
    answer = client.post(f"{API}/update-event", json={"event": event})
    assert answer.status_code == 200, answer.json
    row: dict[str, Any] = answer.json["event"]
    return row


def events_of(client: FlaskClient, query: str = "") -> list[dict[str, Any]]:
    """The events of a list."""
    body: list[dict[str, Any]] = client.get(f"{API}/events?{query}").json
    return body


def test_ten_are_seeded_in_the_specified_shape(admin: FlaskClient) -> None:
    events = events_of(admin)
    assert isinstance(events, list) and [event["id"] for event in events] == list(range(1, 11))
    for event in events:
        assert set(event) == {"id", "url", "title", "start", "end", "allDay", "extendedProps"}
        assert event["extendedProps"]["calendar"] in CALENDARS
        assert len(event["start"]) == (10 if event["allDay"] else 20)
    assert {event["extendedProps"]["calendar"] for event in events} == set(CALENDARS)


def test_seeding_again_adds_none(workspace: Workspace) -> None:
    assert [seed(workspace), seed(workspace)] == [10, 0]


def test_calendars_narrow_in_every_spelling(admin: FlaskClient) -> None:
    def of(query: str) -> set[str]:
        return {event["extendedProps"]["calendar"] for event in events_of(admin, query)}

    assert of("calendars[]=Family&calendars[]=ETC") == {"Family", "ETC"}
    assert of("calendars=Family&calendars=ETC") == of("calendars=Family,ETC") == {"Family", "ETC"}
    assert of("other=1") == set(CALENDARS)
    assert events_of(admin, "calendars[]=") == events_of(admin, "calendars=") == []
    refused = admin.get(f"{API}/events?calendars[]=Work")
    assert refused.status_code == 422 and list(refused.json["errors"]) == ["calendars"]


def test_absent_keys_are_simply_missing(empty: FlaskClient) -> None:
    assert add(empty, title="One") == {"id": 1, "title": "One"}
    sent = {"title": "Two", "start": "2026-11-22T04:30:00.000Z", "allDay": False, "display": "block",
            "extendedProps": {"calendar": "Family", "colour": {"of": ["mine"]}}}  # fmt: skip
    assert add(empty, **sent, unknown="ignored") == {"id": 2, **sent}
    assert events_of(empty)[1] == {"id": 2, **sent}


def test_an_update_is_partial_takes_a_text_id_and_replaces_extended_props_whole(empty: FlaskClient) -> None:
    add(empty, title="One", url="https://example.com", start="2026-11-22T04:30:00.000Z", end=None, allDay=False,
        extendedProps={"calendar": "Family", "location": "Home"})  # fmt: skip
    moved = update(empty, id="1", title="One", start="2026-11-24", end="2026-11-26", allDay=True,
                   extendedProps={"calendar": "Business"})  # fmt: skip
    assert moved == {"id": 1, "url": "https://example.com", "title": "One", "start": "2026-11-24",
                     "end": "2026-11-26", "allDay": True, "extendedProps": {"calendar": "Business"}}  # fmt: skip
    assert events_of(empty, "calendars[]=Family") == [] and len(events_of(empty, "calendars[]=Business")) == 1
    own = empty.get("/api/v1/events/between?from=2026-11-25&to=2026-11-25").json["events"]
    assert [(event["start"], event["end"]) for event in own] == [("2026-11-24", "2026-11-25")]


@pytest.mark.parametrize("end", ["1970-01-01T00:00:00.000Z", "2026-11-22T04:29:59Z", "2026-11-21"])
def test_an_end_before_the_start_from_a_widget_is_none(empty: FlaskClient, end: str) -> None:
    response = add(empty, title="One", start="2026-11-22T04:30:00Z", end="2026-11-22T05:30:00Z")
    assert update(empty, id=response["id"], end=end)["end"] is None
    assert add(empty, title="Two", start="2026-11-22T04:30:00Z", end=end)["end"] is None


def test_times_of_whole_days_fall_on_the_day_of_the_zone(empty: FlaskClient) -> None:
    # Midnight in Kolkata, as browsers there write it.
    add(empty, title="One", start="2026-11-21T18:30:00.000Z", end="2026-11-22T18:30:00.000Z", allDay=True)
    (own,) = empty.get("/api/v1/events/between?from=2026-11-01&to=2026-11-30").json["events"]
    assert (own["start"], own["end"]) == ("2026-11-22", "2026-11-22")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("start", "tomorrow"),
        ("start", "2026-02-30"),
        ("start", 7),
        ("end", "9999-01-01"),
        ("title", {"a": 1}),
        ("title", "x" * 201),
        ("title", "a\x00b"),
        ("allDay", "perhaps"),
        ("extendedProps", ["Business"]),
        ("extendedProps", {"calendar": "Work"}),
        ("extendedProps", {"calendar": "ETC", "text": "x" * 20_001}),
    ],
)
def test_a_wrong_value_is_refused_by_name_and_nothing_is_written(empty: FlaskClient, field: str, value: Any) -> None:
    answer = empty.post(f"{API}/add-event", json={"event": {"title": "One", field: value}})
    assert answer.status_code == 422, answer.json
    assert list(answer.json["errors"]["event"]) == [field]
    assert events_of(empty) == []


def test_removing_needs_an_id_and_can_be_undone(empty: FlaskClient) -> None:
    add(empty, title="One")
    assert empty.delete(f"{API}/remove-event").status_code == 422
    assert empty.delete(f"{API}/remove-event?id=").status_code == 422
    assert len(events_of(empty)) == 1
    assert empty.delete(f"{API}/remove-event?id=1").status_code == 200
    assert events_of(empty) == [] and empty.delete(f"{API}/remove-event?id=1").status_code == 404
    assert empty.post(f"{API}/update-event", json={"event": {"id": 1, "title": "B"}}).status_code == 404
    assert add(empty, title="Two")["id"] == 2


def test_others_do_not_see_them_and_readers_do_not_change_them(admin: FlaskClient, as_: As) -> None:
    assert events_of(as_("admin", add_workspace("Other"))) == []
    reader = as_("author")
    assert reader.post(f"{API}/add-event", json={"event": {"title": "One"}}).status_code in (201, 403)
    assert as_("subscriber").get(f"{API}/events").status_code in (200, 403)
