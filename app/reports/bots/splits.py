"""The figures of a traffic split: both versions over the same time, counted as the dashboard counts."""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, case, func, select

from app.analytics.evidence import EVIDENCE, TURNS_OF
from app.bots.catalog.models import Bot, BotSplit
from app.conversations.models import Conversation
from app.core.db.base import db
from app.core.statistics import wilson_interval
from app.reports.filters.selection import select_conversations
from app.reports.metrics.definitions import BY_ID, SMALL, Metric, percent
from app.reports.metrics.significance import is_significant

METRICS = tuple(BY_ID[name] for name in ("completion_rate", "fallback_rate", "handoff_rate"))
Share = tuple[int, int]
"""A numerator and its denominator."""


def figures_of(bot: Bot, split: BotSplit, now: datetime) -> dict[str, Any]:
    """Return the rates of both versions, with 95 % intervals from 30 on, and which differ by more than chance."""
    counts = _count(bot, split, split.closed_at or now)
    live, other = counts[split.live], counts[split.number]
    return {
        "until": split.closed_at or now,
        "versions": [_arm(split.live, 100 - split.share, live), _arm(split.number, split.share, other)],
        "differences": [
            _difference(metric, live["shares"][metric.id], other["shares"][metric.id]) for metric in METRICS
        ],
    }


def _count(bot: Bot, split: BotSplit, until: datetime) -> dict[int, dict[str, Any]]:
    """Count what each version did in the conversations that began while the split ran."""
    columns = [
        column for metric in METRICS for column in (_sum(metric.evidence), _sum(metric.population_evidence or ""))
    ]
    query = (
        select(Conversation.bot_version, func.coalesce(func.sum(case((EVIDENCE["engaged"], 1), else_=0)), 0), *columns)
        .where(
            *select_conversations(bots=[bot.id]).where(Conversation),
            Conversation.bot_version.in_((split.live, split.number)),
            Conversation.started_at >= split.started_at, Conversation.started_at < until,
        )
        .group_by(Conversation.bot_version)
    )  # fmt: skip
    nothing = {"sessions": 0, "shares": {metric.id: (0, 0) for metric in METRICS}}
    counts = {split.live: nothing, split.number: nothing}
    for version, sessions, *sums in db.session.execute(query):
        pairs = zip(sums[::2], sums[1::2], strict=True)
        shares = {metric.id: (int(num), int(den)) for metric, (num, den) in zip(METRICS, pairs, strict=True)}
        counts[version] = {"sessions": int(sessions), "shares": shares}
    return counts


def _sum(evidence: str) -> ColumnElement[int]:
    """The sessions of an evidence, or their turns where a number counts these."""
    return func.coalesce(func.sum(case((EVIDENCE[evidence], TURNS_OF.get(evidence, 1)), else_=0)), 0)


def _arm(version: int, share: int, counts: dict[str, Any]) -> dict[str, Any]:
    """One version as it is answered."""
    return {
        "version": version, "share": share, "sessions": counts["sessions"],
        "rates": [_rate(metric, counts["shares"][metric.id]) for metric in METRICS],
    }  # fmt: skip


def _rate(metric: Metric, share: Share) -> dict[str, Any]:
    num, den = share
    low, high = wilson_interval(num, den) if den >= SMALL else (None, None)
    return {
        "id": metric.id, "value": percent(num, den), "num": num, "den": den,
        "low": None if low is None else round(low, 1), "high": None if high is None else round(high, 1),
    }  # fmt: skip


def _difference(metric: Metric, live: Share, other: Share) -> dict[str, Any]:
    """How much higher the rate of the other version is, in points, and whether that is more than chance."""
    before, after = percent(*live), percent(*other)
    delta = None if before is None or after is None else round(after - before, 1)
    significant = is_significant(*other, *live)
    return {
        "id": metric.id, "delta": delta, "significant": significant,
        "better": None if not significant or not delta else (delta > 0) == (metric.better == "up"),
    }  # fmt: skip
