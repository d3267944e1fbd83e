"""Rules of tokens: making, rotating and revoking them, and finding the bot behind one."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, or_, select

from app.accounts.auth.visitors import PROGRAM_SECRET
from app.bots.catalog.models import Bot
from app.channels.tokens.models import IDENTITY, BotToken
from app.clients.models import Outlet
from app.core import clock
from app.core.db.base import db, fetch, note
from app.core.db.ids import new_id
from app.core.db.tenancy import everywhere
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.http import outgoing
from app.core.security.comparing import is_same
from app.core.security.encryption import seal, unseal
from app.core.security.signatures import is_signed, sign
from app.core.values.urls import split_url

OVERLAP = timedelta(days=7)
"""How long the token, or identity secret, before a rotation stays good."""
TRIAL = timedelta(hours=12)
"""How long a page for trying a bot can open conversations that count as tests."""
MOST = 50
MOST_ORIGINS = 50
MOST_REFUSED = 10
REFUSED_FOR = timedelta(days=7)
"""How long a refused page is listed."""
USED_EVERY = timedelta(minutes=5)
"""How exactly the last use is known: a busy page does not write its token's row at every opening."""
_LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_IPV6 = re.compile(r"\[[0-9a-f:]{2,39}\]")
ORIGIN_HELP = "Write an origin such as https://www.example.com, https://*.example.com or http://localhost:3000."


def list_tokens(bot: Bot) -> Select[BotToken]:
    """Select a bot's tokens that are not revoked."""
    return select(BotToken).where(BotToken.bot_id == bot.id, BotToken.revoked_at.is_(None))


def get_token(bot: Bot, token_id: int) -> BotToken:
    """Return a bot's token that is not revoked; Conflict where it is, NotFound where there is none."""
    row = fetch(select(BotToken).where(BotToken.bot_id == bot.id, BotToken.id == token_id), "There is no such token.")
    if row.state == "revoked":
        raise _impossible(row, "be used any more", [])
    return row


def _impossible(row: BotToken, action: str, possible: list[str]) -> Conflict:
    detail = f"A token that is {row.state} cannot {action}."
    return Conflict(detail, code="invalid_transition", extra={"possible": possible})


def outlet_names(outlet_ids: Iterable[int]) -> Select[int, str]:
    """Select outlets by their ids, with their names."""
    return select(Outlet.id, Outlet.name).where(Outlet.id.in_(list(outlet_ids)))


def create_token(bot: Bot, values: Mapping[str, Any], user_id: int | None = None) -> tuple[BotToken, str]:
    """Make a token; return it with its text, which of a program's token is never shown again."""
    if bot.state == "archived":
        raise Conflict("An archived bot cannot get tokens. Restore it first.", code="archived")
    if len(db.session.scalars(list_tokens(bot).limit(MOST)).all()) >= MOST:
        raise Conflict(f"A bot has at most {MOST} tokens. Revoke one first.", code="too_many")
    row = BotToken(
        id=new_id(), workspace_id=bot.workspace_id, bot_id=bot.id, kind=values["kind"], scopes=[], created_by=user_id
    )
    text = _renew(row)
    change_token(row, values)
    db.session.add(row)
    db.session.flush()
    return row, text


def change_token(row: BotToken, values: Mapping[str, Any]) -> None:
    """Change a token's name, origins, scopes, outlet, identity, callback address or end."""
    errors: dict[str, list[str]] = {}
    if row.kind == "api" and values.get("origins"):
        errors["origins"] = [BeyondSchema("Only web tokens have origins: a program's token is secret.")]
    if row.kind == "web" and values.get("scopes"):
        errors["scopes"] = [BeyondSchema("Only program tokens have scopes: a web token can only talk to its bot.")]
    if row.kind == "web" and values.get("callback_url"):
        errors["callback_url"] = [BeyondSchema("Only program tokens have replies sent to an address.")]
    elif values.get("callback_url") and not outgoing.may_call(values["callback_url"]):
        errors["callback_url"] = [BeyondSchema("This address is not public.")]
    if row.kind == "api" and not values.get("scopes", row.scopes):
        errors["scopes"] = [BeyondSchema("Choose at least one permission.")]
    if values.get("expires_at") is not None and values["expires_at"] <= clock.now():
        errors["expires_at"] = [BeyondSchema("Must be in the future.")]
    if values.get("outlet") is not None and db.session.scalar(outlet_names([values["outlet"]])) is None:
        errors["outlet"] = [BeyondSchema("This outlet does not exist.")]
    if errors:
        raise Invalid(errors)
    if "outlet" in values:
        row.outlet_id = values["outlet"]
    if "origins" in values:
        row.origins = normal_origins(values["origins"])
    if "identity" in values and values["identity"] in IDENTITY:
        row.identity = values["identity"]
    for name in ("name", "scopes", "callback_url", "expires_at"):
        if name in values:
            setattr(row, name, values[name])
    db.session.flush()


