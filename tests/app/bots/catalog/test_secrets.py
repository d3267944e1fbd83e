"""A bot's secrets: who sets and deletes them, what names them, and that only the outgoing call has them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.audit.models import AuditEvent
from app.bots.catalog.models import Bot, BotSecret
from app.bots.catalog.secret_values import read_secrets
from app.core.db.base import db
from tests.app.channels.talking import Visitor, token
from tests.factories.bots import SMALL_FLOW, create_bot, publish_bot, put_flow, run_cases
from tests.factories.handlers import Peer, peer_running, put_handler

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both
SECRET, OTHER = "sk/live 000000009f2c", "other-secret-0000077aa"


@pytest.fixture
def peer(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Another system, which may be called."""
    monkeypatch.setitem(app.config, "SETTINGS", replace(app.config["SETTINGS"], outgoing_hosts=("127.0.0.1",)))
    with peer_running() as peer:
        yield peer


@pytest.fixture
def admin(as_: As) -> FlaskClient:
    """An administrator."""
    return as_("admin")


def flow(url: str, **call: Any) -> dict[str, Any]:
    """A flow that asks for a word and sends it with secrets to another system."""
    node = {
        "type": "call", "method": "POST", "url": url + "/crm/{{secret.PART}}?q={{word}}", "timeout_s": 3,
        "headers": {"Authorization": "Bearer {{secret.CRM_KEY}}"}, "save": "answer", "next": "done", "failed": "failed",
        "body": {"word": "{{word}}", "keys": ["{{secret.CRM_KEY}}", "a{{word}}b{{ secret.PART }}c{{secret.CRM_KEY}}"]},
    }  # fmt: skip
    return SMALL_FLOW | {
        "nodes": {
            "hello": {"type": "input", "kind": "text", "text": {"en": "Which word?"}, "save": "word", "next": "ask"},
            "ask": node | call,
            "done": {"type": "message", "text": {"en": "It says {{answer.text}} {{secret.CRM_KEY}}"}, "next": "booked"},
            "failed": {"type": "message", "text": {"en": "That failed."}, "next": "booked"},
            "booked": {"type": "goal", "name": "booked", "next": "bye"},
            "bye": {"type": "end", "text": {"en": "Bye"}},
        },
    }


def address(bot: str, *more: object) -> str:
    """The address of a bot's secrets."""
    return "/".join([f"/api/v1/bots/{bot}/secrets", *map(str, more)])


def add(person: FlaskClient, bot: str, name: str = "CRM_KEY", secret: str = SECRET) -> Any:
    """Create a secret."""
    return person.post(address(bot), json={"name": name, "secret": secret})


def issues(person: FlaskClient, bot: str) -> list[tuple[str, str]]:
    """Code and path of the errors of the working copy."""
    answer = person.post(f"/api/v1/bots/{bot}/validation")
    return [(issue["code"], issue["path"]) for issue in answer.json["errors"]]


def test_a_secret_is_written_and_never_read(admin: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    bot = create_bot(admin)
    created = add(admin, bot)
    assert created.status_code == 201 and created.headers["Location"].endswith(created.json["id"])
    assert (created.json["name"], created.json["secret_end"], created.json["used_by"]) == ("CRM_KEY", "9f2c", [])
    assert created.json["set_by"] and created.json["set_at"]
    short = add(admin, bot, "SHORT", "12345678")
    assert short.json["secret_end"] == ""
    listing = admin.get(address(bot))
    assert [row["name"] for row in listing.json["items"]] == ["CRM_KEY", "SHORT"] and listing.json["total"] == 2
    single = admin.get(address(bot, created.json["id"]))
    output = created.text + listing.text + single.text + admin.get(f"/api/v1/bots/{bot}/flow/file").text
    assert SECRET not in output and 'secret":' not in output and SECRET not in caplog.text
    row = db.session.scalars(select(BotSecret).where(BotSecret.name == "CRM_KEY")).one()
    assert row.secret == SECRET and SECRET not in row.sealed_secret
    event = db.session.scalars(select(AuditEvent).where(AuditEvent.action == "bot_secret:create")).first()
    assert event is not None and SECRET not in str([getattr(event, key) for key in event.__table__.columns.keys()])


@pytest.mark.parametrize(
    ("name", "secret", "field"),
    [("crm_key", SECRET, "name"), ("1KEY", SECRET, "name"), ("K" * 41, SECRET, "name"), ("", SECRET, "name"),
     ("KEY", "short", "secret"), ("KEY", "a" * 2001, "secret"), ("KEY", "a\nb" * 5, "secret"), ("KEY", "", "secret"),
     ("KEY", "   padded-secret", "secret")],
)  # fmt: skip
def test_names_and_values_that_do_not_fit_are_refused(admin: FlaskClient, name: str, secret: str, field: str) -> None:
    answer = add(admin, create_bot(admin), name, secret)
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])


