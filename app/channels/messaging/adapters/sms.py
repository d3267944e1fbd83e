"""SMS by Twilio: texts on one number, with pictures where its country has them."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlencode

from app.channels.messaging.adapters.contract import (
    Call,
    Credentials,
    Inbound,
    Limits,
    Outgoing,
    UnreadableRequest,
    number_of,
    text_of,
)
from app.channels.messaging.adapters.twilio import Twilio, authorization, call_of, fields_of

STATUSES = {"sent": "sent", "delivered": "delivered", "read": "read", "undelivered": "failed", "failed": "failed"}
"""What we call the provider's states of a message; those before it was sent say nothing."""
LONGEST = 1600
SHORT_CODE = 6
"""Digits of the longest number that belongs to no country."""
MOST_MEDIA = 10


class Sms(Twilio):
    """Messages on one number."""

    name = "sms"
    required: tuple[str, ...] = ("account_sid", "auth_token")
    optional: tuple[str, ...] = ()
    limits = Limits(text=LONGEST, body=LONGEST, buttons=0, title=0, rows=0, row_title=0, payload=100)

    def read(self, body: bytes, headers: Mapping[str, str]) -> list[Inbound]:
        """Return the message of a form, or what became of one of ours."""
        fields = {name: text_of(values[-1]) for name, values in fields_of(body).items()}
        key, status = fields.get("MessageSid", ""), fields.get("MessageStatus", "")
        if not key:
            raise UnreadableRequest("no_event_id")
        return [_report(key, status, fields, headers) if status else _message(key, fields)]

    def write(self, message: Outgoing, to: str, account: str, credentials: Credentials, address: str) -> Call:
        """Return the call that sends a text, with the address that hears what becomes of it."""
        fields = {"To": to if len(to) <= SHORT_CODE else f"+{to.removeprefix('+')}", "From": account,
                  "Body": message.text}  # fmt: skip
        if message.callback:
            # What is our own is found by the provider's id.
            reference = "" if message.reference.isdecimal() else message.reference
            query = f"?{urlencode({'reference': reference})}" if reference else ""
            fields["StatusCallback"] = f"{message.callback}{query}"
        return call_of(credentials, address, "/Messages", fields)

    def download(
        self, medium: Mapping[str, Any], location: Mapping[str, Any], credentials: Credentials, address: str
    ) -> Call | None:
        """Return the call of a picture's address, as far as it is the provider's: it is called with our credentials."""
        url = str(medium.get("url") or "")
        headers = {"Authorization": authorization(credentials)}
        return Call(url, None, headers, method="GET") if url.startswith(f"{address}/") else None


def _message(key: str, fields: Mapping[str, str]) -> Inbound:
    """Return a person's message; one of another channel on the same number is ignored."""
    sender = fields.get("From", "")
    if not sender:
        raise UnreadableRequest("no_sender")
    text, count = fields.get("Body", ""), min(number_of(fields.get("NumMedia")), MOST_MEDIA)
    media = tuple(
        {"type": "file", "mime": fields.get(f"MediaContentType{at}", ""), "url": fields.get(f"MediaUrl{at}", "")}
        for at in range(count)
    )
    kind = "ignored" if ":" in sender else "media" if media else "text" if text else "unsupported"
    return Inbound("", key, sender.removeprefix("+"), kind, 0, text=text, media=media)


def _report(key: str, status: str, fields: Mapping[str, str], headers: Mapping[str, str]) -> Inbound:
    """Return what became of a message of ours."""
    known = STATUSES.get(status)
    reference = parse_qs(headers.get("query", "")).get("reference", [""])[0]
    more = {"ids": [key], "status": known, "code": fields.get("ErrorCode", "")[:40], "reference": reference[:80]}
    kind = "ignored" if known is None else "status"
    return Inbound("", f"{key}:{status}"[:200], fields.get("To", "").removeprefix("+"), kind, 0, more=more)
