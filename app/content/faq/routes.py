"""Our calls of the FAQ: its questions as editors write them."""

from typing import Any

from flask import url_for

from app.content.editor import service as writing
from app.content.editor.shapes import LanguageArgs, TakenOverSchema, WrittenOrderedSchema, WrittenOrderSchema
from app.content.faq import editing, schemas
from app.content.faq.models import CATEGORIES, FaqEntry
from app.content.faq.seed import seed
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision
from app.core.http.listing import paginate, with_more
from app.core.http.resources import Reply
from app.core.languages import reading_language
from app.core.security.operations import Operation, RowOperations, needs

blp = Blueprint("faq_entries", __name__, url_prefix="/api/v1/faq", description="Editing the FAQ.")
FAQ_ENTRY_CALLS = RowOperations("Site", "faq_entry", schemas.FaqEntrySchema)


@blp.get("", Operation(needs("read", "Site"), query=schemas.FaqListArgs, answer=schemas.FaqEntryPageSchema))
def list_faq(args: dict[str, Any]) -> dict[str, Any]:
    """List the workspace's questions, drafts included; `status=Deleted` lists those that can be restored."""
    query = writing.select_rows(FaqEntry, args["status"])
    if args["category"]:
        query = query.where(FaqEntry.category == args["category"])
    place = writing.place_of(FaqEntry, CATEGORIES)
    page = paginate(query, args, key=FaqEntry.id, sort=place, descending=False)
    language = reading_language(args["hl"])
    rows = [editing.for_editing(row, language) for row in page.items]
    return with_more(page, items=rows, built_in=writing.is_untouched(FaqEntry))


@blp.post(
    "",
    Operation(
        needs("create", "Site"),
        audit="faq_entry:create",
        revisioned=True,
        body=schemas.NewFaqEntrySchema,
        answer=schemas.NewFaqEntryAnswerSchema,
        status=201,
        problems=(409,),
    ),
)
def create_faq_entry(args: dict[str, Any]) -> Reply:
    """Create a question as a draft."""
    entry = editing.create_entry(**args)
    db.session.commit()
    body = editing.for_editing(entry) | {"next": f"/pages/edit/faq/{entry.id}"}
    return body, etag(entry) | {"Location": url_for("faq_entries.get_faq_entry", faq_entry_id=entry.id)}


@blp.post(
    "/built-in",
    Operation(needs("create", "Site"), audit="faq_entry:take_over", answer=TakenOverSchema, problems=(409,)),
)
def take_over_faq() -> dict[str, int]:
    """Copy the built-in questions into the workspace, so that they can be changed."""
    return writing.take_over(seed)


@blp.post(
    "/order",
    Operation(needs("update", "Site"), audit="faq_entry:order", body=WrittenOrderSchema, answer=WrittenOrderedSchema),
)
def order_faq(args: dict[str, Any]) -> dict[str, list[int]]:
    """Reorder questions of a category."""
    return writing.reorder(FaqEntry, args["order"])


@blp.get("/<int:faq_entry_id>", FAQ_ENTRY_CALLS.read(query=LanguageArgs))
def get_faq_entry(args: dict[str, Any], faq_entry_id: int) -> Reply:
    """Retrieve a question in one language, English by default."""
    entry = writing.get_row(FaqEntry, faq_entry_id)
    return editing.for_editing(entry, reading_language(args["hl"] or "en")), etag(entry)


@blp.patch("/<int:faq_entry_id>", FAQ_ENTRY_CALLS.update(schemas.FaqEntryChangeSchema, problems=(409,)))
def change_faq_entry(args: dict[str, Any], faq_entry_id: int) -> Reply:
    """Update a question in one language; in another category it comes last."""
    entry = _match_entry(faq_entry_id)
    writing.change(entry, args)
    return writing.commit_row(entry, editing.for_editing, args["language"])


@blp.delete("/<int:faq_entry_id>", FAQ_ENTRY_CALLS.trash(problems=(409,)))
def delete_faq_entry(faq_entry_id: int) -> Reply:
    """Delete a question; it can be restored."""
    entry = _match_entry(faq_entry_id)
    writing.delete(entry)
    return writing.commit_row(entry, editing.for_editing)


@blp.post("/<int:faq_entry_id>/restore", FAQ_ENTRY_CALLS.restore(problems=(409,)))
def restore_faq_entry(faq_entry_id: int) -> Reply:
    """Restore a deleted question to its position."""
    entry = _match_entry(faq_entry_id)
    writing.restore(entry)
    return writing.commit_row(entry, editing.for_editing)


def _match_entry(faq_entry_id: int) -> FaqEntry:
    """The question of a write, in the revision its writer has seen."""
    return match_revision(writing.get_row(FaqEntry, faq_entry_id), schemas.FaqEntrySchema, editing.for_editing)
