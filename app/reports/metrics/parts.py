"""The parts of a change: what each bot, channel, intent, outlet or language adds to it.

A rate changes because parts have other rates, and because there is more of some parts than of others. Both are taken
at the means of the two periods, so that nothing is left over: the sum over all parts is the change itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from app.reports.metrics.definitions import MICRO, SMALL, Counts, Metric

REST = "*"
"""What the smaller parts are together."""
MOST = 7
"""Parts that are named, the rest among them."""
DIGITS = 2


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a part adds to a change, exactly, with its counts of both periods."""

    value: str
    mix: Fraction
    rate: Fraction
    now: Counts
    then: Counts

    @property
    def total(self) -> Fraction:
        """All that it adds."""
        return self.mix + self.rate


def scale_of(metric: Metric) -> Fraction:
    """What a quotient is multiplied by: percent, or whole money from millionths."""
    return {"percent": Fraction(100), "money": Fraction(1, MICRO)}.get(metric.unit, Fraction(1))


def parts_of(metric: Metric, now: Mapping[str, Counts], then: Mapping[str, Counts]) -> list[Contribution]:
    """The parts of a change, those that add most first."""
    values = sorted(now.keys() | then.keys())
    groups = [(value, now.get(value, {}), then.get(value, {})) for value in values]
    parts = (
        _contributions_to_sum(metric.num, groups)
        if metric.den is None
        else _contributions_to_quotient(metric, metric.den, groups)
    )
    return sorted(parts, key=lambda part: -abs(part.total))


GroupCounts = Sequence[tuple[str, Counts, Counts]]


def _contributions_to_sum(num: str, groups: GroupCounts) -> list[Contribution]:
    """A sum changes by the changes of its parts."""
    return [
        Contribution(value, Fraction(0), Fraction(now.get(num, 0) - then.get(num, 0)), now, then)
        for value, now, then in groups
    ]


def _contributions_to_quotient(metric: Metric, den: str, groups: GroupCounts) -> list[Contribution]:
    """A quotient changes by the quotients of its parts, and by how much there is of each."""
    whole_now = sum(now.get(den, 0) for _, now, _ in groups)
    whole_then = sum(then.get(den, 0) for _, _, then in groups)
    hits_now = sum(now.get(metric.num, 0) for _, now, _ in groups)
    hits_then = sum(then.get(metric.num, 0) for _, _, then in groups)
    middle = (Fraction(hits_now, whole_now) + Fraction(hits_then, whole_then)) / 2
    scale, parts = scale_of(metric), list[Contribution]()
    for value, now, then in groups:
        of_now, of_then = now.get(den, 0), then.get(den, 0)
        rates = [Fraction(counts.get(metric.num, 0), of) for counts, of in ((now, of_now), (then, of_then)) if of]
        if not rates:
            continue
        # A part of one period alone has no other rate: all that it adds is that it is there.
        rate_now, rate_then = rates[0], rates[-1]
        share_now, share_then = Fraction(of_now, whole_now), Fraction(of_then, whole_then)
        mix = (share_now - share_then) * ((rate_now + rate_then) / 2 - middle)
        rate = (rate_now - rate_then) * (share_now + share_then) / 2
        parts.append(Contribution(value, mix * scale, rate * scale, now, then))
    return parts


def with_rest(metric: Metric, parts: Sequence[Contribution]) -> list[Contribution]:
    """The parts that are named and the rest as one: those that add little, and rates of too few."""

    def is_small(part: Contribution) -> bool:
        den = metric.den or ""
        return metric.unit == "percent" and max(part.now.get(den, 0), part.then.get(den, 0)) < SMALL

    large_parts = [part for part in parts if not is_small(part)]
    large_parts = large_parts if len(large_parts) == len(parts) <= MOST else large_parts[: MOST - 1]
    rest = [part for part in parts if part not in large_parts]
    if not rest:
        return large_parts
    now, then = Counts(), Counts()
    for part in rest:
        for total, more in ((now, part.now), (then, part.then)):
            for name, number in more.items():
                total[name] = total.get(name, 0) + number
    return [
        *large_parts,
        Contribution(REST, sum((p.mix for p in rest), Fraction()), sum((p.rate for p in rest), Fraction()), now, then),
    ]


def round_half_up(value: Fraction, digits: int = DIGITS) -> float:
    """A number rounded half away from zero."""
    unit = 10**digits
    whole = floor(abs(value) * unit + Fraction(1, 2))
    return float((whole if value >= 0 else -whole) / unit)


def round_to_sum(values: Sequence[Fraction], total: float, digits: int = DIGITS) -> list[float]:
    """Numbers rounded so that their sum is their rounded sum: the largest remainders are rounded up."""
    unit = 10**digits
    floors = [floor(value * unit) for value in values]
    missing = round(total * unit) - sum(floors)
    order = sorted(range(len(values)), key=lambda place: floors[place] - values[place] * unit)
    for place in order[:missing]:
        floors[place] += 1
    return [whole / unit for whole in floors]