def test_a_name_is_used_once_in_a_bot(admin: FlaskClient) -> None:
    bot, other = create_bot(admin), create_bot(admin, name="Other")
    assert add(admin, bot).status_code == 201
    again = add(admin, bot, secret=OTHER)
    assert (again.status_code, again.json["code"]) == (409, "duplicate")
    assert add(admin, other).status_code == 201
    assert read_secrets(int(bot), {"CRM_KEY"}) == {"CRM_KEY": SECRET}


def test_a_bot_has_so_many_secrets(admin: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.bots.catalog.secrets.MOST", 1)
    bot = create_bot(admin)
    assert add(admin, bot).status_code == 201
    assert add(admin, bot, "OTHER").json["code"] == "too_many"


def test_replacing_wants_the_revision_and_shows_the_new_end(admin: FlaskClient) -> None:
    bot = create_bot(admin)
    secret = address(bot, add(admin, bot).json["id"])
    assert admin.put(secret, json={"secret": OTHER}).status_code == 428
    replaced = admin.put(secret, json={"secret": OTHER}, headers={"If-Match": '"1"'})
    assert (replaced.status_code, replaced.json["secret_end"]) == (200, "77aa") and OTHER not in replaced.text
    stale = admin.put(secret, json={"secret": SECRET}, headers={"If-Match": '"1"'})
    assert stale.status_code == 412 and OTHER not in stale.text
    assert read_secrets(int(bot), {"CRM_KEY"}) == {"CRM_KEY": OTHER}


def test_a_secret_in_use_is_not_deleted(admin: FlaskClient) -> None:
    bot = create_bot(admin, flow=flow("https://x.example"))
    added = {name: address(bot, add(admin, bot, name).json["id"]) for name in ("CRM_KEY", "PART", "SPARE")}
    put_handler(admin, bot, kind="rasa", url="https://x.example", secret="{{secret.SPARE}}")
    used = admin.get(added["CRM_KEY"]).json["used_by"]
    assert used == [{"kind": "node", "node": "ask", "version": None, "handler": None}]
    for name in ("CRM_KEY", "SPARE"):
        refused = admin.delete(added[name], headers={"If-Match": '"1"'})
        assert (refused.status_code, refused.json["code"]) == (409, "in_use")
    assert refused.json["used_by"] == [{"kind": "handler", "node": None, "version": None, "handler": "rasa"}]
    put_handler(admin, bot, kind="flow")
    assert admin.delete(added["SPARE"], headers={"If-Match": '"1"'}).status_code == 204
    assert admin.get(added["SPARE"]).status_code == 404


def test_a_version_that_answers_keeps_its_secrets(admin: FlaskClient) -> None:
    document = flow("https://x.example")
    del document["nodes"]["done"]["text"]["en"]
    document["nodes"]["done"]["text"] = {"en": "Done"}
    bot = create_bot(admin, flow=document)
    secrets = [address(bot, add(admin, bot, name).json["id"]) for name in ("CRM_KEY", "PART")]
    assert publish_bot(admin, bot).status_code == 201
    assert put_flow(admin, bot, SMALL_FLOW).status_code == 200
    refused = admin.delete(secrets[0], headers={"If-Match": '"1"'})
    assert refused.json["used_by"] == [{"kind": "node", "node": "ask", "version": 1, "handler": None}]


def test_a_secret_in_small_letters_is_missing_and_no_unset_variable(admin: FlaskClient) -> None:
    document = flow("https://x.example", headers={"Authorization": "{{secret.crm_key}}"}, body={})
    document["nodes"]["done"]["text"] = {"en": "{{secret.crm_key}}"}
    bot = create_bot(admin, flow=document)
    add(admin, bot, "PART")
    assert issues(admin, bot) == [
        ("missing_secret", "nodes/ask/headers/Authorization"), ("secret_outside_call", "nodes/done/text/en"),
    ]  # fmt: skip


def test_a_missing_secret_stops_publishing_where_it_is_named(admin: FlaskClient) -> None:
    document = flow("https://x.example")
    bot = create_bot(admin, flow=document)
    add(admin, bot, "PART")
    assert issues(admin, bot) == [
        ("secret_outside_call", "nodes/done/text/en"),
        ("missing_secret", "nodes/ask/headers/Authorization"),
        ("missing_secret", "nodes/ask/body/keys/0"),
        ("missing_secret", "nodes/ask/body/keys/1"),
    ]
    refused = publish_bot(admin, bot)
    assert refused.status_code == 409 and "CRM_KEY" in refused.json["errors"]["nodes/ask/headers/Authorization"][0]
    document["nodes"]["done"]["text"] = {"en": "Done"}
    put_flow(admin, bot, document)
    add(admin, bot)
    assert issues(admin, bot) == [] and publish_bot(admin, bot).status_code == 201
    summary = admin.get(f"/api/v1/bots/{bot}/summary").json
    assert summary["errors"] == []


def test_a_secret_is_no_part_of_a_host(admin: FlaskClient) -> None:
    bot = create_bot(admin, flow=flow("https://{{secret.PART}}.example"))
    add(admin, bot, "PART")
    assert ("variable_host", "nodes/ask/url") in issues(admin, bot)


def talk(admin: FlaskClient, bot: str, word: str) -> Any:
    """Say a word in the sandbox; return the turn."""
    opened = admin.post("/api/v1/sandbox", json={"bot": bot})
    assert opened.status_code == 201, opened.text
    answer = admin.post(f"/api/v1/sandbox/{opened.json['id']}/messages", json={"text": word})
    assert answer.status_code == 200, answer.text
    return answer


def test_the_call_has_the_secret_and_nobody_reads_it(admin: FlaskClient, peer: Peer) -> None:
    bot = create_bot(admin, flow=flow(peer.url))
    add(admin, bot)
    add(admin, bot, "PART", OTHER)
    # What is said is data, though it looks like the place of a secret.
    word = "{{secret.CRM_KEY}} ••• {{ secret.PART }}"
    peer.next = [(200, {"text": f"thanks for {SECRET}", SECRET: [OTHER]}, {})]
    turn = talk(admin, bot, word)
    (request,) = peer.requests
    assert request.headers["authorization"] == f"Bearer {SECRET}"
    assert request.path.startswith(f"/crm/{OTHER}?q=%7B%7Bsecret.CRM_KEY%7D%7D")
    assert request.body == {"word": word, "keys": [SECRET, f"a{word}b{OTHER}c{SECRET}"]}
    whole = turn.text + admin.get(f"/api/v1/sandbox/{_sandbox(admin)}").text
    assert SECRET not in whole and OTHER not in whole and "sk%2Flive" not in whole
    (call,) = turn.json["trace"]["calls"]
    assert "/crm/•••?q=" in call["url"] and call["value"] == {"text": "thanks for •••", "•••": ["•••"]}
    assert turn.json["messages"][0]["text"].strip() == "It says thanks for •••"


def _sandbox(admin: FlaskClient) -> str:
    return str(admin.get("/api/v1/sandbox").json["items"][0]["id"])


def test_a_call_without_its_secret_is_not_made(admin: FlaskClient, peer: Peer) -> None:
    bot = create_bot(admin, flow=flow(peer.url))
    add(admin, bot, "PART")
    turn = talk(admin, bot, "word")
    assert peer.requests == [] and turn.json["trace"]["calls"][0]["error"] == "missing_secret"
    assert turn.json["messages"][0]["text"] == "That failed."


def test_visitors_reach_the_other_system_by_the_present_secret(admin: FlaskClient, app: Flask, peer: Peer) -> None:
    document = flow(peer.url)
    document["nodes"]["done"]["text"] = {"en": "Done"}
    bot = create_bot(admin, flow=document)
    secret = address(bot, add(admin, bot).json["id"])
    add(admin, bot, "PART", OTHER)
    assert publish_bot(admin, bot).status_code == 201
    key = str(token(admin, bot)["token"])
    for value in (SECRET, "replaced-0000000"):
        visitor = Visitor(app.test_client(), key)
        visitor.say("word")
        assert peer.requests[-1].headers["authorization"] == f"Bearer {value}"
        admin.put(secret, json={"secret": "replaced-0000000"}, headers={"If-Match": '"1"'})


def test_a_case_keeps_no_secret(admin: FlaskClient, peer: Peer) -> None:
    bot = create_bot(admin, flow=flow(peer.url))
    add(admin, bot)
    add(admin, bot, "PART", OTHER)
    case = {"name": "Word", "turns": [{"text": "word", "expect": {"contains": ["It says"]}}]}
    assert admin.post(f"/api/v1/bots/{bot}/cases", json=case).status_code == 201
    outcome = run_cases(admin, bot)
    assert SECRET not in orjson.dumps(outcome).decode() and peer.requests == []


def test_a_handler_sends_the_secret_it_names(admin: FlaskClient, peer: Peer) -> None:
    bot = create_bot(admin)
    values = {"kind": "openai", "url": peer.url, "model": "m", "secret": "{{secret.CRM_KEY}}"}
    refused = put_handler(admin, bot, **values)
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["secret"])
    add(admin, bot, secret="sk-live-000000009f2c")
    handler = put_handler(admin, bot, **values)
    settings = [handler.json[name] for name in ("has_secret", "secret_end", "secret_name")]
    assert settings == [True, "", "CRM_KEY"] and "sk-live" not in handler.text
    numbers = SMALL_FLOW | {"nodes": {"hello": {"type": "input", "text": {"en": "?"}, "kind": "number", "next": "bye"},
                                    "bye": {"type": "end", "text": {"en": "Bye"}}}}  # fmt: skip
    put_flow(admin, bot, numbers)
    admin.post(f"/api/v1/bots/{bot}/handler/test", json={"text": "what about CNG"})
    assert peer.requests and peer.requests[0].headers["authorization"] == "Bearer sk-live-000000009f2c"


def test_who_only_reads_sets_nothing(as_: As, admin: FlaskClient) -> None:
    bot = create_bot(admin)
    secret = address(bot, add(admin, bot).json["id"])
    reader = as_("subscriber")
    assert add(reader, bot, "OTHER").status_code == 403
    assert reader.put(secret, json={"secret": OTHER}, headers={"If-Match": '"1"'}).status_code == 403
    assert reader.delete(secret, headers={"If-Match": '"1"'}).status_code == 403


def test_an_archived_bot_takes_no_secret(admin: FlaskClient) -> None:
    bot = create_bot(admin)
    row = db.session.get_one(Bot, int(bot))
    row.state = "archived"
    db.session.commit()
    assert add(admin, bot).json["code"] == "archived"
