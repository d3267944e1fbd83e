"""The settings of a bot's handlers and their test: who may see and change what, and that secrets stay inside."""

from collections.abc import Callable
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient
from sqlalchemy import select, update

from app.audit.models import AuditEvent
from app.bots.catalog.models import Bot
from app.bots.handlers import service
from app.bots.handlers.models import BotHandler
from app.clients.models import Client
from app.core.db.base import db
from tests.app.channels.talking import DESK
from tests.factories.bots import create_bot
from tests.factories.handlers import Peer, put_handler

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both
SECRET = "sk-live-000000009f2c"


@pytest.fixture
def admin(as_: As) -> FlaskClient:
    """An administrator."""
    return as_("admin")


@pytest.fixture
def bot(admin: FlaskClient) -> str:
    """A bot with a question that is open when it has greeted."""
    return create_bot(admin, flow=DESK)


def address(bot: str, more: str = "") -> str:
    """The address of a bot's handlers."""
    return f"/api/v1/bots/{bot}/handler{more}"


def test_a_new_bot_is_answered_by_its_flow(admin: FlaskClient, bot: str) -> None:
    answer = admin.get(address(bot))
    assert answer.headers["ETag"] == '"0"'
    names = ("kind", "fallback", "shadow", "has_secret", "url", "timeout_s", "retries", "revision")
    assert [answer.json[name] for name in names] == ["flow", [], None, False, "", 10, 1, 0]


def test_a_secret_is_never_shown(admin: FlaskClient, bot: str, peer: Peer, caplog: pytest.LogCaptureFixture) -> None:
    shadow = {"kind": "rasa", "url": peer.url, "secret": SECRET + "shadow"}
    answer = put_handler(admin, bot, kind="openai", url=peer.url, model="m", secret=SECRET, shadow=shadow)
    assert answer.status_code == 200, answer.text
    output = answer.text + admin.get(address(bot)).text + admin.post(address(bot, "/test"), json={"text": "CNG?"}).text
    assert SECRET not in output and SECRET[-8:] not in output and SECRET not in caplog.text
    assert (answer.json["has_secret"], answer.json["secret_end"]) == (True, "9f2c")
    row = db.session.scalars(select(BotHandler)).one()
    assert SECRET not in f"{row.values}{row.sealed_secrets}" and row.secrets["openai"] == SECRET
    event = db.session.scalars(select(AuditEvent).where(AuditEvent.action == "bot_handler:update")).one()
    assert SECRET not in str({name: getattr(event, name) for name in event.__table__.columns.keys()})


def test_a_secret_is_kept_for_its_address_alone(admin: FlaskClient, bot: str, peer: Peer) -> None:
    values = {"kind": "openai", "url": peer.url, "model": "m"}
    put_handler(admin, bot, **values, secret=SECRET)
    assert put_handler(admin, bot, **values, secret="").json["has_secret"]
    assert put_handler(admin, bot, **values | {"url": f"{peer.url}/v1", "model": "n"}).json["has_secret"]
    moved = put_handler(admin, bot, **values | {"url": "https://other.example"})
    assert moved.status_code == 422 and list(moved.json["errors"]) == ["secret"]
    assert not put_handler(admin, bot, **values, secret=None).json["has_secret"]


@pytest.mark.parametrize(
    ("values", "fields"),
    [
        ({"kind": "magic"}, ["kind"]),
        ({"kind": "openai"}, ["url", "model"]),
        ({"kind": "rasa", "url": "ftp://x.example"}, ["url"]),
        ({"kind": "rasa", "url": "http://10.0.0.1"}, ["url"]),
        ({"kind": "rasa", "url": "http://u:p@x.example"}, ["url"]),
        ({"kind": "rasa", "url": "http://x.example:99999"}, ["url"]),
        ({"kind": "rasa", "url": "http://[::1"}, ["url"]),
        ({"kind": "http", "url": "https://x.example"}, ["secret"]),
        ({"kind": "rasa", "url": "https://x.example", "secret": "a\nb"}, ["secret"]),
        ({"kind": "rasa", "url": "https://x.example", "timeout_s": 2}, ["timeout_s"]),
        ({"kind": "rasa", "url": "https://x.example", "timeout_s": 21}, ["timeout_s"]),
        ({"kind": "rasa", "url": "https://x.example", "retries": 9}, ["retries"]),
        ({"kind": "knowledge", "fallback": ["knowledge"]}, ["fallback"]),
        ({"kind": "knowledge", "fallback": ["flow", "flow"]}, ["fallback"]),
        ({"kind": "knowledge", "fallback": ["rasa"]}, ["fallback"]),
        ({"kind": "flow", "openai": {"url": "https://x.example"}}, ["openai.model"]),
        ({"kind": "flow", "shadow": {"kind": "rasa"}}, ["shadow.url"]),
    ],
)
def test_settings_that_cannot_work_are_refused_by_field(
    admin: FlaskClient, bot: str, values: dict[str, Any], fields: list[str]
) -> None:
    answer = put_handler(admin, bot, **values)
    assert (answer.status_code, list(answer.json["errors"])) == (422, fields), answer.text


