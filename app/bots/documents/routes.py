"""Calls on the documents of a bot."""

from collections.abc import Iterable, Mapping
from typing import Any

from flask import Response, request, url_for
from sqlalchemy import select

from app.bots.catalog.service import get_bot
from app.bots.documents import service
from app.bots.documents.models import BotDocument, BotPassage
from app.bots.documents.schemas import (
    DocumentChangeSchema,
    DocumentFiles,
    DocumentListArgs,
    DocumentPageSchema,
    DocumentSchema,
    NewDocumentForm,
    NewDocumentSchema,
    PassageListArgs,
    PassagePageSchema,
)
from app.bots.documents.sources import LARGEST
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision
from app.core.http.headers import SANDBOXED
from app.core.http.listing import paginate, with_more
from app.core.http.resources import Reply
from app.core.security.operations import LARGEST_BODY, Operation, RowOperations, needs

blp = Blueprint("documents", __name__, url_prefix="/api/v1/bots", description="Documents that bots answer from.")
DOCUMENT_CALLS = RowOperations("Text", "document", DocumentSchema)


@blp.get("/<int:bot_id>/documents", Operation(needs("read", "Bot"), query=DocumentListArgs, answer=DocumentPageSchema))
def list_documents(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """List a bot's documents."""
    bot = get_bot(bot_id)
    query = service.list_documents(bot, q=args["q"], folder=args["folder"], state=args["state"], rated=args["rated"])
    page = paginate(query, args, key=BotDocument.id)
    folders = select(BotDocument.folder).where(BotDocument.bot_id == bot.id, BotDocument.folder != "").distinct()
    return with_more(page, items=_serialize_all(page.items), totals=service.totals(bot),
                     folders=sorted(db.session.scalars(folders)))  # fmt: skip


@blp.post(
    "/<int:bot_id>/documents",
    Operation(
        needs("update", "Text"),
        audit="document:create",
        revisioned=True,
        largest=LARGEST + LARGEST_BODY,
        files=DocumentFiles,
        form=NewDocumentForm,
        answer=DocumentSchema,
        status=201,
        problems=(409,),
    ),
)
def create_document(files: dict[str, Any], form: dict[str, Any], bot_id: int) -> Reply:
    """Upload a document, or add an address, a sitemap or questions as JSON, and read it."""
    bot = get_bot(bot_id)
    values = form
    if not files and not form and request.is_json:
        values = blp.ARGUMENTS_PARSER.parse(NewDocumentSchema(), request, location="json")
    file = files.get("file")
    upload = (file.filename or "", file.stream.read(LARGEST + 1)) if file is not None else None
    row = service.create_document(bot, values, upload)
    db.session.commit()
    address = url_for("documents.get_document", bot_id=bot_id, bot_document_id=row.id)
    return _serialize(row), etag(row) | {"Location": address}


@blp.get("/<int:bot_id>/documents/<int:bot_document_id>", DOCUMENT_CALLS.read())
def get_document(bot_id: int, bot_document_id: int) -> Reply:
    """Retrieve a document."""
    row = service.get_document(get_bot(bot_id), bot_document_id)
    return _serialize(row), etag(row)


@blp.patch("/<int:bot_id>/documents/<int:bot_document_id>", DOCUMENT_CALLS.update(DocumentChangeSchema))
def change_document(args: dict[str, Any], bot_id: int, bot_document_id: int) -> Reply:
    """Update a document's title, folder, review date or schedule."""
    bot = get_bot(bot_id)
    row = match_revision(service.get_document(bot, bot_document_id), DocumentSchema, _serialize)
    service.change_document(bot, row, args)
    db.session.commit()
    return _serialize(row), etag(row)


@blp.delete(
    "/<int:bot_id>/documents/<int:bot_document_id>",
    Operation(needs("update", "Text"), audit="document:delete", revisioned=True, status=204),
)
def delete_document(bot_id: int, bot_document_id: int) -> None:
    """Delete a document with its file and passages."""
    row = match_revision(service.get_document(get_bot(bot_id), bot_document_id), DocumentSchema, _serialize)
    service.delete_document(row)
    db.session.commit()


@blp.post("/<int:bot_id>/documents/<int:bot_document_id>/disable", DOCUMENT_CALLS.transition("disable"))
def disable_document(bot_id: int, bot_document_id: int) -> Reply:
    """Disable a document: it answers no questions."""
    row = service.get_document(get_bot(bot_id), bot_document_id)
    service.disable_document(row)
    db.session.commit()
    return _serialize(row), etag(row)


@blp.post("/<int:bot_id>/documents/<int:bot_document_id>/enable", DOCUMENT_CALLS.transition("enable"))
def enable_document(bot_id: int, bot_document_id: int) -> Reply:
    """Enable a document."""
    bot = get_bot(bot_id)
    row = service.get_document(bot, bot_document_id)
    service.enable_document(bot, row)
    db.session.commit()
    return _serialize(row), etag(row)


@blp.post("/<int:bot_id>/documents/<int:bot_document_id>/crawl", DOCUMENT_CALLS.step("crawl", problems=(409,)))
def crawl_document(bot_id: int, bot_document_id: int) -> Reply:
    """Read a document again; it answers from the last reading until then."""
    row = service.get_document(get_bot(bot_id), bot_document_id)
    service.crawl_document(row)
    db.session.commit()
    return _serialize(row), etag(row)


@blp.get(
    "/<int:bot_id>/documents/<int:bot_document_id>/chunks",
    Operation(needs("read", "Bot"), query=PassageListArgs, answer=PassagePageSchema),
)
def list_passages(args: dict[str, Any], bot_id: int, bot_document_id: int) -> dict[str, Any]:
    """List the passages of a document."""
    document = service.get_document(get_bot(bot_id), bot_document_id)
    query, uses = service.list_passages(document, args["q"]), service.passage_uses(document.id)
    if args["use"]:
        cited = [id_ for id_, use in uses.items() if use["cited"]]
        query = query.where(BotPassage.id.in_(cited) if args["use"] == "cited" else BotPassage.id.not_in(uses))
    page = paginate(query, args, key=BotPassage.id, sort=BotPassage.number, descending=False)
    open_passage = service.find_passage(document, args["passage"]) if args["passage"] else None
    return with_more(
        page,
        items=[_serialize_passage(document, row, uses) for row in page.items],
        opened=_serialize_passage(document, open_passage, uses) if open_passage is not None else None,
    )


@blp.get(
    "/<int:bot_id>/documents/<int:bot_document_id>/chunks/<int:passage_id>/picture",
    Operation(needs("read", "Bot"), content_type="image/webp", problems=(503,)),
)
def get_passage_picture(bot_id: int, bot_document_id: int, passage_id: int) -> Response:
    """Retrieve a picture of the PDF page a passage is on, with the passage highlighted."""
    document = service.get_document(get_bot(bot_id), bot_document_id)
    picture = service.draw_passage(document, service.find_passage(document, passage_id))
    headers = SANDBOXED | {"Cache-Control": "private, max-age=3600"}
    return Response(picture, content_type="image/webp", headers=headers)


def _serialize_passage(document: BotDocument, row: BotPassage, uses: Mapping[int, Any]) -> dict[str, Any]:
    """Return a passage as it is answered, with its uses among those of its document."""
    names = ("id", "number", "page", "heading", "text", "words", "address")
    own: dict[str, Any] = uses.get(row.id, {})
    return (
        {name: getattr(row, name) for name in names}
        | {"times_found": 0, "cited": 0, "has_picture": service.has_picture(document, row)}
        | own
        | service.rating(own)
    )


def _serialize(row: BotDocument) -> dict[str, Any]:
    (answer,) = _serialize_all([row])
    return answer


def _serialize_all(rows: Iterable[BotDocument]) -> list[dict[str, Any]]:
    """Return documents as they are answered, with their uses read at once."""
    documents = list(rows)
    uses = service.document_uses([row.id for row in documents])
    names = ("id", "title", "source", "kind", "file_name", "address", "folder", "state", "reason", "warning",
             "progress", "review_by", "every", "next_read_at", "read_at", "read_ms", "size", "pages", "passages",
             "words", "languages", "engine", "changes", "replaces_id", "revision")  # fmt: skip
    unused = {"times_found": 0, "cited": 0, "used_at": None}
    return [
        {name: getattr(row, name) for name in names} | {"possible": service.possible(row)} | unused
        | uses.get(row.id, {}) | service.rating(uses.get(row.id, {}))
        for row in documents
    ]  # fmt: skip
