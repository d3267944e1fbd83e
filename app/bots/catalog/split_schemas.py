"""What traffic splits look like in JSON."""

import marshmallow as ma

from app.bots.catalog.models import SPLIT_STATES
from app.bots.catalog.splits import SHARES
from app.core.http.schemas import Id, ResponseSchema, Schema, Text, Whole, page_schema


class NewBotSplitSchema(Schema):
    """Which version receives which share of new conversations."""

    version = Whole(required=True, validate=ma.validate.Range(1, 999_999_999))
    share = Whole(required=True, validate=ma.validate.Range(*SHARES), metadata={"description": "Per cent"})


class BotSplitSchema(ResponseSchema):
    """A published version that receives a share of new conversations."""

    id = Id()
    state = Text(metadata={"enum": list(SPLIT_STATES)})
    live = Whole(metadata={"description": "The version beside it"})
    version = Whole(attribute="number")
    share = Whole(metadata={"description": "Per cent of new conversations, by contact"})
    started_by = Text(attribute="user_name")
    started_at = ma.fields.AwareDateTime()
    closed_by = Text(allow_none=True, metadata={"description": "Null where it ended with another version going live"})
    closed_at = ma.fields.AwareDateTime(allow_none=True)


BotSplitPageSchema = page_schema(BotSplitSchema)
