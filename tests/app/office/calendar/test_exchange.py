"""iCalendar files: what we write is read again as it was, and what cannot be read is reported by event and line."""

import io
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from app.accounts.workspaces.models import Workspace
from app.office.calendar import ical
from app.office.calendar.seed import seed
from tests.conftest import add_workspace

As = Callable[..., FlaskClient]
API = "/api/v1/events"
HERE = ZoneInfo("Asia/Kolkata")


@pytest.fixture
def admin(as_: As) -> FlaskClient:
    """An admin of a workspace without events."""
    return as_("admin")


def file_of(*events: str) -> str:
    """A file with these events."""
    inside = "".join(f"BEGIN:VEVENT\r\n{event}\r\nEND:VEVENT\r\n" for event in events)
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\n{inside}END:VCALENDAR\r\n"


def upload(client: FlaskClient, text: str | bytes, **form: str) -> Any:
    """Send a file."""
    raw = text.encode() if isinstance(text, str) else text
    data = form | {"file": (io.BytesIO(raw), "a.ics")}
    return client.post(f"{API}/file", data=data, content_type="multipart/form-data")


def titles(client: FlaskClient) -> list[str]:
    """The titles of all events."""
    return [event["title"] for event in client.get(f"{API}?per=100").json["items"]]


def test_what_is_written_is_read_again_as_it_was(as_: As, workspace: Workspace) -> None:
    seed(workspace)
    client = as_("admin")
    client.post(API, json={"title": 'Комма, "quote"; back\\slash', "start": "2026-11-22T10:00", "guests": ['A "B"'],
                           "description": "a\nb" + "ü" * 200})  # fmt: skip
    answer = client.get(f"{API}/file")
    assert answer.status_code == 200 and answer.content_type.startswith("text/calendar")
    assert 'filename="calendar.ics"' in answer.headers["Content-Disposition"]
    assert all(len(line) <= 75 for line in answer.data.split(b"\r\n"))
    assert upload(client, answer.data).json == {"added": 0, "known": 11, "left_out": 0, "problems": []}
    other = as_("admin", add_workspace("Other"))
    assert upload(other, answer.data).json["added"] == 11
    own = {"id", "revision", "updated_at"}
    mine, theirs = (
        [{k: v for k, v in event.items() if k not in own} for event in calendar.get(f"{API}?per=100").json["items"]]
        for calendar in (client, other)
    )
    mine[[event["title"][:5] for event in mine].index("Комма")]["guests"] = ["A 'B'"]
    assert mine == theirs
    assert upload(other, answer.data).json["known"] == 11


def test_zones_dates_durations_and_categories_are_understood(admin: FlaskClient) -> None:
    text = file_of(
        "UID:1\r\nSUMMARY:Zoned\r\nDTSTART;TZID=Europe/Berlin:20261122T100000\r\nDURATION:PT1H30M\r\n"
        "CATEGORIES:x,family",
        "UID:2\r\nSUMMARY:Floating\r\nDTSTART:20261122T100000\r\nDTEND:20261122T110000",
        "UID:3\r\nSUMMARY:Days\r\nDTSTART;VALUE=DATE:20261122\r\nDTEND;VALUE=DATE:20261124",
        "UID:4\r\nSUMMARY:Fol\r\n ded\\, text\r\nDTSTART:20261122T100000Z\r\nATTENDEE;CN=\"Asha K\":mailto:a@b.example",
    )  # fmt: skip
    assert upload(admin, text, calendar="Holiday").json == {"added": 4, "known": 0, "left_out": 0, "problems": []}
    events = {event["title"]: event for event in admin.get(API).json["items"]}
    assert (events["Zoned"]["start"], events["Zoned"]["end"]) == ("2026-11-22T09:00:00Z", "2026-11-22T10:30:00Z")
    assert events["Zoned"]["calendar"] == "Family" and events["Days"]["calendar"] == "Holiday"
    assert events["Floating"]["start"] == "2026-11-22T04:30:00Z"
    assert (events["Days"]["start"], events["Days"]["end"]) == ("2026-11-22", "2026-11-23")
    assert events["Folded, text"]["guests"] == ["Asha K"]


