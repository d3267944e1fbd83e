"""What reviews of working copies look like in JSON."""

import marshmallow as ma

from app.bots.catalog.models import REVIEW_STATES
from app.bots.catalog.versions import NOTE_LENGTH, REASON_LENGTH
from app.core.http.schemas import Id, Name, ResponseSchema, Schema, Text, Whole, page_schema


class NewBotReviewSchema(Schema):
    """What the working copy changes, for those who approve it."""

    note = Text(required=True, validate=ma.validate.Length(*REASON_LENGTH))


class ApproveSchema(Schema):
    """What one says with an approval."""

    comment = Text(load_default="", validate=ma.validate.Length(max=NOTE_LENGTH))


class RejectSchema(Schema):
    """Why a working copy is rejected."""

    reason = Name(NOTE_LENGTH, required=True)


class BotApprovalSchema(ResponseSchema):
    """One person's approval."""

    by = Text(attribute="user_name")
    comment = Text()
    at = ma.fields.AwareDateTime()


class BotReviewSchema(ResponseSchema):
    """A request to approve a working copy, with its approvals."""

    id = Id()
    state = Text(metadata={"enum": list(REVIEW_STATES)})
    checksum = Text()
    current = ma.fields.Boolean(metadata={"description": "Whether the working copy is still the one asked about"})
    note = Text()
    requested_by = Text(attribute="user_name")
    requested_at = ma.fields.AwareDateTime(attribute="created_at")
    needed = Whole()
    approvals = ma.fields.List(ma.fields.Nested(BotApprovalSchema))
    reason = Text(allow_none=True)
    closed_by = Text(allow_none=True)
    closed_at = ma.fields.AwareDateTime(allow_none=True)
    barred = Text(
        allow_none=True,
        metadata={
            "description": "Why the reader cannot approve it; null where they can",
            "enum": ["closed", "outdated", "right", "own", "author", "done", None],
        },
    )
    own = ma.fields.Boolean(metadata={"description": "Whether the reader asked for it"})


BotReviewPageSchema = page_schema(BotReviewSchema)
