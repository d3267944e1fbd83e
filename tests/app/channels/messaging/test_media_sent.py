"""Pictures and PDFs of a media library as each provider is sent them."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.channels.messaging.adapters import ADAPTERS
from app.channels.messaging.adapters.contract import Outgoing
from app.channels.messaging.degrading import fit
from tests.app.channels.messaging.accounts import Account, provider
from tests.app.channels.messaging.provider import Provider, wa_text, whatsapp
from tests.app.channels.talking import DESK
from tests.factories.bots import create_bot
from tests.factories.mail import do_jobs
from tests.factories.media import flow_with, upload_medium

__all__ = ["provider"]
As = Callable[..., FlaskClient]
URL = "https://bots.example/media/bots/1/a/b/original"
PICTURE = {"file": "a", "kind": "image", "url": "/media/bots/1/a/b/original", "name": "Vela", "alt": {"en": "A car"}}
GUIDE = PICTURE | {"kind": "file", "name": "Guide"}
CREDENTIALS = {"access_token": "t", "bot_token": "t", "app_secret": "s"}


def sent(channel: str, body: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Where a channel sends a body, and what of it."""
    adapter = ADAPTERS[channel]
    message = fit(body, adapter.limits, "https://bots.example")
    assert message is not None
    call = adapter.write(message, "42", "17", CREDENTIALS, "https://api.example")
    return call.url, dict(call.body or {})


def test_whatsapp_is_sent_a_picture_with_its_text_and_a_document_with_its_name() -> None:
    _, picture = sent("whatsapp", {"text": "Look", "media": PICTURE})
    assert (picture["type"], picture["image"]) == ("image", {"link": URL, "caption": "Look"})
    _, alone = sent("whatsapp", {"text": "", "media": PICTURE})
    assert alone["image"] == {"link": URL}
    _, guide = sent("whatsapp", {"text": "Read", "media": GUIDE})
    assert guide["document"] == {"link": URL, "caption": "Read", "filename": "Guide.pdf"}


def test_a_text_that_is_too_long_for_a_picture_is_sent_with_its_address() -> None:
    _, body = sent("whatsapp", {"text": "x" * 1025, "media": PICTURE})
    assert body["type"] == "text" and body["text"]["body"].endswith(f"x\n{URL}")
    options = [{"id": "a", "label": "A"}]
    _, question = sent("whatsapp", {"text": "Which?", "media": PICTURE, "options": options})
    assert question["interactive"]["body"]["text"] == f"Which?\n{URL}"


def test_a_picture_by_any_address_is_a_link() -> None:
    _, body = sent("whatsapp", {"text": "Look", "media": {"url": "https://a.example/x.png", "alt": {"en": "A car"}}})
    assert body["text"]["body"] == "Look\nhttps://a.example/x.png"


@pytest.mark.parametrize("channel", ["messenger", "instagram"])
def test_meta_is_sent_attachments(channel: str) -> None:
    _, alone = sent(channel, {"text": "", "media": PICTURE})
    assert alone["message"] == {"attachment": {"type": "image", "payload": {"url": URL}}}
    _, card = sent(channel, {"text": "Look", "media": PICTURE})
    (element,) = card["message"]["attachment"]["payload"]["elements"]
    assert element == {"title": "Look", "image_url": URL}
    _, guide = sent(channel, {"text": "", "media": GUIDE, "language": "hi"})
    (element,) = guide["message"]["attachment"]["payload"]["elements"]
    assert element == {"title": "A car", "buttons": [{"type": "web_url", "url": URL, "title": "Guide.pdf"}]}
    _, long = sent(channel, {"text": "x" * 81, "media": PICTURE})
    assert long["message"]["text"].endswith(URL)


def test_telegram_is_sent_photos_and_documents() -> None:
    url, photo = sent("telegram", {"text": "Look", "media": PICTURE})
    assert url.endswith("/sendPhoto") and photo == {"chat_id": 42, "photo": URL, "caption": "Look"}
    url, guide = sent("telegram", {"text": "", "media": GUIDE})
    assert url.endswith("/sendDocument") and guide == {"chat_id": 42, "document": URL}


def test_slack_is_sent_a_block_with_its_alternative_text() -> None:
    _, picture = sent("slack", {"text": "Look", "media": PICTURE, "language": "en"})
    assert picture["blocks"][1] == {"type": "image", "image_url": URL, "alt_text": "A car"}
    assert picture["text"] == "Look" and picture["blocks"][0]["text"]["text"] == "Look"
    _, alone = sent("slack", {"text": "", "media": PICTURE})
    assert alone["text"] == "A car" and len(alone["blocks"]) == 1
    _, guide = sent("slack", {"text": "Read", "media": GUIDE})
    assert guide["text"] == f"Read\n<{URL}|Guide.pdf>" and "blocks" not in guide


def test_a_channel_without_pictures_is_sent_the_address() -> None:
    message = fit({"text": "Look", "media": PICTURE}, ADAPTERS["voice"].limits, "https://bots.example")
    assert message == Outgoing(f"Look\n{URL}")


@pytest.mark.both
def test_a_person_on_whatsapp_receives_the_picture(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    admin = as_("admin")
    medium = upload_medium(admin, create_bot(admin, name="Shelf"), alt="A car").json
    account = Account(admin, "whatsapp", flow_with(medium["file"], flow=DESK)).connect()
    assert account.send(client, whatsapp(wa_text("hello", "m1"))).status_code == 200
    do_jobs(app)
    (image,) = [body["image"] for body in provider.sent() if body.get("type") == "image"]
    assert image["caption"] == "Look at this"
    base = app.config["SETTINGS"].base_url
    assert image["link"] == base + medium["url"] and client.get(medium["url"]).status_code == 200
