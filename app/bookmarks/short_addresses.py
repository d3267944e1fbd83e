"""Short addresses: what a view whose own address is long is shared and kept by."""

import base64
import hashlib
import re
from itertools import count

from sqlalchemy import select

from app.bookmarks.models import SLUG_LENGTH, ShortAddress
from app.core.db.base import db, write_or
from app.core.errors import Conflict

LONGEST_PLAIN = 1500
"""Characters of an address that is shared and kept as it is."""
PREFIX = "/b/"
SLUG = re.compile(f"[a-z2-7]{{{SLUG_LENGTH}}}")


def shorten(url: str) -> ShortAddress:
    """Return the short address of a long one, the same one each time."""
    for number in count():
        slug = _slug(url, number)
        row = find_address(slug) or _add(slug, url)
        if row.url == url:
            return row
    raise AssertionError


def _add(slug: str, url: str) -> ShortAddress:
    """Add a short address; if another request has added it first, return that one."""
    row = ShortAddress(slug=slug, url=url)
    try:
        with write_or(Conflict("This address is being shortened right now. Try again.")):
            db.session.add(row)
    except Conflict:
        if (existing := find_address(slug)) is None:
            raise
        return existing
    return row


def _slug(url: str, number: int) -> str:
    """One of the slugs an address can have; another number gives the next, where two addresses share one."""
    digest = hashlib.sha256(f"{number} {url}".encode()).digest()
    return base64.b32encode(digest).decode().lower()[:SLUG_LENGTH]


def find_address(slug: str) -> ShortAddress | None:
    """The short address of a slug in this workspace."""
    return db.session.scalar(select(ShortAddress).where(ShortAddress.slug == slug))


def stored_address(url: str) -> str:
    """Return an address as it is stored: itself, or a short one in place of a long one."""
    return url if len(url) <= LONGEST_PLAIN else PREFIX + shorten(url).slug


def whole(url: str) -> str:
    """Return the full address of a stored one; a short address that does not exist is returned unchanged."""
    slug = url.removeprefix(PREFIX)
    if slug == url or not SLUG.fullmatch(slug):
        return url
    row = find_address(slug)
    return url if row is None else row.url
