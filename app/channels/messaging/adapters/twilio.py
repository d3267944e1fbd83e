"""What Twilio's telephone and messages share: signed forms, and an API that is called by an account."""

import base64
import hashlib
import hmac
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, parse_qsl

from app.channels.messaging.adapters.contract import (
    Call,
    Credentials,
    Handshake,
    Inbound,
    NotGenuine,
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


def call_of(credentials: Credentials, address: str, place: str, fields: Mapping[str, str] | None) -> Call:
    """Return a call of the provider's account: of a place in it, with the fields of a form, or without to read it."""
    headers = {"Authorization": authorization(credentials), "Content-Type": FORM}
    url = f"{address}/{API}/Accounts/{credentials.get('account_sid') or '-'}{place}.json"
    return Call(url, fields, headers, method="GET" if fields is None else "POST", is_form=fields is not None)


def authorization(credentials: Credentials) -> str:
    """Return how the API is called by an account."""
    pair = f"{credentials.get('account_sid', '')}:{credentials['auth_token']}"
    return f"Basic {base64.b64encode(pair.encode()).decode()}"


class Twilio:
    """What the adapters of an account share."""

    generated: tuple[str, ...] = ()
    window_hours = 0

    def handshake(self, request: RawRequest, verify_token: str, credentials: Credentials) -> Handshake | None:
        """Return None: the first signed request proves the account."""
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

    def receipt(self, status: int | None, body: bytes, retry_after: float | None) -> Receipt:
        """Read what came back of a call that places a call or sends a message."""
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
        return call_of(credentials, address, "", None)

    def locate(self, medium: Mapping[str, Any], credentials: Credentials, address: str) -> Call | None:
        """Return None: an event says where its files are."""
        return None

    def acknowledge(self, event: Inbound, credentials: Credentials, address: str) -> Call | None:
        """Return None: nothing waits."""
        return None
