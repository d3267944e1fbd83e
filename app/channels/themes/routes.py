"""Calls on a bot's theme: its working copy, and themes for a while."""

from typing import Any

from flask import url_for

from app.bots.catalog.flows import check_editable
from app.bots.catalog.models import Bot
from app.bots.catalog.service import get_bot
from app.channels.themes import schedules, service
from app.channels.themes.css import RemovedRule
from app.channels.themes.models import BotTheme, ThemeSchedule
from app.channels.themes.schemas import (
    BotThemeSchema,
    NewThemeScheduleSchema,
    ThemeScheduleSchema,
    ThemeSchedulesSchema,
)
from app.channels.themes.shape import ThemeSchema
from app.core.db.base import db, hold
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision, match_revision_in
from app.core.http.resources import Reply
from app.core.security.operations import Operation, needs

blp = Blueprint("themes", __name__, url_prefix="/api/v1/bots", description="Themes of the web widget.")


def _has_lost(answer: Any) -> bool:
    """Whether something was left out of a theme's own CSS: a form says so at once."""
    return bool(answer.get("removed_css"))


@blp.get("/<int:bot_id>/theme", Operation(needs("read", "Theme"), revisioned=True, answer=BotThemeSchema))
def get_theme(bot_id: int) -> Reply:
    """Retrieve the working copy of a bot's theme."""
    bot = get_bot(bot_id)
    row = service.get_theme(bot)
    return _representation(bot, row), etag(row)


@blp.put(
    "/<int:bot_id>/theme",
    Operation(
        needs("update", "Theme"),
        audit="theme:update",
        revisioned=True,
        body=ThemeSchema,
        answer=BotThemeSchema,
        renders_answer=_has_lost,
    ),
)
def set_theme(args: dict[str, Any], bot_id: int) -> Reply:
    """Replace the working copy of a bot's theme; too little contrast is refused."""
    bot = get_bot(bot_id)
    match_revision_in(bot, lambda: service.get_theme(bot), lambda row: {"current": service.whole(row.values)})
    row, css = service.set_theme(bot, args)
    db.session.commit()
    return _representation(bot, row) | {"removed_css": _serialize_removed(css.removed)}, etag(row)


@blp.get("/<int:bot_id>/theme/schedule", Operation(needs("read", "Theme"), answer=ThemeSchedulesSchema))
def list_schedules(bot_id: int) -> dict[str, Any]:
    """List scheduled themes, past ones included, by start."""
    bot = get_bot(bot_id)
    return {
        "zone": schedules.zone_of(bot),
        "items": [_serialize_schedule(bot, row) for row in schedules.list_schedules(bot)],
    }


@blp.post(
    "/<int:bot_id>/theme/schedule",
    Operation(
        needs("create", "Theme"),
        audit="theme:schedule",
        body=NewThemeScheduleSchema,
        answer=ThemeScheduleSchema,
        status=201,
        problems=(409,),
        renders_answer=_has_lost,
    ),
)
def add_schedule(args: dict[str, Any], bot_id: int) -> Reply:
    """Schedule a theme; of two at once the one that starts later is shown."""
    bot = get_bot(bot_id)
    hold(bot)
    check_editable(bot)
    values, removed = _values(bot, args, service.get_theme(bot).values)
    row = schedules.add_schedule(bot, values, args)
    db.session.commit()
    address = url_for("themes.get_schedule", bot_id=bot.id, theme_schedule_id=row.id)
    return _serialize_schedule(bot, row) | {"removed_css": _serialize_removed(removed)}, etag(row) | {
        "Location": address
    }


@blp.get(
    "/<int:bot_id>/theme/schedule/<int:theme_schedule_id>",
    Operation(needs("read", "Theme"), revisioned=True, answer=ThemeScheduleSchema),
)
def get_schedule(bot_id: int, theme_schedule_id: int) -> Reply:
    """Retrieve a scheduled theme."""
    bot = get_bot(bot_id)
    row = schedules.get_schedule(bot, theme_schedule_id)
    return _serialize_schedule(bot, row), etag(row)


@blp.put(
    "/<int:bot_id>/theme/schedule/<int:theme_schedule_id>",
    Operation(
        needs("update", "Theme"),
        audit="theme:schedule",
        revisioned=True,
        body=NewThemeScheduleSchema,
        answer=ThemeScheduleSchema,
        renders_answer=_has_lost,
    ),
)
def change_schedule(args: dict[str, Any], bot_id: int, theme_schedule_id: int) -> Reply:
    """Update a scheduled theme or its time; without a theme the present one stays."""
    bot = get_bot(bot_id)
    row = _match_schedule(bot, theme_schedule_id)
    check_editable(bot)
    values, removed = _values(bot, args, row.values)
    schedules.change_schedule(bot, row, values, args)
    db.session.commit()
    return _serialize_schedule(bot, row) | {"removed_css": _serialize_removed(removed)}, etag(row)


@blp.delete(
    "/<int:bot_id>/theme/schedule/<int:theme_schedule_id>",
    Operation(needs("delete", "Theme"), audit="theme:cancel_schedule", revisioned=True, status=204),
)
def cancel_schedule(bot_id: int, theme_schedule_id: int) -> None:
    """Cancel a scheduled theme; a running one ends at once."""
    schedules.cancel_schedule(_match_schedule(get_bot(bot_id), theme_schedule_id))
    db.session.commit()


def _match_schedule(bot: Bot, schedule_id: int) -> ThemeSchedule:
    """The schedule as the caller has seen it."""
    row = schedules.get_schedule(bot, schedule_id)
    return match_revision(row, ThemeScheduleSchema, lambda present: _serialize_schedule(bot, present))


def _values(bot: Bot, args: dict[str, Any], otherwise: dict[str, Any]) -> tuple[dict[str, Any], list[RemovedRule]]:
    """The checked values of a schedule's theme, and what its own CSS lost; without a theme those it has otherwise."""
    if args["theme"] is None:
        return dict(otherwise), []
    values, css = service.check_theme(args["theme"], within="theme")
    return values, css.removed


def _representation(bot: Bot, row: BotTheme) -> dict[str, Any]:
    """A working copy as it is answered."""
    is_published = service.live_values(bot) == row.values
    return service.whole(row.values) | {"revision": row.revision, "published": is_published}


def _serialize_schedule(bot: Bot, row: ThemeSchedule) -> dict[str, Any]:
    """A schedule as it is answered."""
    names = ("id", "revision", "title", "starts_at", "ends_at")
    return {name: getattr(row, name) for name in names} | {
        "zone": schedules.zone_of(bot),
        "state": schedules.state_of(row),
        "theme": service.whole(row.values),
        "overlaps": [overlap._asdict() for overlap in schedules.overlaps(row)],
    }


def _serialize_removed(removed: list[RemovedRule]) -> list[dict[str, str]]:
    return [rule._asdict() for rule in removed]
