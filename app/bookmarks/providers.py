"""What is forgotten with a contact: kept addresses that search for the person, and what was named after them."""

from sqlalchemy import select

from app.bookmarks import service
from app.bookmarks.models import Bookmark, SavedView, ShortAddress
from app.bookmarks.short_addresses import whole
from app.clients.erasing import EraseStep
from app.conversations.forgetting import ForgottenPerson, erase_rows, finds, forgets
from app.core.db.base import db


@finds
def _find_addresses(person: ForgottenPerson) -> None:
    """Note the bookmarks, saved views and short addresses that search for a person or are named after them."""
    person.note("bookmarks", (
        row.id for row in db.session.scalars(select(Bookmark))
        if person.is_named_in(row.title) or person.is_sought_by(_query(whole(row.url)))
    ))  # fmt: skip
    person.note("saved_views", (
        row.id for row in db.session.scalars(select(SavedView))
        if person.is_named_in(row.name) or person.is_sought_by(row.query)
    ))  # fmt: skip
    short = select(ShortAddress).where(ShortAddress.url.contains("q="))
    person.note(
        "short_addresses", (row.id for row in db.session.scalars(short) if person.is_sought_by(_query(row.url)))
    )


def _query(url: str) -> str:
    return url.partition("?")[2]


@forgets
def _forget_addresses(person: ForgottenPerson, step: EraseStep) -> None:
    """Remove those."""
    for row in db.session.scalars(select(Bookmark).where(Bookmark.id.in_(person.rows.get("bookmarks", [])))).all():
        service.remove(row)
    erase_rows(SavedView, person.rows.get("saved_views", []), step)
    erase_rows(ShortAddress, person.rows.get("short_addresses", []), step)
