"""What was measured of the calls of a bot's numbers: how many, how many were answered, what was heard and refused."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from sqlalchemy import case, func, select

from app.bots.catalog.models import Bot
from app.channels.voice.models import VoiceCall
from app.core import clock
from app.core.db.base import db

RECENT, MONTH, DAY = timedelta(days=7), timedelta(days=28), timedelta(days=1)


def read_figures(bot: Bot, consent: Mapping[str, Any]) -> dict[str, Any]:
    """Return the calls of customers by number in seven days, and what was recognized and refused in 28, as read."""
    refused = func.count(case((VoiceCall.recording == "refused", 1)))
    heard = select(func.count(), refused).where(VoiceCall.consent_version == consent["version"])
    heard_count, refused_count = db.session.execute(_calls(heard, bot, MONTH)).one()
    is_asked = consent["mode"] == "ask"
    return {
        "numbers": _by_number(bot),
        "recognition": _recognition(bot),
        "with_consent": heard_count if is_asked else None,
        "refused": refused_count if is_asked else None,
    }


def _calls(query: Any, bot: Bot, since: timedelta) -> Any:
    """A query of the calls of customers to a bot that began lately."""
    return query.select_from(VoiceCall).where(
        VoiceCall.bot_id == bot.id, VoiceCall.traffic == "real", VoiceCall.started_at > clock.now() - since
    )


def _by_number(bot: Bot) -> list[dict[str, Any]]:
    """Count the calls of each number, those that go on, and what transfers came to."""
    # A call that has heard nothing for a day does not go on, whatever its end was.
    goes_on = (VoiceCall.state == "in_progress") & (VoiceCall.started_at > clock.now() - DAY)
    query = select(
        VoiceCall.deployment_id.label("id"),
        func.count().label("calls"),
        func.sum(VoiceCall.answered).label("answered"),
        func.count(case((goes_on, 1))).label("going_on"),
        func.count(VoiceCall.dialled).label("transfers"),
        func.sum(VoiceCall.transferred).label("transferred"),
    ).where(VoiceCall.deployment_id.is_not(None))
    rows = db.session.execute(_calls(query, bot, RECENT).group_by(VoiceCall.deployment_id)).mappings()
    return sorted((dict(row) for row in rows), key=lambda row: int(row["id"]))


def _recognition(bot: Bot) -> list[dict[str, Any]]:
    """How sure the provider was of what it heard, by language, weighted by how long it was said."""
    weight = func.sum(VoiceCall.confidence_weight)
    query = select(VoiceCall.language, func.sum(VoiceCall.confidence_sum), weight)
    rows = db.session.execute(_calls(query, bot, MONTH).group_by(VoiceCall.language).having(weight > 0))
    return [{"language": language, "confidence": total / of} for language, total, of in sorted(map(tuple, rows))]
