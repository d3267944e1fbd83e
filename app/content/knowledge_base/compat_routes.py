"""The specified calls of the knowledge base, and ours for readers: an article with its votes."""

from typing import Any

from flask import request

from app.content.knowledge_base import schemas, service
from app.content.site_workspace import in_site_workspace
from app.core.db.base import db
from app.core.http.api import Blueprint, SpecifiedBlueprint
from app.core.languages import reading_language
from app.core.security.limits import VOTES, limits, network
from app.core.security.operations import PUBLIC, UNAUDITED, Operation

blp = SpecifiedBlueprint("knowledge_base", __name__, url_prefix="/faq/data", description="Articles by category.")
own = Blueprint("articles", __name__, url_prefix="/api/v1/knowledge-base", description="Articles and votes.")


@blp.get(
    "/knowledge_base", Operation(PUBLIC, query=schemas.ReadArgs, answer=schemas.KnowledgeCategorySchema(many=True))
)
def knowledge_base(args: dict[str, Any]) -> list[dict[str, Any]]:
    """List the categories."""
    return service.categories(reading_language(args["hl"]))


@blp.get(
    "/category",
    Operation(PUBLIC, query=schemas.CategoryArgs, answer=schemas.CategoryQuestionsSchema(many=True), problems=(404,)),
)
def category(args: dict[str, Any]) -> list[dict[str, Any]]:
    """List questions by category; `category` takes one by its slug, `q` those with these words."""
    return service.by_category(reading_language(args["hl"]), args["category"], args["q"])


@blp.get("/question", Operation(PUBLIC, query=schemas.QuestionArgs, answer=schemas.QuestionPageSchema, problems=(404,)))
def question(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve a question with its answer by `slug`, by default the first."""
    return service.serialize_specified(args["slug"], reading_language(args["hl"]))


@own.get("/<string:category>/<string:slug>", Operation(PUBLIC, query=schemas.ReadArgs, answer=schemas.ArticleSchema))
def get_article(args: dict[str, Any], category: str, slug: str) -> dict[str, Any]:
    """Retrieve an article with everything its page shows."""
    return service.article(category, slug, reading_language(args["hl"]))


@own.post(
    "/<string:category>/<string:slug>/votes",
    Operation(PUBLIC, audit=UNAUDITED, body=schemas.HelpfulArgs, answer=schemas.VotesSchema, problems=(429,)),
)
def vote(args: dict[str, Any], category: str, slug: str) -> dict[str, int] | None:
    """Vote whether an article was helpful; a visitor's last vote counts."""
    with limits.count_success([VOTES], f"vote:{network(request.remote_addr or '')}"):
        question = service.find(slug, category)
    with in_site_workspace():
        service.vote(question, args["helpful"])
        db.session.commit()
        return service.votes(question)


blueprints = (blp, own)
