"""WhatsApp Cloud API."""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

from app.channels.messaging.adapters.contract import (
    Call,
    Credentials,
    Inbound,
    Limits,
    Outgoing,
    Receipt,
    UnreadableRequest,
    answer_of,
    bearer,
    coordinates_of,
    load,
    moment_of,
    objects,
    part,
    read_items,
    text_of,
)
from app.channels.messaging.adapters.meta import VERSION, MetaAdapter, read_meta_receipt

MEDIA = ("image", "video", "audio", "document", "sticker")
TRANSIENT = ("130429", "131056", "131000")
SENDER, RECIPIENT = ("from", "from_user_id"), ("recipient_id", "recipient_user_id")
"""The fields of a person's number and other id."""
Contacts = Mapping[str, Mapping[str, Any]]
STATUSES = ("sent", "delivered", "read", "failed")


class WhatsApp(MetaAdapter):
    """Messages and statuses of one phone number."""

    name = "whatsapp"
    limits = Limits(text=4096, body=1024, buttons=3, title=20, rows=10, row_title=24, payload=200, caption=1024)

    def read(self, body: bytes, headers: Mapping[str, str]) -> list[Inbound]:
        """Return the events of every entry and every change."""
        document = load(body)
        if document.get("object") != "whatsapp_business_account":
            raise UnreadableRequest("other_object")
        return [
            event
            for entry in objects(document.get("entry"))
            for change in objects(entry.get("changes"))
            for event in _events(change, entry)
        ]

    def write(self, message: Outgoing, to: str, account: str, credentials: Credentials, address: str) -> Call:
        """Return a text, buttons, a list, a picture, a file or a template."""
        recipient = {"to": to} if to.isdecimal() else {"recipient": to}
        body = {"messaging_product": "whatsapp", "recipient_type": "individual"} | recipient | _content(message)
        if message.reference:
            body["biz_opaque_callback_data"] = message.reference
        return Call(f"{address}/{VERSION}/{account}/messages", body, bearer(credentials["access_token"]))

    def receipt(self, status: int | None, body: bytes, retry_after: float | None) -> Receipt:
        """Read the id of the message, or the error."""
        messages = objects(answer_of(body).get("messages"))
        return read_meta_receipt(status, body, text_of(messages[0].get("id")) if messages else "", TRANSIENT)

    def probe(self, account: str, credentials: Credentials, address: str, webhook: str) -> Call:
        """Return the call that reads the phone number."""
        return Call(f"{address}/{VERSION}/{account}", None, bearer(credentials["access_token"]), "GET")

    def locate(self, medium: Mapping[str, Any], credentials: Credentials, address: str) -> Call | None:
        """Return the call that reads a file's address, which is good for five minutes."""
        return _file_call(f"{address}/{VERSION}/{quote(text_of(medium.get('ext_media_id')), safe='')}", credentials)

    def download(
        self, medium: Mapping[str, Any], location: Mapping[str, Any], credentials: Credentials, address: str
    ) -> Call | None:
        """Return the call of that address, which wants the token as well."""
        url = text_of(location.get("url"), 2000)
        return _file_call(url, credentials) if url else None


def _file_call(url: str, credentials: Credentials) -> Call:
    return Call(url, None, bearer(credentials["access_token"]), "GET")


def _events(change: Mapping[str, Any], entry: Mapping[str, Any]) -> Iterator[Inbound]:
    """Yield the events of one change."""
    field, value = text_of(change.get("field")), part(change, "value")
    account = text_of(part(value, "metadata").get("phone_number_id"), 80)
    if field != "messages":
        yield from read_items("", [value], lambda value: _template(field, value, entry))
        return
    contacts = {key: contact for contact in objects(value.get("contacts")) for key in _ids(contact)}
    yield from read_items(account, value.get("messages"), lambda message: _message(account, message, contacts))
    yield from read_items(account, value.get("statuses"), lambda status: _status(account, status, contacts))


