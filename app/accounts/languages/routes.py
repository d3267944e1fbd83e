"""Calls on the languages of the interface."""

from typing import Any

from app.accounts.languages import service
from app.accounts.languages.schemas import LanguageChangeSchema, LanguageSchema, LanguagesSchema
from app.audit.recording import audited
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import revisioned, with_etag
from app.core.http.resources import Reply
from app.core.security.visitor import needs

blp = Blueprint("languages", __name__, url_prefix="/api/v1/languages", description="Languages of the interface.")


@blp.get("")
@needs("read", "Reference")
@blp.response(200, LanguagesSchema)
def list_languages() -> dict[str, Any]:
    """List every language of the interface, offered or not."""
    return {"items": service.languages()}


@blp.get("/<code>")
@needs("read", "Reference")
@revisioned
@blp.response(200, LanguageSchema)
def get_language(code: str) -> Reply:
    """Retrieve a language."""
    language = service.get_language(code)
    return with_etag(language)


@blp.patch("/<code>")
@needs("update", "Reference")
@audited("workspace:update_languages")
@revisioned
@blp.arguments(LanguageChangeSchema)
@blp.response(200, LanguageSchema)
@blp.alt_response(409, "CONFLICT")
def change_language(args: dict[str, Any], code: str) -> Reply:
    """Update whether a language is offered, and its name."""
    language = service.change_language(code, args)
    db.session.commit()
    return with_etag(language)
