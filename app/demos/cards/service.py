"""What every card shows: counted where the product counts it and the reader may see it, else a sample."""

from datetime import date, timedelta
from typing import Any

from app import clock
from app.demos.cards.content import samples
from app.demos.cards.counted import Counted, handed_off
from app.reports.ranges import local_date
from app.reports.selection import select_sessions

RANGES = ("last_28_days", "last_month", "last_year")
LAST_DAYS = ("Last 28 Days", "Last Month", "Last Year")
YEARS = ("2020", "2019", "2018")
STATISTICS = ("subscribers", "revenue", "sales", "orders")
DEVICES = {
    "web": ("Web", "Monitor"),
    "whatsapp": ("WhatsApp", "MessageCircle"),
    "messenger": ("Messenger", "MessageSquare"),
    "telegram": ("Telegram", "Send"),
    "slack": ("Slack", "Slack"),
    "voice": ("Voice", "Phone"),
    "sms": ("SMS", "Smartphone"),
    "rest": ("REST", "Code"),
    "openai": ("OpenAI", "Cpu"),
}
COLOURS = ("text-primary", "text-warning", "text-success", "text-danger", "text-info")
MOST_DEVICES = 5
Card = dict[str, Any]


def support_tracker(r: str, counted: Counted | None) -> Card:
    """Sessions that needed a person: in all, in the last seven days, open now, and how fast the bot answers them."""
    card: Card = {"title": "Support Tracker", "last_days": LAST_DAYS}
    if counted is None:
        return {**card, **samples()["support_tracker"][r]}
    return card | {
        "totalTicket": handed_off(counted.document),
        "newTicket": handed_off(counted.newest),
        "openTicket": counted.open,
        "responseTime": "—" if counted.wait is None else f"{counted.wait / 1000:.1f} s",
    }


def avg_sessions(r: str, counted: Counted | None) -> Card:
    """Sessions and their growth; the share that reached its goal, people, those who came back, days."""
    card: Card = {"last_days": LAST_DAYS}
    if counted is None:
        found = samples()["avg_sessions"][r]
        return {**card, **found, "duration": f"{len(samples()['site_traffic'][r]) * (7 if r == 'last_year' else 1)}d"}
    sessions, people, goal = (counted.card(name) for name in ("engaged_sessions", "users_active", "completion_rate"))
    grown = sessions["delta"] if sessions["delta_unit"] == "percent" else None
    return card | {
        "sessions": sessions["value"],
        "growth": "—" if grown is None else f"{grown:+g}%",
        "goal": _percent(goal["value"]),
        "users": people["value"] or 0,
        "retention": _percent(_returned(people)),
        "duration": f"{(counted.last - counted.first).days + 1}d",
    }


def _percent(value: float | None) -> str:
    """A share as text; a dash for none."""
    return "—" if value is None else f"{value:g}%"


def _returned(people: Card) -> float | None:
    """The share of people who had been here before."""
    return (
        round(100 * people["returning"] / people["value"], 1) if people.get("returning") and people["value"] else None
    )


def revenue_report(year: str) -> Card:
    """A year's income and what was planned."""
    found = samples()["revenue_report"][year]
    return {"years": YEARS, "price": f"₹{sum(found['earnings']):,}", "budget": f"₹{found['budget']:,}"}


def goal_overview() -> Card:
    """What is done of a goal, and what is under way."""
    found = samples()["goal_overview"]
    return {name: f"{found[name]:,}" for name in ("completed", "inProgress")}


def revenue() -> Card:
    """This month's and last month's sums."""
    return {name: f"{sum(values):,}" for name, values in samples()["revenue"].items()}


def product_orders(r: str) -> Card:
    """Orders by how far they are."""
    return {"last_days": LAST_DAYS, "chart_info": samples()["product_orders"][r]}


def sessions_device(r: str, counted: Counted | None) -> Card:
    """Where sessions come from: the share of each channel, and its change."""
    return {"last_days": LAST_DAYS, "chart_info": devices(r, counted)}


def devices(r: str, counted: Counted | None) -> list[Card]:
    """The channels with most sessions."""
    if counted is None:
        return list(samples()["sessions_device"][r])
    found = counted.document["channels"]
    used = [channel for channel in found if channel["sessions"]][:MOST_DEVICES]
    return [
        {
            "channel": one["channel"],
            "name": DEVICES[one["channel"]][0],
            "icon": DEVICES[one["channel"]][1],
            "iconColor": COLOURS[place],
            "usage": one["share"] or 0,
            "upDown": one["delta"] or 0,
        }
        for place, one in enumerate(used)
    ]


def customers(r: str, counted: Counted | None) -> Card:
    """People: new ones and those who came back."""
    return {"last_days": LAST_DAYS, "listData": people(r, counted)}


