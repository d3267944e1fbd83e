"""Calls on one's own bookmarks."""

from dataclasses import replace
from typing import Any

from flask import Response, url_for
from sqlalchemy import ColumnElement

from app.audit.recording import audited
from app.bookmarks import files, jobs, service, view_routes, watching
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
from app.core.http.etags import etag, matched, revisioned
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply, Resource
from app.core.http.schemas import PageArgs
from app.core.languages import reading_language
from app.core.security.visitor import needs, renders_answer, require_user, signed_in, takes_files
from app.reports.alerts.rule_schemas import AlertSchema, WatchSchema
from app.reports.alerts.service import show_alert

blp = Blueprint("bookmarks", __name__, url_prefix="/api/v1/bookmarks", description="Bookmarks.")
blueprints = (blp, view_routes.blp)


BOOKMARKS = Resource(
    lambda row_id: service.get_bookmark(row_id, require_user().id),
    BookmarkSchema,
    service.serialize_bookmark,
    lambda row: url_for("bookmarks.get_bookmark", bookmark_id=row.id),
)


@blp.get("")
@signed_in
@blp.arguments(PageArgs, location="query")
@blp.response(200, BookmarkPageSchema)
def list_bookmarks(args: dict[str, Any]) -> Page:
    """List your bookmarks in their order; a broken one has the reason and the nearest page."""
    place: ColumnElement[Any] = Bookmark.position  # type: ignore[assignment]
    page = paginate(service.mine(require_user().id), args, key=Bookmark.id, sort=place, descending=False)
    return replace(page, items=service.listed(list(page.items)))


@blp.get("/bar")
@signed_in
@blp.response(200, BarSchema)
def show_bar() -> dict[str, Any]:
    """List all your bookmarks, with the last value of the first eight, as the bar shows them."""
    rows = db.session.scalars(service.mine(require_user().id))
    return {"bookmarks": [service.serialize_bookmark(row) for row in rows]}


@blp.post("")
@signed_in
@audited("bookmark:create")
@revisioned
@blp.arguments(NewBookmarkSchema)
@blp.response(201, BookmarkSchema)
def create_bookmark(args: dict[str, Any]) -> Reply:
    """Create a bookmark; its address is stored in canonical form."""
    row = service.add(require_user().id, **args, language=reading_language())
    jobs.begin()
    db.session.commit()
    return BOOKMARKS.answer(row, url_for("bookmarks.get_bookmark", bookmark_id=row.id))


@blp.get("/<int:bookmark_id>")
@signed_in
@revisioned
@blp.response(200, BookmarkSchema)
def get_bookmark(bookmark_id: int) -> Reply:
    """Retrieve one of your bookmarks."""
    return BOOKMARKS.get(bookmark_id)


@blp.patch("/<int:bookmark_id>")
@signed_in
@audited("bookmark:update")
@revisioned
@blp.arguments(BookmarkChangeSchema)
@blp.response(200, BookmarkSchema)
def change_bookmark(args: dict[str, Any], bookmark_id: int) -> Reply:
    """Update a bookmark's name, folder or position."""
    return BOOKMARKS.change(bookmark_id, lambda row: service.change(row, args))


@blp.delete("/<int:bookmark_id>")
@signed_in
@audited("bookmark:remove")
@revisioned
@blp.response(200, BookmarkSchema)
def remove_bookmark(bookmark_id: int) -> dict[str, Any]:
    """Delete a bookmark; the answer can be posted to create it again."""
    row = matched(service.get_bookmark(bookmark_id, require_user().id), BookmarkSchema, service.serialize_bookmark)
    body = service.serialize_bookmark(row)
    service.remove(row)
    db.session.commit()
    return body


@blp.post("/<int:bookmark_id>/watch")
@needs("read", "Dashboard")
@audited("alert:create")
@blp.arguments(WatchSchema)
@blp.response(201, AlertSchema)
@blp.alt_response(409, "CONFLICT")
def watch_bookmark(args: dict[str, Any], bookmark_id: int) -> Reply:
    """Create an alert on the first figure of a bookmarked report."""
    row = watching.watch_bookmark(service.get_bookmark(bookmark_id, require_user().id), args, require_user())
    db.session.commit()
    return show_alert(row), etag(row) | {"Location": url_for("alerts.get_alert", alert_id=row.id)}


@blp.get("/file")
@signed_in
@blp.alt_response(200, content_type="application/json")
def export_bookmarks() -> Response:
    """Export your bookmarks as a JSON file."""
    response = Response(files.written(require_user().id), content_type="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="bookmarks.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


@blp.post("/file")
@signed_in
@audited("bookmark:import")
@renders_answer
@takes_files()
@blp.arguments(BookmarkFileSchema, location="files")
@blp.arguments(BookmarkFileForm, location="form")
@blp.response(200, BookmarkImportSchema)
def import_bookmarks(uploads: dict[str, Any], _form: dict[str, Any]) -> dict[str, Any]:
    """Import bookmarks from a JSON file; those that were not added are listed with reasons."""
    result = files.take_in(require_user().id, uploads["file"].read(files.MAX_BYTES + 1))
    if result["added"]:
        jobs.begin()
    db.session.commit()
    return result
