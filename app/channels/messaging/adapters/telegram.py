"""Telegram Bot API."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from app.channels.messaging.adapters.contract import (
    Call,
    Credentials,
    Handshake,
    Inbound,
    Limits,
    NotGenuine,
    Outgoing,
    RawRequest,
    Receipt,
    UnreadableRequest,
    answer_of,
    coordinates_of,
    load,
    moment_of,
    number_of,
    objects,
    part,
    text_of,
)
from app.core.security.comparing import is_same

MEDIA = ("photo", "document", "audio", "voice", "video", "sticker", "animation", "video_note")
TOO_MANY = 429


class Telegram:
    """Updates of one bot account."""

    name = "telegram"
    required: tuple[str, ...] = ("bot_token", "secret_token")
    optional: tuple[str, ...] = ()
    generated: tuple[str, ...] = ("secret_token",)
    limits = Limits(text=4096, body=4096, buttons=100, title=64, rows=0, row_title=0, payload=64, caption=1024)
    window_hours = 0

    def handshake(self, request: RawRequest, verify_token: str, credentials: Credentials) -> Handshake | None:
        """Return nothing: Telegram learns the webhook by a call of ours."""
        return None

    def check(self, request: RawRequest, credentials: Credentials) -> None:
        """Check the secret that every update carries."""
        token = request.headers.get("x-telegram-bot-api-secret-token", "")
        if not token:
            raise NotGenuine("missing_signature")
        if not is_same(credentials["secret_token"], token):
            raise NotGenuine("wrong_signature")

    def read(self, body: bytes, headers: Mapping[str, str]) -> list[Inbound]:
        """Return the event of an update."""
        update = load(body)
        key = text_of(update.get("update_id"), 20)
        if not key:
            raise UnreadableRequest("no_update_id")
        if message := part(update, "message"):
            return [_message(key, message)]
        if query := part(update, "callback_query"):
            return [_read_button(key, query)]
        if change := part(update, "my_chat_member"):
            is_gone = part(change, "new_chat_member").get("status") == "kicked"
            chat = text_of(part(change, "chat").get("id"), 40)
            at = moment_of(change.get("date"), 1000)
            return [Inbound("", key, chat, "opt_out" if is_gone else "ignored", at)]
        return [Inbound("", key, "", "ignored", 0)]

    def write(self, message: Outgoing, to: str, account: str, credentials: Credentials, address: str) -> Call:
        """Return a text with buttons below it, one a row, or a picture or file with its text."""
        chat: dict[str, Any] = {"chat_id": int(to) if to.lstrip("-").isdecimal() else to}
        if message.medium is not None:
            kind, method = ("photo", "sendPhoto") if message.medium.kind == "image" else ("document", "sendDocument")
            medium = {kind: message.medium.url} | ({"caption": message.text} if message.text else {})
            return _call(address, credentials, method, chat | medium)
        body = chat | {"text": message.text}
        if message.options:
            rows = [[{"text": title, "callback_data": payload}] for payload, title in message.options]
            body["reply_markup"] = {"inline_keyboard": rows}
        return _call(address, credentials, "sendMessage", body)

    def receipt(self, status: int | None, body: bytes, retry_after: float | None) -> Receipt:
        """Read the id of the message, or the error with the seconds to wait."""
        answer = answer_of(body)
        if status is not None and answer.get("ok") is True:
            return Receipt(ext_id=text_of(part(answer, "result").get("message_id"), 40) or "0")
        code = number_of(answer.get("error_code")) or status or 0
        after = number_of(part(answer, "parameters").get("retry_after")) or retry_after or 0
        return Receipt(
            code=str(code or "unreachable"), detail=text_of(answer.get("description"), 300), retry_after=float(after),
            is_transient=status is None or code >= 500 or code == TOO_MANY, is_denied=code in (401, 404),
        )  # fmt: skip

    def probe(self, account: str, credentials: Credentials, address: str, webhook: str) -> Call:
        """Return the call that registers the webhook with its secret, or asks for the bot where there is none."""
        if not webhook:
            return _call(address, credentials, "getMe", {})
        body = {"url": webhook, "secret_token": credentials["secret_token"],
                "allowed_updates": ["message", "callback_query", "my_chat_member"]}  # fmt: skip
        return _call(address, credentials, "setWebhook", body)

    def locate(self, medium: Mapping[str, Any], credentials: Credentials, address: str) -> Call | None:
        """Return the call that reads a file's path."""
        return _call(address, credentials, "getFile", {"file_id": medium.get("ext_media_id")})

    def download(
        self, medium: Mapping[str, Any], location: Mapping[str, Any], credentials: Credentials, address: str
    ) -> Call | None:
        """Return the call of that path."""
        path = quote(text_of(part(location, "result").get("file_path"), 500))
        return Call(f"{address}/file/bot{credentials['bot_token']}/{path}", None, method="GET") if path else None

    def acknowledge(self, event: Inbound, credentials: Credentials, address: str) -> Call | None:
        """Return the call that ends the spinning of a pressed button."""
        pressed = event.more.get("callback")
        body = {"callback_query_id": pressed}
        return _call(address, credentials, "answerCallbackQuery", body) if pressed else None


