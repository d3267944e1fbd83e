"""What the calls of one contact take and give."""

from typing import Any

import marshmallow as ma
from marshmallow import fields
from marshmallow.validate import Length

from app.core.http.schemas import PageArgs, PageSchema, ResponseSchema, Text


class TimelineArgs(PageArgs):
    """Lanes and page of a timeline."""

    lane = Text(
        load_default="",
        validate=Length(max=200),
        metadata={"description": "Lanes, separated by commas; all where left out", "example": "whatsapp,service"},
    )

    @ma.post_load
    def part(self, data: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
        """Return the lanes apart from each other."""
        return data | {"lane": frozenset(filter(None, map(str.strip, data["lane"].split(","))))}


class TimelineEventSchema(ResponseSchema):
    """Something that happened with a contact."""

    id = fields.String()
    at = fields.String(metadata={"example": "2026-11-20T14:05:31.000+05:30"})
    lane = fields.String(metadata={"description": "A channel, or the area it comes from", "example": "whatsapp"})
    kind = fields.String(metadata={"example": "session"})
    title = fields.String()
    link = fields.String(allow_none=True)
    state = fields.String(allow_none=True, metadata={"description": "The outcome of a session, the state of others"})
    detail = fields.String()
    estimated = fields.Boolean(metadata={"description": "Whether an import estimated the time"})


class LaneSchema(ResponseSchema):
    """A lane, and how many events it has."""

    id = fields.String()
    count = fields.Integer()


class TimelinePersonSchema(ResponseSchema):
    """Who the person is."""

    id = fields.String()
    name = fields.String()
    last4 = fields.String(allow_none=True)
    language = fields.String()
    contacts = fields.Integer(metadata={"description": "How many contacts are this person"})
    forgetting = fields.Boolean(metadata={"description": "Whether what is kept of the person is being erased"})


class TimelineSchema(PageSchema):
    """One page of a contact's events, the newest first."""

    items = fields.List(fields.Nested(TimelineEventSchema))
    contact = fields.Nested(TimelinePersonSchema)
    lanes = fields.List(fields.Nested(LaneSchema))
    masked = fields.Boolean(metadata={"description": "Whether the name is shortened to its initials"})
    as_of = fields.String(allow_none=True)
    zone = fields.String()
