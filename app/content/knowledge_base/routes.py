"""Our calls of the knowledge base: its articles as editors write them."""

from typing import Any

from flask import url_for

from app.audit.recording import audited, unaudited
from app.content.editor import service as writing
from app.content.editor.shapes import LanguageArgs, TakenOverSchema, WrittenOrderedSchema, WrittenOrderSchema
from app.content.knowledge_base import editing, schemas
from app.content.knowledge_base.models import CATEGORIES, KnowledgeQuestion
from app.content.knowledge_base.seed import seed
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import etag, matched, revisioned
from app.core.http.listing import paginate, with_more
from app.core.http.resources import Reply
from app.core.languages import reading_language
from app.core.security.visitor import needs, renders_answer

blp = Blueprint(
    "knowledge_articles", __name__, url_prefix="/api/v1/articles", description="Articles as editors write them."
)


@blp.get("")
@needs("read", "Site")
@blp.arguments(schemas.KnowledgeListArgs, location="query")
@blp.response(200, schemas.KnowledgeArticlePageSchema)
def list_articles(args: dict[str, Any]) -> dict[str, Any]:
    """List the workspace's articles, drafts included; `status=Deleted` lists those that can be restored."""
    query = writing.of_status(KnowledgeQuestion, args["status"])
    if args["category"]:
        query = query.where(KnowledgeQuestion.category == args["category"])
    place = writing.place_of(KnowledgeQuestion, CATEGORIES)
    page = paginate(query, args, key=KnowledgeQuestion.id, sort=place, descending=False)
    language = reading_language(args["hl"])
    rows = [editing.for_editing(row, language) for row in page.items]
    return with_more(page, items=rows, built_in=writing.is_untouched(KnowledgeQuestion))


@blp.post("")
@needs("create", "Site")
@audited("knowledge_question:create")
@revisioned
@blp.arguments(schemas.NewKnowledgeArticleSchema)
@blp.response(201, schemas.NewKnowledgeArticleAnswerSchema)
@blp.alt_response(409, "CONFLICT")
def create_article(args: dict[str, Any]) -> Reply:
    """Create an article as a draft."""
    article = editing.create_article(**args)
    db.session.commit()
    body = editing.for_editing(article) | {"next": f"/pages/edit/knowledge-base/{article.id}"}
    return body, etag(article) | {
        "Location": url_for("knowledge_articles.get_written_article", knowledge_question_id=article.id)
    }


@blp.post("/built-in")
@needs("create", "Site")
@audited("knowledge_question:take_over")
@blp.response(200, TakenOverSchema)
@blp.alt_response(409, "CONFLICT")
def take_over_articles() -> dict[str, int]:
    """Copy the built-in articles into the workspace, so that they can be changed."""
    return writing.take_over(seed)


@blp.post("/preview")
@needs("update", "Site")
@unaudited
@renders_answer
@blp.arguments(schemas.KnowledgeArticleChangeSchema)
@blp.response(200, schemas.KnowledgePreviewSchema)
def preview_article(args: dict[str, Any]) -> dict[str, Any]:
    """Preview an article without storing it."""
    return editing.preview({"question": "", "content": ""} | args)


@blp.post("/order")
@needs("update", "Site")
@audited("knowledge_question:order")
@blp.arguments(WrittenOrderSchema)
@blp.response(200, WrittenOrderedSchema)
def order_articles(args: dict[str, Any]) -> dict[str, list[int]]:
    """Reorder articles of a category."""
    return writing.put_in_order(KnowledgeQuestion, args["order"])


@blp.get("/<int:knowledge_question_id>")
@needs("read", "Site")
@revisioned
@blp.arguments(LanguageArgs, location="query")
@blp.response(200, schemas.KnowledgeArticleSchema)
def get_written_article(args: dict[str, Any], knowledge_question_id: int) -> Reply:
    """Retrieve an article in one language, English by default."""
    article = writing.get_row(KnowledgeQuestion, knowledge_question_id)
    return editing.for_editing(article, reading_language(args["hl"] or "en")), etag(article)


@blp.patch("/<int:knowledge_question_id>")
@needs("update", "Site")
@audited("knowledge_question:update")
@revisioned
@blp.arguments(schemas.KnowledgeArticleChangeSchema)
@blp.response(200, schemas.KnowledgeArticleSchema)
@blp.alt_response(409, "CONFLICT")
def change_article(args: dict[str, Any], knowledge_question_id: int) -> Reply:
    """Update an article in one language; in another category it comes last."""
    article = _matched(knowledge_question_id)
    editing.change_article(article, args)
    return writing.stored(article, editing.for_editing, args["language"])


@blp.delete("/<int:knowledge_question_id>")
@needs("delete", "Site")
@audited("knowledge_question:delete")
@revisioned
@blp.response(200, schemas.KnowledgeArticleSchema)
@blp.alt_response(409, "CONFLICT")
def delete_article(knowledge_question_id: int) -> Reply:
    """Delete an article; it can be restored."""
    article = _matched(knowledge_question_id)
    writing.delete(article)
    return writing.stored(article, editing.for_editing)


@blp.post("/<int:knowledge_question_id>/restore")
@needs("delete", "Site")
@audited("knowledge_question:restore")
@revisioned
@blp.response(200, schemas.KnowledgeArticleSchema)
@blp.alt_response(409, "CONFLICT")
def restore_article(knowledge_question_id: int) -> Reply:
    """Restore a deleted article to its position."""
    article = _matched(knowledge_question_id)
    writing.restore(article)
    return writing.stored(article, editing.for_editing)


def _matched(knowledge_question_id: int) -> KnowledgeQuestion:
    """The article of a write, in the revision its writer has seen."""
    row = writing.get_row(KnowledgeQuestion, knowledge_question_id)
    return matched(row, schemas.KnowledgeArticleSchema, editing.for_editing)
