"""Calls on how bots do."""

from typing import Any

import orjson

from app.accounts.users.rights import abilities_of
from app.bots.catalog import service as bots
from app.bots.catalog.listing import BotListArgs, page_of_bots
from app.bots.catalog.models import Bot
from app.bots.catalog.splits import get_split
from app.channels.messaging.activity import accounts_of
from app.core import clock
from app.core.db.tenancy import current_scope
from app.core.http.api import Blueprint
from app.core.http.concurrency import REPORTS
from app.core.languages import reading_language
from app.core.security.abilities import can
from app.core.security.operations import Operation, needs
from app.core.security.visitor import require_user
from app.reports import service as dashboards
from app.reports.bots import handlers, misses, service, splits, traffic
from app.reports.bots.schemas import (
    BotFiguresSchema,
    BotsHealthSchema,
    BotSplitFiguresSchema,
    HandlerCallsSchema,
    MissesArgs,
    MissesSchema,
    NodeCountsSchema,
    TrafficArgs,
    TrafficSchema,
)
from app.reports.bots.today import today
from app.reports.filters.selection import data_as_of, format_instant, select_conversations
from app.reports.service import ReportQuery

blp = Blueprint("bot_figures", __name__, url_prefix="/api/v1/bots", description="Figures of bots.")
CARDS = ("fallback_rate", "handoff_rate", "completion_rate")


@blp.get("/health", Operation(needs("read", "Dashboard"), limit="report", query=BotListArgs, answer=BotsHealthSchema))
def list_health(args: dict[str, Any]) -> dict[str, Any]:
    """List the health of bots: the last seven complete days and today."""
    page = page_of_bots(args)
    zone = select_conversations().zone
    return {"items": service.health_of(list(page.items), clock.now()), "as_of": format_instant(data_as_of(), zone)}


@blp.get("/<int:bot_id>/figures", Operation(needs("read", "Dashboard"), limit="report", answer=BotFiguresSchema))
def get_figures(bot_id: int) -> dict[str, Any]:
    """Retrieve the dashboard's figures of a bot: today against usual, and the last seven days."""
    bot = bots.get_bot(bot_id)
    question = ReportQuery(bot=(bot.id,), r=service.WEEK, today=True)
    dashboard = orjson.loads(dashboards.dashboard_body(question, reading_language()))
    selection, now = select_conversations(bots=[bot.id]), clock.now()
    cards = {card["id"]: card for card in dashboard["cards"]}
    return {
        "as_of": dashboard["as_of"],
        "visible": current_scope().measures(bot.id),
        "today": today(selection, now),
        "cards": [cards[name] for name in CARDS],
        "channels": _channels(bot, dashboard["channels"]),
        "versions": service.versions_of(selection, now),
        "excluded_test": dashboard["excluded"]["test"],
    }


@blp.get("/<int:bot_id>/nodes", Operation(needs("read", "Dashboard"), limit="report", answer=NodeCountsSchema))
def list_node_counts(bot_id: int) -> dict[str, Any]:
    """List how many conversations reached each node of a bot: the last seven complete days and today."""
    bot = bots.get_bot(bot_id)
    return {"items": service.nodes_of(select_conversations(bots=[bot.id]), clock.now())}


@blp.get(
    "/<int:bot_id>/traffic",
    Operation(needs("read", "Dashboard"), limit="report", query=TrafficArgs, answer=TrafficSchema),
)
def get_traffic(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """Count the ways that conversations took through a version: the last seven complete days and today."""
    bot = bots.get_bot(bot_id)
    number = args["version"] or bot.live_version
    if number is None:
        return {"version": None, "conversations": 0, "read": 0, "items": []}
    return traffic.traffic_of(bot, number, clock.now())


@blp.get(
    "/<int:bot_id>/handler/calls", Operation(needs("read", "Dashboard"), limit="report", answer=HandlerCallsSchema)
)
def count_handler_calls(bot_id: int) -> dict[str, Any]:
    """Count the calls to a bot's handlers: the last seven complete days and today."""
    return handlers.calls_of(bots.get_bot(bot_id), clock.now())


def _channels(bot: Bot, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The channels a bot had sessions on, most first, and those on which it can be reached."""
    accounts = accounts_of(bot) if can(abilities_of(require_user()), "read", "Deployment") else {}
    silent = [{"channel": name, "sessions": 0, "link": None} for name in accounts]
    channels = {row["channel"]: row for row in (*silent, *rows)}
    ordered = sorted(channels.values(), key=lambda row: -row["sessions"])
    return [row | {"accounts": accounts.get(row["channel"], [])} for row in ordered]


@blp.get(
    "/<int:bot_id>/splits/<int:split_id>/figures",
    Operation(needs("read", "Dashboard"), limit="report", answer=BotSplitFiguresSchema),
)
def get_split_figures(bot_id: int, split_id: int) -> dict[str, Any]:
    """Retrieve the figures of both versions of a traffic split, with intervals."""
    bot = bots.get_bot(bot_id)
    return splits.figures_of(bot, get_split(bot, split_id), clock.now())


@blp.get(
    "/<int:bot_id>/misses",
    Operation(needs("read", "Conversation"), limit="report", query=MissesArgs, answer=MissesSchema),
)
def list_misses(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """List texts a bot did not understand in the last seven complete days and today, grouped by similarity."""
    bot = bots.get_bot(bot_id)
    with REPORTS.hold():
        return misses.misses(bot, clock.now(), args["most"])
