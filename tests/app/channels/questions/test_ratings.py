"""Whether answers from documents helped: said in the widget and by buttons of channels, counted, and changed."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from app.channels.questions.models import BotQuestion, PassageUse
from app.channels.sessions.ratings import rating_of
from app.conversations.models import Message
from app.core import clock
from app.core.db.base import db
from tests.app.channels.messaging.accounts import Account, provider
from tests.app.channels.messaging.provider import Provider, wa_choice, wa_text, whatsapp
from tests.app.channels.talking import Visitor, live, texts, token
from tests.factories.documents import upload_sample
from tests.factories.handlers import put_handler
from tests.factories.mail import do_jobs

__all__ = ["provider"]
As = Callable[..., FlaskClient]
QUESTION = "cost of wheel alignment"
pytestmark = pytest.mark.both


@pytest.fixture
def part(as_: As) -> FlaskClient:
    """A maintainer who sees no outlet."""
    return as_("maintainer", scope={"outlets": []})


@pytest.fixture
def knowing(as_: As, client: FlaskClient) -> tuple[FlaskClient, str, Visitor]:
    """A bot that answers from a price list, with an administrator and a visitor."""
    admin = as_("admin")
    bot, key = live(admin)
    teach(admin, bot)
    return admin, bot, Visitor(client, key)


def teach(admin: FlaskClient, bot: str) -> None:
    """Let a bot answer from a price list."""
    upload_sample(admin, bot, "price-list.md")
    assert put_handler(admin, bot, kind="flow", fallback=["knowledge"]).status_code == 200


def rate(visitor: Visitor, event: str, helpful: Any) -> Any:
    """Rate an answer from the widget."""
    body = {"event": event, "helpful": helpful}
    return visitor.client.post(f"/w/1/sessions/{visitor.id}/ratings", json=body, headers=visitor.headers)


def answer(visitor: Visitor) -> dict[str, Any]:
    """Ask what the price list answers; return the answer."""
    return dict(visitor.say(QUESTION).json["events"][0])


def ratings() -> list[bool | None]:
    """What is kept of cited passages, the oldest first."""
    db.session.expire_all()
    return list(db.session.scalars(select(PassageUse.is_helpful).where(PassageUse.is_cited).order_by(PassageUse.id)))


def test_a_rating_is_kept_once_and_can_be_changed(knowing: tuple[FlaskClient, str, Visitor]) -> None:
    admin, bot, visitor = knowing
    event = answer(visitor)
    assert event["rating"] == {"helpful": None} and ratings() == [None]
    for helpful in (True, True, False, None, True):
        assert rate(visitor, event["id"], helpful).json == {"helpful": helpful}
        assert ratings() == [helpful]
    assert next(item for item in visitor.events() if item["id"] == event["id"])["rating"] == {"helpful": True}
    (document,) = admin.get(f"/api/v1/bots/{bot}/documents").json["items"]
    assert (document["rated"], document["helpful"]) == (1, None)
    at = f"/api/v1/bots/{bot}/documents/{document['id']}"
    assert [row["helpful"] for row in admin.get(f"{at}/citations").json["items"]] == [True]
    assert [row["rated"] for row in admin.get(f"{at}/chunks?use=cited").json["items"]] == [1]
    uncited = [row["rated"] for row in admin.get(f"{at}/chunks").json["items"] if not row["cited"]]
    assert uncited and set(uncited) == {0}


def shares(person: FlaskClient, bot: str) -> dict[str, dict[str, Any]]:
    """The shares of a bot's knowledge by their names."""
    return {share["id"]: share for share in person.get(f"/api/v1/bots/{bot}/questions").json["shares"]}