def rotate_token(row: BotToken) -> str:
    """Replace a token's secret; the old one works for a week, during which it cannot be replaced again."""
    if row.state != "active":
        raise _impossible(row, "be replaced until the one before it ends", ["revoke"])
    if row.expires_at is not None and row.expires_at <= clock.now():
        raise Conflict("This token has expired. Change when it expires first.", code="expired")
    row.previous_hash, row.previous_until = row.token_hash, clock.now() + OVERLAP
    text = _renew(row)
    db.session.flush()
    return text


def revoke_token(row: BotToken) -> None:
    """Let a token open nothing any more, at once."""
    row.revoked_at = clock.now()
    db.session.flush()


def revoke_all(bot: Bot) -> None:
    """Let no token of a bot open anything any more."""
    for row in db.session.scalars(list_tokens(bot)):
        revoke_token(row)


def _renew(row: BotToken) -> str:
    """Draw a token's text."""
    text = f"{'w_' if row.kind == 'web' else PROGRAM_SECRET}{secrets.token_urlsafe(24)}"
    row.token_hash, row.prefix = digest(text), text[:8]
    row.public_token = text if row.kind == "web" else None
    return text


def digest(text: str) -> str:
    """Return what a secret is found by."""
    return hashlib.sha256(text.encode()).hexdigest()


def find_token(text: str, kind: str) -> BotToken | None:
    """Return the token of a text that is good now, of whatever workspace; None for any other text."""
    now, hashed = clock.now(), digest(text)
    previous = (BotToken.previous_hash == hashed) & (BotToken.previous_until > now)
    query = select(BotToken).where(
        or_(BotToken.token_hash == hashed, previous),
        BotToken.kind == kind,
        BotToken.revoked_at.is_(None),
        or_(BotToken.expires_at.is_(None), BotToken.expires_at > now),
    )
    with everywhere():
        return db.session.scalar(query)


def note_use(row: BotToken, page: str | None = None) -> None:
    """Remember when and on which page a token was last used."""
    now = clock.now()
    if row.last_used_at is None or now - row.last_used_at >= USED_EVERY or row.last_page != page:
        note(row, last_used_at=now, last_page=page)


def note_refusal(row: BotToken, origin: str) -> None:
    """Remember that pages of an origin were refused; a flood of made-up origins fills the list once a week at most."""
    now = clock.now()
    pages = [page for page in row.refused if now - datetime.fromisoformat(page["at"]) < REFUSED_FOR]
    others = [page for page in pages if page["origin"] != origin]
    if len(others) < MOST_REFUSED:
        note(row, refused=[{"origin": origin, "at": now.isoformat()}, *others])


def is_refusal_new(row: BotToken, origin: str) -> bool:
    """Whether a refused origin is worth noting: a browser's, and neither noted just now nor one too many."""
    pages = {page["origin"]: clock.now() - datetime.fromisoformat(page["at"]) for page in row.refused}
    try:
        is_normal = _normal_origin(origin) == origin
    except Invalid:
        return False
    if origin in pages:
        return is_normal and pages[origin] >= USED_EVERY
    return is_normal and sum(age < REFUSED_FOR for age in pages.values()) < MOST_REFUSED


def refused_pages(row: BotToken) -> list[dict[str, str]]:
    """Return the origins that were refused lately and still would be, the newest first."""
    since = clock.now() - REFUSED_FOR
    return [
        page
        for page in row.refused
        if datetime.fromisoformat(page["at"]) > since and not allows(row, page["origin"], "")
    ]


# ---- origins ------------------------------------------------------------------------------------------


