"""Rules of targets: each setting is a row of its own, so that their history is kept."""

from datetime import date
from typing import Any

from sqlalchemy import Select, select

from app.accounts.users.models import User
from app.analytics.data_version import raise_version
from app.bots.catalog.models import Bot
from app.core.db.base import check_reach, db
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.reports.filters.selection import ConversationFilters, bot_options
from app.reports.metrics.definitions import OF_CONVERSATIONS
from app.reports.records.attainment import current_targets
from app.reports.records.models import Target


def list_targets(metric: str = "", *, history: bool = False) -> Select[Target]:
    """Select the targets there are, or every change of them, of one metric or all."""
    query = select(Target) if history else current_targets().where(Target.value.is_not(None))
    return query.where(Target.metric == metric) if metric else query


def set_target(user: User, *, metric: str, bot: int | None, month: str, value: float | None, removed: bool) -> Target:
    """Set a target, or remove it."""
    first = date.fromisoformat(f"{month}-01")
    of_bot = None if bot is None else db.session.scalar(select(Bot).where(Bot.id == bot, Bot.state != "deleted"))
    if bot is not None and of_bot is None:
        raise Invalid({"bot": [BeyondSchema("This bot does not exist.")]})
    row = Target(
        client_id=of_bot and of_bot.client_id, bot_id=bot, metric=metric, month=first,
        value=None if removed else value, set_by=user.full_name,
    )  # fmt: skip
    check_reach(row)
    if removed and not _is_set(row):
        raise Conflict("There is no such target.", code="not_set")
    db.session.add(row)
    raise_version()
    db.session.flush()
    return row


def _is_set(row: Target) -> bool:
    """Whether there is a target of the same metric, bot and month."""
    query = list_targets(row.metric).where(Target.bot_id == row.bot_id, Target.month == row.month)
    return db.session.scalar(query) is not None


def target_options() -> dict[str, Any]:
    """What targets can be of, and the currency of those of money."""
    return {
        "metrics": [{"id": metric.id, "unit": metric.unit} for metric in OF_CONVERSATIONS],
        "bots": bot_options(),
        "currency": ConversationFilters().select().currencies[0],
    }
