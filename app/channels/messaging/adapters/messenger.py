"""Messenger and Instagram: pages of Meta, which speak alike."""

from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

from app.channels.messaging.adapters.contract import (
    Call,
    Credentials,
    Inbound,
    Limits,
    Outgoing,
    Receipt,
    UnreadableRequest,
    answer_of,
    digest,
    load,
    moment_of,
    objects,
    part,
    read_items,
    text_of,
)
from app.channels.messaging.adapters.meta import VERSION, MetaAdapter, read_meta_receipt

TRANSIENT = ("4", "613", "1200", "2")
CARD, CARD_BUTTON = 80, 20
"""Characters of a card's title and of its button."""


class Messenger(MetaAdapter):
    """Messages of one page or one Instagram account."""

    def __init__(self, name: str, document: str, longest: int, *, in_bytes: bool = False) -> None:
        """Serve a channel whose notifications name `document` as their object, and whose texts are so long."""
        self.name, self._document = name, document
        self.limits = Limits(
            text=longest, body=longest, buttons=13, title=20, rows=0, row_title=0, payload=1000, in_bytes=in_bytes,
            caption=CARD,
        )  # fmt: skip

    def read(self, body: bytes, headers: Mapping[str, str]) -> list[Inbound]:
        """Return the events of every entry; changes of a page's feed are none."""
        document = load(body)
        if document.get("object") != self._document:
            raise UnreadableRequest("other_object")
        return [
            event
            for entry in objects(document.get("entry"))
            for account in (text_of(entry.get("id"), 80),)
            for event in read_items(account, entry.get("messaging"), partial(_event, account))
        ]

    def write(self, message: Outgoing, to: str, account: str, credentials: Credentials, address: str) -> Call:
        """Return a text with quick replies, a picture, or a card."""
        content: dict[str, Any] = {"text": message.text} if message.medium is None else _attachment(message)
        if message.options:
            content["quick_replies"] = [
                {"content_type": "text", "title": title, "payload": payload} for payload, title in message.options
            ]
        body = {"recipient": {"id": to}, "messaging_type": "RESPONSE", "message": content}
        url = f"{address}/{VERSION}/{account}/messages?{_token(credentials)}"
        return Call(url, body, {"Content-Type": "application/json"})

    def receipt(self, status: int | None, body: bytes, retry_after: float | None) -> Receipt:
        """Read the id of the message, or the error."""
        return read_meta_receipt(status, body, text_of(answer_of(body).get("message_id"), 200), TRANSIENT)

    def probe(self, account: str, credentials: Credentials, address: str, webhook: str) -> Call:
        """Return the call that reads the page."""
        return Call(f"{address}/{VERSION}/{account}?{_token(credentials)}", None, {}, "GET")

    def locate(self, medium: Mapping[str, Any], credentials: Credentials, address: str) -> Call | None:
        """Return None: the event has the address."""
        return None

    def download(
        self, medium: Mapping[str, Any], location: Mapping[str, Any], credentials: Credentials, address: str
    ) -> Call | None:
        """Return the call of the address."""
        url = text_of(medium.get("url"), 2000)
        return Call(url, None, method="GET") if url else None


def _attachment(message: Outgoing) -> dict[str, Any]:
    """Return a picture alone, or a card: attachments have no text of their own."""
    medium = message.medium
    if medium is None:
        return {}
    if medium.kind == "image" and not message.text:
        return {"attachment": {"type": "image", "payload": {"url": medium.url}}}
    card: dict[str, Any] = {"title": (message.text or medium.alt or medium.name)[:CARD]}
    if medium.kind == "image":
        card["image_url"] = medium.url
    else:
        card["buttons"] = [{"type": "web_url", "url": medium.url, "title": medium.name[:CARD_BUTTON]}]
    return {"attachment": {"type": "template", "payload": {"template_type": "generic", "elements": [card]}}}


def _token(credentials: Credentials) -> str:
    return urlencode({"access_token": credentials["access_token"]})


def _event(account: str, item: Mapping[str, Any]) -> Inbound:
    """Return the event of one item; `timestamp` is a number in ms."""
    sender, at = text_of(part(item, "sender").get("id"), 120), moment_of(item.get("timestamp"))
    if not sender:
        raise UnreadableRequest("no_sender")
    kind, key, text, payload, more = _content(item)
    # A receipt has no id: two people may have read until the same moment, and two receipts name different messages.
    own = key or digest(account, sender, str(at), kind, *map(str, more.values()))
    media = tuple(
        {"type": text_of(attachment.get("type"), 40), "url": text_of(part(attachment, "payload").get("url"), 1000)}
        for attachment in objects(part(item, "message").get("attachments"))
    )
    referral = part(item, "message", "referral") or part(item, "postback", "referral")
    ref = {
        "reply_to": text_of(part(item, "message", "reply_to").get("mid"), 200),
        "ad_source_id": text_of(referral.get("ad_id"), 120),
        "link": text_of(referral.get("ref"), 120),
    }
    ref = {name: value for name, value in ref.items() if value}
    return Inbound(account, own, sender, kind, at, text=text, payload=payload, media=media, ref=ref, more=more)


def _content(item: Mapping[str, Any]) -> tuple[str, str, str, str, dict[str, Any]]:
    """Return kind, id, text, payload and the rest of one item."""
    message, postback = part(item, "message"), part(item, "postback")
    if message:
        key, text = text_of(message.get("mid"), 200), text_of(message.get("text"))
        if message.get("is_echo") is True:
            return "ignored", key, text, "", {}
        if reply := text_of(part(message, "quick_reply").get("payload"), 1000):
            return "choice", key, text, reply, {}
        return ("text" if text else "media"), key, text, "", {}
    if postback:
        reference = text_of(postback.get("payload"), 1000)
        key, title = text_of(postback.get("mid"), 200), text_of(postback.get("title"))
        if "get_started" in reference.casefold():
            return "text", key, title or reference, "", {"begins": True}
        return "choice", key, title, reference, {}
    for name, status in (("read", "read"), ("delivery", "delivered")):
        if receipt := part(item, name):
            ids = [text_of(mid, 200) for mid in receipt.get("mids") or []] if name == "delivery" else []
            # Instagram names the newest message that was read, and says when.
            until = moment_of(receipt.get("watermark")) or (0 if ids else moment_of(item.get("timestamp")))
            return "status", "", "", "", {"ids": ids, "until": until, "status": status}
    return "ignored", "", "", "", {}
