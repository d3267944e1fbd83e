"""The specified search data: pages, files and contacts a reader may open, whole, to be filtered by who asks."""

from typing import Any

from sqlalchemy import select

from app.accounts.auth.file_addresses import serialize_address
from app.accounts.people.service import is_visible
from app.accounts.users.models import User
from app.bookmarks.service import plain_pages
from app.core.db.base import db
from app.core.security.visitor import can, current_ability, require_user
from app.exports.models import Export
from app.search.service import LIMIT
from app.web.navigation import places, serialize_place

FILES = 50


def main_search(language: str) -> dict[str, Any]:
    """The three groups of the specified call."""
    return {
        "searchArr": [
            {"groupTitle": title, "searchLimit": LIMIT, "data": data}
            for title, data in (("Pages", _pages(language)), ("Files", _files()), ("Contacts", _contacts()))
        ]
    }


def _pages(language: str) -> list[dict[str, Any]]:
    """The pages the reader may open."""
    urls = plain_pages(require_user().id)
    return [serialize_place(place, place.page.path in urls) for place in places(current_ability(), language)]


def _files() -> list[dict[str, Any]]:
    """The reader's own files: exports that can be fetched."""
    if not can("export", "Conversation"):
        return []
    me = require_user()
    query = select(Export).where(Export.user_id == me.id, Export.state == "ready").order_by(Export.id.desc())
    return [
        {
            "title": f"conversations-{row.asked_at.date()}.csv",
            "by": me.full_name,
            "size": f"{max(1, round((row.size or 0) / 1000))} kb",
            "file": f"/api/v1/exports/{row.id}/file",
        }
        for row in db.session.scalars(query.limit(FILES))
    ]


def _contacts() -> list[dict[str, Any]]:
    """The people of the workspace, for those who may see them."""
    if not can("read", "User"):
        return []
    query = select(User).where(User.deleted_at.is_(None), is_visible()).order_by(User.number)
    return [
        {
            "title": row.full_name,
            "email": row.email,
            "img": serialize_address(row.avatar),
            "date": row.last_seen_at.date().isoformat() if row.last_seen_at else "",
        }
        for row in db.session.scalars(query)
    ]
