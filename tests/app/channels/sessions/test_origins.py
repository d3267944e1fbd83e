"""How people come to a conversation, by what their page, link or message says."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.channels.sessions.models import ChannelSession
from app.channels.sessions.origins import campaign_marks, origin_of, referral_of
from app.conversations.models import ORIGINS, Conversation
from app.core.db.base import db
from tests.app.channels.talking import ORIGIN, Visitor, live


@pytest.mark.parametrize(
    ("query", "campaign"),
    [
        ("", ""), ("?utm_medium=email", ""), ("?utm_medium=CPC&utm_source=google", "ad"), ("?gclid=x1", "ad"),
        ("?utm_medium=QR-code", "qr"), ("?utm_source=qr&utm_medium=print", "qr"), ("?fbclid=x1", ""),
        ("?" + "&".join(["a=1"] * 200), ""),
    ],
)  # fmt: skip
def test_a_page_says_by_which_campaign_it_was_reached(query: str, campaign: str) -> None:
    assert campaign_marks(f"https://dealer.example/service{query}")["campaign"] == campaign


@pytest.mark.parametrize(
    ("channel", "recipient", "known", "origin"),
    [
        ("web", None, {"page": "https://dealer.example/"}, "page"), ("web", None, {"page": ""}, "direct"),
        ("web", None, {"page": "https://dealer.example/", "campaign": "ad"}, "ad"),
        ("whatsapp", None, {"page": "", "ad_source_id": "120"}, "ad"), ("whatsapp", None, {"ctwa_clid": "A"}, "ad"),
        ("messenger", None, {"link": "spring"}, "qr"), ("telegram", None, {"ad_source_id": "spring"}, "qr"),
        ("voice", None, {}, "direct"), ("whatsapp", 7, {"ad_source_id": "120"}, "offer"),
    ],
)  # fmt: skip
def test_a_session_says_how_its_person_came(
    channel: str, recipient: int | None, known: dict[str, str], origin: str
) -> None:
    assert origin_of(ChannelSession(channel=channel, recipient_id=recipient, origin=known)) == origin
    assert origin in ORIGINS


@pytest.mark.parametrize(
    ("query", "utm"),
    [
        ("", ""), ("?utm_medium=cpc", ""), ("?utm_source=google&utm_campaign=spring", "google / spring"),
        ("?utm_campaign=spring", "spring"), ("?utm_source=%20&utm_campaign=a", "a"),
        (f"?utm_source={'a' * 300}", "a" * 100),
    ],
)  # fmt: skip
def test_a_page_says_which_campaign_it_was(query: str, utm: str) -> None:
    assert campaign_marks(f"https://dealer.example/service{query}")["utm"] == utm


@pytest.mark.parametrize(
    ("known", "recipient", "referral"),
    [
        ({"page": "https://dealer.example/service/book"}, None, "/service/book"),
        ({"page": "https://dealer.example"}, None, "/"), ({"page": ""}, None, None), ({}, None, None),
        ({"page": "https://dealer.example/", "utm": "google / spring"}, None, "google / spring"),
        ({"ad_source_id": "120"}, None, "120"), ({"link": "counter", "ad_source_id": "120"}, None, "counter"),
        ({"link": "a;b\t\0c"}, None, "a b c"), ({"page": "https://dealer.example/"}, 7, None),
        ({"page": "https://dealer.example/of/asha@example.com"}, None, "/of/[email]"),
    ],
)  # fmt: skip
def test_a_session_says_what_brought_its_person(
    known: dict[str, str], recipient: int | None, referral: str | None
) -> None:
    assert referral_of(ChannelSession(channel="web", recipient_id=recipient, origin=known)) == referral


def test_a_campaign_brings_one_conversation(as_: Callable[..., FlaskClient], client: FlaskClient) -> None:
    """What is said after it has ended begins another one, which the campaign has not brought."""
    _bot, token = live(as_("admin"))
    visitor = Visitor(client, token, page_url=f"{ORIGIN}/service?utm_medium=cpc&name=x")
    visitor.say("hello")
    row = db.session.scalars(select(ChannelSession)).one()
    conversation = db.session.scalars(select(Conversation)).one()
    assert (conversation.origin, conversation.referral, conversation.extra) == ("ad", "/service", {"campaign": "ad"})
    row.conversation_id = None
    db.session.commit()
    visitor.say("hello again")
    origins = db.session.scalars(select(Conversation.origin).order_by(Conversation.id)).all()
    assert origins == ["ad", "page"]
