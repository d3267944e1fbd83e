"""What shadows look like in JSON."""

import marshmallow as ma

from app.bots.handlers.models import EXTERNAL
from app.channels.shadows.models import OUTCOMES
from app.core.http.schemas import Id, PageSchema, ResponseSchema, Switch, Text, Whole


class ShadowAnswerSchema(ResponseSchema):
    """What another handler would have answered, beside what was answered."""

    id = Id()
    conversation = Id(allow_none=True)
    kind = Text(metadata={"enum": list(EXTERNAL)})
    outcome = Text(metadata={"enum": list(OUTCOMES)})
    input = Text()
    answered = Text()
    text = Text()
    same = Switch()
    error = Text()
    ms = Whole()
    usage = ma.fields.Dict(allow_none=True)
    at = ma.fields.AwareDateTime()


class ShadowCountsSchema(ResponseSchema):
    """How many answers there are by outcome."""

    answered = Whole()
    no_reply = Whole()
    failed = Whole()


class ShadowPageSchema(PageSchema):
    """One page of answers."""

    counts = ma.fields.Nested(ShadowCountsSchema)
    items = ma.fields.List(ma.fields.Nested(ShadowAnswerSchema))
