"""Calls on the languages of the interface."""

from typing import Any

from app.api import Blueprint
from app.audit.recording import audited
from app.db import db
from app.locales import service
from app.locales.schemas import LanguageChangeSchema, LanguageSchema, LanguagesSchema
from app.security import needs
from app.versions import answered, versioned

blp = Blueprint("languages", __name__, url_prefix="/api/v1/languages", description="Languages of the interface.")
Shown = tuple[service.Language, dict[str, str]]


@blp.get("")
@needs("read", "Reference")
@blp.response(200, LanguagesSchema)
def list_languages() -> dict[str, Any]:
    """Every language of the interface, offered or not."""
    return {"items": service.languages()}


@blp.get("/<code>")
@needs("read", "Reference")
@versioned
@blp.response(200, LanguageSchema)
def get_language(code: str) -> Shown:
    """One language."""
    language = service.get_language(code)
    return answered(language)


@blp.patch("/<code>")
@needs("update", "Reference")
@audited("workspace:update_languages")
@versioned
@blp.arguments(LanguageChangeSchema)
@blp.response(200, LanguageSchema)
@blp.alt_response(409, "CONFLICT")
def change_language(args: dict[str, Any], code: str) -> Shown:
    """Offer a language or not, or call it otherwise."""
    language = service.change_language(code, args)
    db.session.commit()
    return answered(language)
