"""Calls on saved views."""

from typing import Any

from flask import url_for

from app.audit.recording import audited
from app.bookmarks import saved_views
from app.bookmarks.models import SavedView
from app.bookmarks.view_schemas import (
    AreaSchema,
    NewSavedViewSchema,
    SavedViewChangeSchema,
    SavedViewListArgs,
    SavedViewPageSchema,
    SavedViewSchema,
)
from app.core.http.api import Blueprint
from app.core.http.etags import revisioned, with_etag
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply, Resource
from app.core.security.visitor import require_user, signed_in

blp = Blueprint("saved_views", __name__, url_prefix="/api/v1/saved-views", description="Saved views of a page.")


VIEWS = Resource(
    lambda row_id: saved_views.get_own_view(row_id, require_user().id),
    SavedViewSchema,
    address=lambda row: url_for("saved_views.get_view", view_id=row.id),
)


@blp.get("")
@signed_in
@blp.arguments(SavedViewListArgs, location="query")
@blp.response(200, SavedViewPageSchema)
def list_views(args: dict[str, Any]) -> Page:
    """List the saved views of a page."""
    query = saved_views.list_views(args["area"], require_user().id)
    return paginate(query, args, key=SavedView.id, sort=SavedView.name, descending=False)


@blp.post("")
@signed_in
@audited("saved_view:create")
@revisioned
@blp.arguments(AreaSchema, location="query")
@blp.arguments(NewSavedViewSchema)
@blp.response(201, SavedViewSchema)
@blp.alt_response(409, "CONFLICT")
def create_view(address: dict[str, Any], args: dict[str, Any]) -> Reply:
    """Create a saved view."""
    return VIEWS.create(saved_views.create_view(require_user().id, **args | {"area": args["area"] or address["area"]}))


@blp.get("/<int:view_id>")
@signed_in
@revisioned
@blp.response(200, SavedViewSchema)
def get_view(view_id: int) -> Reply:
    """Retrieve a saved view."""
    return with_etag(saved_views.get_view(view_id, require_user().id))


@blp.patch("/<int:view_id>")
@signed_in
@audited("saved_view:update")
@revisioned
@blp.arguments(SavedViewChangeSchema)
@blp.response(200, SavedViewSchema)
@blp.alt_response(409, "CONFLICT")
def change_view(args: dict[str, Any], view_id: int) -> Reply:
    """Update a saved view."""
    return VIEWS.change(view_id, lambda row: saved_views.change_view(row, args))


@blp.delete("/<int:view_id>")
@signed_in
@audited("saved_view:delete")
@revisioned
@blp.response(204)
def delete_view(view_id: int) -> None:
    """Delete a saved view."""
    VIEWS.delete(view_id, saved_views.delete_view)
