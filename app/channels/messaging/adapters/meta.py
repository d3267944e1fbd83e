"""What the channels of Meta have in common: the challenge of a webhook, its signature, and the answers of Graph."""

import hashlib
import hmac
import re
from collections.abc import Sequence

from app.channels.messaging.adapters.contract import (
    Call,
    Credentials,
    Handshake,
    Inbound,
    NotGenuine,
    RawRequest,
    Receipt,
    answer_of,
    part,
    text_of,
)
from app.core.security.comparing import is_same

VERSION = "v21.0"
_SIGNATURE = re.compile(r"sha256=[0-9a-fA-F]{64}")


class MetaAdapter:
    """The part of an adapter that is the same for WhatsApp, Messenger and Instagram."""

    required: tuple[str, ...] = ("app_secret", "access_token")
    optional: tuple[str, ...] = ()
    generated: tuple[str, ...] = ()
    window_hours = 24

    def handshake(self, request: RawRequest, verify_token: str, credentials: Credentials) -> Handshake | None:
        """Answer the verification of a webhook, which is a GET with `hub.*` in its query."""
        if request.method != "GET":
            return None
        token, challenge = request.query.get("hub.verify_token"), request.query.get("hub.challenge")
        if request.query.get("hub.mode") != "subscribe" or not token or not challenge:
            return Handshake(400, "")
        if not is_same(verify_token, token):
            return Handshake(403, "")
        return Handshake(200, challenge, is_verified=True)

    def check(self, request: RawRequest, credentials: Credentials) -> None:
        """Check `X-Hub-Signature-256`, an HMAC-SHA256 of the raw body; the older SHA-1 alone proves nothing."""
        signature = request.headers.get("x-hub-signature-256", "").strip()
        if not signature:
            raise NotGenuine("missing_signature")
        expected = "sha256=" + hmac.new(credentials["app_secret"].encode(), request.body, hashlib.sha256).hexdigest()
        if not _SIGNATURE.fullmatch(signature) or not is_same(expected, signature.lower()):
            raise NotGenuine("wrong_signature")

    def acknowledge(self, event: Inbound, credentials: Credentials, address: str) -> Call | None:
        """Return nothing: the answer to the webhook is enough."""
        return None


def read_meta_receipt(status: int | None, body: bytes, ext_id: str, transient: Sequence[str]) -> Receipt:
    """Read a Graph answer; `ext_id` is the id of the message in it, `transient` the codes to try again."""
    if status is not None and 200 <= status < 300 and ext_id:
        return Receipt(ext_id=ext_id)
    error = part(answer_of(body), "error")
    code = text_of(error.get("code"), 20) or (str(status) if status else "unreachable")
    again = status is None or status >= 500 or code in transient or error.get("is_transient") is True
    detail = text_of(part(error, "error_data").get("details") or error.get("message"), 300)
    return Receipt(code=code, detail=detail, is_transient=again, is_denied=status == 401 or code == "190")
