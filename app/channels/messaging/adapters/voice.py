"""Twilio Voice: calls placed by its API. What a call says is answered by `app.channels.voice`."""

from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape

from app.channels.messaging.adapters.contract import (
    Call,
    Credentials,
    Handshake,
    Inbound,
    Limits,
    Outgoing,
    RawRequest,
    Receipt,
)
from app.channels.messaging.adapters.twilio import call_of, check_signature, receipt_of


class Voice:
    """Calls on one number."""

    name = "voice"
    required: tuple[str, ...] = ("auth_token",)
    optional: tuple[str, ...] = ("account_sid",)
    generated: tuple[str, ...] = ()
    limits = Limits(text=3000, body=3000, buttons=0, title=0, rows=0, row_title=0, payload=100)
    window_hours = 0

    def handshake(self, request: RawRequest, verify_token: str, credentials: Credentials) -> Handshake | None:
        """Return None: the first signed call proves the account."""
        return None

    def check(self, request: RawRequest, credentials: Credentials) -> None:
        """Check the signature."""
        check_signature(request, credentials)

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

    def receipt(self, status: int | None, body: bytes, retry_after: float | None) -> Receipt:
        """Read what came back."""
        return receipt_of(status, body, retry_after)

    def probe(self, account: str, credentials: Credentials, address: str, webhook: str) -> Call:
        """Return the call that reads the provider's account."""
        return call_of(credentials, address, "", None)

    def locate(self, medium: Mapping[str, Any], credentials: Credentials, address: str) -> Call | None:
        """Return None: nobody sends files in a call."""
        return None

    def download(
        self, medium: Mapping[str, Any], location: Mapping[str, Any], credentials: Credentials, address: str
    ) -> Call | None:
        """Return None as well."""
        return None

    def acknowledge(self, event: Inbound, credentials: Credentials, address: str) -> Call | None:
        """Return None: an answer is one."""
        return None
