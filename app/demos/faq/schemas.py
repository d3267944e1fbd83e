"""Shapes of the FAQ call, by API.md §7."""

import marshmallow as ma

from app.schemas import Answer, Schema, Text


class FaqArgs(Schema):
    """Words to look for in the questions, and the language to read in."""

    q = Text(load_default="", validate=ma.validate.Length(max=200))
    hl = Text(load_default="")


class QuestionSchema(Answer):
    """A question and its answer."""

    question = Text()
    ans = Text()


class FaqCategorySchema(Answer):
    """A category with its questions."""

    icon = Text()
    title = Text()
    subtitle = Text()
    qandA = ma.fields.List(ma.fields.Nested(QuestionSchema))


class FaqSchema(Answer):
    """The categories by key; one without a hit is missing."""

    payment = ma.fields.Nested(FaqCategorySchema, metadata={"optional": True})
    delivery = ma.fields.Nested(FaqCategorySchema, metadata={"optional": True})
    cancellationReturn = ma.fields.Nested(FaqCategorySchema, metadata={"optional": True})
    myOrders = ma.fields.Nested(FaqCategorySchema, metadata={"optional": True})
    productServices = ma.fields.Nested(FaqCategorySchema, metadata={"optional": True})
