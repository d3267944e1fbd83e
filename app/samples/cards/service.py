"""What every card shows: counted where the product counts it and the reader may see it, else a sample."""

from datetime import date
from typing import Any

from app.samples.cards import sample
from app.samples.cards.counted import ConversationFigures, handed_off
from app.samples.cards.sample import BEFORE, RANGES, YEARS, Period, course, growth, share

LAST_DAYS = ("Last 28 Days", "Last Month", "Last Year")
NEWEST_DAYS = 7
STEPS = 7
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
KINDS = (
    ("new", "New", "UserPlus", "text-primary"),
    ("returning", "Returning", "Repeat", "text-warning"),
    ("referrals", "Referrals", "Share2", "text-danger"),
)
Card = dict[str, Any]


def support_tracker(r: str, figures: ConversationFigures | None) -> Card:
    """Sessions that needed a person: in all, in the last seven days, open now, and how fast the bot answers them."""
    card: Card = {"title": "Support Tracker", "last_days": LAST_DAYS}
    if figures is None:
        visits = [visit for visit in RANGES[r].visits if visit.wait is not None]
        newest = RANGES[r].last - sample.DAY * NEWEST_DAYS
        return card | {
            "totalTicket": len(visits),
            "newTicket": sum(visit.day > newest for visit in visits),
            "openTicket": sum(visit.is_open for visit in visits),
            "responseTime": _seconds(sum(visit.wait or 0 for visit in visits) / len(visits)),
        }
    return card | {
        "totalTicket": handed_off(figures.document),
        "newTicket": handed_off(figures.newest),
        "openTicket": figures.open,
        "responseTime": _seconds(figures.wait),
    }


def _seconds(milliseconds: float | None) -> str:
    """A time as text; a dash for none."""
    return "—" if milliseconds is None else f"{milliseconds / 1000:.1f} s"


def avg_sessions(r: str, figures: ConversationFigures | None) -> Card:
    """Sessions and their growth; the share that reached its goal, people, those who came back, days."""
    card: Card = {"last_days": LAST_DAYS}
    if figures is None:
        return card | _sample_conversations(RANGES[r], BEFORE[r])
    sessions, people, goal = (figures.card(name) for name in ("engaged_sessions", "users_active", "completion_rate"))
    grown = sessions["delta"] if sessions["delta_unit"] == "percent" else None
    return card | {
        "sessions": sessions["value"],
        "growth": "—" if grown is None else f"{grown:+g}%",
        "goal": _percent(goal["value"]),
        "users": people["value"] or 0,
        "retention": _percent(_returning_share(people)),
        "duration": f"{(figures.last - figures.first).days + 1}d",
    }


def _sample_conversations(period: Period, before: Period) -> Card:
    """The same of the sample shop: a visit reaches its goal with an order."""
    sessions, users = sample.sessions(period), sample.users(period)
    return {
        "sessions": sessions,
        "growth": f"{growth(sessions, sample.sessions(before)):+g}%",
        "goal": _percent(share(sample.order_count(period), sessions)),
        "users": users,
        "retention": _percent(share(sample.by_kind(period)["returning"], users)),
        "duration": f"{(period.last - period.first).days + 1}d",
    }


def _percent(value: float | None) -> str:
    """A share as text; a dash for none."""
    return "—" if value is None else f"{value:g}%"


def _returning_share(people: Card) -> float | None:
    """The share of people who had been here before."""
    return (
        round(100 * people["returning"] / people["value"], 1) if people.get("returning") and people["value"] else None
    )


def _rupees(amount: int) -> str:
    """Money as text."""
    return f"₹{amount:,}"


def revenue_report(year: str) -> Card:
    """A year's income and what was planned."""
    number = int(year)
    return {
        "years": YEARS,
        "price": _rupees(sample.revenue(sample.year(number))),
        "budget": _rupees(sample.BUDGETS[number]),
    }


def goal() -> dict[str, int]:
    """What this year was planned to earn, what it has earned, and what is on its way."""
    year = RANGES["last_year"]
    return {
        "completed": sample.order_value(year, "finished"),
        "inProgress": sample.order_value(year, "pending"),
        "goal": sample.BUDGETS[year.first.year],
    }


