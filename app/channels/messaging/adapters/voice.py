"""Twilio Voice: calls placed by its API. What a call says is answered by `app.channels.voice`."""

from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape

from app.channels.messaging.adapters.contract import Call, Credentials, Inbound, Limits, Outgoing
from app.channels.messaging.adapters.twilio import Twilio, call_of


class Voice(Twilio):
    """Calls on one number."""

    name = "voice"
    required: tuple[str, ...] = ("auth_token",)
    optional: tuple[str, ...] = ("account_sid",)
    limits = Limits(text=3000, body=3000, buttons=0, title=0, rows=0, row_title=0, payload=100)

    def read(self, body: bytes, headers: Mapping[str, str]) -> list[Inbound]:
        """Return nothing: a call is answered at once, and its requests are not read again."""
        return []

    def write(self, message: Outgoing, to: str, account: str, credentials: Credentials, address: str) -> Call:
        """Return the call that rings a phone; `thread` is the webhook that answers it, else the text is said."""
        fields = {"To": to, "From": account}
        if message.thread:
            fields |= {"Url": message.thread, "StatusCallback": f"{message.thread}/status"}
        else:
            fields["Twiml"] = f"<Response><Say>{escape(message.text)}</Say></Response>"
        return call_of(credentials, address, "/Calls", fields)

    def download(
        self, medium: Mapping[str, Any], location: Mapping[str, Any], credentials: Credentials, address: str
    ) -> Call | None:
        """Return None: nobody sends files in a call."""
        return None
