"""Twilio Voice: signed forms, and calls placed by its API. What a call says is answered by `app.channels.voice`."""

import base64
import hashlib
import hmac
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, parse_qsl
from xml.sax.saxutils import escape

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
    answer_of,
    text_of,
)
from app.core.security.comparing import is_same
from app.core.values.urls import split_url

API = "2010-04-01"
FORM = "application/x-www-form-urlencoded"
PORTS = {"https": 443, "http": 80}
DENIED, TOO_MANY = (401, 403), 429
FIELDS = 200
"""Fields of a form that are read."""


def signed_text(url: str, fields: Mapping[str, list[str]]) -> str:
    """Return what a signature is of: the address, then each field with its different values, both sorted."""
    return url + "".join(
        f"{name}{value}"
        for name in sorted(fields, key=str.encode)
        for value in sorted(set(fields[name]), key=str.encode)
    )


def signature(token: str, text: str) -> str:
    """Return the signature of a text by an account's token."""
    return base64.b64encode(hmac.new(token.encode(), text.encode(), hashlib.sha1).digest()).decode()


def addresses_of(url: str) -> list[str]:
    """Return the spellings of an address that a signature may be of: with and without the default port."""
    parts = split_url(url)
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    port = PORTS.get(parts.scheme)
    spellings = [url]
    if parts.port in (None, port):
        spellings += [parts._replace(netloc=netloc).geturl() for netloc in (host, f"{host}:{port}")]
    else:
        spellings.append(parts._replace(netloc=host).geturl())
    return list(dict.fromkeys(spellings))


def fields_of(body: bytes) -> dict[str, list[str]]:
    """Return the fields of a form; none of a body that is no form."""
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=FIELDS, errors="strict")
    except (UnicodeDecodeError, ValueError):
        return {}
    fields: dict[str, list[str]] = {}
    for name, value in pairs:
        fields.setdefault(name, []).append(value)
    return fields


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
        """Check the signature of the address and the form, or of the address that names the body's digest."""
        actual, token = request.headers.get("x-twilio-signature", ""), credentials.get("auth_token", "")
        if not actual or not token:
            raise NotGenuine("missing_signature")
        fields: Mapping[str, list[str]] = {}
        if request.method == "POST":
            digest = parse_qs(split_url(request.url).query).get("bodySHA256", [""])[0]
            if digest and not is_same(hashlib.sha256(request.body).hexdigest(), digest.lower()):
                raise NotGenuine("wrong_digest")
            is_form = request.headers.get("content-type", "").partition(";")[0].strip().lower() in ("", FORM)
            if not digest and not is_form:
                raise NotGenuine("missing_digest")
            fields = fields_of(request.body) if is_form else {}
        expected = [signature(token, signed_text(url, fields)) for url in addresses_of(request.url)]
        if not any([is_same(candidate, actual) for candidate in expected]):
            raise NotGenuine("wrong_signature")

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
        return Call(f"{_account(credentials, address)}/Calls.json", fields, _headers(credentials), is_form=True)

    def receipt(self, status: int | None, body: bytes, retry_after: float | None) -> Receipt:
        """Read what came back."""
        answer = answer_of(body)
        if status is not None and 200 <= status < 300:
            return Receipt(ext_id=text_of(answer.get("sid"), 64) or "ok")
        detail = text_of(answer.get("message"), 200)
        if status is None or status == TOO_MANY or status >= 500:
            return Receipt(code=f"http_{status or 0}", detail=detail, is_transient=True, retry_after=retry_after or 0.0)
        return Receipt(
            code=text_of(answer.get("code"), 20) or f"http_{status}", detail=detail, is_denied=status in DENIED
        )

    def probe(self, account: str, credentials: Credentials, address: str, webhook: str) -> Call:
        """Return the call that reads the provider's account."""
        return Call(f"{_account(credentials, address)}.json", None, _headers(credentials), method="GET")

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


def _account(credentials: Credentials, address: str) -> str:
    return f"{address}/{API}/Accounts/{credentials.get('account_sid') or '-'}"


def _headers(credentials: Credentials) -> dict[str, str]:
    return {"Authorization": authorization(credentials), "Content-Type": FORM}


def authorization(credentials: Credentials) -> str:
    """Return how the API is called by an account."""
    pair = f"{credentials.get('account_sid', '')}:{credentials['auth_token']}"
    return f"Basic {base64.b64encode(pair.encode()).decode()}"
