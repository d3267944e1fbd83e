"""Shapes of the FAQ call, by API.md §7, and of our own."""

import marshmallow as ma

from app.content.editor.shapes import (
    TITLE_LENGTH,
    WrittenChangeSchema,
    WrittenListArgs,
    WrittenRowsSchema,
    WrittenSchema,
)
from app.content.faq.models import CATEGORIES
from app.core.http.schemas import NonBlankLine, ResponseSchema, Schema, Text

ANSWER_LENGTH = 4_000


class FaqArgs(Schema):
    """Words to look for in the questions, and the language to read in."""

    q = Text(load_default="", validate=ma.validate.Length(max=200))
    hl = Text(load_default="")


class QuestionSchema(ResponseSchema):
    """A question and its answer."""

    question = Text()
    ans = Text()


class FaqCategorySchema(ResponseSchema):
    """A category with its questions."""

    icon = Text()
    title = Text()
    subtitle = Text()
    qandA = ma.fields.List(ma.fields.Nested(QuestionSchema))


class FaqSchema(ResponseSchema):
    """The categories by key; one without a hit is missing."""

    payment = ma.fields.Nested(FaqCategorySchema, metadata={"optional": True})
    delivery = ma.fields.Nested(FaqCategorySchema, metadata={"optional": True})
    cancellationReturn = ma.fields.Nested(FaqCategorySchema, metadata={"optional": True})
    myOrders = ma.fields.Nested(FaqCategorySchema, metadata={"optional": True})
    productServices = ma.fields.Nested(FaqCategorySchema, metadata={"optional": True})


class FaqListArgs(WrittenListArgs):
    """The questions of all categories or of one."""

    category = Text(load_default="", validate=ma.validate.OneOf(["", *CATEGORIES]))


class NewFaqEntrySchema(Schema):
    """A draft by its English question."""

    question = NonBlankLine(TITLE_LENGTH, required=True)
    category = Text(required=True, validate=ma.validate.OneOf(CATEGORIES))


class FaqEntryChangeSchema(WrittenChangeSchema):
    """What of a question can be changed; keys left out stay as they are."""

    question = NonBlankLine(TITLE_LENGTH)
    ans = Text(validate=ma.validate.Length(max=ANSWER_LENGTH))
    category = Text(validate=ma.validate.OneOf(CATEGORIES))


class FaqEntrySchema(WrittenSchema):
    """A question as its form is filled in."""

    question = Text()
    ans = Text()
    category = Text()


class NewFaqEntryAnswerSchema(FaqEntrySchema):
    """A new question, and where it is written."""

    next = Text()


class FaqEntryPageSchema(WrittenRowsSchema):
    """One page of the workspace's questions."""

    items = ma.fields.List(ma.fields.Nested(FaqEntrySchema))
