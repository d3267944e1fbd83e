"""Calls on tags, reviews and comments of conversations."""

from typing import Any

from app.conversations.models import Conversation
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision, match_revision_in
from app.core.http.listing import paginate, with_more
from app.core.http.resources import Reply
from app.core.http.schemas import PageArgs
from app.core.security.operations import Operation, needs
from app.core.security.visitor import can, require_user
from app.ingest.corrections import get_conversation
from app.reports.reviews import service
from app.reports.reviews.models import ConversationComment
from app.reports.reviews.review_schemas import ReviewSchema
from app.reports.reviews.schemas import (
    CommentPageSchema,
    CommentSchema,
    NewCommentSchema,
    ReviewChangeSchema,
    TagsSchema,
)

blp = Blueprint(
    "reviews", __name__, url_prefix="/api/v1/conversations", description="What people say of conversations."
)


def _representation(review: service.Review) -> Reply:
    return service.serialize_review(review), etag(review)


def _get_for_change(conversation_id: int) -> Conversation:
    """A conversation whose review is to be written; Stale where If-Match names another revision of it."""
    conversation = get_conversation(conversation_id)
    match_revision_in(
        conversation,
        lambda: service.get_review(conversation),
        lambda review: {"current": ReviewSchema().dump(service.serialize_review(review))},
    )
    return conversation


@blp.get(
    "/<int:conversation_id>/review", Operation(needs("read", "Conversation"), revisioned=True, answer=ReviewSchema)
)
def get_review(conversation_id: int) -> Reply:
    """Retrieve the review and the tags of a conversation."""
    return _representation(service.get_review(get_conversation(conversation_id)))


@blp.put(
    "/<int:conversation_id>/tags",
    Operation(
        needs("review", "Conversation"), audit="conversation:tag", revisioned=True, body=TagsSchema, answer=ReviewSchema
    ),
)
def set_tags(args: dict[str, Any], conversation_id: int) -> Reply:
    """Set the tags of a conversation."""
    row = service.set_tags(_get_for_change(conversation_id), args["tags"])
    db.session.commit()
    return _representation(row)


@blp.put(
    "/<int:conversation_id>/review",
    Operation(
        needs("review", "Conversation"),
        audit="conversation:review",
        revisioned=True,
        body=ReviewChangeSchema,
        answer=ReviewSchema,
        problems=(409,),
    ),
)
def set_review(args: dict[str, Any], conversation_id: int) -> Reply:
    """Review a conversation."""
    row = service.set_review(_get_for_change(conversation_id), require_user(), **args)
    db.session.commit()
    return _representation(row)


@blp.get(
    "/<int:conversation_id>/comments",
    Operation(needs("read", "Conversation"), query=PageArgs, answer=CommentPageSchema),
)
def list_comments(args: dict[str, Any], conversation_id: int) -> dict[str, Any]:
    """List the comments of a conversation."""
    conversation = get_conversation(conversation_id)
    page = paginate(service.list_comments(conversation), args, key=ConversationComment.id, descending=False)
    readers = service.readers_of(conversation, require_user()) if can("review", "Conversation") else []
    people = [{"id": user.id, "name": user.full_name} for user in readers[: service.OFFERED]]
    return with_more(page, people=people)


@blp.post(
    "/<int:conversation_id>/comments",
    Operation(
        needs("review", "Conversation"),
        audit="conversation:comment",
        body=NewCommentSchema,
        answer=CommentSchema,
        status=201,
    ),
)
def add_comment(args: dict[str, Any], conversation_id: int) -> ConversationComment:
    """Comment on a conversation."""
    row = service.add_comment(get_conversation(conversation_id), require_user(), args["text"])
    db.session.commit()
    return row


@blp.delete(
    "/<int:conversation_id>/comments/<int:comment_id>",
    Operation(needs("review", "Conversation"), audit="conversation:delete_comment", revisioned=True, status=204),
)
def delete_comment(conversation_id: int, comment_id: int) -> None:
    """Delete your comment."""
    comment = service.get_own_comment(get_conversation(conversation_id), comment_id, require_user())
    db.session.delete(match_revision(comment, CommentSchema))
    db.session.commit()
