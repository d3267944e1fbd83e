"""Our calls of the FAQ: its questions as editors write them."""

from functools import partial
from typing import Any

from flask import url_for

from app.content.editor import service as writing
from app.content.editor.resources import WrittenResource, page_for_editing
from app.content.editor.shapes import LanguageArgs, TakeOverSchema, WrittenOrderedSchema, WrittenOrderSchema
from app.content.faq import editing, schemas
from app.content.faq.models import CATEGORIES, FaqEntry
from app.content.faq.seed import seed
from app.core.http.api import Blueprint
from app.core.http.resources import Reply
from app.core.security.operations import Operation, RowOperations, needs

blp = Blueprint("faq_entries", __name__, url_prefix="/api/v1/faq", description="Editing the FAQ.")
ENTRIES = WrittenResource(
    partial(writing.get_row, FaqEntry),
    schemas.FaqEntrySchema,
    editing.for_editing,
    lambda row: url_for("faq_entries.get_faq_entry", faq_entry_id=row.id),
)
FAQ_ENTRY_CALLS = RowOperations("Site", "faq_entry", schemas.FaqEntrySchema)


@blp.get("", Operation(needs("read", "Site"), query=schemas.FaqListArgs, answer=schemas.FaqEntryPageSchema))
def list_faq(args: dict[str, Any]) -> dict[str, Any]:
    """List the workspace's questions, drafts included; `status=Deleted` lists those that can be restored."""
    return page_for_editing(FaqEntry, CATEGORIES, editing.for_editing, args)


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
    body, headers = ENTRIES.create(entry)
    return body | {"next": f"/pages/edit/faq/{entry.id}"}, headers


@blp.post(
    "/built-in",
    Operation(needs("create", "Site"), audit="faq_entry:take_over", answer=TakeOverSchema, problems=(409,)),
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
    return ENTRIES.show(faq_entry_id, args["hl"])


@blp.patch("/<int:faq_entry_id>", FAQ_ENTRY_CALLS.update(schemas.FaqEntryChangeSchema, problems=(409,)))
def change_faq_entry(args: dict[str, Any], faq_entry_id: int) -> Reply:
    """Update a question in one language; in another category it comes last."""
    return ENTRIES.change(faq_entry_id, lambda entry: writing.change(entry, args), args["language"])


@blp.delete("/<int:faq_entry_id>", FAQ_ENTRY_CALLS.trash(problems=(409,)))
def delete_faq_entry(faq_entry_id: int) -> Reply:
    """Delete a question; it can be restored."""
    return ENTRIES.change(faq_entry_id, writing.delete)


@blp.post("/<int:faq_entry_id>/restore", FAQ_ENTRY_CALLS.restore(problems=(409,)))
def restore_faq_entry(faq_entry_id: int) -> Reply:
    """Restore a deleted question to its position."""
    return ENTRIES.change(faq_entry_id, writing.restore)
