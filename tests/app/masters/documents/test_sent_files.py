"""Photos and PDFs that people send in chats: kept as documents with their conversation, answered, or refused."""

import io
import json
import time
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.users.models import User
from app.channels.sessions.models import ChannelEvent
from app.conversations.models import Conversation, Message
from app.core.db.base import db
from app.masters.documents.models import CustomerDocument, CustomerDocumentFile
from tests.app.channels.messaging.accounts import Account, provider
from tests.app.channels.messaging.provider import ACCOUNTS, Provider, whatsapp
from tests.app.channels.talking import Visitor, live, texts
from tests.factories.customer_documents import PDF, SECRET, picture
from tests.factories.inbox import HANDOFFS, request_agent
from tests.factories.mail import do_jobs

__all__ = ["provider"]
As = Callable[..., FlaskClient]
RECEIVED = "Thank you, the file has arrived. A person will look at it."
REFUSED = "I cannot take this file. Please send a photo or a PDF of at most 10 MB."
MISSING = "The file did not reach me. Please send it again."
pytestmark = pytest.mark.both


def attach(visitor: Visitor, data: bytes, key: str | None = None, name: str = "a.jpg") -> Any:
    """Send a file from the widget."""
    form = {"client_msg_id": key or str(uuid.uuid4()), "file": (io.BytesIO(data), name)}
    return visitor.client.post(
        f"/w/1/sessions/{visitor.id}/files", data=form, headers=visitor.headers, content_type="multipart/form-data"
    )


def documents() -> list[CustomerDocument]:
    """All documents, the oldest first."""
    return list(db.session.scalars(select(CustomerDocument).order_by(CustomerDocument.id)))


def last_reply(provider: Provider) -> str:
    """The text of the newest message that the provider was sent."""
    body = provider.sent()[-1]
    message = body.get("message") or body
    # With buttons where the bot's question is open.
    text = message["interactive"]["body"]["text"] if "interactive" in message else message.get("text")
    return str(text["body"] if isinstance(text, dict) else text)


