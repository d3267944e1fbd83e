"""Calls on reviews of a bot's working copy."""

from collections.abc import Sequence
from typing import Any

from app.bots.catalog import reviews
from app.bots.catalog.models import Bot, BotReview
from app.bots.catalog.review_schemas import (
    ApproveSchema,
    BotReviewPageSchema,
    BotReviewSchema,
    NewBotReviewSchema,
    RejectSchema,
)
from app.bots.catalog.service import get_bot
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate, with_more
from app.core.http.schemas import PageArgs
from app.core.security.operations import Operation, needs
from app.core.security.visitor import require_user

blp = Blueprint("bot_reviews", __name__, url_prefix="/api/v1/bots", description="Approvals before publishing.")
COLUMNS = (
    "id", "state", "checksum", "note", "user_name", "created_at", "reason", "closed_by", "closed_at",
)  # fmt: skip


@blp.get("/<int:bot_id>/reviews", Operation(needs("read", "Bot"), query=PageArgs, answer=BotReviewPageSchema))
def list_reviews(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """List a bot's reviews, newest first."""
    bot = get_bot(bot_id)
    page: Page = paginate(reviews.list_reviews(bot), args, key=BotReview.id)
    return with_more(page, items=_serialize_reviews(bot, page.items))


@blp.post(
    "/<int:bot_id>/reviews",
    Operation(
        needs("update", "Text"), audit="bot_review:request", body=NewBotReviewSchema, answer=BotReviewSchema, status=201
    ),
)
def request_review(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """Create a review of the working copy; those who may approve it are notified."""
    bot = get_bot(bot_id)
    review = reviews.request_review(bot, args["note"], require_user())
    db.session.commit()
    return _serialize_reviews(bot, [review])[0]


@blp.post(
    "/<int:bot_id>/reviews/<int:review_id>/approve",
    Operation(
        needs("approve", "Bot"), audit="bot_review:approve", by_service=True, body=ApproveSchema, answer=BotReviewSchema
    ),
)
def approve_review(args: dict[str, Any], bot_id: int, review_id: int) -> dict[str, Any]:
    """Approve a review of the working copy."""
    bot = get_bot(bot_id)
    review = reviews.get_review(bot, review_id)
    reviews.approve(bot, review, args["comment"], require_user())
    db.session.commit()
    return _serialize_reviews(bot, [review])[0]


@blp.post(
    "/<int:bot_id>/reviews/<int:review_id>/reject",
    Operation(
        needs("approve", "Bot"), audit="bot_review:reject", by_service=True, body=RejectSchema, answer=BotReviewSchema
    ),
)
def reject_review(args: dict[str, Any], bot_id: int, review_id: int) -> dict[str, Any]:
    """Reject a review of the working copy with a reason."""
    bot = get_bot(bot_id)
    review = reviews.get_review(bot, review_id)
    reviews.reject(bot, review, args["reason"], require_user())
    db.session.commit()
    return _serialize_reviews(bot, [review])[0]


@blp.post(
    "/<int:bot_id>/reviews/<int:review_id>/cancel",
    Operation(needs("update", "Text"), audit="bot_review:cancel", by_service=True, answer=BotReviewSchema),
)
def cancel_review(bot_id: int, review_id: int) -> dict[str, Any]:
    """Cancel a review of the working copy."""
    bot = get_bot(bot_id)
    review = reviews.get_review(bot, review_id)
    reviews.cancel(bot, review, require_user())
    db.session.commit()
    return _serialize_reviews(bot, [review])[0]


def _serialize_reviews(bot: Bot, rows: Sequence[BotReview]) -> list[dict[str, Any]]:
    """Reviews as they are answered, each with what the reader may do."""
    user, approvals, working = require_user(), reviews.approvals_of(rows), reviews.working_of(bot)
    return [
        {name: getattr(review, name) for name in COLUMNS}
        | {
            "current": working.is_of(review), "needed": bot.approvals, "approvals": approvals[review.id],
            "barred": reviews.approval_obstacle(bot, review, user, working, approvals[review.id]),
            "own": review.user_id == user.id,
        }
        for review in rows
    ]  # fmt: skip
