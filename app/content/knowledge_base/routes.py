"""Our calls of the knowledge base: its articles as editors write them."""

from functools import partial
from typing import Any

from flask import url_for

from app.content.editor import service as writing
from app.content.editor.resources import WrittenResource, page_for_editing
from app.content.editor.shapes import LanguageArgs, TakeOverSchema, WrittenOrderedSchema, WrittenOrderSchema
from app.content.knowledge_base import editing, schemas
from app.content.knowledge_base.models import CATEGORIES, KnowledgeQuestion
from app.content.knowledge_base.seed import seed
from app.core.http.api import Blueprint
from app.core.http.resources import Reply
from app.core.security.operations import UNAUDITED, Operation, RowOperations, needs

blp = Blueprint(
    "knowledge_articles", __name__, url_prefix="/api/v1/articles", description="Articles as editors write them."
)
ARTICLES = WrittenResource(
    partial(writing.get_row, KnowledgeQuestion),
    schemas.KnowledgeArticleSchema,
    editing.for_editing,
    lambda row: url_for("knowledge_articles.get_written_article", knowledge_question_id=row.id),
)
KNOWLEDGE_QUESTION_CALLS = RowOperations("Site", "knowledge_question", schemas.KnowledgeArticleSchema)


@blp.get(
    "", Operation(needs("read", "Site"), query=schemas.KnowledgeListArgs, answer=schemas.KnowledgeArticlePageSchema)
)
def list_articles(args: dict[str, Any]) -> dict[str, Any]:
    """List the workspace's articles, drafts included; `status=Deleted` lists those that can be restored."""
    return page_for_editing(KnowledgeQuestion, CATEGORIES, editing.for_editing, args)


@blp.post(
    "",
    Operation(
        needs("create", "Site"),
        audit="knowledge_question:create",
        revisioned=True,
        body=schemas.NewKnowledgeArticleSchema,
        answer=schemas.NewKnowledgeArticleAnswerSchema,
        status=201,
        problems=(409,),
    ),
)
def create_article(args: dict[str, Any]) -> Reply:
    """Create an article as a draft."""
    article = editing.create_article(**args)
    body, headers = ARTICLES.create(article)
    return body | {"next": f"/pages/edit/knowledge-base/{article.id}"}, headers


@blp.post(
    "/built-in",
    Operation(needs("create", "Site"), audit="knowledge_question:take_over", answer=TakeOverSchema, problems=(409,)),
)
def take_over_articles() -> dict[str, int]:
    """Copy the built-in articles into the workspace, so that they can be changed."""
    return writing.take_over(seed)


@blp.post(
    "/preview",
    Operation(
        needs("update", "Site"),
        audit=UNAUDITED,
        body=schemas.KnowledgeArticleChangeSchema,
        answer=schemas.KnowledgePreviewSchema,
        renders_answer=True,
    ),
)
def preview_article(args: dict[str, Any]) -> dict[str, Any]:
    """Preview an article without storing it."""
    return editing.preview({"question": "", "content": ""} | args)


@blp.post(
    "/order",
    Operation(
        needs("update", "Site"), audit="knowledge_question:order", body=WrittenOrderSchema, answer=WrittenOrderedSchema
    ),
)
def order_articles(args: dict[str, Any]) -> dict[str, list[int]]:
    """Reorder articles of a category."""
    return writing.reorder(KnowledgeQuestion, args["order"])


@blp.get("/<int:knowledge_question_id>", KNOWLEDGE_QUESTION_CALLS.read(query=LanguageArgs))
def get_written_article(args: dict[str, Any], knowledge_question_id: int) -> Reply:
    """Retrieve an article in one language, English by default."""
    return ARTICLES.show(knowledge_question_id, args["hl"])


@blp.patch(
    "/<int:knowledge_question_id>",
    KNOWLEDGE_QUESTION_CALLS.update(schemas.KnowledgeArticleChangeSchema, problems=(409,)),
)
def change_article(args: dict[str, Any], knowledge_question_id: int) -> Reply:
    """Update an article in one language; in another category it comes last."""
    return ARTICLES.change(
        knowledge_question_id, lambda article: editing.change_article(article, args), args["language"]
    )


@blp.delete("/<int:knowledge_question_id>", KNOWLEDGE_QUESTION_CALLS.trash(problems=(409,)))
def delete_article(knowledge_question_id: int) -> Reply:
    """Delete an article; it can be restored."""
    return ARTICLES.change(knowledge_question_id, writing.delete)


@blp.post("/<int:knowledge_question_id>/restore", KNOWLEDGE_QUESTION_CALLS.restore(problems=(409,)))
def restore_article(knowledge_question_id: int) -> Reply:
    """Restore a deleted article to its position."""
    return ARTICLES.change(knowledge_question_id, writing.restore)
