"""Slack Events API and interactive messages."""

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlencode

from app.channels.messaging.adapters.contract import (
    Call,
    Credentials,
    Handshake,
    Inbound,
    Limits,
    Medium,
    NotGenuine,
    Outgoing,
    RawRequest,
    Receipt,
    UnreadableRequest,
    answer_of,
    bearer,
    digest,
    load,
    moment_of,
    number_of,
    objects,
    part,
    read_items,
    text_of,
)
from app.core.security.comparing import is_same

TOLERANCE_S = 300
IGNORED = ("message_changed", "message_deleted", "bot_message")
DENIED = ("invalid_auth", "account_inactive", "token_revoked", "not_authed", "token_expired")
TRANSIENT = ("ratelimited", "internal_error", "fatal_error", "service_unavailable")
TOO_MANY = 429


class Slack:
    """Messages of one team."""

    name = "slack"
    required: tuple[str, ...] = ("signing_secret", "bot_token")
    optional: tuple[str, ...] = ()
    generated: tuple[str, ...] = ()
    limits = Limits(text=3000, body=3000, buttons=25, title=75, rows=0, row_title=0, payload=2000, caption=3000)
    window_hours = 0

    def handshake(self, request: RawRequest, verify_token: str, credentials: Credentials) -> Handshake | None:
        """Answer `url_verification`, which is signed like every event."""
        if request.method != "POST" or b"url_verification" not in request.body[:4096]:
            return None
        document = answer_of(request.body)
        if document.get("type") != "url_verification":
            return None
        self.check(request, credentials)
        return Handshake(200, text_of(document.get("challenge"), 1000), is_verified=True)

    def check(self, request: RawRequest, credentials: Credentials) -> None:
        """Check the signature of moment and raw body, and that the moment is now."""
        at = request.headers.get("x-slack-request-timestamp", "")
        signature = request.headers.get("x-slack-signature", "")
        if not at or not signature:
            raise NotGenuine("missing_signature")
        if not (at.isascii() and at.isdecimal()) or abs(request.now - int(at[:12])) > TOLERANCE_S:
            raise NotGenuine("old_signature")
        base = b"v0:" + at.encode() + b":" + request.body
        expected = "v0=" + hmac.new(credentials["signing_secret"].encode(), base, hashlib.sha256).hexdigest()
        if not is_same(expected, signature):
            raise NotGenuine("wrong_signature")

    def read(self, body: bytes, headers: Mapping[str, str]) -> list[Inbound]:
        """Return the event of a callback, or the pressed button of a form."""
        if headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
            return _read_buttons(body)
        document = load(body)
        if document.get("type") != "event_callback":
            return [Inbound("", digest(body.decode(errors="replace")), "", "ignored", 0)]
        return [_event(document)]

    def write(self, message: Outgoing, to: str, account: str, credentials: Credentials, address: str) -> Call:
        """Return a text, with buttons where there are options; `thread` is `channel` or `channel:thread_ts`."""
        channel, _, thread = message.thread.partition(":")
        body: dict[str, Any] = {"channel": channel or to.rpartition(":")[2], "text": message.text}
        if thread:
            body["thread_ts"] = thread
        if message.medium is not None:
            body |= _blocks(message.text, message.medium)
        if message.options:
            buttons = [
                {"type": "button", "text": {"type": "plain_text", "text": title}, "value": payload,
                 "action_id": f"option_{place}"}
                for place, (payload, title) in enumerate(message.options)
            ]  # fmt: skip
            section = {"type": "section", "text": {"type": "mrkdwn", "text": message.text}}
            body["blocks"] = [section, {"type": "actions", "elements": buttons}]
        return Call(f"{address}/chat.postMessage", body, bearer(credentials["bot_token"]))

    def receipt(self, status: int | None, body: bytes, retry_after: float | None) -> Receipt:
        """Read `ts`, or the error, which comes with status 200 too."""
        answer = answer_of(body)
        if answer.get("ok") is True:
            return Receipt(ext_id=text_of(answer.get("ts"), 40))
        code = text_of(answer.get("error"), 40) or (str(status) if status else "unreachable")
        again = status is None or status >= 500 or status == TOO_MANY or code in TRANSIENT
        return Receipt(code=code, is_transient=again, is_denied=code in DENIED, retry_after=retry_after or 0.0)

    def probe(self, account: str, credentials: Credentials, address: str, webhook: str) -> Call:
        """Return the call that tests the token."""
        return Call(f"{address}/auth.test", {}, bearer(credentials["bot_token"]))

    def locate(self, medium: Mapping[str, Any], credentials: Credentials, address: str) -> Call | None:
        """Return the call that reads what is known of a file."""
        query = urlencode({"file": text_of(medium.get("ext_media_id"))})
        return Call(f"{address}/files.info?{query}", None, bearer(credentials["bot_token"]), "GET")

    def download(
        self, medium: Mapping[str, Any], location: Mapping[str, Any], credentials: Credentials, address: str
    ) -> Call | None:
        """Return the call of the file's private address."""
        url = text_of(part(location, "file").get("url_private_download"), 2000)
        return Call(url, None, bearer(credentials["bot_token"]), "GET") if url else None

    def acknowledge(self, event: Inbound, credentials: Credentials, address: str) -> Call | None:
        """Return nothing: the answer to the webhook is enough."""
        return None


