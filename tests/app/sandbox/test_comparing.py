"""Two versions side by side: the same input, what each answers, and nothing stored or called."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.core.db.base import db
from app.sandbox.models import SandboxTurn
from tests.conftest import add_workspace
from tests.factories.bots import BOOKING_FLOW, SMALL_FLOW, create_bot, publish_bot, put_flow
from tests.factories.sandboxes import SANDBOX, bot_texts, open_sandbox, say

As = Callable[..., FlaskClient]


def compared(person: FlaskClient, sandbox: dict[str, Any], version: object) -> Any:
    """What another version makes of a conversation."""
    return person.get(f"{SANDBOX}/{sandbox['id']}/comparison?with={version}")


def two(admin: FlaskClient) -> str:
    """A bot with a published version and a working copy that says two things otherwise."""
    bot = create_bot(admin, flow=BOOKING_FLOW)
    assert publish_bot(admin, bot).status_code == 201
    changed = deepcopy(BOOKING_FLOW)
    changed["nodes"]["hello"]["text"]["en"] = "Good day {{contact.first_name}}"
    changed["nodes"]["failed"]["text"]["en"] = "Our system is away."
    assert put_flow(admin, bot, changed).status_code == 200
    return bot


def test_the_other_version_receives_the_same_and_what_differs_is_marked(as_: As) -> None:
    admin = as_("admin")
    sandbox = open_sandbox(admin, two(admin))
    assert bot_texts(sandbox)[0].startswith("Good day")
    say(admin, sandbox, "Do you wash cars?")
    assert "Our system is away." in bot_texts(say(admin, sandbox, "2030-01-07"))
    stored = db.session.scalar(select(func.count(SandboxTurn.id)))
    body = compared(admin, sandbox, 1).json
    assert bot_texts(body)[0].startswith("Hello") and body["opens_otherwise"]
    assert [turn["differs"] for turn in body["turns"]] == [False, True] and body["different"] == 2
    whats = [(row["what"], row["a"], row["b"]) for row in body["turns"][1]["differences"]]
    assert whats == [("text", "Our system is away.\nWhich day?", "That failed.\nWhich day?")]
    assert [part for part in body["parts"] if part["op"] != "same"][-1]["op"] == "added"
    assert "".join(part["text"] for part in body["parts"] if part["op"] != "added").startswith("Good day")
    assert [row["what"] for row in body["differences"]] == ["text"]
    # The call is not made again: it fails as it failed.
    assert "That failed." in bot_texts(body["turns"][1])
    assert db.session.scalar(select(func.count(SandboxTurn.id))) == stored
    same = compared(admin, sandbox, "working").json
    assert same["different"] == 0 and [turn["number"] for turn in same["turns"]] == [1, 2]


def test_a_node_that_the_other_version_lacks_is_not_gone_to(as_: As) -> None:
    admin = as_("admin")
    bot = two(admin)
    changed = deepcopy(BOOKING_FLOW)
    changed["nodes"]["extra"] = {"type": "message", "text": {"en": "More"}, "next": "ask"}
    assert put_flow(admin, bot, changed, 2).status_code == 200
    sandbox = open_sandbox(admin, bot)
    body, headers = {"node": "extra"}, {"If-Match": "*"}
    assert admin.patch(f"{SANDBOX}/{sandbox['id']}", json=body, headers=headers).status_code == 200
    (turn,) = compared(admin, sandbox, 1).json["turns"]
    assert (turn["messages"], turn["differs"]) == ([], True)
    assert {"what": "route", "name": None, "a": ["extra", "ask"], "b": []} in turn["differences"]


def test_options_variables_and_where_it_leads_are_compared_too(as_: As) -> None:
    admin = as_("admin")
    options = [{"id": name, "label": {"en": name.title()}, "next": "set"} for name in ("red", "blue")]
    flow = SMALL_FLOW | {
        "start": "pick",
        "nodes": {
            "pick": {"type": "choice", "text": {"en": "Pick"}, "options": options},
            "set": {"type": "set", "set": {"colour": "'one'"}, "next": "bye"},
            "bye": {"type": "end", "text": {"en": "Bye"}},
        },
    }
    bot = create_bot(admin, flow=flow)
    assert publish_bot(admin, bot).status_code == 201
    changed = deepcopy(flow)
    changed["nodes"]["set"]["set"] = {"colour": "'two'"}
    changed["nodes"]["pick"]["options"][0] = {"id": "green", "label": {"en": "Green"}, "next": "set"}
    assert put_flow(admin, bot, changed).status_code == 200
    sandbox = open_sandbox(admin, bot)
    assert compared(admin, sandbox, 1).json["turns"] == []
    url = f"{SANDBOX}/{sandbox['id']}/messages"
    assert admin.post(url, json={"choice": "blue"}).status_code == 200
    body = compared(admin, sandbox, 1).json
    assert body["differences"] == [{"what": "options", "name": None, "a": ["Green"], "b": ["Red"]}]
    (turn,) = body["turns"]
    assert turn["differs"] is False
    assert turn["differences"] == [{"what": "variable", "name": "colour", "a": "two", "b": "one"}]
    # What only one version offers is named as missing in the other.
    assert admin.post(f"{SANDBOX}/{sandbox['id']}/rewind", json={"turn": 1}).status_code == 200
    assert admin.post(url, json={"choice": "green"}).status_code == 200
    (turn,) = compared(admin, sandbox, 1).json["turns"]
    assert {"what": "option", "name": None, "a": "green", "b": None} in turn["differences"]


def test_a_version_that_is_none_and_someone_elses_conversation_are_refused(as_: As) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=BOOKING_FLOW)
    sandbox = open_sandbox(admin, bot)
    assert compared(admin, sandbox, "live").status_code == 409
    assert compared(admin, sandbox, 7).status_code == 404
    assert compared(admin, sandbox, "newest").status_code == 422
    assert compared(as_("admin", add_workspace("Elsewhere")), sandbox, "working").status_code == 404
