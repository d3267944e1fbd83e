"""What clients look like in JSON."""

import marshmallow as ma

from app.core.http.schemas import Answer, Id, ListArgs, PageSchema, Text, Whole


class ClientListArgs(ListArgs):
    """Clients are listed by name, forwards or backwards."""

    sort = Text(load_default="name", validate=ma.validate.OneOf(["name", "-name"]))


class ClientSchema(Answer):
    """The company a bot serves, with the zone and currency of its reports."""

    id = Id()
    name = Text()
    zone = Text(metadata={"example": "Asia/Kolkata"})
    currency = Text(metadata={"example": "INR"})
    language = Text()
    revision = Whole()


class ClientPageSchema(PageSchema):
    """One page of clients."""

    items = ma.fields.List(ma.fields.Nested(ClientSchema))
