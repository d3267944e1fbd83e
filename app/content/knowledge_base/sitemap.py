"""The knowledge base's addresses for search engines."""

from collections.abc import Iterator
from datetime import datetime

from app.content.knowledge_base.service import PAGE, all_questions, place_at


def addresses() -> Iterator[tuple[str, datetime]]:
    """Every category and every article, with when it was last changed."""
    newest: dict[str, datetime] = {}
    for question in all_questions():
        newest[question.category] = max(newest.get(question.category, question.updated_at), question.updated_at)
        yield place_at(question), question.updated_at
    yield from ((f"{PAGE}/{category}", changed) for category, changed in newest.items())
