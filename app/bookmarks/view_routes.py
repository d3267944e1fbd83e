"""Calls on saved views."""

from typing import Any

from flask import url_for

from app.bookmarks import saved_views
from app.bookmarks.models import SavedView
from app.bookmarks.view_schemas import (
    AreaSchema,
    NewSavedViewSchema,
    SavedViewChangeSchema,
    SavedViewCountsSchema,
    SavedViewListArgs,
    SavedViewPageSchema,
    SavedViewSchema,
)
from app.core.http.api import Blueprint
from app.core.http.etags import with_etag
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply, Resource
from app.core.security.operations import SIGNED_IN, Operation, needs
from app.core.security.visitor import require_user

blp = Blueprint("saved_views", __name__, url_prefix="/api/v1/saved-views", description="Saved views of a page.")


VIEWS = Resource(
    lambda row_id: saved_views.get_own_view(row_id, require_user().id),
    SavedViewSchema,
    address=lambda row: url_for("saved_views.get_view", view_id=row.id),
)


@blp.get("", Operation(SIGNED_IN, query=SavedViewListArgs, answer=SavedViewPageSchema))
def list_views(args: dict[str, Any]) -> Page:
    """List the saved views of a page."""
    query = saved_views.list_views(args["area"], require_user().id)
    return paginate(query, args, key=SavedView.id, sort=SavedView.name, descending=False)


@blp.get("/counts", Operation(needs("read", "Conversation"), limit="report", answer=SavedViewCountsSchema))
def count_views() -> dict[str, Any]:
    """Count the conversations of the first saved views."""
    return {"items": saved_views.count_views(require_user().id)}


@blp.post(
    "",
    Operation(
        SIGNED_IN,
        audit="saved_view:create",
        revisioned=True,
        query=AreaSchema,
        body=NewSavedViewSchema,
        answer=SavedViewSchema,
        status=201,
        problems=(409,),
    ),
)
def create_view(address: dict[str, Any], args: dict[str, Any]) -> Reply:
    """Create a saved view."""
    return VIEWS.create(saved_views.create_view(require_user().id, **args | {"area": args["area"] or address["area"]}))


@blp.get("/<int:view_id>", Operation(SIGNED_IN, revisioned=True, answer=SavedViewSchema))
def get_view(view_id: int) -> Reply:
    """Retrieve a saved view."""
    return with_etag(saved_views.get_view(view_id, require_user().id))


@blp.patch(
    "/<int:view_id>",
    Operation(
        SIGNED_IN,
        audit="saved_view:update",
        revisioned=True,
        body=SavedViewChangeSchema,
        answer=SavedViewSchema,
        problems=(409,),
    ),
)
def change_view(args: dict[str, Any], view_id: int) -> Reply:
    """Update a saved view."""
    return VIEWS.change(view_id, lambda row: saved_views.change_view(row, args))


@blp.delete("/<int:view_id>", Operation(SIGNED_IN, audit="saved_view:delete", revisioned=True, status=204))
def delete_view(view_id: int) -> None:
    """Delete a saved view."""
    VIEWS.delete(view_id, saved_views.delete_view)
