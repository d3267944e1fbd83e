"""Whether a rate has changed by more than chance, and which bot, channel or intent moved it most."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from math import sqrt

from app.core.statistics import CRITICAL
from app.reports.metrics.definitions import SMALL, Counts, Metric, round_half_up

REST = ""


@dataclass(frozen=True, slots=True)
class Cause:
    """The part of a change that one bot, channel or intent accounts for, in percentage points."""

    by: str
    key: str
    part: float


def is_significant(num: int, den: int, num_before: int, den_before: int) -> bool | None:
    """Two-proportion z-test at 95 %; None where either sample is below 30."""
    if min(den, den_before) < SMALL:
        return None
    pooled = (num + num_before) / (den + den_before)
    error = sqrt(pooled * (1 - pooled) * (1 / den + 1 / den_before))
    return error > 0 and abs(num / den - num_before / den_before) / error >= CRITICAL


def has_moved(metric: Metric, current: Counts, before: Counts | None) -> bool | None:
    """Whether a rate has changed significantly; None of what is no share of things, or rests on too little."""
    if metric.unit != "percent" or metric.den is None or metric.basis or before is None:
        return None
    names = (metric.num, metric.den)
    return is_significant(*(current.get(name, 0) for name in names), *(before.get(name, 0) for name in names))


def cause(metric: Metric, splits: Mapping[str, tuple[Mapping[str, Counts], Mapping[str, Counts]]]) -> Cause | None:
    """What moved a rate most in the direction it went: of each split (bots, channels, intents), now and before.

    A part's share is the change of its numerator over the whole denominator; the parts of a split add up to the
    whole change. The part named REST is of nothing that has a name. A split of one part explains nothing.
    """
    best: Cause | None = None
    for by, (now, then) in splits.items():
        den, den_before = (sum(part.get(metric.den or "", 0) for part in parts.values()) for parts in (now, then))
        keys = now.keys() | then.keys()
        if len(keys) < 2 or not den or not den_before:
            continue
        shares = {
            key: now.get(key, {}).get(metric.num, 0) / den - then.get(key, {}).get(metric.num, 0) / den_before
            for key in keys
        }
        sign = 1 if sum(shares.values()) > 0 else -1
        names = sorted(key for key in shares if key != REST and sign * shares[key] > 0)
        if not names:
            continue
        key = max(names, key=lambda name: sign * shares[name])
        if best is None or abs(shares[key] * 100) > abs(best.part):
            best = Cause(by, key, round_half_up(Decimal(shares[key] * 100)))
    return best
