"""OpenID Connect from the client's side: a provider's description and keys, its tokens, and when these are good.

Everything goes out through `app.core.http.outgoing`. Authlib and joserfc are loaded when they are first needed: most
processes never use them.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import orjson

from app.core import clock
from app.core.http import outgoing
from app.core.values.urls import split_url

if TYPE_CHECKING:
    from joserfc.jwk import KeySet

PATIENCE = 6.0
"""Seconds for all the calls of one operation."""
_PLAIN = re.compile(r"[!-~]{1,2000}")
SCOPE = "openid email profile"
ALGORITHMS = [f"{kind}{bits}" for kind in ("RS", "PS", "ES") for bits in (256, 384, 512)] + ["Ed25519", "EdDSA"]
"""Signatures by keys that the provider alone has: none that our own secret could make, and no missing ones."""
LEEWAY = 60
LONGEST_SUBJECT = 255


class ProviderFailed(Exception):
    """A provider could not be used, or what it said is not good; the code says why, the detail how."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a provider says of itself, as far as we need it."""

    issuer: str
    authorize: str
    token: str
    people: str
    by_basic: bool
    """Whether it takes the client's secret in a header, as most do, or else in the body."""
    names_itself: bool
    """Whether its answers say whose they are."""
    keys: list[dict[str, Any]]
    """The public keys it signs by."""


@dataclass(frozen=True, slots=True)
class Client:
    """Who we are at a provider."""

    id: str
    secret: str
    redirect: str


@dataclass(frozen=True, slots=True)
class Secrets:
    """What binds an answer to the browser that asked: the state, the nonce, and what proves that we hold them."""

    state: str
    nonce: str
    verifier: str


@dataclass(frozen=True, slots=True)
class ProviderIdentity:
    """Who has signed in at a provider."""

    subject: str
    email: str
    is_verified: bool
    name: str


Renew = Callable[[], Metadata]