def goal_overview() -> Card:
    """What is done of the year's goal, and what is under way."""
    document = goal()
    return {name: f"{document[name]:,}" for name in ("completed", "inProgress")}


def revenue() -> Card:
    """This month's and last month's sums."""
    months = {"thisMonth": sample.THIS_MONTH, "lastMonth": sample.LAST_MONTH}
    return {name: f"{sample.revenue(month):,}" for name, month in months.items()}


def product_orders(r: str) -> Card:
    """Orders by how far they are."""
    return {"last_days": LAST_DAYS, "chart_info": sample.by_state(RANGES[r])}


def sessions_device(r: str, figures: ConversationFigures | None) -> Card:
    """Where sessions come from: the share of each channel, and its change."""
    return {"last_days": LAST_DAYS, "chart_info": devices(r, figures)}


def devices(r: str, figures: ConversationFigures | None) -> list[Card]:
    """The channels with most sessions."""
    if figures is None:
        return _sample_devices(RANGES[r], BEFORE[r])
    channels = figures.document["channels"]
    used = [channel for channel in channels if channel["sessions"]][:MOST_DEVICES]
    return [
        {
            "channel": channel["channel"],
            "name": DEVICES[channel["channel"]][0],
            "icon": DEVICES[channel["channel"]][1],
            "iconColor": COLOURS[place],
            "usage": channel["share"] or 0,
            "upDown": channel["delta"] or 0,
        }
        for place, channel in enumerate(used)
    ]


def _sample_devices(period: Period, before: Period) -> list[Card]:
    """The channels of the sample shop."""
    now, then = ([visit.channel for visit in each_period.visits] for each_period in (period, before))
    return [
        {
            "channel": channel,
            "name": DEVICES[channel][0],
            "icon": DEVICES[channel][1],
            "iconColor": COLOURS[place],
            "usage": share(now.count(channel), len(now)),
            "upDown": growth(now.count(channel), then.count(channel)),
        }
        for place, channel in enumerate(sample.CHANNELS)
    ]


def customers(r: str, figures: ConversationFigures | None) -> Card:
    """People: new ones and those who came back."""
    return {"last_days": LAST_DAYS, "listData": people(r, figures)}


def people(r: str, conversation_figures: ConversationFigures | None) -> list[Card]:
    """People by kind; who was brought by others is known of the sample shop only."""
    figures = sample.by_kind(RANGES[r]) if conversation_figures is None else conversation_figures.card("users_active")
    kinds = KINDS if conversation_figures is None else KINDS[:2]
    return [
        {"kind": kind, "text": text, "icon": icon, "iconColor": colour, "result": figures.get(kind) or 0}
        for kind, text, icon, colour in kinds
    ]


def _steps(r: str) -> list[Period]:
    """The parts a statistic's course is drawn in: months of a year, else seven of equal length."""
    return RANGES[r].months() if r == "last_year" else RANGES[r].steps(STEPS)


def _whole(values: list[int | None]) -> list[int]:
    """A course as the specified calls have it, which know numbers only."""
    return [value or 0 for value in values]


def statistic(name: str, r: str) -> Card:
    """One of the sample statistics: its course, and the figure it comes to."""
    card = _draw(name, r)
    # As the template has them: sales is a text, everything else a number.
    text = f"{card['figure']}%" if name == "sales" else card["figure"]
    return {
        "series": [{"name": name.capitalize(), "data": _whole(card["data"])}],
        "analyticsData": {name: text},
    }


def orders_bar_chart(r: str) -> Card:
    """Orders of five steps of a range."""
    card = draw_orders(r)
    return {
        "title": "Orders",
        "statistics": f"{card['figure']:,}",
        "series": [{"name": LAST_DAYS[list(RANGES).index(r)], "data": _whole(card["data"])}],
    }


def draw_orders(r: str) -> Card:
    """The same as our page draws it."""
    return _course(sample.order_count, RANGES[r], RANGES[r].steps(5))


def profit_line_chart(r: str) -> Card:
    """Profit of six steps of a range."""
    card = draw_profit(r)
    return {"title": "Profit", "statistics": _rupees(card["figure"]), "series": [{"data": _whole(card["data"])}]}


