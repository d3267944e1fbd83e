"""The one registry of metrics: how each is counted, where its evidence lies and what it is called."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from pathlib import Path
from typing import Any, Literal

import orjson

Unit = Literal["count", "percent", "money", "score"]
MICRO = 1_000_000
CURRENCY_PLACES = 2


@dataclass(frozen=True, slots=True)
class Metric:
    """One number's definition: numerator and denominator name rollup counts, evidence names list filters."""

    id: str
    unit: Unit
    better: Literal["up", "down"]
    num: str
    den: str | None = None
    evidence: str = "engaged"
    """`is=` of the sessions behind the numerator."""
    population_evidence: str | None = None
    """`is=` of the sessions behind the denominator."""
    settles_hours: int = 0
    """For how long after the range's end the number may still change by its own definition."""
    version: int = 1
    evidence_counts: bool = True
    """Whether the number of sessions behind the numerator is the numerator itself."""

    def words(self, language: str) -> dict[str, str]:
        """Its name, its formula, whom it is counted over and when there is no number, in a language."""
        words = _words()[language]
        name, formula, population = words[self.id]
        rule = words["null"][0 if self.den else 1]
        return {"name": name, "formula": formula, "population": population, "null_rule": rule}


@cache
def _words() -> dict[str, dict[str, list[str]]]:
    """What metrics are called and how they are explained, by language and id."""
    words: dict[str, dict[str, list[str]]] = orjson.loads(Path(__file__).with_name("words.json").read_bytes())
    return words


DASHBOARD = (
    Metric("engaged_sessions", "count", "up", "engaged"),
    Metric("users_active", "count", "up", "users", evidence_counts=False),
    Metric(
        "resolved_containment_rate", "percent", "up", "resolved", "ended_bot", "resolved", "ended", settles_hours=24
    ),
    Metric("handoff_rate", "percent", "down", "handoff_requested", "bot_sessions", "handed_off", "bot_session"),
    Metric("fallback_rate", "percent", "down", "fallback_turns", "nlu_turns", "fallback", "nlu", evidence_counts=False),
    Metric("completion_rate", "percent", "up", "goal_hit", "goal_entered", "goal", "entered"),
    Metric("csat", "percent", "up", "satisfied", "ratings", "satisfied", "rated"),
    Metric("cost_per_session", "money", "down", "cost_micro", "engaged", "engaged", "engaged", evidence_counts=False),
)
BY_ID = {metric.id: metric for metric in DASHBOARD}
COUNTS = (
    "sessions", "engaged", "bot_sessions", "ended_bot", "open", "completed", "informed", "handed_off", "abandoned",
    "error", "handoff_requested", "resolved", "nlu_turns", "fallback_turns", "goal_entered", "goal_hit", "ratings",
    "satisfied", "cost_micro",
)  # fmt: skip
"""The rollup counts reports read."""
Counts = dict[str, int]


def add(total: Counts, more: Counts) -> None:
    """Add counts to a running total."""
    for name, value in more.items():
        total[name] = total.get(name, 0) + value


def rounded(value: Decimal, places: int = 1) -> float:
    """Rounded half away from zero."""
    return float(value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))


def percent(num: int, den: int | None) -> float | None:
    """A share in percent with one decimal; None of nothing."""
    return rounded(Decimal(num) * 100 / Decimal(den)) if den else None


def exact(metric: Metric, counts: Counts) -> Decimal | None:
    """A metric's unrounded value; None when its denominator is 0 or it could not be counted."""
    num = counts.get(metric.num)
    if num is None:
        return None
    if metric.den is None:
        return Decimal(num)
    den = counts.get(metric.den, 0)
    if not den:
        return None
    return Decimal(num) * 100 / den if metric.unit == "percent" else Decimal(num) / MICRO / den


def shown(metric: Metric, value: Decimal | None) -> int | float | None:
    """A value as answers carry it: counts whole, percent with one decimal, money with two."""
    if value is None:
        return None
    if metric.unit == "count":
        return int(value)
    return rounded(value, CURRENCY_PLACES if metric.unit == "money" else 1)


def change(metric: Metric, value: Decimal | None, previous: Decimal | None) -> tuple[float | None, str]:
    """The change against a previous value and its unit: percent, pp for rates, new from 0, none without either."""
    if value is None or previous is None:
        return None, "none"
    if metric.unit == "percent":
        return rounded(value - previous), "pp"
    return relative(value, previous)


def relative(value: Decimal, previous: Decimal) -> tuple[float | None, str]:
    """The change in percent of the previous value; `new` when there was nothing, 0 when there is nothing still."""
    if not previous:
        return (None, "new") if value else (0.0, "percent")
    return rounded((value - previous) * 100 / previous), "percent"


def described(language: str) -> list[dict[str, Any]]:
    """Every metric as the help text shows it."""
    names = ("id", "version", "unit", "better")
    return [{name: getattr(metric, name) for name in names} | metric.words(language) for metric in DASHBOARD]
