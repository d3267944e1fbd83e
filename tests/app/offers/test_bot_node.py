"""A bot shows an offer: once, to a person who agrees, counted as the offer's other messages are."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from app.bots.flow.schema import shape_errors
from app.bots.flow.validation import validate
from app.channels.tokens.models import BotToken
from app.channels.tokens.service import sign_trial
from app.clients.models import Outlet
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db
from app.offers import consents
from app.offers.models import OfferRecipient
from app.offers.sending import _is_taken
from tests.app.bots.engine.talking import Talk, ask, choice, flow
from tests.app.channels.messaging.accounts import provider
from tests.app.channels.messaging.provider import Provider, wa_text, whatsapp
from tests.app.channels.talking import DESK, Visitor, texts
from tests.app.offers.messaging import TEXT, add_reader, connect, rows
from tests.app.offers.site import Site
from tests.factories.mail import do_jobs
from tests.factories.offers import API, create_offer, run_offer
from tests.factories.sandboxes import SANDBOX, bot_texts, open_sandbox

__all__ = ["provider"]
As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both
OFFER = {"type": "offer", "text": {"en": "Something for you:"}, "save": "has_offer", "fields": {"until": "until"},
         "next": "more", "none": "nothing"}  # fmt: skip
NODES = {
    "ask": choice(("yes", "offer"), text={"en": "Offers?"}),
    "offer": OFFER,
    "more": ask("text", "answer", "bye", text={"en": "Good until {{until}}. Shall we call?"}),
    "nothing": {"type": "end", "text": {"en": "Nothing today."}},
    "bye": {"type": "end", "text": {"en": "Bye"}},
}  # fmt: skip
FLOW = DESK | {"nodes": NODES, "intents": {}, "fallback": {}, "start": "ask"}
CONTENT = {"text": "10% off {{name}}", "link": "https://dealer.example/o/x0", "name": "Winter", "type": "discount",
           "until": "2026-12-31", "model": None, "outlet": None}  # fmt: skip


def document(**more: Any) -> dict[str, Any]:
    """A flow that asks for a name and shows an offer."""
    return flow({
        "start": ask("text", "who", "offer"),
        "offer": OFFER | more,
        "more": choice(("yes", "bye"), text={"en": "Until {{until}}. Book?"}),
        "nothing": {"type": "end", "text": {"en": "Nothing today."}},
        "bye": {"type": "end", "text": {"en": "Bye"}},
    })  # fmt: skip


def test_an_offer_is_shown_word_for_word_and_kept() -> None:
    talk = Talk(document())
    talk.text("Asha")
    assert (talk.answers, talk.effects) == ([], ["offer"])
    assert talk.result(value=CONTENT) == ["Something for you:", "10% off {{name}}", "Until 2026-12-31. Book?"]
    assert talk.last.replies[1]["links"] == [{"label": "See the offer", "url": "https://dealer.example/o/x0"}]
    assert (talk["has_offer"], talk["until"]) == (True, "2026-12-31")
    assert talk.state["filled"] == []


def test_without_an_offer_the_node_leads_elsewhere() -> None:
    talk = Talk(document())
    talk.text("Asha")
    assert talk.result(ok=False) == ["Nothing today."]
    assert (talk["has_offer"], talk["until"]) == (False, None)


@pytest.mark.parametrize(("more", "codes"), [
    ({}, []), ({"fields": {}}, ["unset_variable"]), ({"next": "gone"}, ["missing_node"]),
    ({"none": "offer"}, ["loop_without_input"]),
])  # fmt: skip
def test_what_is_wrong_with_an_offer_node(more: dict[str, Any], codes: list[str]) -> None:
    assert [issue.code for issue in validate(document(**more)) if issue.level == "error"] == codes


def test_an_offer_has_no_other_fields() -> None:
    assert not shape_errors(document())
    assert shape_errors(document(fields={"price": "price"})) and shape_errors(document(fields={"name": "no name"}))


@pytest.fixture
def site(app: Flask, as_: As, client: FlaskClient, outlet: Outlet, traveller: Any) -> Site:
    """A page whose bot shows offers, with one that waits."""
    return Site(app, as_("admin"), client, outlet, traveller, FLOW)


def visit(site: Site, **more: Any) -> Visitor:
    """Open a conversation of the visitor who is known."""
    return Visitor(site.client, site.token, **({"user": site.user("42")} | more))


def test_a_conversation_shows_it_once_and_takes_the_answer(site: Site, as_: As) -> None:
    visitor = visit(site)
    answer = visitor.choose("yes")
    ends = datetime.fromisoformat(site.offer["end"]).astimezone(ZoneInfo("Asia/Kolkata")).date().isoformat()
    assert texts(answer) == [
        "Something for you:", "Hello Asha, ten percent off:", f"Good until {ends}. Shall we call?",
    ]  # fmt: skip
    (link,) = next(event["links"] for event in answer.json["events"] if event.get("links"))
    assert link["url"].endswith(f"/o/{site.row.code}0")
    assert (site.row.state, site.row.delivered_at, site.row.replied_at) == ("sent", clock.now(), None)
    assert texts(visit(site).choose("yes")) == ["Nothing today."]
    site.traveller.shift(timedelta(minutes=1))
    visitor.say("Yes please")
    row = site.row
    conversation = db.session.get_one(Conversation, row.conversation_id)
    assert row.replied_at == clock.now() and conversation.offer_id is None
    stages = as_("admin").get(f"{API}/{site.offer['id']}/funnel").json["stages"]
    assert {stage["id"]: stage["count"] for stage in stages} == dict.fromkeys(
        ("targeted", "attempted", "accepted", "delivered", "read", "clicked", "replied"), 1
    ) | {"converted": 0}


def test_consent_and_identity_are_those_of_the_moment(site: Site) -> None:
    assert texts(visit(site, user=None).choose("yes")) == ["Nothing today."]
    assert site.row.state == "queued"
    site.agree(consents.OUT)
    assert texts(visit(site).choose("yes")) == ["Nothing today."]
    assert (site.row.state, site.row.reason) == ("skipped", "opted_out")


def test_who_tries_the_bot_sees_an_example_that_counts_nowhere(site: Site, as_: As) -> None:
    admin = as_("admin")
    row = db.session.scalars(select(BotToken)).one()
    assert texts(visit(site, trial=sign_trial(row)).choose("yes"))[1] == "Hello Asha, ten percent off:"
    for at, replies in ((clock.now(), 3), (clock.now() + timedelta(days=30), 1)):
        sandbox = open_sandbox(admin, site.bot, channel="web", now=at.isoformat())
        answer = admin.post(f"{SANDBOX}/{sandbox['id']}/messages", json={"choice": "yes"}).json
        assert len(bot_texts(answer)) == replies
    assert site.row.state == "queued"


Reader = Callable[..., None]


@pytest.fixture
def shown_by_whatsapp(
    app: Flask, as_: As, client: FlaskClient, outlet: Outlet, provider: Provider, traveller: Any
) -> tuple[dict[str, Any], Reader]:
    """An offer that a bot has shown on WhatsApp to whom it could not be sent, and what that reader writes next."""
    admin = as_("admin")
    account = connect(admin, outlet, document=FLOW)
    add_reader(outlet, 1)
    offer = create_offer(admin, outlet, channel="whatsapp", message=TEXT, bot=account.bot)
    provider.answers = [(429, {"error": {"code": 130429, "message": "Rate limit hit"}})]
    run_offer(app, admin, offer, traveller)
    assert rows(offer)[0].state == "queued"
    moment, written = int(clock.now().timestamp()), 0

    def write(*texts: str) -> None:
        nonlocal written
        for text in texts:
            written += 1
            account.send(client, whatsapp(wa_text(text, f"m{written}", moment + written, "919822000001")))
            do_jobs(app)

    write("Hello", "Yes")
    return offer, write


def test_whom_a_bot_has_shown_it_is_not_sent_it(
    app: Flask, shown_by_whatsapp: tuple[dict[str, Any], Reader], provider: Provider, traveller: Any
) -> None:
    offer, _ = shown_by_whatsapp
    (row,) = rows(offer)
    assert (row.state, row.delivered_at, row.replied_at) == ("sent", None, None) and row.sent_at is not None
    traveller.shift(timedelta(hours=1))
    do_jobs(app)
    # The only message of the offer is the one that the provider has refused.
    assert len([body for body in provider.sent() if "template" in body]) == 1


@pytest.mark.parametrize("answer", ["Please call", "STOP"])
def test_an_answer_by_whatsapp_is_the_recipients(
    shown_by_whatsapp: tuple[dict[str, Any], Reader], as_: As, answer: str
) -> None:
    offer, write = shown_by_whatsapp
    write(answer)
    (row,) = rows(offer)
    (conversation,) = db.session.scalars(select(Conversation)).all()
    assert row.replied_at is not None and row.sent_at is not None and row.replied_at > row.sent_at
    assert (row.conversation_id, conversation.offer_id) == (conversation.id, None)
    assert row.opted_out == (answer == "STOP")
    funnel = as_("admin").get(f"{API}/{offer['id']}/funnel").json
    assert (funnel["stages"][6]["count"], funnel["opted_out"]) == (1, int(row.opted_out))


def test_an_answer_after_the_window_is_none(shown_by_whatsapp: tuple[dict[str, Any], Reader]) -> None:
    offer, write = shown_by_whatsapp
    (row,) = rows(offer)
    row.sent_at = clock.now() - timedelta(days=8)
    db.session.commit()
    write("STOP")
    (row,) = rows(offer)
    assert (row.replied_at, row.conversation_id, row.opted_out) == (None, None, False)


def test_a_sender_leaves_whom_a_conversation_has_shown_it_meanwhile(site: Site) -> None:
    row = site.row
    change = update(OfferRecipient).where(OfferRecipient.id == row.id).values(state="sent", sent_at=clock.now())
    db.session.execute(change.execution_options(synchronize_session=False))
    assert row.state == "queued" and not _is_taken(row, clock.now())
    assert (row.state, row.accepted_at) == ("sent", None)
