"""What languages look like in JSON."""

import marshmallow as ma

from app.core.http.schemas import NonBlankLine, ResponseSchema, Schema, Switch, Text, Whole


class LanguageSchema(ResponseSchema):
    """A language of the interface; coverage is the share of English texts it has, null before the first build."""

    id = Text(metadata={"example": "hi"})
    name = Text(metadata={"example": "हिन्दी"})
    code = Text(metadata={"example": "hi"})
    dir = Text(validate=ma.validate.OneOf(["ltr", "rtl"]))
    active = ma.fields.Boolean()
    coverage = Whole(allow_none=True, metadata={"example": 100})
    revision = Whole()


class LanguagesSchema(ResponseSchema):
    """Every language of the interface."""

    items = ma.fields.List(ma.fields.Nested(LanguageSchema))


class LanguageChangeSchema(Schema):
    """What is to be otherwise about a language."""

    name = NonBlankLine(40)
    active = Switch()
