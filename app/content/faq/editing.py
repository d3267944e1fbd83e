"""Writing the FAQ: what of it is an answer's own."""

from typing import Any

from app.content.editor import service as writing
from app.content.faq.models import FaqEntry
from app.core.db.base import db


def create_entry(question: str, category: str) -> FaqEntry:
    """A draft, last in its category."""
    entry = FaqEntry(category=category, texts={"en": {"question": question, "ans": ""}})
    writing.begin_placed(entry)
    db.session.add(entry)
    db.session.flush()
    return entry


def for_editing(entry: FaqEntry, language: str = "en") -> dict[str, Any]:
    """An answer as its form is filled in, in one language."""
    return writing.for_editing(entry, language, "category")
