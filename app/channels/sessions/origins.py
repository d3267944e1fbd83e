"""How people come to a conversation: by an offer, an advertisement, a code or link, a page, or by themselves."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from app.channels.sessions.models import ChannelSession
from app.conversations.models import REFERRAL_LENGTH
from app.conversations.redaction import redact
from app.core.values.urls import split_url

_PAID = frozenset("ad ads banner cpc cpm cpv display paid paidsearch paidsocial paid_search paid_social ppc".split())
"""What campaigns call advertisements in `utm_medium`."""
_CLICKS = ("gclid", "gbraid", "wbraid", "msclkid", "ttclid", "dclid")
"""Parameters by which advertisers recognise a click that was paid for."""
MARKS = ("campaign", "utm", "ad_source_id", "ad_url", "ctwa_clid", "link")
"""What is known of the way to one conversation, and of none after it."""


def campaign_marks(address: str) -> dict[str, str]:
    """Return the `campaign` (`ad`, `qr` or empty) and `utm` of a page's address."""
    try:
        values = parse_qs(split_url(address).query, max_num_fields=100)
    except ValueError:
        values = {}
    utm = [values[name][0].strip() for name in ("utm_source", "utm_campaign") if name in values]
    return {"campaign": _campaign_of(values), "utm": " / ".join(text for text in utm if text)[:REFERRAL_LENGTH]}


def _campaign_of(values: Mapping[str, list[str]]) -> str:
    """Return `ad` or `qr` if the parameters of a page's address name such a campaign; otherwise nothing."""
    media = {text.casefold() for name in ("utm_medium", "utm_source") for text in values.get(name, ())}
    if any(text.startswith("qr") for text in media):
        return "qr"
    return "ad" if media & _PAID or any(name in values for name in _CLICKS) else ""


def origin_of(session: ChannelSession) -> str:
    """Return how the person came to the next conversation of a session: one of ORIGINS."""
    if session.recipient_id is not None:
        return "offer"
    marks: Mapping[str, Any] = session.origin
    if campaign := marks.get("campaign"):
        return str(campaign)
    # What follows `/start` on Telegram is the payload of a link or of a code that was scanned.
    if marks.get("link") or (session.channel == "telegram" and marks.get("ad_source_id")):
        return "qr"
    if marks.get("ad_source_id") or marks.get("ctwa_clid"):
        return "ad"
    return "page" if marks.get("page") else "direct"


def referral_of(session: ChannelSession) -> str | None:
    """Return what brought the person, redacted: an ad's id, a link's payload, or a page's campaign or path.

    None for offers and if nothing is known.
    """
    marks: Mapping[str, Any] = session.origin
    if session.recipient_id is not None:
        return None
    referral = marks.get("link") or marks.get("ad_source_id") or marks.get("utm")
    if not referral and marks.get("page"):
        referral = split_url(marks["page"]).path or "/"
    # Semicolons separate the conditions of filters; parameters can contain any character.
    characters = (letter if letter.isprintable() and letter != ";" else " " for letter in referral or "")
    return redact(" ".join("".join(characters).split()))[:REFERRAL_LENGTH] or None


def marks_of(reference: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a message says of the way its sender came by."""
    return {name: reference[name] for name in MARKS if reference.get(name)}


def take_marks(session: ChannelSession) -> dict[str, Any]:
    """Return what is known of the way to this conversation, and leave it out of the session."""
    marks = marks_of(session.origin)
    if marks:
        session.origin = {name: value for name, value in session.origin.items() if name not in marks}
    return marks
