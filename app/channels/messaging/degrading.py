"""What a bot says, fitted to what a channel can show."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select

from app.bots.media.service import alt_in
from app.channels.messaging.adapters.contract import Limits, Medium, Outgoing
from app.channels.sessions.models import ChannelEvent
from app.core.db.base import db

HASHED = "h:"
"""How the payload of an option begins whose id is too long for the channel."""
CHOOSE = {"en": "Choose", "hi": "चुनें", "ar": "اختر"}
ELLIPSIS = "…"
RECENT = 20


def fit(body: Mapping[str, Any], limits: Limits, base: str = "") -> Outgoing | None:
    """Return an event of a conversation as the channel can show it; None where there is nothing to show.

    Options become buttons, else a list, else numbered lines of the text. A medium whose text is too long to stand
    with it becomes its address, which begins with `base` where it is ours.
    """
    options: Sequence[Mapping[str, Any]] = body.get("options") or ()
    text = _with_links(str(body.get("text") or ""), body)
    address = str((body.get("media") or {}).get("url") or "")
    medium = medium_of(body, base)
    if medium is not None and not options and len(text) <= limits.caption:
        return Outgoing(text, medium=medium)
    text = "\n".join(filter(None, (text, medium.url if medium is not None else address)))
    if not text and not options:
        return None
    titles = [str(option["label"]) for option in options]
    pairs = [payload_of(str(option["id"]), limits) for option in options]
    if not options:
        return Outgoing(shorten(text, limits.text, in_bytes=limits.in_bytes))
    body_text = shorten(text, limits.body, in_bytes=limits.in_bytes)
    is_short = limits.rows == 0 or all(len(title) <= limits.title for title in titles)
    if len(options) <= limits.buttons and is_short:
        return Outgoing(body_text or titles[0], _shorten_titles(pairs, titles, limits.title))
    if len(options) <= limits.rows:
        head = CHOOSE.get(str(body.get("language") or "en")[:2], CHOOSE["en"])
        rows = _shorten_titles(pairs, titles, limits.row_title)
        return Outgoing(body_text or head, rows, is_list=True, list_title=head)
    lines = "\n".join(f"{number}. {title}" for number, title in enumerate(titles, 1))
    return Outgoing(shorten(f"{text}\n{lines}".strip(), limits.text, in_bytes=limits.in_bytes))


def _shorten_titles(payloads: Sequence[str], titles: Sequence[str], longest: int) -> tuple[tuple[str, str], ...]:
    return tuple((payload, shorten(title, longest)) for payload, title in zip(payloads, titles, strict=True))


def medium_of(body: Mapping[str, Any], base: str) -> Medium | None:
    """Return the picture or file of a media library that an event shows."""
    medium = body.get("media") or {}
    if not medium.get("file"):
        return None
    name, alt = str(medium["name"]), alt_in(medium, str(body.get("language") or "en"))
    return Medium(
        str(medium["kind"]), base + str(medium["url"]), alt, name if medium["kind"] == "image" else f"{name}.pdf"
    )


def _with_links(text: str, body: Mapping[str, Any]) -> str:
    """Return the text with the addresses of links below it."""
    links = [f"{link.get('label') or ''} {link.get('url') or ''}".strip() for link in body.get("links") or ()]
    return "\n".join(filter(None, (text, *links)))


def shorten(text: str, longest: int, *, in_bytes: bool = False) -> str:
    """Return a text of at most so many characters, or bytes of UTF-8."""
    if in_bytes:
        content = text.encode()
        cut = content[: longest - len(ELLIPSIS.encode())].decode(errors="ignore")
        return text if len(content) <= longest else cut.rstrip() + ELLIPSIS
    return text if len(text) <= longest else text[: longest - 1].rstrip() + ELLIPSIS


def payload_of(option: str, limits: Limits) -> str:
    """Return what a button sends back for an option: its id, or a digest where that is too long."""
    if len(option.encode()) <= limits.payload and not option.startswith(HASHED):
        return option
    return HASHED + hashlib.sha256(option.encode()).hexdigest()[:32]


def option_of(session_id: int, payload: str) -> str:
    """Return the option that a button's value is of, by what was offered last; the value itself for any other."""
    if not payload.startswith(HASHED):
        return payload
    query = (
        select(ChannelEvent)
        .where(ChannelEvent.session_id == session_id, ChannelEvent.speaker == "bot")
        .order_by(ChannelEvent.position.desc())
        .limit(RECENT)
    )
    digest = payload.removeprefix(HASHED)
    for event in db.session.scalars(query):
        for option in event.body.get("options", ()):
            if hashlib.sha256(str(option["id"]).encode()).hexdigest()[:32] == digest:
                return str(option["id"])
    return payload