def people(r: str, counted: Counted | None) -> list[Card]:
    """People by kind."""
    rows = [dict(row) for row in samples()["customers"][r]]
    if counted is None:
        return rows
    found = counted.card("users_active")
    return [row | {"result": found.get(row["kind"], 0)} for row in rows if row["kind"] in ("new", "returning")]


def statistic(name: str, r: str) -> Card:
    """One of the sample statistics: its course, and the figure it comes to."""
    values = samples()["statistics"][name][r]
    return {"series": [{"name": name.capitalize(), "data": values}], "analyticsData": {name: _figure(name, values)}}


def _figure(name: str, values: list[int]) -> str:
    """The figure of a course: its growth for sales, its sum for all others."""
    if name == "sales":
        return f"{round(100 * (values[-1] - values[0]) / values[0])}%"
    return _short(sum(values) * (1 if name == "revenue" else 26 if name == "orders" else 100))


def _short(value: float) -> str:
    """A number in thousands or millions."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if value >= size:
            return f"{value / size:.1f}{letter}"
    return f"{value:g}"


def orders_bar_chart(r: str) -> Card:
    """Orders of five steps of a range."""
    values = samples()["statistics"]["orders_bar_chart"][r]
    return {
        "title": "Orders",
        "statistics": _short(sum(values)),
        "series": [{"name": LAST_DAYS[RANGES.index(r)], "data": values}],
    }


def profit_line_chart(r: str) -> Card:
    """Profit of six steps of a range."""
    values = samples()["statistics"]["profit_line_chart"][r]
    return {"title": "Profit", "statistics": _short(sum(values) * 1000), "series": [{"data": values}]}


def site_traffic(r: str, counted: Counted | None) -> Card:
    """Sessions by step of the range."""
    return {"series": [{"name": "Traffic Rate", "data": traffic(r, counted)}]}


def traffic(r: str, counted: Counted | None) -> list[int]:
    """Sessions by step of the range, as numbers."""
    if counted is None:
        return list(samples()["site_traffic"][r])
    return [one["total"] for one in counted.document["series"]["buckets"]]


def starts(r: str, counted: Counted | None) -> list[date]:
    """The first day of each step of the range."""
    if counted is not None:
        return [date.fromisoformat(one["start"]) for one in counted.document["series"]["buckets"]]
    steps, width = len(traffic(r, counted)), 7 if r == "last_year" else 1
    today = local_date(clock.now(), select_sessions().zone)
    last = today.replace(day=1) if r == "last_month" else today
    return [last - timedelta(days=width * (steps - place)) for place in range(steps)]


def active_users(r: str, counted: Counted | None) -> Card:
    """People by step of the range; steps that nobody could count are left out."""
    if counted is None:
        return {"series": [{"name": "Active Users", "data": samples()["active_users"][r]}]}
    values = counted.card("users_active")["spark"]
    return {"series": [{"name": "Active Users", "data": [value for value in values if value is not None]}]}


def newsletter(r: str) -> Card:
    """Letters that were opened."""
    return {"series": [{"name": "Newsletter", "data": samples()["statistics"]["newsletter"][r]}]}


# ---- the two dashboards ---------------------------------------------------------------------------------


def analytics(r: str, counted: Counted | None) -> Card:
    """Every card of the dashboard of analytics, with the days its course is drawn over."""
    return {
        "counted": counted is not None,
        "g": "week" if r == "last_year" else "day",
        "starts": starts(r, counted),
        "traffic": traffic(r, counted),
        "support_tracker": support_tracker(r, counted),
        "avg_sessions": avg_sessions(r, counted),
        "devices": devices(r, counted),
        "customers": people(r, counted),
        "active_users": active_users(r, counted)["series"][0]["data"],
        "subscribers": _drawn("subscribers", r),
        "newsletter": _drawn("newsletter", r),
    }


def ecommerce(r: str, year: str) -> Card:
    """Every card of the dashboard of a shop."""
    found = samples()
    return {
        "statistics": [{"id": name, **_drawn(name, r)} for name in ("revenue", "sales", "orders")],
        "orders_bar_chart": {
            "figure": orders_bar_chart(r)["statistics"],
            "data": orders_bar_chart(r)["series"][0]["data"],
        },
        "profit_line_chart": {
            "figure": profit_line_chart(r)["statistics"],
            "data": profit_line_chart(r)["series"][0]["data"],
        },
        "product_orders": found["product_orders"][r],
        "goal": found["goal_overview"],
        "this_month": found["revenue"]["thisMonth"],
        "last_month": found["revenue"]["lastMonth"],
        "earnings": found["revenue_report"][year]["earnings"],
        "expenses": found["revenue_report"][year]["expenses"],
        "budget": found["revenue_report"][year]["budget"],
    }


def _drawn(name: str, r: str) -> Card:
    """A sample statistic as our page draws it."""
    values = samples()["statistics"][name][r]
    return {"figure": _figure(name, values), "data": values}
