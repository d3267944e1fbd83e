"""Reading the knowledge base: the site workspace's articles, or the built-in ones where it has none."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from flask import request
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from app.content.editor.service import place_of
from app.content.knowledge_base.models import CATEGORIES, KnowledgeQuestion, KnowledgeVote
from app.content.markdown import to_html, to_plain
from app.content.site_workspace import in_site_workspace, in_words
from app.core.db.base import db
from app.core.errors import NotFound
from app.core.security.signatures import sign
from app.core.security.visitor import visitor

Texts = dict[str, dict[str, str]]
PAGE = "/pages/knowledge-base"
SINCE = datetime(2026, 11, 1, tzinfo=UTC)
"""When the built-in articles were last gone over."""


@dataclass(frozen=True, slots=True)
class ReadArticle:
    """An article as it is read, stored or built in."""

    number: int
    category: str
    slug: str
    texts: Texts
    updated_at: datetime
    row_id: int | None = None

    def text(self, language: str) -> dict[str, str]:
        """Question and content in a language, in English where it was not written."""
        return self.texts.get(language) or self.texts["en"]

    def has(self, words: list[str], language: str) -> bool:
        """Whether all words stand in it."""
        text = self.text(language)
        whole = f"{text['question']} {to_plain(text['content'])}".casefold()
        return all(word in whole for word in words)


@cache
def read_built_in() -> list[dict[str, Any]]:
    """The built-in categories in order: slug, icon, texts by language, questions."""
    content: list[dict[str, Any]] = orjson.loads(Path(__file__).with_name("content.json").read_bytes())
    return content


@cache
def read_built_in_questions() -> tuple[ReadArticle, ...]:
    """The built-in articles, numbered through."""
    questions = [(category["slug"], question) for category in read_built_in() for question in category["questions"]]
    return tuple(
        ReadArticle(number, category, question["slug"], question["texts"], SINCE)
        for number, (category, question) in enumerate(questions, 1)
    )


def all_questions() -> list[ReadArticle]:
    """Every article that readers see, in order."""
    query = select(KnowledgeQuestion).order_by(place_of(KnowledgeQuestion, CATEGORIES), KnowledgeQuestion.id)
    with in_site_workspace() as bound:
        rows = list(db.session.scalars(query)) if bound else []
    if not rows:
        return list(read_built_in_questions())
    return [
        ReadArticle(row.number, row.category, row.slug, row.texts, row.updated_at, row.id)
        for row in rows
        if row.is_public
    ]


def categories(language: str) -> list[dict[str, Any]]:
    """The categories, as tiles."""
    return [
        {"id": number, "category": category["slug"], "img": category["img"], **category["texts"][language]}
        for number, category in enumerate(read_built_in(), 1)
    ]


def category_titles(language: str) -> dict[str, str]:
    """What the categories are called, by their slugs."""
    return {category["slug"]: category["texts"][language]["title"] for category in read_built_in()}


def by_category(language: str, slug: str = "", q: str = "") -> list[dict[str, Any]]:
    """The categories with their questions; of all or of one, and only what has the words looked for."""
    entries, words = all_questions(), q.casefold().split()
    result = []
    for number, category in enumerate(read_built_in(), 1):
        if slug in ("", category["slug"]):
            rows = [
                question
                for question in entries
                if question.category == category["slug"] and question.has(words, language)
            ]
            questions = [{"id": r.number, "question": r.text(language)["question"], "slug": r.slug} for r in rows]
            title = category["texts"][language]["title"]
            fields = {"title": title, "icon": category["icon"], "iconColor": category["iconColor"]}
            result.append({"id": number, **fields, "questions": questions})
    if not result:
        raise NotFound("This category does not exist.")
    return [category_document for category_document in result if category_document["questions"]] if words else result


def find(slug: str, category: str = "") -> ReadArticle:
    """The article of a slug, or NotFound; without a slug the first one.

    Its category is the way to it and no part of its name: an article that has been moved is found under the old one.
    """
    if category in ("", *CATEGORIES):
        for question in all_questions():
            if slug in ("", question.slug):
                return question
    raise NotFound("This article does not exist.")


def place_at(question: ReadArticle) -> str:
    """Where an article is read."""
    return f"{PAGE}/{question.category}/{question.slug}"


def find_related(question: ReadArticle) -> list[ReadArticle]:
    """The other articles of the same category."""
    return [other for other in all_questions() if other.category == question.category and other.slug != question.slug]


def serialize_specified(slug: str, language: str) -> dict[str, Any]:
    """An article as the specified call tells it."""
    question = find(slug)
    text = question.text(language)
    others = [{"id": other.number, "question": other.text(language)["question"]} for other in find_related(question)]
    updated = in_words(question.updated_at)
    content = to_html(text["content"])
    return {"title": text["question"], "lastUpdated": updated, "relatedQuestions": others, "content": content}


def article(category: str, slug: str, language: str) -> dict[str, Any]:
    """An article with everything its page shows."""
    question = find(slug, category)
    text = question.text(language)
    return {
        "id": question.row_id,
        "slug": question.slug,
        "category": {"slug": question.category, "title": category_titles(language)[question.category]},
        "title": text["question"],
        "summary": to_plain(text["content"])[:200],
        "content": to_html(text["content"]),
        "plain": to_plain(text["content"]),
        "updated_at": question.updated_at,
        "related": [
            {"slug": other.slug, "title": other.text(language)["question"]} for other in find_related(question)
        ],
        "votes": votes(question),
    }


# ---- what readers say of it ----------------------------------------------------------------------------


def votes(question: ReadArticle) -> dict[str, int] | None:
    """How many found it helpful and how many did not; None for what is not stored and cannot be counted."""
    if question.row_id is None:
        return None
    query = select(KnowledgeVote.helpful, func.count()).where(KnowledgeVote.question_id == question.row_id)
    with in_site_workspace():
        counts = {helpful: int(count) for helpful, count in db.session.execute(query.group_by(KnowledgeVote.helpful))}
    return {"helpful": counts.get(True, 0), "unhelpful": counts.get(False, 0)}


def vote(question: ReadArticle, helpful: bool) -> None:
    """Count what the present visitor says, in place of what they said before."""
    if question.row_id is None:
        raise NotFound("This is a built-in article. It cannot be rated.")
    voter = _voter(question.row_id)
    query = select(KnowledgeVote).where(KnowledgeVote.question_id == question.row_id, KnowledgeVote.voter == voter)
    row = db.session.scalar(query)
    if row is None:
        # The same visitor may say it twice at one moment; the first one counts.
        with suppress(IntegrityError), db.session.begin_nested():
            db.session.add(KnowledgeVote(question_id=question.row_id, voter=voter, helpful=helpful))
    else:
        row.helpful = helpful
    db.session.flush()


def _voter(question_id: int) -> str:
    """The same visitor is the same digest: by account, else by address and browser."""
    user = visitor().user
    voter = f"user:{user.id}" if user is not None else f"{request.remote_addr}|{request.user_agent.string}"
    return sign(f"vote:{question_id}:{voter}")
