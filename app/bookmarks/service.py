"""Rules of bookmarks: at most fifty a person, each view once, in an order that has no gaps."""

import hashlib
from typing import Any

from sqlalchemy import Select, func, select, update

from app.bookmarks import figures
from app.bookmarks.models import Bookmark
from app.bookmarks.short_addresses import stored_address
from app.bookmarks.views import View, bots_there, default_title, keepable, read_view, serialize_trouble, trouble
from app.core.db.base import db, fetch, write_or
from app.core.errors import Conflict, NotFound
from app.core.languages import LANGUAGES, reading_language
from app.core.security.visitor import current_ability
from app.web.navigation import Destination, places

MOST, SHOWN = 50, 8
"""How many one person can have, and how many the bar shows with their values."""
TITLE, FOLDER = 120, 60
FULL = f"You can have {MOST} bookmarks. Remove one first."


def mine(user_id: int) -> Select[Bookmark]:
    """A person's bookmarks in their order."""
    return select(Bookmark).where(Bookmark.user_id == user_id).order_by(Bookmark.position, Bookmark.id)


def get_bookmark(bookmark_id: int, user_id: int) -> Bookmark:
    """One of a person's bookmarks, or NotFound."""
    return fetch(mine(user_id).where(Bookmark.id == bookmark_id), "This bookmark does not exist.")


def add(
    user_id: int, url: str, *, title: str = "", folder: str = "", position: int | None = None, language: str = "en"
) -> Bookmark:
    """Keep a view that the visitor may open; Invalid when it is none, Conflict when it or fifty are kept."""
    return add_view(user_id, keepable(url), title=title, folder=folder, position=position, language=language)


def add_view(
    user_id: int, view: View, *, title: str = "", folder: str = "", position: int | None = None, language: str = "en"
) -> Bookmark:
    """Keep a view, at the end or at a place; Conflict when it or fifty are kept."""
    count = count_of(user_id)
    if count >= MOST:
        raise Conflict(FULL, code="too_many")
    row = Bookmark(
        user_id=user_id,
        title=_trim(title)[:TITLE] or default_title(view, language),
        url=stored_address(view.url),
        view=digest(view.url),
        folder=_trim(folder)[:FOLDER],
        position=count + 1,
    )
    with write_or(Conflict("You already bookmarked this view.", code="kept_already")):
        db.session.add(row)
    figures.take(row, view)
    if position is not None:
        move(row, position)
    return row


def _trim(text: str) -> str:
    """A text without blanks around it and doubled within."""
    return " ".join(text.split())


def digest(url: str) -> str:
    """What tells one view from another."""
    return hashlib.sha256(url.encode()).hexdigest()


def count_of(user_id: int) -> int:
    """How many bookmarks a person has."""
    return db.session.scalar(select(func.count(Bookmark.id)).where(Bookmark.user_id == user_id)) or 0


def change(row: Bookmark, changes: dict[str, Any]) -> None:
    """Give a bookmark another name, folder or place."""
    if "title" in changes:
        row.title = changes["title"]
    if "folder" in changes:
        row.folder = _trim(changes["folder"])
    if "position" in changes:
        move(row, changes["position"])
    db.session.flush()


def move(row: Bookmark, position: int) -> None:
    """Put a bookmark at a place; those between move up or down by one, which is no change of them."""
    old, new = row.position, max(1, min(position, count_of(row.user_id)))
    low, high = (new, old - 1) if new < old else (old + 1, new)
    _shift(row.user_id, low, high, 1 if new < old else -1)
    row.position = new
    db.session.flush()


def _shift(user_id: int, first: int, last: int, by: int) -> None:
    """Move the places of some bookmarks without making new revisions of them."""
    between = (Bookmark.user_id == user_id, Bookmark.position.between(first, last))
    statement = update(Bookmark).where(*between).values(position=Bookmark.position + by)
    db.session.execute(statement.execution_options(synchronize_session="fetch"))


def remove(row: Bookmark) -> None:
    """Forget a bookmark and close the gap."""
    db.session.delete(row)
    db.session.flush()
    _shift(row.user_id, row.position + 1, MOST, -1)


def serialize_bookmark(row: Bookmark, *, bots: frozenset[str] | None = None) -> dict[str, Any]:
    """A bookmark as it is answered; with the bots there are, also whether the things it names are there."""
    view = read_view(row.url)
    return {
        "id": row.id,
        "title": _title(row, view),
        "url": view.url if view else row.url,
        "icon": (view.match.page.icon if view else "") or "file",
        "folder": row.folder,
        "position": row.position,
        "figure": row.figure,
        "as_of": row.figure_at,
        "trouble": serialize_trouble(trouble(row.url, current_ability(), bots=bots)),
        "revision": row.revision,
    }


def _title(row: Bookmark, view: View | None) -> str:
    """What someone called it; a name that was never changed follows the reader's language."""
    if view is None or all(row.title != default_title(view, language) for language in LANGUAGES):
        return row.title
    return default_title(view, reading_language())


def serialize_list(rows: list[Bookmark]) -> list[dict[str, Any]]:
    """Bookmarks as the list shows them, each tried."""
    there = bots_there() if rows else frozenset()
    return [serialize_bookmark(row, bots=there) for row in rows]


def plain_pages(user_id: int) -> list[str]:
    """The addresses of a person's bookmarks that keep a whole page, which is all that the specified calls know."""
    return [row.url for row in db.session.scalars(mine(user_id)) if "?" not in row.url]


def toggle(user_id: int, number: int, language: str) -> None:
    """Keep the page of a number, or forget it."""
    place = _place(number, language)
    row = db.session.scalar(mine(user_id).where(Bookmark.view == digest(place.page.path)))
    if row is None:
        add(user_id, place.page.path, title=place.title)
    else:
        remove(row)


def _place(number: int, language: str) -> Destination:
    """The page of a number that the reader may open, or NotFound."""
    match = next((place for place in places(current_ability(), language) if place.number == number), None)
    if match is None:
        raise NotFound("This page does not exist.")
    return match
