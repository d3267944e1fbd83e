"""What the search calls take and give."""

import marshmallow as ma

from app.core.http.schemas import ResponseSchema, Schema, Text, Whole
from app.search.groups import NAMES


class SearchArgs(Schema):
    """What is looked for; with a group its page."""

    q = Text(load_default="", validate=ma.validate.Length(max=100), metadata={"example": "serv"})
    group = Text(load_default="", validate=ma.validate.OneOf(["", *NAMES]))
    page = Whole(load_default=1, validate=ma.validate.Range(1, 1000))
    per = Whole(load_default=10, validate=ma.validate.OneOf([10, 25, 50, 100]))


class PartSchema(ResponseSchema):
    """A piece of a text, and whether it is what was looked for."""

    text = Text()
    hit = ma.fields.Boolean()


class HitSchema(ResponseSchema):
    """A thing found and where it is opened."""

    id = Text()
    url = Text(metadata={"example": "/admin/bots"})
    title = ma.fields.List(ma.fields.Nested(PartSchema))
    detail = ma.fields.List(ma.fields.Nested(PartSchema))
    icon = Text()
    at = ma.fields.AwareDateTime(allow_none=True)


class HitGroupSchema(ResponseSchema):
    """A group: the number of all, `more` when there are others that were not counted, and some of them."""

    id = Text(metadata={"enum": list(NAMES)})
    total = Whole()
    more = ma.fields.Boolean()
    hits = ma.fields.List(ma.fields.Nested(HitSchema))
    next = Whole(allow_none=True)
    previous = Whole(allow_none=True)


class SearchSchema(ResponseSchema):
    """What was found, by group; a group without anything is missing unless it alone was asked for."""

    q = Text()
    groups = ma.fields.List(ma.fields.Nested(HitGroupSchema))


class SpecifiedGroupSchema(ResponseSchema):
    """A group of the specified search data: pages, files or people."""

    groupTitle = Text(metadata={"enum": ["Pages", "Files", "Contacts"]})
    searchLimit = Whole()
    data = ma.fields.List(ma.fields.Dict(keys=ma.fields.String()))


class MainSearchSchema(ResponseSchema):
    """The specified search data."""

    searchArr = ma.fields.List(ma.fields.Nested(SpecifiedGroupSchema))