def _template(field: str, value: Mapping[str, Any], entry: Mapping[str, Any]) -> Inbound:
    """Return what a change says of a message template; the same may be said again at another time."""
    kind = "template" if field.startswith(("message_template", "template_category")) else "ignored"
    keys = {"template": "message_template_name", "language": "message_template_language", "event": "event",
             "reason": "reason", "quality": "new_quality_score", "category": "new_category"}  # fmt: skip
    lengths = {"template": 200, "language": 12, "reason": 120}
    more = {ours: text_of(value.get(theirs), lengths.get(ours, 40)) for ours, theirs in keys.items()}
    at = moment_of(entry.get("time"), 1000)
    key = ":".join((field, text_of(entry.get("id"), 80), *more.values(), str(at // 1000)))
    return Inbound("", key, "", kind, at, more=more | {"field": field})


def _ids(contact: Mapping[str, Any]) -> list[str]:
    """Return the ids of a contact."""
    return [key for name in ("wa_id", "user_id") if (key := text_of(contact.get(name), 120))]


def _users(item: Mapping[str, Any], fields: tuple[str, str], contact: Mapping[str, Any]) -> tuple[str, ...]:
    """Return all ids of a person, the number first: who hides it is called by the other one alone."""
    number, user_id = (text_of(item.get(field), 120) for field in fields)
    ids = (number, text_of(contact.get("wa_id"), 120), user_id, text_of(contact.get("user_id"), 120))
    return tuple(dict.fromkeys(filter(None, ids)))


def _contact(item: Mapping[str, Any], fields: tuple[str, str], contacts: Contacts) -> Mapping[str, Any]:
    """Return the contact of a person; an empty one where there is none."""
    ids = (text_of(item.get(field), 120) for field in fields)
    return next((contacts[id_] for id_ in ids if id_ in contacts), {})


def _message(account: str, message: Mapping[str, Any], contacts: Contacts) -> Inbound:
    contact = _contact(message, SENDER, contacts)
    users, key = _users(message, SENDER, contact), text_of(message.get("id"), 200)
    if not users or not key:
        raise UnreadableRequest("no_sender")
    kind, text, payload, more = _content_of(message)
    return Inbound(
        account, key, users[0], kind, moment_of(message.get("timestamp"), 1000), text=text, payload=payload,
        aliases=users[1:], media=more, ref=_reference(message), name=text_of(part(contact, "profile").get("name"), 120),
    )  # fmt: skip


def _content_of(message: Mapping[str, Any]) -> tuple[str, str, str, tuple[dict[str, Any], ...]]:
    """Return kind, text, payload and media of a message."""
    kind = text_of(message.get("type"), 40)
    content = part(message, kind)
    if kind == "text":
        return "text", text_of(content.get("body")), "", ()
    if kind == "button":
        return "choice", text_of(content.get("text")), text_of(content.get("payload"), 500), ()
    if kind == "interactive":
        reply = part(content, text_of(content.get("type"), 40))
        return "choice", text_of(reply.get("title")), text_of(reply.get("id"), 500), ()
    if kind in MEDIA:
        names = {"id": "ext_media_id", "mime_type": "mime", "sha256": "sha256", "filename": "filename"}
        medium = {ours: text_of(content.get(theirs), 300) for theirs, ours in names.items() if content.get(theirs)}
        return "media", text_of(content.get("caption")), "", (medium | {"type": kind},)
    if kind == "location":
        place = ", ".join(filter(None, (text_of(content.get("name"), 200), text_of(content.get("address"), 300))))
        return "location", place or coordinates_of(content), "", ()
    if kind == "contacts":
        people = [text_of(part(card, "name").get("formatted_name"), 120) for card in objects(message.get("contacts"))]
        return "contact", ", ".join(filter(None, people)), "", ()
    if kind == "reaction":
        return "reaction", text_of(content.get("emoji"), 20), text_of(content.get("message_id"), 200), ()
    return ("ignored" if kind == "system" else "unsupported"), "", "", ()


def _reference(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a message answers, and the advertisement it came by."""
    referral = part(message, "referral")
    reference = {
        "reply_to": text_of(part(message, "context").get("id"), 200),
        "ad_source_id": text_of(referral.get("source_id"), 120),
        "ad_url": text_of(referral.get("source_url"), 300),
        "ctwa_clid": text_of(referral.get("ctwa_clid"), 200),
    }
    return {name: value for name, value in reference.items() if value}


def _status(account: str, status: Mapping[str, Any], contacts: Contacts) -> Inbound:
    key, name = text_of(status.get("id"), 200), text_of(status.get("status"), 20)
    errors = objects(status.get("errors"))
    code = text_of(errors[0].get("code"), 20) if errors else ""
    detail = text_of(part(errors[0], "error_data").get("details") or errors[0].get("title"), 300) if errors else ""
    users = _users(status, RECIPIENT, _contact(status, RECIPIENT, contacts)) or ("",)
    reference = text_of(status.get("biz_opaque_callback_data"), 80)
    more = {"ids": [key], "status": name, "code": code, "detail": detail, "reference": reference}
    kind = "status" if name in STATUSES else "ignored"
    at = moment_of(status.get("timestamp"), 1000)
    return Inbound(account, f"{key}:{name}", users[0], kind, at, aliases=users[1:], more=more)


def _content(message: Outgoing) -> dict[str, Any]:
    """Return the part of a call that depends on the kind of message."""
    if message.template is not None:
        parameters = [{"type": "text", "text": message.text}] if message.text else []
        template = {"name": message.template["name"], "language": {"code": message.template["language"]}}
        components = [{"type": "body", "parameters": parameters}] if parameters else []
        return {"type": "template", "template": template | ({"components": components} if components else {})}
    if message.medium is not None:
        kind = "image" if message.medium.kind == "image" else "document"
        medium = {"link": message.medium.url} | ({"caption": message.text} if message.text else {})
        return {"type": kind, kind: medium | ({"filename": message.medium.name} if kind == "document" else {})}
    if not message.options:
        return {"type": "text", "text": {"body": message.text, "preview_url": False}}
    body = {"body": {"text": message.text}}
    if message.is_list:
        rows = [{"id": payload, "title": title} for payload, title in message.options]
        action = {"button": message.list_title, "sections": [{"title": message.list_title, "rows": rows}]}
        return {"type": "interactive", "interactive": {"type": "list", "action": action} | body}
    buttons = [{"type": "reply", "reply": {"id": payload, "title": title}} for payload, title in message.options]
    return {"type": "interactive", "interactive": {"type": "button", "action": {"buttons": buttons}} | body}
