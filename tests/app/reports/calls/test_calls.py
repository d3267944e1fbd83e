"""Calls one by one: listed by what narrows the list, read with their words, and corrected."""

from collections.abc import Callable

from flask.testing import FlaskClient
from sqlalchemy import select

from app.channels.voice.models import VoiceCall
from app.core.db.base import db
from tests.app.channels.voice.calls import Caller, Number
from tests.factories.mail import do_jobs

As = Callable[..., FlaskClient]


def test_corrected_words_make_an_error_rate(as_: As) -> None:
    caller = Caller(Number(as_("admin")).connect())
    caller.say("when are you open")
    caller.press("1")
    call = db.session.scalars(select(VoiceCall).where(VoiceCall.sid == "CA1")).one()
    path, admin = f"/api/v1/calls/{call.id}", caller.number.admin
    correction = admin.post(f"{path}/corrections", json={"turn": 1, "text": "when do you open today"})
    assert correction.status_code == 201, correction.text
    assert (correction.json["words"], correction.json["errors"], correction.json["corrected"]["wer"]) == (5, 2, 40.0)
    again = admin.post(f"{path}/corrections", json={"turn": 1, "text": "when are you open"})
    assert (again.json["errors"], again.json["corrected"]) == (0, {"wer": 0.0, "turns": 1, "spoken": 1})
    assert admin.post(f"{path}/corrections", json={"turn": 2, "text": "x"}).status_code == 422
    assert admin.get(path).json["turns"][1]["corrected"] == "when are you open"
    listing = admin.get("/api/v1/calls").json
    assert next(item["id"] for item in listing["items"]) == str(call.id) and listing["total"] == 2
    assert admin.get("/api/v1/calls?phrase=Greeting&ended_by=").json["total"] == 1
    (item, *_) = admin.get("/api/v1/calls?phrase=Greeting&recording=off&traffic=all").json["items"]
    assert item["contact"]["last4"] == "4422"
    newer, older = (row["id"] for row in admin.get("/api/v1/calls?traffic=all").json["items"])
    assert admin.get(f"/api/v1/calls/{newer}").json["neighbours"] == {"previous": None, "next": older}
    assert admin.get(f"/api/v1/calls/{older}").json["neighbours"] == {"previous": newer, "next": None}
    assert admin.get("/api/v1/calls?traffic=test").json["items"] == []
    assert as_("none").get(path).status_code == 403


def test_a_contact_who_is_forgotten_leaves_numbers_only(as_: As) -> None:
    caller = Caller(Number(as_("admin")).connect())
    caller.say("when are you open")
    call = db.session.scalars(select(VoiceCall).where(VoiceCall.sid == "CA1")).one()
    path, admin = f"/api/v1/calls/{call.id}", caller.number.admin
    admin.post(f"{path}/corrections", json={"turn": 1, "text": "when is kumquat open"})
    caller.number.end("CA1")
    contact = admin.get(path).json["contact"]["id"]
    answer = admin.post(f"/api/v1/contacts/{contact}/forget", json={"reason": "Asked to"})
    assert answer.status_code == 202, answer.text
    do_jobs(admin.application)
    document = admin.get(path).json
    assert document["erased"] and "kumquat" not in str(document) and "open" not in str(document["turns"])
    assert (document["spoken"], document["turns"][1]["words"]) == (1, 4)
