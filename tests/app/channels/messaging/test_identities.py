"""People whom a channel calls by several ids: one thread, one conversation and one contact of each."""

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.channels.messaging.models import MessagingThread, PersonAlias
from app.channels.sessions.models import ChannelSession
from app.conversations.models import Contact, ContactKey, Conversation
from app.core.db.base import db
from app.core.errors import Gone
from app.ingest import merging
from tests.app.channels.messaging.accounts import Account, provider
from tests.app.channels.messaging.provider import Provider, wa_known, wa_text, whatsapp
from tests.factories.mail import do_jobs

__all__ = ["provider"]
As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both
NUMBER, OTHER = "from", "from_user_id"
BOTH = (NUMBER, OTHER)


def count(model: type) -> int | None:
    """How many rows there are."""
    return db.session.scalar(select(func.count()).select_from(model))


@pytest.mark.parametrize(
    "orders", [[BOTH, (OTHER,)], [(OTHER,), BOTH], [(OTHER,), BOTH, (NUMBER,), (OTHER,)], [BOTH, (NUMBER,)]]
)
@pytest.mark.parametrize("together", [False, True])
def test_a_person_stays_the_same_by_number_and_by_name(
    as_: As, app: Flask, client: FlaskClient, provider: Provider, orders: list[tuple[str, ...]], together: bool
) -> None:
    account = Account(as_("admin"), "whatsapp").connect()
    for number, names in enumerate(orders):
        text = "when are you open" if number else "Book a service"
        account.send(client, wa_known(wa_text(text, f"m{number}"), *names))
        if not together:
            do_jobs(app)
    do_jobs(app)
    assert (count(MessagingThread), count(ChannelSession), count(Contact), count(Conversation)) == (1, 1, 1, 1)
    thread = db.session.scalars(select(MessagingThread)).one()
    assert thread.ext_user == "919845011223"
    assert db.session.scalars(select(ContactKey.ext_user)).all() == ["919845011223"]
    assert {body["to"] for body in provider.sent()[-1:]} == {"919845011223"}
    (conversation,) = db.session.scalars(select(Conversation)).all()
    assert conversation.messages_in == len(orders)


def test_two_contacts_become_one_person_when_both_ids_appear(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    account = Account(as_("admin"), "whatsapp").connect()
    for number, names in enumerate([(NUMBER,), (OTHER,)]):
        account.send(client, wa_known(wa_text("Book a service", f"m{number}"), *names))
        do_jobs(app)
    assert (count(MessagingThread), count(Contact), count(Conversation)) == (2, 2, 2)
    account.send(client, wa_known(wa_text("tomorrow", "m3"), *BOTH))
    do_jobs(app)
    assert len(db.session.scalars(select(Contact.person_id).distinct()).all()) == 1
    assert (count(MessagingThread), count(Conversation)) == (2, 2)
    newer = db.session.scalars(select(ChannelSession).order_by(ChannelSession.id.desc())).first()
    assert newer is not None and db.session.get_one(Conversation, newer.conversation_id).messages_in == 2
    assert provider.sent()[-1]["to"] == "919845011223"


def test_a_message_is_answered_though_its_contacts_cannot_be_merged(
    as_: As, app: Flask, client: FlaskClient, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_ids: int) -> None:
        raise Gone("This contact was forgotten.")

    monkeypatch.setattr(merging, "merge", refuse)
    account = Account(as_("admin"), "whatsapp").connect()
    for number, names in enumerate([(NUMBER,), (OTHER,), BOTH]):
        account.send(client, wa_known(wa_text("Book a service", f"m{number}"), *names))
        do_jobs(app)
    assert [event["state"] for event in account.events()] == ["processed"] * 3
    assert len(db.session.scalars(select(Contact.person_id).distinct()).all()) == 2


def test_a_new_number_of_a_known_name_takes_the_thread_on(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    account = Account(as_("admin"), "whatsapp").connect()
    account.send(client, wa_known(wa_text("Book a service", "m1"), *BOTH))
    do_jobs(app)
    body = wa_known(wa_text("tomorrow", "m2"), *BOTH).replace(b"919845011223", b"919845019999")
    account.send(client, body)
    account.send(client, wa_known(wa_text("5", "m3"), OTHER))
    do_jobs(app)
    assert (count(MessagingThread), count(Contact), count(Conversation)) == (1, 1, 1)
    assert provider.sent()[-1]["to"] == "919845019999"


def test_the_ids_of_a_person_are_forgotten_too(as_: As, app: Flask, client: FlaskClient, provider: Provider) -> None:
    account = Account(as_("admin"), "whatsapp").connect()
    account.send(client, wa_known(wa_text("Book a service", "m1"), *BOTH))
    do_jobs(app)
    assert db.session.scalars(select(PersonAlias.alias)).all() == ["CO.10"]
    contact = db.session.scalars(select(Contact.id)).one()
    assert account.admin.post(f"/api/v1/contacts/{contact}/forget", json={"reason": "Asked"}).status_code == 202
    do_jobs(app)
    assert (count(PersonAlias), count(MessagingThread)) == (0, 0)


def test_a_receipt_names_both_ids(as_: As, app: Flask, client: FlaskClient, provider: Provider) -> None:
    account = Account(as_("admin"), "whatsapp").connect()
    account.send(client, wa_known(wa_text("Book a service", "m1"), OTHER))
    do_jobs(app)
    receipt = {"id": "wamid.1", "status": "sent", "timestamp": "1700000000", "recipient_id": "919845011223",
               "recipient_user_id": "CO.10"}  # fmt: skip
    account.send(client, whatsapp(statuses=(receipt,)))
    do_jobs(app)
    assert db.session.scalars(select(MessagingThread.ext_user)).all() == ["919845011223"]
