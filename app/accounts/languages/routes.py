"""Calls on the languages of the interface."""

from typing import Any

from app.accounts.languages import service
from app.accounts.languages.schemas import LanguageChangeSchema, LanguageSchema, LanguagesSchema
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import with_etag
from app.core.http.resources import Reply
from app.core.security.operations import Operation, needs

blp = Blueprint("languages", __name__, url_prefix="/api/v1/languages", description="Languages of the interface.")


@blp.get("", Operation(needs("read", "Reference"), answer=LanguagesSchema))
def list_languages() -> dict[str, Any]:
    """List every language of the interface, offered or not."""
    return {"items": service.languages()}


@blp.get("/<code>", Operation(needs("read", "Reference"), revisioned=True, answer=LanguageSchema))
def get_language(code: str) -> Reply:
    """Retrieve a language."""
    language = service.get_language(code)
    return with_etag(language)


@blp.patch(
    "/<code>",
    Operation(
        needs("update", "Reference"),
        audit="workspace:update_languages",
        revisioned=True,
        body=LanguageChangeSchema,
        answer=LanguageSchema,
        problems=(409,),
    ),
)
def change_language(args: dict[str, Any], code: str) -> Reply:
    """Update whether a language is offered, and its name."""
    language = service.change_language(code, args)
    db.session.commit()
    return with_etag(language)
