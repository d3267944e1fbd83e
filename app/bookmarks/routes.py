"""Calls on one's own bookmarks."""

from dataclasses import replace
from typing import Any

from flask import Response, url_for
from sqlalchemy import ColumnElement

from app.bookmarks import files, jobs, service, short_routes, view_routes, watching
from app.bookmarks.models import Bookmark
from app.bookmarks.schemas import (
    BarSchema,
    BookmarkChangeSchema,
    BookmarkFileForm,
    BookmarkFileSchema,
    BookmarkImportSchema,
    BookmarkPageSchema,
    BookmarkSchema,
    NewBookmarkSchema,
)
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply, Resource
from app.core.http.schemas import PageArgs
from app.core.languages import reading_language
from app.core.security.operations import LARGEST_UPLOAD, SIGNED_IN, Operation, needs
from app.core.security.visitor import require_user
from app.reports.alerts.rule_schemas import AlertSchema, WatchSchema
from app.reports.alerts.service import show_alert

blp = Blueprint("bookmarks", __name__, url_prefix="/api/v1/bookmarks", description="Bookmarks.")
blueprints = (blp, view_routes.blp, short_routes.blp, short_routes.leading)


BOOKMARKS = Resource(
    lambda row_id: service.get_bookmark(row_id, require_user().id),
    BookmarkSchema,
    service.serialize_bookmark,
    lambda row: url_for("bookmarks.get_bookmark", bookmark_id=row.id),
)


@blp.get("", Operation(SIGNED_IN, query=PageArgs, answer=BookmarkPageSchema))
def list_bookmarks(args: dict[str, Any]) -> Page:
    """List your bookmarks in their order; a broken one has the reason and the nearest page."""
    place: ColumnElement[Any] = Bookmark.position  # type: ignore[assignment]
    page = paginate(service.mine(require_user().id), args, key=Bookmark.id, sort=place, descending=False)
    return replace(page, items=service.serialize_list(list(page.items)))


@blp.get("/bar", Operation(SIGNED_IN, answer=BarSchema))
def show_bar() -> dict[str, Any]:
    """List all your bookmarks, with the last value of the first eight, as the bar shows them."""
    rows = db.session.scalars(service.mine(require_user().id))
    return {"bookmarks": [service.serialize_bookmark(row) for row in rows]}


@blp.post(
    "",
    Operation(
        SIGNED_IN, audit="bookmark:create", revisioned=True, body=NewBookmarkSchema, answer=BookmarkSchema, status=201
    ),
)
def create_bookmark(args: dict[str, Any]) -> Reply:
    """Create a bookmark; its address is stored in canonical form."""
    row = service.add(require_user().id, **args, language=reading_language())
    jobs.begin()
    db.session.commit()
    return BOOKMARKS.answer(row, url_for("bookmarks.get_bookmark", bookmark_id=row.id))


@blp.get("/<int:bookmark_id>", Operation(SIGNED_IN, revisioned=True, answer=BookmarkSchema))
def get_bookmark(bookmark_id: int) -> Reply:
    """Retrieve one of your bookmarks."""
    return BOOKMARKS.get(bookmark_id)


@blp.patch(
    "/<int:bookmark_id>",
    Operation(SIGNED_IN, audit="bookmark:update", revisioned=True, body=BookmarkChangeSchema, answer=BookmarkSchema),
)
def change_bookmark(args: dict[str, Any], bookmark_id: int) -> Reply:
    """Update a bookmark's name, folder or position."""
    return BOOKMARKS.change(bookmark_id, lambda row: service.change(row, args))


@blp.delete("/<int:bookmark_id>", Operation(SIGNED_IN, audit="bookmark:remove", revisioned=True, answer=BookmarkSchema))
def remove_bookmark(bookmark_id: int) -> dict[str, Any]:
    """Delete a bookmark; the answer can be posted to create it again."""
    row = match_revision(
        service.get_bookmark(bookmark_id, require_user().id), BookmarkSchema, service.serialize_bookmark
    )
    body = service.serialize_bookmark(row)
    service.remove(row)
    db.session.commit()
    return body


@blp.post(
    "/<int:bookmark_id>/watch",
    Operation(
        needs("read", "Dashboard"),
        audit="alert:create",
        body=WatchSchema,
        answer=AlertSchema,
        status=201,
        problems=(409,),
    ),
)
def watch_bookmark(args: dict[str, Any], bookmark_id: int) -> Reply:
    """Create an alert on the first figure of a bookmarked report."""
    row = watching.watch_bookmark(service.get_bookmark(bookmark_id, require_user().id), args, require_user())
    db.session.commit()
    return show_alert(row), etag(row) | {"Location": url_for("alerts.get_alert", alert_id=row.id)}


@blp.get("/file", Operation(SIGNED_IN, content_type="application/json"))
def export_bookmarks() -> Response:
    """Export your bookmarks as a JSON file."""
    response = Response(files.write_file(require_user().id), content_type="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="bookmarks.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


@blp.post(
    "/file",
    Operation(
        SIGNED_IN,
        audit="bookmark:import",
        largest=LARGEST_UPLOAD,
        files=BookmarkFileSchema,
        form=BookmarkFileForm,
        answer=BookmarkImportSchema,
        renders_answer=True,
    ),
)
def import_bookmarks(uploads: dict[str, Any], _form: dict[str, Any]) -> dict[str, Any]:
    """Import bookmarks from a JSON file; those that were not added are listed with reasons."""
    result = files.take_in(require_user().id, uploads["file"].read(files.MAX_BYTES + 1))
    if result["added"]:
        jobs.begin()
    db.session.commit()
    return result