def draw_profit(r: str) -> Card:
    """The same as our page draws it."""
    return _course(sample.profit, RANGES[r], RANGES[r].steps(6))


def site_traffic(r: str, figures: ConversationFigures | None) -> Card:
    """Sessions by step of the range."""
    return {"series": [{"name": "Traffic Rate", "data": _whole(traffic(r, figures))}]}


def _parts(r: str) -> list[Period]:
    """The days of a range, or the weeks of a year."""
    return RANGES[r].every(7 if r == "last_year" else 1)


def traffic(r: str, figures: ConversationFigures | None) -> list[int | None]:
    """Sessions by step of the range; None where there is no data."""
    if figures is None:
        return course(_parts(r), sample.sessions)
    return [bucket["total"] or None for bucket in figures.document["series"]["buckets"]]


def starts(r: str, figures: ConversationFigures | None) -> list[date]:
    """The first day of each step of the range."""
    if figures is not None:
        return [date.fromisoformat(bucket["start"]) for bucket in figures.document["series"]["buckets"]]
    return [part.first for part in _parts(r)]


def active_users(r: str, figures: ConversationFigures | None) -> Card:
    """People by step of the range; steps that nobody could count are left out."""
    values = users(r, figures)
    return {"series": [{"name": "Active Users", "data": [value for value in values if value is not None]}]}


def users(r: str, figures: ConversationFigures | None) -> list[int | None]:
    """People by step of the range; None where there is no data."""
    if figures is None:
        return course(_parts(r), sample.users)
    return [value or None for value in figures.card("users_active")["spark"]]


def newsletter(r: str) -> Card:
    """Letters that were opened."""
    return {"series": [{"name": "Newsletter", "data": _whole(_draw("newsletter", r)["data"])}]}


# ---- the two dashboards ---------------------------------------------------------------------------------


def analytics(r: str, figures: ConversationFigures | None) -> Card:
    """Every card of the dashboard of analytics, with the days its course is drawn over."""
    return {
        "counted": figures is not None,
        "g": "week" if r == "last_year" else "day",
        "days": len(RANGES[r].days) if figures is None else figures.days,
        "starts": starts(r, figures),
        "traffic": traffic(r, figures),
        "support_tracker": support_tracker(r, figures),
        "avg_sessions": avg_sessions(r, figures),
        "devices": devices(r, figures),
        "customers": people(r, figures),
        "active_users": users(r, figures),
        "subscribers": _draw("subscribers", r),
        "newsletter": _draw("newsletter", r),
        "as_of": sample.LAST,
    }


def ecommerce(r: str, year: str) -> Card:
    """Every card of the dashboard of a shop."""
    document = sample.year(int(year))
    return {
        "statistics": [{"id": name, **_draw(name, r)} for name in ("revenue", "sales", "orders")],
        "orders_bar_chart": draw_orders(r),
        "profit_line_chart": draw_profit(r),
        "product_orders": sample.by_state(RANGES[r]),
        "goal": goal(),
        "this_month": course(sample.THIS_MONTH.every(4), sample.revenue),
        "last_month": course(sample.LAST_MONTH.every(4), sample.revenue),
        "earnings": course(document.months(), sample.revenue),
        "expenses": course(document.months(), sample.expenses),
        "budget": sample.BUDGETS[document.first.year],
        "as_of": sample.LAST,
    }


FIGURES = {
    "revenue": sample.revenue,
    "orders": sample.order_count,
    "subscribers": sample.subscribers,
    "newsletter": sample.letters,
    "sales": sample.pieces,
}


def _draw(name: str, r: str) -> Card:
    """A statistic and its course as our page draws it; the figure of sales is their growth in percent."""
    card = _course(FIGURES[name], RANGES[r], _steps(r))
    if name == "sales":
        card["figure"] = round(growth(card["figure"], sample.pieces(BEFORE[r])))
    return card


def _course(figure: sample.Figure, period: Period, parts: list[Period]) -> Card:
    """What a figure comes to over a period, and its parts."""
    return {"figure": figure(period), "data": course(parts, figure)}
