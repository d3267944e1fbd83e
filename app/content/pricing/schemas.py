"""Shapes of the pricing call, by API.md §8."""

import marshmallow as ma

from app.core.http.schemas import ResponseSchema, Schema, Text, Whole


class PricingArgs(Schema):
    """The language to read in."""

    hl = Text(load_default="")


class YearlyPlanSchema(ResponseSchema):
    """What a plan costs when paid by the year."""

    perMonth = Whole()
    totalAnnual = Whole()


class PlanSchema(ResponseSchema):
    """One plan."""

    title = Text()
    img = Text()
    subtitle = Text()
    monthlyPrice = Whole()
    yearlyPlan = ma.fields.Nested(YearlyPlanSchema)
    planBenefits = ma.fields.List(Text())
    popular = ma.fields.Boolean()


class PlanQuestionSchema(ResponseSchema):
    """A question and its answer."""

    question = Text()
    ans = Text()


class PricingSchema(ResponseSchema):
    """The three plans and the questions about them."""

    basicPlan = ma.fields.Nested(PlanSchema)
    standardPlan = ma.fields.Nested(PlanSchema)
    enterprisePlan = ma.fields.Nested(PlanSchema)
    qandA = ma.fields.List(ma.fields.Nested(PlanQuestionSchema))
