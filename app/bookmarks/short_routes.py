"""Calls on short addresses: one is made of a long address, and leads there."""

from typing import Any

from flask import Response, redirect

from app.bookmarks.schemas import NewShortAddressSchema, ShortAddressSchema
from app.bookmarks.short_addresses import PREFIX, find_address, shorten
from app.bookmarks.views import keepable
from app.core.db.base import db
from app.core.errors import NotFound
from app.core.http.api import Blueprint
from app.core.security.operations import SIGNED_IN, Operation

blp = Blueprint(
    "short_addresses", __name__, url_prefix="/api/v1/short-addresses", description="Short addresses of long ones."
)
leading = Blueprint("short_links", __name__, url_prefix="/b", description="Where short addresses lead.")


@blp.post(
    "",
    Operation(
        SIGNED_IN,
        audit="short_address:create",
        body=NewShortAddressSchema,
        answer=ShortAddressSchema,
        status=201,
        problems=(409,),
        renders_answer=True,
    ),
)
def create_short_address(args: dict[str, Any]) -> dict[str, Any]:
    """Create the short address of a page's address; the same one each time."""
    row = shorten(keepable(args["url"]).url)
    db.session.commit()
    return {"slug": row.slug, "link": PREFIX + row.slug, "url": row.url}


@leading.get("/<slug>", Operation(SIGNED_IN, status=302, problems=(404,)))
def open_short_address(slug: str) -> Any:
    """Redirect to the page of a short address of this workspace."""
    row = find_address(slug)
    if row is None:
        raise NotFound("This short address does not exist.")
    response = redirect(row.url, 302, Response)
    response.headers["Cache-Control"] = "private, no-cache"
    return response
