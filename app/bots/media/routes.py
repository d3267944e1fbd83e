"""Calls on the media library of a bot, and the public addresses of its files."""

from collections.abc import Iterable
from typing import Any

from flask import Response, url_for

from app.bots.catalog.flows import get_flow
from app.bots.catalog.models import Bot, BotVersion
from app.bots.catalog.service import get_bot
from app.bots.media import service
from app.bots.media.files import LARGEST, check_file
from app.bots.media.models import BotMedium
from app.bots.media.schemas import (
    MediumChangeSchema,
    MediumFiles,
    MediumListArgs,
    MediumPageSchema,
    MediumSchema,
    MediumUsePageSchema,
    NewMediumForm,
)
from app.core.db.base import db, without_lock
from app.core.errors import BeyondSchema, Invalid
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision
from app.core.http.headers import SANDBOXED
from app.core.http.listing import paginate, with_more
from app.core.http.resources import Reply
from app.core.http.schemas import PageArgs
from app.core.security.operations import LARGEST_BODY, PUBLIC, Operation, needs

blp = Blueprint("media_library", __name__, url_prefix="/api/v1/bots", description="Pictures and PDFs of bots.")
files = Blueprint("bot_media", __name__, url_prefix=service.PREFIX, description="Public files of media libraries.")
blueprints = (blp, files)
HEADERS = SANDBOXED | {
    # The address names the content, and other people's pages show it.
    "Cache-Control": "public, max-age=31536000, immutable",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


@blp.get("/<int:bot_id>/media", Operation(needs("read", "Bot"), query=MediumListArgs, answer=MediumPageSchema))
def list_media(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """List a bot's pictures and PDFs."""
    bot = get_bot(bot_id)
    query = service.list_media(bot, q=args["q"], kind=args["kind"])
    page = paginate(query, args, key=BotMedium.id)
    return with_more(page, items=_serialize_all(bot, page.items), totals=service.totals(bot))


@blp.post(
    "/<int:bot_id>/media",
    Operation(
        needs("update", "Text"),
        audit="medium:create",
        revisioned=True,
        largest=LARGEST + LARGEST_BODY,
        files=MediumFiles,
        form=NewMediumForm,
        answer=MediumSchema,
        status=201,
        problems=(409,),
    ),
)
def create_medium(upload: dict[str, Any], form: dict[str, Any], bot_id: int) -> Reply:
    """Upload a picture or a PDF; a file that the library has already is answered as it is there."""
    bot = get_bot(bot_id)
    if "file" not in upload:
        raise Invalid({"file": [BeyondSchema("Choose a picture or a PDF.")]})
    content = upload["file"].stream.read(LARGEST + 1)
    with without_lock():
        file = check_file(content)
    name = form.get("name", "").strip() or service.name_of(upload["file"].filename or "")
    alt = form.get("alt", "").strip()
    row = service.create_medium(bot, file, name, {bot.language: alt} if alt else {})
    db.session.commit()
    address = url_for("media_library.get_medium", bot_id=bot_id, medium_id=row.id)
    return _serialize(bot, row), etag(row) | {"Location": address}


@blp.get("/<int:bot_id>/media/<int:medium_id>", Operation(needs("read", "Bot"), revisioned=True, answer=MediumSchema))
def get_medium(bot_id: int, medium_id: int) -> Reply:
    """Retrieve a picture or a PDF."""
    bot = get_bot(bot_id)
    row = service.get_medium(bot, medium_id)
    return _serialize(bot, row), etag(row)


@blp.patch(
    "/<int:bot_id>/media/<int:medium_id>",
    Operation(
        needs("update", "Text"),
        audit="medium:update",
        revisioned=True,
        body=MediumChangeSchema,
        answer=MediumSchema,
        problems=(409,),
    ),
)
def change_medium(args: dict[str, Any], bot_id: int, medium_id: int) -> Reply:
    """Update the name or the alternative texts of a picture or a PDF."""
    bot = get_bot(bot_id)
    row = match_revision(service.get_medium(bot, medium_id), MediumSchema, lambda row: _serialize(bot, row))
    service.change_medium(bot, row, args)
    db.session.commit()
    return _serialize(bot, row), etag(row)


@blp.delete(
    "/<int:bot_id>/media/<int:medium_id>",
    Operation(needs("update", "Text"), audit="medium:delete", revisioned=True, status=204, problems=(409,)),
)
def delete_medium(bot_id: int, medium_id: int) -> None:
    """Delete a picture or a PDF that no message uses."""
    bot = get_bot(bot_id)
    row = match_revision(service.get_medium(bot, medium_id), MediumSchema, lambda row: _serialize(bot, row))
    service.delete_medium(bot, row)
    db.session.commit()


@blp.get(
    "/<int:bot_id>/media/<int:medium_id>/uses",
    Operation(needs("read", "Bot"), query=PageArgs, answer=MediumUsePageSchema),
)
def list_uses(args: dict[str, Any], bot_id: int, medium_id: int) -> dict[str, Any]:
    """List the versions, and the nodes in each, that show a picture or a PDF."""
    bot = get_bot(bot_id)
    row = service.get_medium(bot, medium_id)
    page = paginate(service.versions_with(bot, row), args, key=BotVersion.number)
    items = [
        {"version": version.number, "is_live": version.number == bot.live_version,
         "nodes": service.nodes_with(version.document, row.digest)}
        for version in page.items
    ]  # fmt: skip
    return with_more(page, items=items, working_copy=service.nodes_with(get_flow(bot).document, row.digest))


@files.get(
    "/<int:workspace_id>/<string(length=64):digest>/<string(length=32):signature>/<string:form>",
    Operation(PUBLIC, content_type="image/*"),
)
def get_file(workspace_id: int, digest: str, signature: str, form: str) -> Response:
    """Retrieve a file of a media library by the address that its medium names."""
    name, media_type, content = service.open_file(workspace_id, digest, signature, form)
    response = Response(content, mimetype=media_type, headers=HEADERS)
    if media_type == "application/pdf":
        response.headers.set("Content-Disposition", "attachment", filename=f"{name}.pdf")
    return response


def _serialize(bot: Bot, row: BotMedium) -> dict[str, Any]:
    (answer,) = _serialize_all(bot, [row])
    return answer


def _serialize_all(bot: Bot, rows: Iterable[BotMedium]) -> list[dict[str, Any]]:
    """Return media as they are answered, with where they are used read at once."""
    media = list(rows)
    counts = service.count_nodes(bot, media) if media else {}
    names = ("id", "digest", "name", "kind", "media_type", "size", "width", "height", "pages", "alt", "widths",
             "progress", "created_at", "revision")  # fmt: skip
    return [
        {name: getattr(row, name) for name in names}
        | {"url": service.address_of(row.digest), "nodes": counts[row.id][0], "live_nodes": counts[row.id][1]}
        for row in media
    ]
