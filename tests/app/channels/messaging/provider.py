"""A provider on loopback that takes messages as the real ones do, and the requests it sends."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode

from app.channels.messaging.adapters import twilio
from tests.factories.servers import serve

SECRETS = {
    "whatsapp": {"app_secret": "wa_secret", "access_token": "wa_token"},
    "messenger": {"app_secret": "ms_secret", "access_token": "ms_token"},
    "instagram": {"app_secret": "ig_secret", "access_token": "ig_token"},
    "telegram": {"bot_token": "77:tg_token", "secret_token": "tg_secret"},
    "slack": {"signing_secret": "sl_secret", "bot_token": "xoxb-token"},
    "sms": {"account_sid": "AC1", "auth_token": "tw_token"},
    "voice": {"auth_token": "tw_token"},
}
ACCOUNTS = {
    "whatsapp": "1065", "messenger": "page1", "instagram": "ig1", "telegram": "77", "slack": "T1",
    "sms": "+912068124410",
}  # fmt: skip


@dataclass
class Provider:
    """What it was asked, and how it answers: `answers` are taken first."""

    url: str = ""
    calls: list[tuple[str, dict[str, Any], dict[str, str]]] = field(default_factory=list)
    answers: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    """What it serves as it is, by path."""
    number: int = 0

    def answer(self, path: str) -> tuple[int, dict[str, Any]]:
        """Answer as the provider whose path it is."""
        if self.answers:
            return self.answers.pop(0)
        self.number += 1
        if path.endswith("/chat.postMessage"):
            return 200, {"ok": True, "ts": f"1700000000.{self.number:06}", "channel": "D1"}
        if path.startswith("/bot"):
            return 200, {"ok": True, "result": {"message_id": self.number}}
        if path.endswith("/Messages.json"):
            return 201, {"sid": f"SM{self.number}", "status": "queued"}
        if path.endswith("/auth.test"):
            return 200, {"ok": True}
        return 200, {"messages": [{"id": f"wamid.{self.number}"}], "message_id": f"mid.{self.number}", "id": "1065"}

    def sent(self) -> list[dict[str, Any]]:
        """The bodies of messages it was sent."""
        ends = ("/messages", "/sendMessage", "/chat.postMessage", "/Messages.json")
        return [body for path, body, _headers in self.calls if path.partition("?")[0].endswith(ends)]


@contextmanager
def provider_on_loopback() -> Iterator[Provider]:
    """Serve a provider."""
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            sent = self.rfile.read(length)
            is_form = "x-www-form-urlencoded" in self.headers.get("Content-Type", "")
            body = dict(parse_qsl(sent.decode())) if is_form else json.loads(sent or b"{}")
            provider.calls.append((self.path, body, dict(self.headers)))
            file = provider.files.get(self.path)
            status, answer = (200, {}) if file is not None else provider.answer(self.path)
            data = json.dumps(answer).encode() if file is None else file
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST

        def log_message(self, *_args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider.url = f"http://127.0.0.1:{server.server_port}"
    with serve(server):
        yield provider


def signed(channel: str, body: bytes, at: float | None = None, url: str = "") -> dict[str, str]:
    """The headers by which a provider proves a body, and the address it was sent to."""
    secrets = SECRETS[channel]
    if channel == "telegram":
        return {"X-Telegram-Bot-Api-Secret-Token": secrets["secret_token"], "Content-Type": "application/json"}
    if channel == "slack":
        moment = str(int(time.time() if at is None else at))
        base = b"v0:" + moment.encode() + b":" + body
        mac = hmac.new(secrets["signing_secret"].encode(), base, hashlib.sha256).hexdigest()
        return {"X-Slack-Request-Timestamp": moment, "X-Slack-Signature": f"v0={mac}",
                "Content-Type": "application/json"}  # fmt: skip
    if channel in ("sms", "voice"):
        text = twilio.signed_text(url, twilio.fields_of(body))
        return {"X-Twilio-Signature": twilio.signature(secrets["auth_token"], text), "Content-Type": twilio.FORM}
    mac = hmac.new(secrets["app_secret"].encode(), body, hashlib.sha256).hexdigest()
    return {"X-Hub-Signature-256": f"sha256={mac}", "Content-Type": "application/json"}


def whatsapp(*messages: Any, statuses: tuple[dict[str, Any], ...] = (), name: str = "Asha Rao") -> bytes:
    """A notification with messages or statuses of one account."""
    value: dict[str, Any] = {"messaging_product": "whatsapp", "metadata": {"phone_number_id": ACCOUNTS["whatsapp"]}}
    if messages:
        value |= {"contacts": [{"profile": {"name": name}, "wa_id": "919845011223"}], "messages": list(messages)}
    if statuses:
        value["statuses"] = list(statuses)
    entry = {"id": "waba", "changes": [{"field": "messages", "value": value}]}
    return json.dumps({"object": "whatsapp_business_account", "entry": [entry]}).encode()


def wa_text(text: str, key: str, at: int | None = None, user: str = "919845011223") -> dict[str, Any]:
    """A text message of WhatsApp."""
    moment = str(int(time.time()) if at is None else at)
    return {"from": user, "id": key, "timestamp": moment, "type": "text", "text": {"body": text}}


def wa_known(message: dict[str, Any], *names: str) -> bytes:
    """A notification with a message of a person who is called by a number, by the other id, or by both."""
    ids = {"from": ("wa_id", "919845011223"), "from_user_id": ("user_id", "CO.10")}
    document = json.loads(whatsapp(message))
    value = document["entry"][0]["changes"][0]["value"]
    value["messages"][0] = {key: text for key, text in message.items() if key != "from"} | {
        name: ids[name][1] for name in names
    }
    value["contacts"] = [{"profile": {"name": "Asha Rao"}} | dict(ids[name] for name in names)]
    return json.dumps(document).encode()


def wa_choice(payload: str, title: str, key: str, kind: str = "list_reply") -> dict[str, Any]:
    """A chosen button or row of WhatsApp."""
    reply = {"type": kind, kind: {"id": payload, "title": title}}
    return {"from": "919845011223", "id": key, "timestamp": str(int(time.time())), "type": "interactive",
            "interactive": reply}  # fmt: skip


def telegram(text: str, update: int, user: int = 5_000_000_000) -> bytes:
    """An update with a text of Telegram; ids need more than 32 bits."""
    person = {"id": user, "is_bot": False, "first_name": "Ravi", "language_code": "hi-IN"}
    message = {"message_id": update, "from": person, "chat": {"id": user, "type": "private"},
               "date": int(time.time()), "text": text}  # fmt: skip
    return json.dumps({"update_id": update, "message": message}).encode()


def messenger(text: str, key: str, channel: str = "messenger") -> bytes:
    """A notification with a text of a page."""
    item = {"sender": {"id": "psid1"}, "recipient": {"id": ACCOUNTS[channel]}, "timestamp": int(time.time() * 1000),
            "message": {"mid": key, "text": text}}  # fmt: skip
    kind = "page" if channel == "messenger" else "instagram"
    return json.dumps({"object": kind, "entry": [{"id": ACCOUNTS[channel], "messaging": [item]}]}).encode()


def slack(text: str, key: str, **more: Any) -> bytes:
    """A callback with a direct message of Slack."""
    event = {"type": "message", "channel_type": "im", "user": "U1", "channel": "D1", "text": text,
             "ts": f"{time.time():.6f}"} | more  # fmt: skip
    body = {"type": "event_callback", "team_id": ACCOUNTS["slack"], "event_id": key, "event": event,
            "event_time": int(time.time())}  # fmt: skip
    return json.dumps(body).encode()


def sms(text: str, key: str, **more: str) -> bytes:
    """A form with a text message of Twilio."""
    fields = {"MessageSid": key, "From": "+919845011223", "To": ACCOUNTS["sms"], "Body": text, "NumMedia": "0"}
    return urlencode(fields | more).encode()


def encoded(body: bytes) -> str:
    """Bytes as base64 text."""
    return base64.b64encode(body).decode()
