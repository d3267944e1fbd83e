"""Reading the FAQ: the site workspace's questions, or the built-in ones where it has none."""

from functools import cache
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import select

from app.content.faq.models import FaqEntry
from app.content.site_workspace import in_site_workspace
from app.core.db.base import db

Texts = dict[str, dict[str, str]]


@cache
def read_built_in() -> dict[str, dict[str, Any]]:
    """The built-in categories by key: icon, texts by language, questions."""
    content: dict[str, dict[str, Any]] = orjson.loads(Path(__file__).with_name("content.json").read_bytes())
    return content


def _stored_entries() -> list[FaqEntry]:
    """The site workspace's questions in order, those that readers do not see among them."""
    with in_site_workspace() as bound:
        return list(db.session.scalars(select(FaqEntry).order_by(FaqEntry.position, FaqEntry.id))) if bound else []


def read(q: str, language: str) -> dict[str, dict[str, Any]]:
    """The categories with the questions that contain `q`; those without any are left out."""
    stored, query = _stored_entries(), q.strip().casefold()
    result: dict[str, dict[str, Any]] = {}
    for key, category in read_built_in().items():
        own = [entry.texts for entry in stored if entry.category == key and entry.is_public]
        questions: list[Texts] = own if stored else category["questions"]
        categories = [
            texts.get(language) or texts["en"]
            for texts in questions
            if query in (texts.get(language) or texts["en"])["question"].casefold()
        ]
        if categories:
            result[key] = {"icon": category["icon"], **category["texts"][language], "qandA": categories}
    return result