def _call(address: str, credentials: Credentials, method: str, body: Mapping[str, Any]) -> Call:
    return Call(f"{address}/bot{credentials['bot_token']}/{method}", body, {"Content-Type": "application/json"})


def _name(person: Mapping[str, Any]) -> str:
    names = (text_of(person.get("first_name"), 60), text_of(person.get("last_name"), 60))
    return " ".join(filter(None, names))


def _message(key: str, message: Mapping[str, Any]) -> Inbound:
    """Return the event of a message; `/start` begins a conversation, `/start x` says by which link the person came."""
    chat, person = part(message, "chat"), part(message, "from")
    user = text_of(chat.get("id"), 40)
    if not user:
        raise UnreadableRequest("no_chat")
    text = text_of(message.get("text"))
    word, _, start = text.partition(" ")
    more = {"begins": True} if word == "/start" else {}
    ref = {"ad_source_id": start[:120]} if more and start else {}
    media = tuple({"type": name, "ext_media_id": _file_id(message[name])} for name in MEDIA if message.get(name))
    place, card = part(message, "location"), part(message, "contact")
    kind, content = "text", text
    if media:
        kind, content = "media", text_of(message.get("caption"))
    elif place:
        kind, content = "location", coordinates_of(place)
    elif card:
        kind, content = "contact", _name(card)
    elif not text:
        kind = "unsupported"
    if person.get("is_bot") is True or chat.get("type") not in ("private", None):
        kind = "ignored"
    return Inbound(
        "", key, user, kind, moment_of(message.get("date"), 1000), text=content, name=_name(person), media=media,
        ref=ref, language=text_of(person.get("language_code"), 12), more=more,
    )  # fmt: skip


def _file_id(medium: Any) -> str:
    """Return the id of a file; of a picture's sizes the largest comes last."""
    sizes = objects(medium)
    return text_of((sizes[-1] if sizes else medium if isinstance(medium, dict) else {}).get("file_id"), 300)


def _read_button(key: str, query: Mapping[str, Any]) -> Inbound:
    """Return the event of a pressed button."""
    person, message = part(query, "from"), part(query, "message")
    user = text_of(part(message, "chat").get("id"), 40) or text_of(person.get("id"), 40)
    if not user:
        raise UnreadableRequest("no_sender")
    more = {"callback": text_of(query.get("id"), 100)}
    ref = {"reply_to": text_of(message.get("message_id"), 40)}
    payload = text_of(query.get("data"), 200)
    return Inbound("", key, user, "choice", 0, payload=payload, name=_name(person), ref=ref, more=more)