class Caller:
    """Calls a provider within one time for all of an operation; `hosts` may be private and without encryption."""

    def __init__(self, hosts: tuple[str, ...]) -> None:
        self._hosts, self._deadline = hosts, outgoing.Deadline(PATIENCE)

    def check_address(self, url: object) -> str:
        """Return an address that may be called or visited, or raise ProviderFailed."""
        parts = split_url(url if isinstance(url, str) else "")
        is_known = parts.scheme == "http" and (parts.hostname or "").lower() in self._hosts
        if (parts.scheme == "https" or is_known) and parts.username is None and _PLAIN.fullmatch(str(url)):
            if outgoing.check_address(str(url), self._hosts):
                return str(url)
        raise ProviderFailed("insecure", str(url)[:200])

    def call(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> outgoing.HttpResponse:
        """Make one call; the answer's status is the caller's to look at."""
        try:
            left = self._deadline.seconds_left()
        except TimeoutError:
            raise ProviderFailed("timeout", url[:200]) from None
        answer = outgoing.send(method, url, headers=headers, body=body, timeout=left, hosts=self._hosts)
        if answer.error:
            raise ProviderFailed(answer.error, url[:200])
        return answer

    def get(self, url: str, token: str = "") -> dict[str, Any]:
        """A JSON object, or ProviderFailed."""
        headers = {"Accept": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        answer = self.call("GET", self.check_address(url), headers)
        content = _object(answer.body)
        if not answer.ok or content is None:
            raise ProviderFailed("no_answer", f"{answer.status} {url}"[:200])
        return content

    def post(self, url: str, data: dict[str, str], headers: Mapping[str, str], auth: Any) -> "_Reply":
        """What Authlib's client calls for a token."""
        address, headers, body = auth.prepare("POST", self.check_address(url), dict(headers), urlencode(data))
        return _Reply(self.call("POST", address, headers, body.encode()))


class _Reply:
    """An answer as Authlib's client reads it."""

    def __init__(self, answer: outgoing.HttpResponse) -> None:
        self.status_code = answer.status or 0
        self._body = answer.body

    def json(self) -> Any:
        return orjson.loads(self._body)

    def raise_for_status(self) -> None:
        if self.status_code >= 400:
            raise ProviderFailed("no_answer", str(self.status_code))


def _object(body: bytes) -> dict[str, Any] | None:
    """The JSON object of a body, where it is one."""
    try:
        document = orjson.loads(body)
    except orjson.JSONDecodeError:
        return None
    return document if isinstance(document, dict) else None


# ---- what a provider says of itself -------------------------------------------------------------------


def describe(issuer: str, caller: Caller) -> Metadata:
    """Ask a provider for its description and its keys."""
    answer = caller.get(f"{caller.check_address(issuer).rstrip('/')}/.well-known/openid-configuration")
    if answer.get("issuer") != issuer:
        raise ProviderFailed("wrong_issuer", str(answer.get("issuer"))[:200])
    ways = answer.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
    return Metadata(
        issuer=issuer,
        authorize=caller.check_address(answer.get("authorization_endpoint")),
        token=caller.check_address(answer.get("token_endpoint")),
        people=caller.check_address(answer["userinfo_endpoint"]) if answer.get("userinfo_endpoint") else "",
        by_basic="client_secret_basic" in ways,
        names_itself=answer.get("authorization_response_iss_parameter_supported") is True,
        keys=_usable_keys(caller.get(caller.check_address(answer.get("jwks_uri"))).get("keys")),
    )


def _usable_keys(entries: object) -> list[dict[str, Any]]:
    """Return the keys that signatures can be checked by; ProviderFailed where there are none, or broken ones."""
    usable = [
        key for key in (entries if isinstance(entries, list) else [])
        if isinstance(key, dict) and key.get("kty") in ("RSA", "EC", "OKP") and key.get("use", "sig") == "sig"
    ]  # fmt: skip
    if not usable:
        raise ProviderFailed("bad_keys")
    _key_set(usable)
    return usable


def _key_set(keys: list[dict[str, Any]]) -> "KeySet":
    """Return keys as joserfc has them."""
    from joserfc.errors import JoseError
    from joserfc.jwk import KeySet

    try:
        return KeySet.import_key_set({"keys": keys})
    except (JoseError, ValueError, TypeError, KeyError) as error:
        raise ProviderFailed("bad_keys", str(error)[:200]) from None


# ---- signing in ---------------------------------------------------------------------------------------


def _oauth(metadata: Metadata, client: Client, caller: Caller) -> Any:
    """Authlib's client of a provider, calling the way we call."""
    from authlib.oauth2.client import OAuth2Client

    way = "client_secret_basic" if metadata.by_basic else "client_secret_post"
    return OAuth2Client(
        caller, client.id, client.secret, token_endpoint_auth_method=way, scope=SCOPE, redirect_uri=client.redirect,
        code_challenge_method="S256",
    )  # fmt: skip


def address(metadata: Metadata, client: Client, secrets: Secrets, caller: Caller) -> str:
    """Where a browser goes to sign in: by code, with a challenge that we alone can meet."""
    url, _ = _oauth(metadata, client, caller).create_authorization_url(
        metadata.authorize, state=secrets.state, code_verifier=secrets.verifier, nonce=secrets.nonce
    )
    return str(url)


def identify(
    metadata: Metadata, client: Client, secrets: Secrets, code: str, caller: Caller, renew: Renew
) -> ProviderIdentity:
    """Return the person of a code, by a token that is good in every respect; ProviderFailed otherwise.

    `renew` reads the description again when the token is signed by a key that it does not have.
    """
    from authlib.oauth2.base import OAuth2Error

    try:
        token = _oauth(metadata, client, caller).fetch_token(
            metadata.token, grant_type="authorization_code", code=code, code_verifier=secrets.verifier
        )
    except OAuth2Error as error:
        raise ProviderFailed("code_refused", str(error.error)[:200]) from None
    except ValueError:
        raise ProviderFailed("no_answer", metadata.token[:200]) from None
    access = token.get("access_token") if isinstance(token.get("access_token"), str) else ""
    claims = _verify_id_token(token.get("id_token"), metadata, client, secrets, access, renew)
    subject = claims["sub"]
    if not isinstance(subject, str) or not 0 < len(subject) <= LONGEST_SUBJECT:
        raise ProviderFailed("bad_token", "sub")
    if "email" not in claims and metadata.people and access:
        claims = caller.get(metadata.people, access)
        if claims.get("sub") != subject:
            raise ProviderFailed("bad_token", "userinfo sub")
    email, name = claims.get("email"), claims.get("name")
    return ProviderIdentity(
        subject=subject,
        email=email if isinstance(email, str) else "",
        is_verified=claims.get("email_verified") is True,
        name=" ".join(name.split()) if isinstance(name, str) else "",
    )


def _verify_id_token(
    raw: object, metadata: Metadata, client: Client, secrets: Secrets, access: str, renew: Renew
) -> dict[str, Any]:
    """The claims of an ID token: of this provider, for us, for this sign-in, signed and not over."""
    from authlib.oidc.core import CodeIDToken
    from joserfc import jwt
    from joserfc.errors import InvalidKeyIdError, JoseError

    if not isinstance(raw, str):
        raise ProviderFailed("bad_token", "missing")
    try:
        try:
            token = jwt.decode(raw, _key_set(metadata.keys), algorithms=ALGORITHMS)
        except InvalidKeyIdError:
            # The provider has changed its keys since we looked.
            token = jwt.decode(raw, _key_set(renew().keys), algorithms=ALGORITHMS)
        claims = CodeIDToken(
            token.claims,
            token.header,
            {"iss": {"essential": True, "value": metadata.issuer}, "aud": {"essential": True, "value": client.id}},
            {"nonce": secrets.nonce, "client_id": client.id, "access_token": access},
        )
        claims.validate(int(clock.now().timestamp()), LEEWAY)
    except (JoseError, ValueError, TypeError, KeyError) as error:
        raise ProviderFailed("bad_token", str(error)[:200]) from None
    return dict(claims)