def normal_origins(origins: list[str]) -> list[str]:
    """Return origins in the form browsers send, sorted, each once; Invalid names the first that is none."""
    unique_origins = {_normal_origin(origin) for origin in origins if origin.strip()}
    if len(unique_origins) > MOST_ORIGINS:
        raise Invalid({"origins": [BeyondSchema(f"At most {MOST_ORIGINS} origins.")]})
    return sorted(unique_origins)


def _normal_origin(origin: str) -> str:
    """One origin: scheme, host and port, as far as it is not the scheme's own; a bare host is taken as https."""
    text = origin.strip().lower()
    if "://" not in text and "." in text:
        text = f"https://{text}"
    parts = split_url(text)
    port = parts.port
    host = parts.netloc.rpartition(":")[0] if port is not None else parts.netloc.removesuffix(":")
    if parts.scheme not in ("http", "https") or not _is_host(host) or parts.path not in ("", "/"):
        raise Invalid({"origins": [BeyondSchema(f"“{origin[:100]}” is no origin. {ORIGIN_HELP}")]})
    if len(host) > 253 or parts.query or parts.fragment:
        raise Invalid({"origins": [BeyondSchema(f"“{origin[:100]}” is no origin. {ORIGIN_HELP}")]})
    own = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + (f":{port}" if port is not None and port != own else "")


def _is_host(host: str) -> bool:
    """Whether a host is a name, an address, or a name whose first part matches any."""
    labels = host.removeprefix("*.").split(".")
    return bool(_IPV6.fullmatch(host)) or all(_LABEL.fullmatch(label) for label in labels)


def allows(row: BotToken, origin: str | None, own: str) -> bool:
    """Whether a page of an origin may use a web token: one that is listed, any where none is, or ours.

    `origin` is None where a request names none.
    """
    if not row.origins or (origin is not None and origin == own):
        return True
    return origin is not None and any(_fits(pattern, origin) for pattern in row.origins)


def _fits(pattern: str, origin: str) -> bool:
    """Whether an origin is a listed one, or a subdomain of one that begins with `*.`."""
    scheme, _, place = pattern.partition("://")
    if not place.startswith("*."):
        return pattern == origin
    other_scheme, _, other = origin.partition("://")
    return scheme == other_scheme and other.endswith(place[1:]) and len(other) > len(place[1:])


# ---- trials -------------------------------------------------------------------------------------------


def sign_trial(row: BotToken) -> str:
    """Return what a conversation is opened with that a person of the workspace has to try the bot."""
    ends = int((clock.now() + TRIAL).timestamp())
    return f"{ends}.{sign(_trial(row, ends))}"


def is_trial(row: BotToken, signed: str) -> bool:
    """Whether a conversation is opened with what `sign_trial` has given for this token, in time."""
    ends, _, signature = signed.partition(".")
    if not (ends.isascii() and ends.isdecimal() and len(ends) < 12) or int(ends) < clock.now().timestamp():
        return False
    return is_signed(_trial(row, int(ends)), signature)


def _trial(row: BotToken, ends: int) -> str:
    """What is signed of a trial that ends at a second of the epoch."""
    return f"trial:{row.id}:{ends}"


# ---- identity -----------------------------------------------------------------------------------------


def renew_identity(row: BotToken) -> str:
    """Draw a new identity secret and return it; the one before stays good for a week."""
    secret = secrets.token_urlsafe(32)
    old_secrets = identity_secrets(row)[:1]
    clear = "\n".join([secret, *old_secrets]).encode()
    row.sealed_identity = seal(BotToken.sealed_identity, clear, workspace_id=row.workspace_id, row_id=row.id)
    row.identity_rotated_at = clock.now()
    db.session.flush()
    return secret


def identity_secrets(row: BotToken) -> list[str]:
    """Return the identity secrets that are good now, the newest first."""
    if row.sealed_identity is None:
        return []
    clear = unseal(BotToken.sealed_identity, row.sealed_identity, workspace_id=row.workspace_id, row_id=row.id)
    secrets = clear.decode().split("\n")
    rotated: datetime | None = row.identity_rotated_at
    return secrets if rotated is not None and clock.now() - rotated < OVERLAP else secrets[:1]


def is_identified(row: BotToken, user_id: str, user_hash: str) -> bool:
    """Whether a page has proved who its visitor is: lower-case hex HMAC-SHA256 of the id by an identity secret."""
    return any(
        is_same(hmac.digest(secret.encode(), user_id.encode(), "sha256").hex(), user_hash)
        for secret in identity_secrets(row)
    )
