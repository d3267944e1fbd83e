"""Programs that speak Rasa's REST format: replies of a token's bot, by sender, as a list or as lines."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import orjson
import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.channels.rest import service
from app.channels.sessions.models import ChannelEvent, ChannelSession
from app.conversations.models import Contact, Conversation
from app.core.db.base import db
from app.core.security import limits
from tests.app.channels.talking import DESK, live
from tests.factories.bots import create_bot

As = Callable[..., FlaskClient]
WEBHOOK = "/webhooks/rest/webhook"
pytestmark = pytest.mark.both


class Program:
    """A program with a token of a bot."""

    def __init__(self, admin: FlaskClient, client: FlaskClient, bot: str, *scopes: str) -> None:
        self.client, self.bot = client, bot
        body = {"name": "App", "kind": "api", "scopes": scopes or ["openai"]}
        token = admin.post(f"/api/v1/bots/{bot}/tokens", json=body).json["token"]
        self.headers = {"Authorization": f"Bearer {token}"}

    def post(self, query: str = "", headers: Any = None, **body: Any) -> Any:
        """The answer to a message as it is."""
        return self.client.post(WEBHOOK + query, json=body, headers=self.headers | (headers or {}))

    def say(self, message: str, sender: str = "s1", key: str = "") -> list[dict[str, Any]]:
        """What the bot replies."""
        answer = self.post(sender=sender, message=message, headers={"Idempotency-Key": key} if key else None)
        assert answer.status_code == 200 and answer.mimetype == "application/json", answer.text
        return list(answer.json)


@pytest.fixture
def program(as_: As, client: FlaskClient) -> Program:
    """A program of a live bot."""
    admin = as_("admin")
    return Program(admin, client, live(admin)[0])


def test_the_channel_says_that_it_is_there(client: FlaskClient) -> None:
    answer = client.get("/webhooks/rest/", headers={"Authorization": "Bearer pk_nothing"})
    assert (answer.status_code, answer.json) == (200, {"status": "ok"})


def test_a_bot_replies_by_sender_with_buttons_that_are_sent_back(program: Program) -> None:
    replies = program.say("when are you open")
    assert replies == [
        {"recipient_id": "s1", "text": "From nine to six."},
        {"recipient_id": "s1", "text": "What next?", "buttons": [
            {"title": "Book a service", "payload": "book"}, {"title": "A person", "payload": "person"}]},
    ]  # fmt: skip
    assert program.say("book") == [{"recipient_id": "s1", "text": "Which day?"}]
    assert program.say("Book a service", sender="s2") == [{"recipient_id": "s2", "text": "Which day?"}]
    assert program.say("tomorrow")[0]["text"] == "How was it?"
    conversations = db.session.scalars(select(Conversation)).all()
    assert [row.channel for row in conversations] == ["rest", "rest"]
    assert len(db.session.scalars(select(Contact)).all()) == 2


def test_a_repeat_gets_the_answer_of_the_first_message(program: Program) -> None:
    first = program.say("Book a service", key="k1")
    assert program.say("Book a service", key="k1") == first
    assert program.say("tomorrow", key="k2")[0]["text"] == "How was it?"
    assert program.say("Book a service", key="k1") == first
    assert [row.messages_in for row in db.session.scalars(select(Conversation))] == [2]
    assert program.post(sender="s", message="m", headers={"Idempotency-Key": "x" * 201}).status_code == 422


def test_a_stream_is_one_object_a_line(program: Program) -> None:
    more = {"input_channel": "app", "metadata": {"page": "x"}}
    answer = program.post("?stream=true", sender="s1", message="when are you open", **more)
    assert answer.status_code == 200 and answer.mimetype == "text/event-stream"
    lines = answer.text.splitlines()
    assert [orjson.loads(line)["text"] for line in lines] == ["From nine to six.", "What next?"]


@pytest.mark.parametrize(
    "body",
    [
        {}, {"sender": "s"}, {"message": "m"}, {"sender": "", "message": "m"}, {"sender": "s", "message": ""},
        {"sender": 5, "message": "m"}, {"sender": "s", "message": "x" * 4001}, {"sender": "s" * 101, "message": "m"},
        {"sender": "s", "message": "a\0b"},
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(program: Program, body: dict[str, Any]) -> None:
    assert program.post(**body).status_code == 422


def test_only_a_token_of_a_bot_that_answers_opens_it(as_: As, client: FlaskClient, program: Program) -> None:
    admin, body = as_("admin"), {"sender": "s", "message": "hi"}
    assert client.post(WEBHOOK, json=body).status_code == 401
    assert client.post(WEBHOOK, json=body, headers={"Authorization": "Bearer pk_nothing"}).status_code == 401
    assert client.post(f"{WEBHOOK}?token={program.headers['Authorization'][7:]}", json=body).status_code == 401
    other = Program(admin, client, program.bot, "read_bot", "sandbox").post(**body)
    assert (other.status_code, other.json["code"]) == (403, "insufficient_scope")
    person = admin.post(WEBHOOK, json=body)
    assert (person.status_code, person.json["code"]) == (403, "token_needed")
    draft = Program(admin, client, create_bot(admin, flow=DESK, name="Draft")).post(**body)
    assert (draft.status_code, draft.json["code"]) == (404, "no_live_version")


def test_two_tokens_have_sessions_of_their_own(as_: As, client: FlaskClient, program: Program) -> None:
    second = Program(as_("admin"), client, program.bot)
    assert program.say("Book a service")[0]["text"] == second.say("Book a service")[0]["text"] == "Which day?"
    assert len(db.session.scalars(select(Contact)).all()) == 2


def test_a_sender_who_says_too_much_waits(program: Program) -> None:
    for _ in range(limits.MESSAGES.amount):
        assert program.post(sender="s1", message="hi").status_code == 200
    refused = program.post(sender="s1", message="hi")
    assert refused.status_code == 429 and refused.headers["Retry-After"]
    assert program.post(sender="s2", message="hi").status_code == 200


def test_a_picture_and_a_file_come_by_their_addresses(workspace: object) -> None:
    picture = {"file": "a", "kind": "image", "url": "/media/a/original", "name": "Vela", "alt": {"en": "A car"}}
    bodies = [{"text": "Look", "media": picture}, {"text": "", "media": picture | {"kind": "file"}}, {"text": ""}]
    events = [SimpleNamespace(body=body) for body in bodies]
    text, image, file = service.replies("s1", cast("list[ChannelEvent]", events))
    assert text == {"recipient_id": "s1", "text": "Look"}
    assert image["image"] == file["attachment"] and image["image"].endswith("/media/a/original")
    assert image["image"].startswith("http")


def test_who_knows_what_a_session_is_called_has_no_secret_of_it(program: Program) -> None:
    """The call of a browser's widget opens sessions of widgets alone."""
    program.say("when are you open")
    session = db.session.scalars(select(ChannelSession)).one()
    name = f"{session.bot_id} rest {session.account} s1"
    answer = program.client.get(
        f"/w/1/sessions/{session.id}/events?after=0", headers={"Authorization": f"Bearer {name}"}
    )
    assert answer.status_code == 401
