"""Calls on text snippets."""

from dataclasses import replace
from typing import Any

from flask import url_for

from app.audit.recording import audited
from app.core.http.api import Blueprint
from app.core.http.etags import revisioned
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply, Resource, single
from app.core.security.visitor import needs
from app.reference import snippet_schemas as schemas
from app.reference import snippets as service
from app.reference.models import Snippet
from app.reference.uses import find_uses

snippets = Blueprint("snippets", __name__, url_prefix="/api/v1/snippets", description="Text snippets.")
MOST_USES = 100


SNIPPETS = Resource(
    service.get_snippet,
    schemas.SnippetSchema,
    single(service.listed),
    lambda row: url_for("snippets.get_snippet", text_snippet_id=row.id),
)


@snippets.get("")
@needs("read", "Reference")
@snippets.arguments(schemas.SnippetListArgs, location="query")
@snippets.response(200, schemas.SnippetPageSchema)
def list_snippets(args: dict[str, Any]) -> Page:
    """List text snippets by key."""
    key: Any = Snippet.key
    page = paginate(service.list_snippets(args["q"]), args, key=Snippet.id, sort=key, descending=args["sort"] == "-key")
    return replace(page, items=service.listed([*page.items]))


@snippets.get("/offered")
@needs("read", "Office")
@snippets.response(200, schemas.OfferedSnippetsSchema)
def offer_snippets() -> dict[str, Any]:
    """List the snippets that can be inserted into a mail, with their texts."""
    return {"snippets": service.all_snippets()}


@snippets.post("")
@needs("create", "Reference")
@audited("text_snippet:create")
@revisioned
@snippets.arguments(schemas.NewSnippetSchema)
@snippets.response(201, schemas.SnippetSchema)
def create_snippet(args: dict[str, Any]) -> Reply:
    """Create a text snippet."""
    return SNIPPETS.create(service.add_snippet(args))


@snippets.get("/<int:text_snippet_id>")
@needs("read", "Reference")
@revisioned
@snippets.response(200, schemas.SnippetSchema)
def get_snippet(text_snippet_id: int) -> Reply:
    """Retrieve a text snippet."""
    return SNIPPETS.get(text_snippet_id)


@snippets.get("/<int:text_snippet_id>/uses")
@needs("read", "Reference")
@snippets.response(200, schemas.SnippetUsesSchema)
def list_snippet_uses(text_snippet_id: int) -> dict[str, Any]:
    """List where a snippet is used, as far as the reader may see it."""
    key = service.get_snippet(text_snippet_id).key
    uses = find_uses(service.SNIPPETS, [key])[key]
    return {"total": len(uses), "uses": uses[:MOST_USES]}


@snippets.patch("/<int:text_snippet_id>")
@needs("update", "Reference")
@audited("text_snippet:update")
@revisioned
@snippets.arguments(schemas.SnippetChangeSchema)
@snippets.response(200, schemas.SnippetSchema)
def change_snippet(args: dict[str, Any], text_snippet_id: int) -> Reply:
    """Update a snippet's texts; its key stays."""
    return SNIPPETS.change(text_snippet_id, lambda snippet: service.change_snippet(snippet, args))


@snippets.delete("/<int:text_snippet_id>")
@needs("delete", "Reference")
@audited("text_snippet:delete")
@revisioned
@snippets.response(204)
@snippets.alt_response(409, "CONFLICT")
def delete_snippet(text_snippet_id: int) -> None:
    """Delete a snippet that no bot uses."""
    SNIPPETS.delete(text_snippet_id, service.delete_snippet)
