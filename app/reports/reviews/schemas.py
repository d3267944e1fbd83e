"""What reviews and comments look like in JSON."""

from typing import Any

import marshmallow as ma

from app.core.http.schemas import Id, NonBlankText, PageSchema, Pattern, ResponseSchema, Schema, Text, Whole
from app.core.security.visitor import require_user
from app.reports.reviews.models import MOST_TAGS, NOTE_LENGTH, TAG_LENGTH
from app.reports.reviews.review_schemas import CATEGORIES, ReviewerSchema
from app.reports.reviews.service import SAID

COMMENT_LENGTH = 2000
TAG = r"^[^,;\u0000-\u001f]+$"


class TagsSchema(Schema):
    """The tags of a conversation, in order."""

    tags = ma.fields.List(
        Text(validate=[ma.validate.Length(1, TAG_LENGTH), Pattern(TAG)], metadata={"example": "price"}),
        required=True, validate=ma.validate.Length(max=MOST_TAGS),
    )  # fmt: skip

    @ma.pre_load
    def split(self, data: Any, **_kwargs: Any) -> Any:
        """Tags of a form come as one text with commas."""
        tags = data.get("tags") if isinstance(data, dict) else None
        if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
            return data
        each = (" ".join(tag.split(" ")).strip(" ") for joined in tags for tag in joined.split(","))
        return data | {"tags": list(dict.fromkeys(tag for tag in each if tag))}


class ReviewChangeSchema(Schema):
    """Whether the bot was right; what was wrong is needed where it was not."""

    state = Text(required=True, validate=ma.validate.OneOf(SAID))
    category = Text(load_default=None, allow_none=True, validate=ma.validate.OneOf(CATEGORIES))
    note = Text(
        load_default=None, allow_none=True, validate=ma.validate.Length(max=NOTE_LENGTH),
        metadata={"description": "Redacted; stays as it is where it is left out"},
    )  # fmt: skip


class NewCommentSchema(Schema):
    """A comment; `@` and a full name or a username notifies a person who may see the conversation."""

    text = NonBlankText(
        COMMENT_LENGTH, required=True, metadata={"example": "@Asha Kulkarni is this price still right?"}
    )


class CommentSchema(ResponseSchema):
    """A comment on a conversation, redacted."""

    id = Id()
    author = Text()
    own = ma.fields.Function(
        lambda row: row.author_id == require_user().id,
        metadata={"type": "boolean", "description": "Whether it is the reader's, who may delete it"},
    )
    text = Text()
    created_at = ma.fields.AwareDateTime()
    revision = Whole()


class CommentPageSchema(PageSchema):
    """One page of comments, and who can be mentioned."""

    items = ma.fields.List(ma.fields.Nested(CommentSchema))
    people = ma.fields.List(ma.fields.Nested(ReviewerSchema))
