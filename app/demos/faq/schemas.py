"""Shapes of the FAQ call, by API.md §7."""

import marshmallow as ma

from app.schemas import Schema, Text


class FaqArgs(Schema):
    """Words to look for in the questions, and the language to read in."""

    q = Text(load_default="", validate=ma.validate.Length(max=200))
    hl = Text(load_default="")


class QuestionSchema(Schema):
    """A question and its answer."""

    question = Text()
    ans = Text()


class FaqCategorySchema(Schema):
    """A category with its questions."""

    icon = Text()
    title = Text()
    subtitle = Text()
    qandA = ma.fields.List(ma.fields.Nested(QuestionSchema))


class FaqSchema(Schema):
    """The categories by key; one without a hit is missing."""

    payment = ma.fields.Nested(FaqCategorySchema)
    delivery = ma.fields.Nested(FaqCategorySchema)
    cancellationReturn = ma.fields.Nested(FaqCategorySchema)
    myOrders = ma.fields.Nested(FaqCategorySchema)
    productServices = ma.fields.Nested(FaqCategorySchema)
