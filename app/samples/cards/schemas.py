"""Shapes of the calls on cards: the specified ones by API.md §9, and the two dashboards'."""

from typing import Any

import marshmallow as ma

from app.core.http.schemas import ResponseSchema, Schema, Text, Whole
from app.samples.cards.sample import RANGES, YEARS
from app.samples.cards.service import LAST_DAYS


class CardArgs(Schema):
    """The range of a card."""

    r = Text(load_default="last_28_days", validate=ma.validate.OneOf(list(RANGES)))


class CardYearArgs(Schema):
    """The year of a card."""

    year = Text(load_default="2020", validate=ma.validate.OneOf(YEARS))


class CardBothArgs(CardArgs, CardYearArgs):
    """The range and the year of a dashboard's cards."""


class _RangedCard(ResponseSchema):
    """A card that names the ranges it can be asked for."""

    last_days = ma.fields.List(Text(), metadata={"example": list(LAST_DAYS)})


class SupportTrackerSchema(_RangedCard):
    """Tickets: sessions that needed a person."""

    title = Text()
    totalTicket = Whole()
    newTicket = Whole()
    openTicket = Whole()
    responseTime = Text()


class AvgSessionsSchema(_RangedCard):
    """Sessions, their growth, and what came of them."""

    sessions = Whole()
    growth = Text(metadata={"example": "+1%"})
    goal = Text()
    users = Whole()
    retention = Text()
    duration = Text()


class RevenueReportSchema(ResponseSchema):
    """Income of a year against what was planned."""

    years = ma.fields.List(Text(), metadata={"example": list(YEARS)})
    price = Text()
    budget = Text()


class GoalOverviewSchema(ResponseSchema):
    """What is done and what is under way."""

    completed = Text()
    inProgress = Text()


class RevenueCardSchema(ResponseSchema):
    """This month's and last month's sums."""

    thisMonth = Text()
    lastMonth = Text()


class OrdersByStateSchema(ResponseSchema):
    """Orders by how far they are."""

    finished = Whole()
    pending = Whole()
    rejected = Whole()


class ProductOrdersSchema(_RangedCard):
    """Orders of a range."""

    chart_info = ma.fields.Nested(OrdersByStateSchema)


class DeviceSchema(ResponseSchema):
    """Where sessions come from."""

    icon = Text()
    name = Text()
    iconColor = Text()
    usage = ma.fields.Float()
    upDown = ma.fields.Float()


class SessionsDeviceSchema(_RangedCard):
    """Sessions by where they come from."""

    chart_info = ma.fields.List(ma.fields.Nested(DeviceSchema))


class CustomerKindSchema(ResponseSchema):
    """People of one kind."""

    icon = Text()
    iconColor = Text()
    text = Text()
    result = Whole()


class CustomersSchema(_RangedCard):
    """People by kind."""

    listData = ma.fields.List(ma.fields.Nested(CustomerKindSchema))


class NamedSeriesSchema(ResponseSchema):
    """Values of one thing."""

    name = Text()
    data = ma.fields.List(Whole())


class BareSeriesSchema(ResponseSchema):
    """Values."""

    data = ma.fields.List(Whole())


class CardSeriesSchema(ResponseSchema):
    """What a chart is drawn from."""

    series = ma.fields.List(ma.fields.Nested(NamedSeriesSchema))


class OrdersChartSchema(CardSeriesSchema):
    """Orders by step."""

    title = Text()
    statistics = Text()


class ProfitChartSchema(ResponseSchema):
    """Profit by step."""

    title = Text()
    statistics = Text()
    series = ma.fields.List(ma.fields.Nested(BareSeriesSchema))


def _statistic(name: str) -> type[CardSeriesSchema]:
    """The shape of one statistic: its figure is under its own name."""
    value = Text(metadata={"example": "12%"}) if name == "sales" else Whole(metadata={"example": 26300})
    figure = type(
        f"{name.capitalize()}FigureSchema", (ResponseSchema,), {name: value, "__doc__": f"The figure of {name}."}
    )
    data = {"analyticsData": ma.fields.Nested(figure), "__doc__": f"The course of {name}."}
    return type(f"{name.capitalize()}StatisticSchema", (CardSeriesSchema,), data)


SubscribersSchema, RevenueSchema, SalesSchema, OrdersSchema = (
    _statistic(name) for name in ("subscribers", "revenue", "sales", "orders")
)


# ---- the two dashboards ---------------------------------------------------------------------------------


def _course() -> ma.fields.List[Any]:
    """Values by step; null where there is no data."""
    return ma.fields.List(Whole(allow_none=True), metadata={"description": "Null where a step has no data"})


class DrawnSchema(ResponseSchema):
    """A figure and its course; a growth is in percent."""

    figure = Whole()
    data = _course()


class NamedDrawnSchema(DrawnSchema):
    """A figure by its name."""

    id = Text(metadata={"enum": ["revenue", "sales", "orders"]})


class ChannelShareSchema(ResponseSchema):
    """A channel's share of the sessions, and its change."""

    channel = Text()
    usage = ma.fields.Float()
    upDown = ma.fields.Float()


class PeopleKindSchema(ResponseSchema):
    """People of one kind."""

    kind = Text(metadata={"enum": ["new", "returning", "referrals"]})
    result = Whole()


class AnalyticsSchema(ResponseSchema):
    """The dashboard of analytics."""

    counted = ma.fields.Boolean(metadata={"description": "Whether sessions and people are this workspace's own"})
    g = Text(metadata={"enum": ["day", "week"]})
    starts = ma.fields.List(ma.fields.Date(), metadata={"description": "The first day of each step"})
    days = Whole(metadata={"description": "How many days of the range have data"})
    traffic = _course()
    support_tracker = ma.fields.Nested(SupportTrackerSchema)
    avg_sessions = ma.fields.Nested(AvgSessionsSchema)
    devices = ma.fields.List(ma.fields.Nested(ChannelShareSchema))
    customers = ma.fields.List(ma.fields.Nested(PeopleKindSchema))
    active_users = _course()
    subscribers = ma.fields.Nested(DrawnSchema)
    newsletter = ma.fields.Nested(DrawnSchema)
    as_of = ma.fields.Date(metadata={"description": "The last day of the samples"})


class GoalProgressSchema(ResponseSchema):
    """How far a goal is."""

    completed = Whole()
    inProgress = Whole()
    goal = Whole()


class EcommerceSchema(ResponseSchema):
    """The dashboard of a shop."""

    statistics = ma.fields.List(ma.fields.Nested(NamedDrawnSchema))
    orders_bar_chart = ma.fields.Nested(DrawnSchema)
    profit_line_chart = ma.fields.Nested(DrawnSchema)
    product_orders = ma.fields.Nested(OrdersByStateSchema)
    goal = ma.fields.Nested(GoalProgressSchema)
    this_month = _course()
    last_month = _course()
    earnings = _course()
    expenses = _course()
    budget = Whole()
    as_of = ma.fields.Date(metadata={"description": "The last day of the samples"})