@pytest.mark.parametrize("kind", ["flow", "knowledge"])
def test_the_patience_of_a_kind_of_our_own_is_stored(admin: FlaskClient, bot: str, kind: str) -> None:
    answers = [put_handler(admin, bot, kind=kind, timeout_s=7, retries=0), admin.get(address(bot))]
    assert [(answer.json["timeout_s"], answer.json["retries"]) for answer in answers] == [(7, 0)] * 2


def test_a_change_needs_the_present_revision(admin: FlaskClient, bot: str) -> None:
    assert admin.put(address(bot), json={"kind": "knowledge"}).status_code == 428
    assert put_handler(admin, bot, kind="knowledge").headers["ETag"] == '"1"'
    stale = admin.put(address(bot), json={"kind": "flow"}, headers={"If-Match": '"0"'})
    assert (stale.status_code, stale.json["current"]["kind"]) == (412, "knowledge")
    assert put_handler(admin, bot, kind="flow").headers["ETag"] == '"2"'


def test_who_only_reads_changes_and_tries_nothing(as_: As, admin: FlaskClient, bot: str) -> None:
    reader = as_("subscriber")
    assert reader.get(address(bot)).status_code == 403
    assert reader.put(address(bot), json={"kind": "flow"}, headers={"If-Match": '"0"'}).status_code == 403
    assert reader.post(address(bot, "/test"), json={"text": "Hi"}).status_code == 403


def tried(admin: FlaskClient, bot: str, text: str = "does CNG end my warranty") -> dict[str, Any]:
    """What a test answers."""
    answer = admin.post(address(bot, "/test"), json={"text": text})
    assert answer.status_code == 200, answer.text
    return dict(answer.json)


def test_the_flow_answers_what_it_knows(admin: FlaskClient, bot: str, peer: Peer) -> None:
    put_handler(admin, bot, kind="rasa", url=peer.url)
    outcome = tried(admin, bot, "when are you open")
    assert outcome["kind"] == "flow" and outcome["answer"].startswith("From nine to six.") and peer.requests == []


def test_what_the_flow_does_not_know_the_handlers_answer_in_order(admin: FlaskClient, bot: str, peer: Peer) -> None:
    openai = {"url": peer.url, "model": "m", "retries": 0}
    put_handler(admin, bot, kind="rasa", url=peer.url, fallback=["knowledge", "openai"], openai=openai)
    peer.next = [(200, [], {})]
    outcome = tried(admin, bot)
    assert (outcome["answer"], outcome["kind"]) == ("From the peer.", "openai")
    calls = [(call["kind"], call["error"]) for call in outcome["calls"]]
    assert calls == [("flow", "no_match"), ("rasa", ""), ("knowledge", ""), ("openai", "")]
    assert outcome["calls"][-1]["usage"] == {"prompt": 212, "completion": 58}


def test_where_nobody_answers_the_fallback_is_said(admin: FlaskClient, bot: str, peer: Peer) -> None:
    put_handler(admin, bot, kind="http", url=peer.url, secret=SECRET)
    peer.always = (500, {}, {})
    trial = tried(admin, bot)
    assert trial["kind"] == "flow" and trial["answer"].startswith("Sorry?")
    assert [(call["kind"], call["status"]) for call in trial["calls"]] == [
        ("flow", None),
        ("http", 500),
        ("http", 500),
    ]