GOOD = "SUMMARY:Good\r\nDTSTART:20261122T100000Z"
BAD = {
    "SUMMARY:Bad\r\nDTSTART:20261122T100000Z\r\nDTEND:20261121T100000Z": "ends before it begins",
    "SUMMARY:Bad": "DTSTART is missing",
    "SUMMARY:Bad\r\nDTSTART:tomorrow": "is no date or time",
    "SUMMARY:Bad\r\nDTSTART:20260230": "day",
    "SUMMARY:Bad\r\nDTSTART;TZID=Mars/Olympus:20261122T100000": "is not known",
    "SUMMARY:Bad\r\nDTSTART:20261122T100000Z\r\nRRULE:FREQ=DAILY": "repeats (RRULE)",
    "SUMMARY:Bad\r\nDTSTART:20261122T100000Z\r\nDTEND;VALUE=DATE:20261123": "not of one kind",
    "SUMMARY:Bad\r\nDTSTART:20261122T100000Z\r\nDURATION:P": "is no duration",
    "SUMMARY:Bad\r\nDTSTART:00010101T000000Z": "too far away",
    "SUMMARY:Bad\r\nDTSTART;TZID=Asia/Kolkata:00010101T000000": "too far away",
    "SUMMARY:Bad\r\nDTSTART:99991231T000000Z\r\nDURATION:P9999W": "too far away",
}


@pytest.mark.parametrize(("bad", "reason"), BAD.items())
def test_an_event_that_cannot_be_read_keeps_all_out_and_is_named(admin: FlaskClient, bad: str, reason: str) -> None:
    answer = upload(admin, file_of(GOOD, bad))
    assert answer.status_code == 422
    (problem,) = answer.json["errors"]["file"]
    assert problem.startswith("Event 2 “Bad”, line 8: ") and reason in problem
    assert titles(admin) == []
    partly = upload(admin, file_of(GOOD, bad), partly="1").json
    assert (partly["added"], partly["left_out"], titles(admin)) == (1, 1, ["Good"])


@pytest.mark.parametrize(
    "raw",
    [b"", b"\x89PNG\r\n", b"BEGIN:VCALENDAR\r\n", b"BEGIN:VCALENDAR\r\nEND:VCALENDAR", b"BEGIN:VCARD\r\nEND:VCARD\r\n",
     b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VCALENDAR\r\n", b"BEGIN:VCALENDAR\r\nno line\r\n", b"\xff\xfe" * 40],
)  # fmt: skip
def test_what_is_no_calendar_is_refused_by_its_bytes(admin: FlaskClient, raw: bytes) -> None:
    answer = upload(admin, raw)
    assert answer.status_code == 422 and list(answer.json["errors"]) == ["file"]
    assert admin.post(f"{API}/file").status_code == 422


@given(st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=300))
def test_any_text_survives_escaping_and_folding(text: str) -> None:
    line = ical.line("SUMMARY", ical.escape(f"{text}\n{text}"))
    assert all(len(part.encode()) <= 75 for part in line.split("\r\n"))
    ((_, joined),) = ical.unfold_lines(line)
    assert ical.unescape(joined.removeprefix("SUMMARY:")) == f"{text}\n{text}"


def test_a_moment_is_read_by_its_own_zone() -> None:
    def read(value: str, **parameters: str) -> Any:
        return ical.moment(ical.Property("DTSTART", parameters, value, 1), HERE)

    assert read("20261122T100000", TZID="/freeassociation.sourceforge.net/Europe/Berlin") == datetime(
        2026, 11, 22, 9, tzinfo=UTC
    )
    assert read("20261122T100000Z", TZID="Europe/Berlin") == datetime(2026, 11, 22, 10, tzinfo=UTC)
