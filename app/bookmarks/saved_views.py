"""Rules of saved views: who reads and changes one, and which queries are kept."""

from typing import Any

import marshmallow as ma
from sqlalchemy import Select, func, or_, select

from app.bookmarks.models import LONGEST_QUERY, SavedView
from app.bookmarks.views import keepable
from app.core import clock
from app.core.db.base import db, fetch, flush_or, write_or
from app.core.errors import BeyondSchema, Conflict, DomainError, Invalid, NotFound
from app.core.http.schemas import load_query
from app.core.security.visitor import current_ability
from app.reports.history.arguments import FilterArgs
from app.reports.history.filters import filters_of, narrow
from app.reports.history.service import count_few
from app.web.navigation import may_open
from app.web.site import site
from app.web.table import Page

MOST = 50
"""How many views of one page a person can have."""
COUNTED = 8
"""How many views of conversations are counted: each costs a query."""
CONVERSATIONS = "conversations"
TO_REVIEW = "r=all&engaged=1&f=review:eq:unreviewed;sampled:eq:1"
"""What the tab of those to be reviewed asks."""
ARGUMENTS: dict[str, type[ma.Schema]] = {CONVERSATIONS: FilterArgs}
"""What the call of a page takes, where its query says more than the page's grammar reads."""


def _pages() -> dict[str, Page]:
    """The pages with filters that the reader may open, by name."""
    fixed = (page for page in site().table.pages if page.query and not page.has_parameters)
    return {page.name: page for page in fixed if may_open(page, current_ability())}


def page_of(area: str) -> Page:
    """The page of an area that the reader may open, or Invalid."""
    page = _pages().get(area)
    if page is None:
        raise Invalid({"area": [BeyondSchema("There is no such page with filters.")]})
    return page


def clean_query(page: Page, query: str) -> str:
    """A query as it is kept; Invalid where the page does not take it."""
    try:
        view = keepable(f"{page.path}?{query.removeprefix('?')}")
    except Invalid as refusal:
        raise Invalid({"query": refusal.errors["url"]}) from None
    address = view.without("page").partition("?")[2]
    if len(address) > LONGEST_QUERY:
        raise Invalid({"query": [f"Must be at most {LONGEST_QUERY} characters."]})
    schema = ARGUMENTS.get(page.name)
    if schema is not None:
        try:
            load_query(schema(), address)
        except ma.ValidationError as refusal:
            problems = [f"{name}: {text}" for name, texts in refusal.messages_dict.items() for text in texts]
            raise Invalid({"query": [BeyondSchema(text) for text in problems]}) from None
    return address


def list_views(area: str, user_id: int) -> Select[SavedView]:
    """The views of a page, or of all pages, that a person reads: their own, and those that are shared."""
    areas = [page_of(area).name] if area else list(_pages())
    return _readable(user_id).where(SavedView.area.in_(areas))


def count_views(user_id: int) -> list[dict[str, Any]]:
    """How many conversations are to be reviewed, and how many each of the first views has."""
    views = db.session.scalars(list_views(CONVERSATIONS, user_id).order_by(SavedView.name, SavedView.id).limit(COUNTED))
    queries = {"review": TO_REVIEW} | {str(view.id): view.query for view in views}
    return [{"id": name, "count": _count_few(query)} for name, query in queries.items()]


def _count_few(query: str) -> int | None:
    """How many conversations a query has; None of too many, and of a query that is no longer taken."""
    try:
        return count_few(narrow(filters_of(load_query(FilterArgs(), query)), clock.now()))
    except (DomainError, ma.ValidationError):
        return None


def _readable(user_id: int) -> Select[SavedView]:
    return select(SavedView).where(or_(SavedView.user_id == user_id, SavedView.shared.is_(True)))


def get_view(view_id: int, user_id: int) -> SavedView:
    """Return a view that a person can read, or raise NotFound."""
    return fetch(_readable(user_id).where(SavedView.id == view_id), "This view does not exist.")


def get_own_view(view_id: int, user_id: int) -> SavedView:
    """Return one of a person's own views, which only they can change, or raise NotFound."""
    row = get_view(view_id, user_id)
    if row.user_id != user_id:
        raise NotFound("You have no such view.")
    return row


def create_view(user_id: int, *, area: str, name: str, query: str, shared: bool) -> SavedView:
    """Save a view; Conflict where the person has as many as they can, or one of that name."""
    page = page_of(area)
    own = select(func.count(SavedView.id)).where(SavedView.user_id == user_id, SavedView.area == page.name)
    if (db.session.scalar(own) or 0) >= MOST:
        raise Conflict(f"You can have {MOST} views of a page. Delete one first.", code="too_many")
    row = SavedView(user_id=user_id, area=page.name, name=name, query=clean_query(page, query), shared=shared)
    with write_or(_name_conflict()):
        db.session.add(row)
    return row


def change_view(row: SavedView, changes: dict[str, Any]) -> None:
    """Rename a view, share it or not, or give it another query."""
    if "query" in changes:
        changes = changes | {"query": clean_query(page_of(row.area), changes["query"])}
    for name, value in changes.items():
        setattr(row, name, value)
    flush_or(_name_conflict())


def _name_conflict() -> Conflict:
    return Conflict("You already have a view with this name.", code="name_taken")


def delete_view(row: SavedView) -> None:
    """Delete a view."""
    db.session.delete(row)
    db.session.flush()
