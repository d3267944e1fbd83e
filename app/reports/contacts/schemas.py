"""What the calls of one contact take and give."""

from typing import Any

import marshmallow as ma
from marshmallow import fields
from marshmallow.validate import Length

from app.core.http.schemas import Id, PageArgs, PageSchema, ResponseSchema, Text, Whole


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


class BriefedEventSchema(ResponseSchema):
    """A conversation with the customer of a lead, or an offer to them."""

    id = Id()
    at = fields.AwareDateTime()
    lane = fields.String(metadata={"example": "whatsapp"})
    title = fields.String()
    link = fields.String(allow_none=True)
    state = fields.String(allow_none=True)
    detail = fields.String()


class BriefedServiceSchema(ResponseSchema):
    """The last visit of the vehicle to a workshop."""

    day = fields.Date()
    type = fields.String()
    labels = fields.Dict(keys=fields.String(), values=fields.String())
    odometer_km = fields.Integer(allow_none=True)
    outlet = fields.String()


class BriefedConsentSchema(ResponseSchema):
    """What the customer has agreed to on a channel."""

    channel = fields.String()
    state = fields.String(metadata={"enum": ["opted_in", "opted_out"]})
    at = fields.AwareDateTime()


class BestTimeSchema(ResponseSchema):
    """The hours in which most calls were answered, or most conversations began."""

    basis = fields.String(metadata={"enum": ["calls", "conversations"]})
    from_hour = Whole()
    to_hour = Whole()
    n = Whole(metadata={"description": "Answered calls, or conversations, in these hours"})
    of = Whole(metadata={"description": "Calls in these hours, or all conversations"})


class BriefedReadingSchema(ResponseSchema):
    """What an odometer said at a workshop."""

    day = fields.Date()
    km = fields.Integer()


class LeadBriefingSchema(ResponseSchema):
    """What is worth knowing before a lead is called, as far as the reader may know it."""

    language = fields.String()
    conversations = fields.List(fields.Nested(BriefedEventSchema))
    offers = fields.List(fields.Nested(BriefedEventSchema))
    service = fields.Nested(BriefedServiceSchema, allow_none=True)
    readings = fields.List(fields.Nested(BriefedReadingSchema))
    consents = fields.List(fields.Nested(BriefedConsentSchema))
    best_time = fields.Nested(BestTimeSchema, allow_none=True)