def _blocks(text: str, medium: Medium) -> dict[str, Any]:
    """Return a text with a picture below it, or with the address of a file."""
    if medium.kind != "image":
        return {"text": "\n".join(filter(None, (text, f"<{medium.url}|{medium.name}>")))}
    section = [{"type": "section", "text": {"type": "mrkdwn", "text": text}}] if text else []
    alt = medium.alt or medium.name
    return {"text": text or alt, "blocks": [*section, {"type": "image", "image_url": medium.url, "alt_text": alt}]}


def _at(timestamp: str) -> int:
    """Return the ms of a `ts`, which is an id and no number."""
    seconds, _, parts = timestamp.partition(".")
    return moment_of(seconds, 1000) + number_of(parts[:3])


def _event(document: Mapping[str, Any]) -> Inbound:
    """Return the event of a callback; a person is `team:user`, a thread the channel with `thread_ts`."""
    event, team = part(document, "event"), text_of(document.get("team_id"), 40)
    key = text_of(document.get("event_id"), 80)
    if not key:
        raise UnreadableRequest("no_event_id")
    user, channel = text_of(event.get("user"), 40), text_of(event.get("channel"), 40)
    is_direct = event.get("type") == "message" and event.get("channel_type") == "im"
    is_said = (is_direct or event.get("type") == "app_mention") and event.get("subtype") not in IGNORED
    own = {
        text_of(authorization.get("user_id"), 40)
        for authorization in objects(document.get("authorizations"))
        if authorization.get("is_bot")
    }
    if not is_said or event.get("bot_id") or not user or user in own:
        return Inbound(team, key, "", "ignored", moment_of(document.get("event_time"), 1000))
    files = tuple({"ext_media_id": text_of(file.get("id"), 80), "mime": text_of(file.get("mimetype"), 80)}
                  for file in objects(event.get("files")))  # fmt: skip
    started = text_of(event.get("thread_ts"), 40) or ("" if is_direct else text_of(event.get("ts"), 40))
    text = text_of(event.get("text"))
    if event.get("type") == "app_mention":
        text = text.partition(">")[2].strip() if text.startswith("<@") else text
    more = {"thread": f"{channel}:{started}" if started else channel}
    kind = "media" if files and not text else "text"
    at = _at(text_of(event.get("ts"), 40))
    return Inbound(team, key, f"{team}:{user}", kind, at, text=text, media=files, more=more)


def _read_buttons(body: bytes) -> list[Inbound]:
    """Return the events of pressed buttons, which come as JSON in a form."""
    fields = parse_qs(body.decode(errors="replace"), max_num_fields=20)
    document = load(fields.get("payload", ["null"])[0].encode())
    user, team = text_of(part(document, "user").get("id"), 40), text_of(part(document, "team").get("id"), 40)
    channel, at = text_of(part(document, "channel").get("id"), 40), text_of(part(document, "message").get("ts"), 40)
    if not user:
        raise UnreadableRequest("no_sender")
    started = text_of(part(document, "message").get("thread_ts"), 40)
    more = {"thread": f"{channel}:{started}" if started else channel}
    team = team or text_of(part(document, "user").get("team_id"), 40)
    return read_items(team, document.get("actions"), lambda action: _choice(action, team, user, at, more))


def _choice(action: Mapping[str, Any], team: str, user: str, at: str, more: dict[str, Any]) -> Inbound:
    """Return the event of one pressed button, or of one chosen entry of a menu."""
    moment, option = text_of(action.get("action_ts"), 40), part(action, "selected_option")
    return Inbound(
        team, digest(moment, user, at, text_of(action.get("action_id"), 80)), f"{team}:{user}", "choice", _at(moment),
        text=text_of(part(action, "text").get("text")) or text_of(part(option, "text").get("text")),
        payload=text_of(action.get("value"), 2000) or text_of(option.get("value"), 2000),
        ref={"reply_to": at} if at else {}, more=more,
    )  # fmt: skip
