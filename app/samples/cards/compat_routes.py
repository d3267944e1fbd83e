"""The specified calls on cards, and the two dashboards made of them."""

from typing import Any

from app.core.http.api import Blueprint, SpecifiedBlueprint
from app.core.security.operations import Operation, needs
from app.core.security.visitor import can
from app.samples.cards import service
from app.samples.cards.counted import ConversationFigures, count
from app.samples.cards.schemas import (
    AnalyticsSchema,
    AvgSessionsSchema,
    CardArgs,
    CardBothArgs,
    CardSeriesSchema,
    CardYearArgs,
    CustomersSchema,
    EcommerceSchema,
    GoalOverviewSchema,
    OrdersChartSchema,
    OrdersSchema,
    ProductOrdersSchema,
    ProfitChartSchema,
    RevenueCardSchema,
    RevenueReportSchema,
    RevenueSchema,
    SalesSchema,
    SessionsDeviceSchema,
    SubscribersSchema,
    SupportTrackerSchema,
)

own = Blueprint("dashboards", __name__, url_prefix="/api/v1/cards", description="Dashboard cards.")
cards = SpecifiedBlueprint(
    "card_analytics", __name__, url_prefix="/card/card-analytics", description="Cards of figures in words."
)
statistics = SpecifiedBlueprint(
    "card_statistics", __name__, url_prefix="/card/card-statistics", description="Cards of figures with a course."
)


def _count_conversations(r: str) -> ConversationFigures | None:
    """What the product counts of a range, for readers who may see it; others see samples."""
    return count(r) if can("read", "Dashboard") else None


@cards.get("/support-tracker", Operation(needs("read", "Office"), query=CardArgs, answer=SupportTrackerSchema))
def get_support_tracker(args: dict[str, Any]) -> dict[str, Any]:
    """Count sessions that needed a person."""
    return service.support_tracker(args["r"], _count_conversations(args["r"]))


@cards.get("/avg-sessions", Operation(needs("read", "Office"), query=CardArgs, answer=AvgSessionsSchema))
def get_avg_sessions(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve sessions, their growth and outcomes."""
    return service.avg_sessions(args["r"], _count_conversations(args["r"]))


@cards.get("/revenue-report", Operation(needs("read", "Office"), query=CardYearArgs, answer=RevenueReportSchema))
def get_revenue_report(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve a year's income against the plan."""
    return service.revenue_report(args["year"])


@cards.get("/goal-overview", Operation(needs("read", "Office"), answer=GoalOverviewSchema))
def get_goal_overview() -> dict[str, Any]:
    """Retrieve the progress of a goal."""
    return service.goal_overview()


@cards.get("/revenue", Operation(needs("read", "Office"), answer=RevenueCardSchema))
def get_revenue() -> dict[str, Any]:
    """Retrieve the revenue of this and last month."""
    return service.revenue()


@cards.get("/product-orders", Operation(needs("read", "Office"), query=CardArgs, answer=ProductOrdersSchema))
def get_product_orders(args: dict[str, Any]) -> dict[str, Any]:
    """Count orders by progress."""
    return service.product_orders(args["r"])


@cards.get("/sessions-device", Operation(needs("read", "Office"), query=CardArgs, answer=SessionsDeviceSchema))
def get_sessions_device(args: dict[str, Any]) -> dict[str, Any]:
    """Count sessions by device."""
    return service.sessions_device(args["r"], _count_conversations(args["r"]))


@cards.get("/customers", Operation(needs("read", "Office"), query=CardArgs, answer=CustomersSchema))
def get_customers(args: dict[str, Any]) -> dict[str, Any]:
    """Count new and returning people."""
    return service.customers(args["r"], _count_conversations(args["r"]))


@statistics.get("/orders-bar-chart", Operation(needs("read", "Office"), query=CardArgs, answer=OrdersChartSchema))
def course_of_orders_bar_chart(args: dict[str, Any]) -> dict[str, Any]:
    """Count orders by step of a range."""
    return service.orders_bar_chart(args["r"])


@statistics.get("/profit-line-chart", Operation(needs("read", "Office"), query=CardArgs, answer=ProfitChartSchema))
def course_of_profit_line_chart(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve profit by step of a range."""
    return service.profit_line_chart(args["r"])


@statistics.get("/subscribers", Operation(needs("read", "Office"), query=CardArgs, answer=SubscribersSchema))
def course_of_subscribers(args: dict[str, Any]) -> dict[str, Any]:
    """Count the subscribers of a range."""
    return service.statistic("subscribers", args["r"])


@statistics.get("/revenue", Operation(needs("read", "Office"), query=CardArgs, answer=RevenueSchema))
def course_of_revenue(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve the revenue of a range."""
    return service.statistic("revenue", args["r"])


@statistics.get("/sales", Operation(needs("read", "Office"), query=CardArgs, answer=SalesSchema))
def course_of_sales(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve the growth of sales in a range."""
    return service.statistic("sales", args["r"])


@statistics.get("/orders", Operation(needs("read", "Office"), query=CardArgs, answer=OrdersSchema))
def course_of_orders(args: dict[str, Any]) -> dict[str, Any]:
    """Count the orders of a range."""
    return service.statistic("orders", args["r"])


@statistics.get("/site-traffic", Operation(needs("read", "Office"), query=CardArgs, answer=CardSeriesSchema))
def course_of_site_traffic(args: dict[str, Any]) -> dict[str, Any]:
    """Count sessions by step of a range."""
    return service.site_traffic(args["r"], _count_conversations(args["r"]))


@statistics.get("/active-users", Operation(needs("read", "Office"), query=CardArgs, answer=CardSeriesSchema))
def course_of_active_users(args: dict[str, Any]) -> dict[str, Any]:
    """Count active people by step of a range."""
    return service.active_users(args["r"], _count_conversations(args["r"]))


@statistics.get("/newsletter", Operation(needs("read", "Office"), query=CardArgs, answer=CardSeriesSchema))
def course_of_newsletter(args: dict[str, Any]) -> dict[str, Any]:
    """Count opened letters by step of a range."""
    return service.newsletter(args["r"])


@own.get("/analytics", Operation(needs("read", "Office"), query=CardArgs, answer=AnalyticsSchema))
def get_analytics(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve the cards of sessions and people."""
    return service.analytics(args["r"], _count_conversations(args["r"]))


@own.get("/ecommerce", Operation(needs("read", "Office"), query=CardBothArgs, answer=EcommerceSchema))
def get_ecommerce(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve the cards of a shop."""
    return service.ecommerce(args["r"], args["year"])


blueprints = (cards, statistics, own)
