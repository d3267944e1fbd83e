"""Writing the knowledge base: what of it is an article's own."""

from typing import Any

from app.content.editor import service as writing
from app.content.knowledge_base.models import KnowledgeQuestion
from app.content.markdown import to_html
from app.core.errors import Conflict

FIXED = "This article is published, so its address cannot change."


def create_article(question: str, category: str) -> KnowledgeQuestion:
    """A draft, last in its category."""
    article = KnowledgeQuestion(category=category, texts={"en": {"question": question, "content": ""}})
    writing.begin_placed(article)
    writing.begin_addressed(article)
    return article


def change_article(article: KnowledgeQuestion, changes: dict[str, Any]) -> None:
    """Give an article what was supplied; its short name is its own from the first publication on."""
    if article.published_at is not None and changes.get("slug", article.slug) != article.slug:
        raise Conflict(FIXED, code="published", errors={"slug": [FIXED]})
    writing.change(article, changes)


def for_editing(article: KnowledgeQuestion, language: str = "en") -> dict[str, Any]:
    """An article as its form is filled in, in one language."""
    return writing.for_editing(article, language, "category", "slug", "published_at")


def preview(typed: dict[str, Any]) -> dict[str, Any]:
    """What was typed, and how readers would see it; nothing is stored."""
    return typed | {"html": to_html(typed["content"])}