def test_a_photo_from_the_widget_becomes_a_document_of_its_conversation(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    _bot, token = live(admin)
    visitor = Visitor(client, token)
    visitor.choose("book")
    key = str(uuid.uuid4())
    assert texts(attach(visitor, picture(1, "JPEG", secret=True), key)) == [RECEIVED]
    assert texts(attach(visitor, picture(1, "JPEG", secret=True), key)) == [RECEIVED]
    (row,) = documents()
    conversation = db.session.scalars(select(Conversation)).one()
    assert (row.state, row.kind, row.conversation_id) == ("received", None, conversation.id)
    assert SECRET not in db.session.scalars(select(CustomerDocumentFile)).one().content
    message = db.session.scalars(select(Message).where(Message.kind == "media")).one()
    assert message.text == "Photo"
    # The question is put once more, and answered as if nothing had come between.
    assert visitor.events()[-1]["input"]["kind"] == "date"
    assert "How was it?" in texts(visitor.say("2031-03-04"))
    document = admin.get(f"/api/v1/customer-documents/{row.id}").json
    assert document["conversation"] == str(conversation.id)
    timeline = admin.get(f"/api/v1/contacts/{conversation.contact_id}/timeline?lane=documents").json
    assert [(item["kind"], item["state"]) for item in timeline["items"]] == [("document_unknown", "received")]
    assert timeline["items"][0]["link"] == f"/customer-documents/{row.id}"


def test_the_inbox_links_a_file_to_its_document_for_readers_of_documents(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    visitor, item = request_agent(admin, client)
    for seed in (1, 2):
        attach(visitor, picture(seed))
    visitor.say("Did it arrive?")
    messages = admin.get(f"{HANDOFFS}/{item['id']}").json["messages"]
    ids = [str(row.id) for row in documents()]
    assert [message["document"] for message in messages if message["kind"] == "media"] == ids and len(ids) == 2
    assert {message["document"] for message in messages if message["kind"] != "media"} == {None}
    subscriber = as_("subscriber")
    row = db.session.scalars(select(User).where(User.auth_role == "subscriber")).one()
    row.extra_abilities = [{"action": "read", "subject": "Inbox"}]
    db.session.commit()
    answer = subscriber.get(f"{HANDOFFS}/{item['id']}")
    assert {message["document"] for message in answer.json["messages"]} == {None}, answer.text


@pytest.mark.parametrize(
    "data", [b"", b"<svg onload=alert(1)>", b"MZ\x90\x00", PDF[:40], picture(2)[:300]],
    ids=["empty", "svg", "program", "cut PDF", "cut picture"],
)  # fmt: skip
def test_other_files_are_refused_and_leave_nothing(as_: As, client: FlaskClient, data: bytes) -> None:
    _bot, token = live(as_("admin"))
    visitor = Visitor(client, token)
    before = db.session.scalars(select(ChannelEvent.id)).all()
    answer = attach(visitor, data)
    assert answer.status_code == 422 and "file" in answer.json["errors"], answer.text
    assert documents() == [] and db.session.scalars(select(ChannelEvent.id)).all() == before


def test_files_need_the_sessions_secret_and_are_counted(as_: As, client: FlaskClient) -> None:
    _bot, token = live(as_("admin"))
    visitor = Visitor(client, token)
    for _ in range(20):
        assert attach(visitor, b"x").status_code == 422
    assert attach(visitor, b"x").status_code == 429
    visitor.secret = "other"
    assert attach(visitor, picture(1)).status_code == 401


def test_the_reason_of_a_rejection_is_said_in_the_chat(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    _bot, token = live(admin)
    visitor = Visitor(client, token)
    attach(visitor, picture(1))
    (row,) = documents()
    answer = admin.post(f"/api/v1/customer-documents/{row.id}/reject", json={"reason": "blurred"})
    assert answer.status_code == 200, answer.text
    assert visitor.events()[-1]["text"] == "We cannot use the file that you sent: it is blurred. Please send it again."


def wa_image(**more: str) -> bytes:
    """A notification of a photo, as the Cloud API sends it."""
    image = {"mime_type": "image/jpeg", "sha256": "29ed500fa64eb55fc19dc4124acb300e5dcca0f822a301ae99944db",
             "id": "1003383421387256"} | more  # fmt: skip
    return whatsapp({"from": "919845011223", "id": "wamid.photo", "timestamp": str(int(time.time())), "type": "image",
                     "image": image})  # fmt: skip


def tg_photo(**more: Any) -> bytes:
    """An update with a photo in three sizes, as the Bot API sends it."""
    person = {"id": 5_000_000_000, "is_bot": False, "first_name": "Ravi", "language_code": "en"}
    sizes = [{"file_id": f"AgACAgUAA{size}", "file_unique_id": f"AQAD{size}", "file_size": size * 100, "width": size,
              "height": size} for size in (90, 320, 800)]  # fmt: skip
    message = {"message_id": 7, "from": person, "chat": {"id": 5_000_000_000, "type": "private"},
               "date": int(time.time()), "photo": sizes} | more  # fmt: skip
    return json.dumps({"update_id": 7, "message": message}).encode()


def serve_whatsapp(provider: Provider, data: bytes) -> None:
    """Have the Cloud API know the photo."""
    about = {"url": f"{provider.url}/media/1", "mime_type": "image/jpeg", "id": "1003383421387256",
             "messaging_product": "whatsapp"}  # fmt: skip
    provider.files |= {"/media/1": data}
    provider.answers.append((200, about))


def test_a_photo_on_whatsapp_becomes_a_document(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:  # fmt: skip
    account = Account(as_("admin"), "whatsapp").connect()
    provider.calls.clear()
    serve_whatsapp(provider, picture(3, "JPEG"))
    for _ in range(2):
        assert account.send(client, wa_image()).status_code == 200
        do_jobs(app)
    (row,) = documents()
    conversation = db.session.scalars(select(Conversation)).one()
    assert (row.media_type, row.conversation_id) == ("image/jpeg", conversation.id)
    fetched = {path: headers["Authorization"] for path, _body, headers in provider.calls if path == "/media/1"}
    assert fetched == {"/media/1": "Bearer wa_token"}
    assert last_reply(provider) == RECEIVED


def test_the_caption_of_a_photo_is_answered_as_well(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:  # fmt: skip
    account = Account(as_("admin"), "whatsapp").connect()
    serve_whatsapp(provider, picture(3, "JPEG"))
    account.send(client, wa_image(caption="when are you open"))
    do_jobs(app)
    assert len(documents()) == 1 and last_reply(provider) != RECEIVED
    assert "From nine to six." in json.dumps(provider.sent()) and RECEIVED in json.dumps(provider.sent())


def test_a_photo_on_telegram_is_fetched_in_its_largest_size(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:  # fmt: skip
    account = Account(as_("admin"), "telegram").connect()
    provider.calls.clear()
    provider.files["/file/bot77:tg_token/photos/file_7.jpg"] = picture(4, "JPEG")
    provider.answers.append((200, {"ok": True, "result": {"file_id": "x", "file_path": "photos/file_7.jpg"}}))
    account.send(client, tg_photo())
    do_jobs(app)
    lookups = [body for path, body, _headers in provider.calls if path.endswith("/getFile")]
    assert lookups == [{"file_id": "AgACAgUAA800"}]
    assert [row.media_type for row in documents()] == ["image/jpeg"] and last_reply(provider) == RECEIVED


@pytest.mark.parametrize(
    ("data", "answer"), [(b"MZ\x90\x00", REFUSED), (b"x" * (10 * 2**20 + 1), REFUSED), (None, MISSING)],
    ids=["program", "too large", "gone"],
)  # fmt: skip
def test_what_cannot_be_taken_is_said_so(
    as_: As, app: Flask, client: FlaskClient, provider: Provider, data: bytes | None, answer: str
) -> None:
    account = Account(as_("admin"), "whatsapp").connect()
    if data is None:
        provider.answers.append((404, {"error": {"code": 100}}))
    else:
        serve_whatsapp(provider, data)
    account.send(client, wa_image())
    do_jobs(app)
    assert documents() == [] and last_reply(provider) == answer


def test_a_photo_on_messenger_is_fetched_from_its_address(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:  # fmt: skip
    provider.files["/a.jpg?sig=1"] = picture(5, "JPEG")
    messenger = Account(as_("admin"), "messenger").connect()
    item = {"sender": {"id": "psid1"}, "recipient": {"id": ACCOUNTS["messenger"]}, "timestamp": int(time.time() * 1000),
            "message": {"mid": "m1", "attachments": [{"type": "image",
                                                      "payload": {"url": f"{provider.url}/a.jpg?sig=1"}}]}}  # fmt: skip
    entry = {"id": ACCOUNTS["messenger"], "messaging": [item]}
    messenger.send(client, json.dumps({"object": "page", "entry": [entry]}).encode())
    do_jobs(app)
    assert [row.media_type for row in documents()] == ["image/jpeg"]


def test_a_pdf_on_slack_is_fetched_with_the_bots_token(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:  # fmt: skip
    provider.files["/files-pri/F1"] = PDF
    slack = Account(as_("admin"), "slack").connect()
    provider.answers.append((200, {"ok": True, "file": {"url_private_download": f"{provider.url}/files-pri/F1"}}))
    event = {"type": "message", "channel_type": "im", "user": "U1", "channel": "D1", "text": "",
             "ts": f"{time.time():.6f}", "subtype": "file_share",
             "files": [{"id": "F1", "mimetype": "application/pdf"}]}  # fmt: skip
    body = {"type": "event_callback", "team_id": ACCOUNTS["slack"], "event_id": "Ev1", "event": event,
            "event_time": int(time.time())}  # fmt: skip
    slack.send(client, json.dumps(body).encode())
    do_jobs(app)
    assert [row.media_type for row in documents()] == ["application/pdf"]
    assert [headers["Authorization"] for path, _body, headers in provider.calls if path == "/files-pri/F1"] == [
        "Bearer xoxb-token"
    ]