def test_knowledge_answers_in_the_language_of_the_conversation(admin: FlaskClient, peer: Peer) -> None:
    questions = [{"question": {"en": "Do you wash the cars of customers?"}, "answer": {"en": "We do."}}]
    bot = create_bot(admin, flow=DESK | {"knowledge": questions})
    put_handler(admin, bot, kind="knowledge")
    outcome = tried(admin, bot, "wash the cars of customers do you")
    assert (outcome["answer"], outcome["kind"]) == ("We do.", "knowledge")


def test_forms_send_empty_places(admin: FlaskClient, bot: str, peer: Peer) -> None:
    rasa, openai = {"url": peer.url, "secret": ""}, {"url": "", "model": ""}
    shadow = {"kind": "", "url": ""}
    answer = put_handler(
        admin, bot, kind="knowledge", fallback=["rasa", "", ""], rasa=rasa, openai=openai, shadow=shadow
    )
    assert answer.status_code == 200, answer.text
    assert (answer.json["fallback"], answer.json["shadow"]) == (["rasa"], None)
    assert "rasa" in answer.json and "openai" not in answer.json


def test_an_order_puts_those_that_answer_in_turn_and_those_that_are_off_in_their_places(
    admin: FlaskClient, bot: str, peer: Peer
) -> None:
    rasa = {"url": peer.url, "secret": ""}
    before: Any = admin.get(address(bot)).json
    assert before["order"] == ["knowledge", "rasa", "openai", "http"]
    places = "openai,rasa,http,knowledge"
    answer: Any = put_handler(admin, bot, kind="flow", fallback=["knowledge", "rasa"], rasa=rasa, order=places).json
    assert (answer["fallback"], answer["order"]) == (["rasa", "knowledge"], places.split(","))
    # A form without script says who answers, and leaves the places as they are.
    answer = put_handler(admin, bot, kind="flow", fallback=["knowledge"], rasa=rasa).json
    assert (answer["fallback"], answer["order"]) == (["knowledge"], places.split(","))
    answer = put_handler(admin, bot, kind="knowledge", fallback=["rasa"], rasa=rasa).json
    assert answer["order"] == ["knowledge", "rasa", "openai", "http"]
    for wrong in ("flow", "rasa,", "rasa;http", "rasa,http,openai,knowledge,rasa"):
        assert put_handler(admin, bot, kind="flow", order=wrong).status_code == 422


def test_an_archived_bot_keeps_its_handlers(admin: FlaskClient, bot: str) -> None:
    revision = admin.get(f"/api/v1/bots/{bot}").headers["ETag"]
    assert admin.post(f"/api/v1/bots/{bot}/archive", headers={"If-Match": revision}).status_code == 200
    assert put_handler(admin, bot, kind="knowledge").status_code == 409


def test_values_hold_no_secret(admin: FlaskClient, bot: str, peer: Peer) -> None:
    put_handler(admin, bot, kind="flow", rasa={"url": peer.url, "secret": SECRET})
    assert SECRET.encode() not in orjson.dumps(db.session.scalars(select(BotHandler.values)).one())


def test_a_purged_client_leaves_no_secret(admin: FlaskClient, bot: str, peer: Peer) -> None:
    put_handler(admin, bot, kind="rasa", url=peer.url, secret=SECRET)
    client = db.session.scalars(select(Client).join(Bot, Bot.client_id == Client.id).where(Bot.id == int(bot))).one()
    service._erase_handlers(client, lambda _progress, **_erased: None)
    db.session.commit()
    assert db.session.scalars(select(BotHandler)).all() == []


def test_secrets_that_cannot_be_read_stop_nobody(admin: FlaskClient, bot: str, peer: Peer) -> None:
    values = {"kind": "openai", "url": peer.url, "model": "m"}
    put_handler(admin, bot, **values, secret=SECRET)
    db.session.execute(update(BotHandler).values(sealed_secrets="v1:gone:AAAA:AAAA"))
    db.session.commit()
    assert not admin.get(address(bot)).json["has_secret"]
    assert tried(admin, bot, "when are you open")["kind"] == "flow"
    assert put_handler(admin, bot, **values, secret=SECRET).json["has_secret"]
