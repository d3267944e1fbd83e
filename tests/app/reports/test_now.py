"""What the strip above the dashboard says of this moment, and the trace of a live turn in its transcript."""

from collections.abc import Callable

from flask.testing import FlaskClient

from tests.app.channels.talking import Visitor, live

As = Callable[..., FlaskClient]
URL = "/api/v1/reports/now"


def test_it_counts_who_talks_and_who_waits(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    assert admin.get(URL).json | {"as_of": None} == {
        "active": 0, "waiting": 0, "waiting_since": None, "errors": 0, "as_of": None,
    }  # fmt: skip
    Visitor(client, token).say("when are you open")
    Visitor(client, token).choose("person")
    found = admin.get(URL).json
    assert (found["active"], found["waiting"], found["errors"]) == (2, 1, 0) and found["waiting_since"]
    assert admin.get(f"{URL}?bot={bot}").json["waiting"] == 1
    assert admin.get(f"{URL}?bot=1").json["active"] == 0


def test_a_transcript_tells_how_the_bot_came_to_its_answer(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    _bot, token = live(admin)
    Visitor(client, token).say("when are you open")
    (row,) = admin.get("/api/v1/conversations?r=today").json["items"]
    (turn,) = admin.get(f"/api/v1/conversations/{row['id']}").json["turns"]
    assert turn["trace"]["path"] == ["hours", "menu"] and turn["trace"]["rule"] == 5
