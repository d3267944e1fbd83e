"""Bots as models: completions, streams, sessions, and errors in the format's shape."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.channels.sessions.models import ChannelSession
from app.conversations.models import Conversation
from app.core.db.base import db
from tests.app.channels.talking import DESK, live
from tests.factories.bots import create_bot
from tests.factories.handlers import Peer, peer_running, put_handler

As = Callable[..., FlaskClient]
CHAT = "/openai/v1/chat/completions"
pytestmark = pytest.mark.both


@pytest.fixture
def peer(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Peer]:
    """A server that may be called."""
    monkeypatch.setitem(app.config, "SETTINGS", replace(app.config["SETTINGS"], outgoing_hosts=("127.0.0.1",)))
    with peer_running() as peer:
        yield peer


class Program:
    """A program with a token of a live bot."""

    def __init__(self, admin: FlaskClient, client: FlaskClient) -> None:
        self.client, self.bot = client, live(admin)[0]
        body = {"name": "App", "kind": "api", "scopes": ["openai"]}
        self.secret = admin.post(f"/api/v1/bots/{self.bot}/tokens", json=body).json["token"]
        self.slug = admin.get(f"/api/v1/bots/{self.bot}").json["name"].lower().replace(" ", "-")

    def ask(self, *texts: str, session: str = "", **more: Any) -> Any:
        """Ask by texts of the person and of the bot in turn."""
        roles = ("user", "assistant")
        messages = [{"role": roles[number % 2], "content": text} for number, text in enumerate(texts)]
        headers = {"Authorization": f"Bearer {self.secret}"} | ({"X-Session-Id": session} if session else {})
        body = {"model": self.slug, "messages": messages} | more
        return self.client.post(CHAT, json=body, headers=headers)


@pytest.fixture
def program(as_: As, client: FlaskClient) -> Program:
    """A program that may talk."""
    return Program(as_("admin"), client)


def reply_of(answer: Any) -> str:
    """The text of an answer."""
    assert answer.status_code == 200, answer.text
    return str(answer.json["choices"][0]["message"]["content"])


def error(answer: Any, status: int) -> dict[str, Any]:
    """The error of a refused call, whose keys are those of the format."""
    assert answer.status_code == status, answer.text
    assert answer.mimetype == "application/json" and list(answer.json) == ["error"]
    assert list(answer.json["error"]) == ["message", "type", "param", "code"]
    return dict(answer.json["error"])


def test_a_completion_is_what_the_bot_answers(program: Program) -> None:
    answer = program.ask("when are you open")
    assert reply_of(answer) == "From nine to six.\n\nWhat next?\n- Book a service\n- A person"
    assert answer.json["object"] == "chat.completion" and answer.json["model"] == program.slug
    assert answer.json["choices"][0]["finish_reason"] == "stop" and answer.json["id"].startswith("chatcmpl-")
    usage = answer.json["usage"]
    assert usage["total_tokens"] == usage["prompt_tokens"] + usage["completion_tokens"] > 0


def test_the_messages_carry_the_conversation(program: Program) -> None:
    assert reply_of(program.ask("Book a service")) == "Which day?"
    answered = reply_of(program.ask("Book a service", "Which day?", "tomorrow"))
    assert answered.startswith("How was it?")
    assert db.session.scalar(select(func.count()).select_from(ChannelSession)) == 0


@pytest.mark.parametrize("name", ["{slug}", "bot:{slug}", "bot:{slug}@1", "bot:{slug}@draft", "bot:{bot}"])
def test_a_bot_has_several_names(program: Program, name: str) -> None:
    model = name.format(slug=program.slug, bot=program.bot)
    assert reply_of(program.ask("Book a service", model=model)) == "Which day?"


@pytest.mark.parametrize("name", ["gpt-4", "bot:", "bot:{slug}@7", "bot:{slug}@new", "{slug}@1@2"])
def test_an_unknown_model_is_named_so(program: Program, name: str) -> None:
    problem = error(program.ask("Hi", model=name.format(slug=program.slug)), 404)
    assert (problem["code"], problem["param"], problem["type"]) == ("model_not_found", "model", "invalid_request_error")


def test_another_bot_is_no_model_of_this_token(as_: As, program: Program) -> None:
    admin = as_("admin")
    other = create_bot(admin, flow=DESK, name="Other")
    assert error(program.ask("Hi", model=f"bot:{other}@draft"), 404)["code"] == "model_not_found"


def test_a_stream_ends_as_the_format_has_it(program: Program) -> None:
    answer = program.ask("when are you open", stream=True, stream_options={"include_usage": True})
    assert answer.status_code == 200 and answer.mimetype == "text/event-stream"
    lines = answer.text.split("\n\n")
    assert lines[-2:] == ["data: [DONE]", ""] and all(line.startswith("data: ") for line in lines[:-1])
    events = [orjson.loads(line.removeprefix("data: ")) for line in lines[:-2]]
    assert len({event["id"] for event in events}) == 1
    assert {event["object"] for event in events} == {"chat.completion.chunk"}
    *parts, last = events
    assert last["choices"] == [] and last["usage"]["total_tokens"] > 0
    assert parts[0]["choices"][0]["delta"]["role"] == "assistant"
    assert [part["choices"][0]["finish_reason"] for part in parts[-2:]] == [None, "stop"]
    text = "".join(part["choices"][0]["delta"].get("content", "") for part in parts)
    assert text == reply_of(program.ask("when are you open"))
    plain = program.ask("when are you open", stream=True).text
    assert "usage" not in plain and plain.endswith("data: [DONE]\n\n")


@pytest.mark.parametrize(
    ("more", "code", "param"),
    [
        ({"n": 2}, "unsupported_parameter", "n"),
        ({"modalities": ["text", "audio"]}, "unsupported_parameter", "modalities"),
        ({"messages": [{"role": "user", "content": [{"type": "input_audio", "input_audio": {"data": "AA=="}}]}]},
         "unsupported_parameter", "messages"),
        ({"messages": [{"role": "assistant", "content": None, "audio": {"id": "a"}}, {"role": "user", "content": "x"}]},
         "unsupported_parameter", "messages"),
        ({"messages": []}, "invalid", "messages"),
        ({"messages": [{"role": "system", "content": "x"}]}, "bad_request", "messages"),
        ({"messages": [{"role": "pirate", "content": "x"}]}, "invalid", "messages"),
        ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, "invalid", "messages"),
        ({"messages": [{"role": "user", "content": "x" * 5000}]}, "invalid", "messages"),
        ({"messages": [{"role": "user", "content": "x"}] * 51}, "unsupported_parameter", "messages"),
        ({"model": None}, "invalid", "model"),
        ({"stream": "yes"}, "invalid", "stream"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_a_400_that_names_it(program: Program, more: Any, code: str, param: str) -> None:
    problem = error(program.ask("Hi", **more), 400)
    assert (problem["code"], problem["param"], problem["type"]) == (code, param, "invalid_request_error")


def test_what_programs_send_besides_is_left_alone(program: Program) -> None:
    parts = [
        {"role": "system", "content": "x"},
        {"role": "user", "content": [{"type": "text", "text": "Book a service"}]},
    ]
    more = {"temperature": 0.2, "max_tokens": 9, "top_p": 1, "tools": [], "n": 1, "response_format": {"type": "text"}}
    assert reply_of(program.ask(messages=parts, **more)) == "Which day?"


def test_a_refusal_has_the_same_shape(as_: As, client: FlaskClient, program: Program) -> None:
    body = {"name": "Other", "kind": "api", "scopes": ["sandbox", "read_bot"]}
    text = as_("admin").post(f"/api/v1/bots/{program.bot}/tokens", json=body).json["token"]
    refused = client.post(CHAT, json={"model": "x"}, headers={"Authorization": f"Bearer {text}"})
    assert error(refused, 403)["code"] == "insufficient_scope"
    problem = error(client.post(CHAT, json={"model": "x"}), 401)
    assert (problem["code"], problem["type"]) == ("invalid_api_key", "authentication_error")
    headers = {"Authorization": "Bearer pat_nothing"}
    assert error(client.get("/openai/v1/models", headers=headers), 401)["code"] == "invalid_api_key"
    assert error(client.get("/openai/v1/nothing"), 404)["type"] == "invalid_request_error"
    assert error(client.post(CHAT, data="{", headers=headers | {"Content-Type": "application/json"}), 401)
    broken = {"Authorization": f"Bearer {program.secret}", "Content-Type": "application/json"}
    assert error(client.post(CHAT, data="{", headers=broken), 400)
    assert as_("author").get("/api/v1/bots").status_code == 200
    assert (
        client.get(f"/api/v1/bots/{program.bot}", headers={"Authorization": f"Bearer {program.secret}"}).status_code
        == 403
    )


def test_the_models_are_the_tokens_bot(as_: As, client: FlaskClient, program: Program) -> None:
    create_bot(as_("admin"), flow=DESK, name="Other")
    answer = client.get("/openai/v1/models", headers={"Authorization": f"Bearer {program.secret}"})
    assert answer.status_code == 200 and answer.json["object"] == "list"
    ((model),) = answer.json["data"]
    assert (model["id"], model["object"]) == (program.slug, "model") and isinstance(model["created"], int)


def test_a_session_goes_on_where_it_was_and_is_reported(as_: As, program: Program) -> None:
    assert reply_of(program.ask("Book a service", session="a1", user="u7")) == "Which day?"
    assert reply_of(program.ask("tomorrow", session="a1", user="u7")).startswith("How was it?")
    assert reply_of(program.ask("tomorrow", session="b2")) != ""
    row = db.session.scalars(select(Conversation).order_by(Conversation.started_at)).first()
    assert row is not None and row.channel == "openai"
    assert error(program.ask("Hi", session="a1", model=f"bot:{program.slug}@1"), 400)["param"] == "model"
    assert error(program.ask("Hi", session="x" * 201), 400)["param"] == "X-Session-Id"


def test_handlers_answer_programs_too_and_only_once(as_: As, program: Program, peer: Peer) -> None:
    put_handler(as_("admin"), program.bot, kind="rasa", url=peer.url)
    assert reply_of(program.ask("does CNG end my warranty")).startswith("From the peer.")
    peer.text = "Another one."
    answer = reply_of(program.ask("does CNG end my warranty", "From the peer.", "and LPG"))
    assert answer.startswith("Another one.")
    assert [request.body["message"] for request in peer.requests] == ["does CNG end my warranty", "and LPG"]
    assert reply_of(program.ask("and LPG", session="s")).startswith("Another one.")


def test_a_bot_that_is_not_live_is_a_draft_only(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot = create_bot(admin, flow=DESK, name="Not Yet")
    body = {"name": "App", "kind": "api", "scopes": ["openai"]}
    program = Program.__new__(Program)
    program.client, program.bot, program.slug = client, bot, "not-yet"
    program.secret = admin.post(f"/api/v1/bots/{bot}/tokens", json=body).json["token"]
    assert error(program.ask("Hi"), 404)["code"] == "model_not_found"
    assert error(program.ask("Hi", session="a"), 404)["code"] == "model_not_found"
    assert reply_of(program.ask("Book a service", model="bot:not-yet@draft")) == "Which day?"


def test_a_paused_bot_says_so(as_: As, program: Program) -> None:
    admin, address = as_("admin"), f"/api/v1/bots/{program.bot}"
    headers = {"If-Match": admin.get(address).headers["ETag"]}
    assert admin.post(f"{address}/pause", json={"reason": "Repairs"}, headers=headers).status_code == 200
    assert reply_of(program.ask("Book a service")).startswith("This assistant is paused")
    assert reply_of(program.ask("Book a service", session="p")).startswith("This assistant is paused")
    assert reply_of(program.ask("Book a service", model=f"bot:{program.slug}@draft")) == "Which day?"
