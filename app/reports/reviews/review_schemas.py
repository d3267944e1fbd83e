"""How reviews of conversations are answered, by their own calls and beside conversations."""

import marshmallow as ma

from app.core.http.schemas import Id, ResponseSchema, Text, Whole

STATES = ("unreviewed", "correct", "incorrect", "fixed")
CATEGORIES = ("intent", "no_intent", "value", "answer", "handoff", "tone", "other")
"""What was wrong: the intent, no intent for it, a value, the answer, a missing or needless handoff, the tone."""


class ReviewerSchema(ResponseSchema):
    """A person by id and name."""

    id = Id()
    name = Text()


class ReviewSchema(ResponseSchema):
    """What people say of a conversation."""

    state = Text(metadata={"enum": list(STATES)})
    category = Text(allow_none=True, metadata={"enum": [*CATEGORIES, None]})
    note = Text()
    tags = ma.fields.List(Text())
    reviewer = ma.fields.Nested(ReviewerSchema, allow_none=True)
    reviewed_at = ma.fields.AwareDateTime(allow_none=True)
    possible = ma.fields.List(Text(), metadata={"description": "The states that can follow"})
    revision = Whole(metadata={"description": "0 before anybody has tagged or reviewed it"})
