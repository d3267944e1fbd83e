"""Writing the FAQ: what of it is an answer's own."""

from typing import Any

from app.db import db
from app.demos.faq.models import FaqEntry
from app.demos.writing import service as writing


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