def test_shares_of_seven_days_stand_beside_those_before(
    part: FlaskClient, knowing: tuple[FlaskClient, str, Visitor]
) -> None:
    admin, bot, visitor = knowing
    assert all(share["den"] == 0 and share["days"] == [None] * 7 for share in shares(admin, bot).values())
    rate(visitor, answer(visitor)["id"], False)
    early = clock.now() - timedelta(days=8)
    db.session.execute(update(BotQuestion).values(at=early))
    db.session.execute(update(PassageUse).values(at=early))
    db.session.commit()
    rate(visitor, answer(visitor)["id"], True)
    visitor.say("purple elephants please")
    counts = {
        name: (share["num"], share["den"], share["num_before"], share["den_before"])
        for name, share in shares(admin, bot).items()
    }
    assert counts == {"answered": (1, 2, 1, 1), "found": (1, 2, 1, 1), "helpful": (1, 1, 0, 1)}
    assert shares(admin, bot)["answered"]["days"] == [*[None] * 6, 0.5]
    assert all(share["den"] == share["den_before"] == 0 for share in shares(part, bot).values())


def test_documents_that_mostly_did_not_help_are_listed(
    knowing: tuple[FlaskClient, str, Visitor], client: FlaskClient
) -> None:
    admin, bot, visitor = knowing
    upload_sample(admin, bot, "warranty-terms.html")
    for number in range(5):
        assert rate(visitor, answer(visitor)["id"], number < 2).status_code == 200
        listing = admin.get(f"/api/v1/bots/{bot}/documents?rated=poorly").json
        assert (listing["total"], listing["totals"]["poorly_rated"]) == ((1, 1) if number == 4 else (0, 0))
    assert (listing["items"][0]["rated"], listing["items"][0]["helpful"]) == (5, 0.4)
    report = admin.get("/api/v1/reports/documents?r=today").json
    usage = next(figure for figure in report["figures"] if figure["id"] == "usage")
    assert [row[-2:] for row in usage["rows"]] == [[5, 40.0], [0, None]]
    assert admin.get(f"/api/v1/bots/{bot}/documents?rated=badly").status_code == 422


def test_only_answers_of_ones_own_conversation_are_rated(
    knowing: tuple[FlaskClient, str, Visitor], client: FlaskClient
) -> None:
    admin, bot, visitor = knowing
    other = Visitor(client, str(token(admin, bot, name="Second")["token"]))
    event = answer(visitor)
    assert rate(other, event["id"], True).status_code == 404
    assert rate(visitor, visitor.say("hello").json["events"][0]["id"], True).status_code == 404
    assert "rating" not in visitor.events()[0]
    assert [rate(visitor, *wrong).status_code for wrong in (("x", True), (event["id"], "yes"))] == [422, 422]
    visitor.secret = "other"
    assert rate(visitor, event["id"], True).status_code == 401
    assert ratings() == [None]


def test_a_rating_leaves_the_open_question_open(knowing: tuple[FlaskClient, str, Visitor]) -> None:
    _admin, _bot, visitor = knowing
    visitor.choose("book")
    event = answer(visitor)
    assert rate(visitor, event["id"], True).status_code == 200
    assert "How was it?" in texts(visitor.say("2031-03-04"))


def test_a_channel_with_buttons_asks_by_them(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:  # fmt: skip
    account = Account(as_("admin"), "whatsapp").connect()
    teach(account.admin, account.bot)
    account.send(client, whatsapp(wa_text("hello", "m1")))
    do_jobs(app)
    account.send(client, whatsapp(wa_text(QUESTION, "m2")))
    do_jobs(app)
    question = next(body["interactive"] for body in provider.sent() if "alignment" in str(body))
    replies = [button["reply"] for button in question["action"]["buttons"]]
    assert [reply["title"] for reply in replies] == ["Helpful", "Not helpful"]
    messages = len(db.session.scalars(select(Message.id)).all())
    account.send(client, whatsapp(wa_choice(replies[1]["id"], "Not helpful", "m3", "button_reply")))
    do_jobs(app)
    assert ratings() == [False]
    assert "Thank you, noted." in str(provider.sent()[-1])
    assert len(db.session.scalars(select(Message.id)).all()) == messages, "a rating is no turn"
    account.send(client, whatsapp(wa_choice(replies[0]["id"], "Helpful", "m4", "button_reply")))
    do_jobs(app)
    assert ratings() == [True]


@pytest.mark.parametrize(
    "option", [None, "", "book", "@helped:", "@helped:x", "@helped:1x", "@other:1", "@helped:" + "9" * 30]
)
def test_other_options_rate_nothing(option: str | None) -> None:
    assert rating_of(option) is None
