"""Calls on text snippets."""

from dataclasses import replace
from typing import Any

from flask import url_for

from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply, Resource, single
from app.core.security.operations import Operation, RowOperations, needs
from app.reference import snippet_schemas as schemas
from app.reference import snippets as service
from app.reference.models import Snippet
from app.reference.uses import find_uses

snippets = Blueprint("snippets", __name__, url_prefix="/api/v1/snippets", description="Text snippets.")
MOST_USES = 100


SNIPPETS = Resource(
    service.get_snippet,
    schemas.SnippetSchema,
    single(service.serialize_list),
    lambda row: url_for("snippets.get_snippet", text_snippet_id=row.id),
)
TEXT_SNIPPET_CALLS = RowOperations("Reference", "text_snippet", schemas.SnippetSchema)


@snippets.get(
    "", Operation(needs("read", "Reference"), query=schemas.SnippetListArgs, answer=schemas.SnippetPageSchema)
)
def list_snippets(args: dict[str, Any]) -> Page:
    """List text snippets by key."""
    key: Any = Snippet.key
    page = paginate(service.list_snippets(args["q"]), args, key=Snippet.id, sort=key, descending=args["sort"] == "-key")
    return replace(page, items=service.serialize_list([*page.items]))


@snippets.get("/offered", Operation(needs("read", "Office"), answer=schemas.OfferedSnippetsSchema))
def offer_snippets() -> dict[str, Any]:
    """List the snippets that can be inserted into a mail, with their texts."""
    return {"snippets": service.all_snippets()}


@snippets.post("", TEXT_SNIPPET_CALLS.create(schemas.NewSnippetSchema))
def create_snippet(args: dict[str, Any]) -> Reply:
    """Create a text snippet."""
    return SNIPPETS.create(service.add_snippet(args))


@snippets.get("/<int:text_snippet_id>", TEXT_SNIPPET_CALLS.read())
def get_snippet(text_snippet_id: int) -> Reply:
    """Retrieve a text snippet."""
    return SNIPPETS.get(text_snippet_id)


@snippets.get("/<int:text_snippet_id>/uses", Operation(needs("read", "Reference"), answer=schemas.SnippetUsesSchema))
def list_snippet_uses(text_snippet_id: int) -> dict[str, Any]:
    """List where a snippet is used, as far as the reader may see it."""
    key = service.get_snippet(text_snippet_id).key
    uses = find_uses(service.SNIPPETS, [key])[key]
    return {"total": len(uses), "uses": uses[:MOST_USES]}


@snippets.patch("/<int:text_snippet_id>", TEXT_SNIPPET_CALLS.update(schemas.SnippetChangeSchema))
def change_snippet(args: dict[str, Any], text_snippet_id: int) -> Reply:
    """Update a snippet's texts; its key stays."""
    return SNIPPETS.change(text_snippet_id, lambda snippet: service.change_snippet(snippet, args))


@snippets.delete("/<int:text_snippet_id>", TEXT_SNIPPET_CALLS.delete(problems=(409,)))
def delete_snippet(text_snippet_id: int) -> None:
    """Delete a snippet that no bot uses."""
    SNIPPETS.delete(text_snippet_id, service.delete_snippet)
