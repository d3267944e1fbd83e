"""Intervals of shares that were counted."""

from math import sqrt

CRITICAL = 1.959964
"""The standard normal quantile for 95 % confidence, two-sided."""


def wilson_interval(hits: int, number: int) -> tuple[float, float]:
    """Return the 95 % interval of a share in percent, after Wilson; 0 to 100 where nothing was counted."""
    if number == 0:
        return 0.0, 100.0
    share, square = hits / number, CRITICAL**2
    middle = share + square / (2 * number)
    reach = CRITICAL * sqrt(share * (1 - share) / number + square / (4 * number**2))
    whole = 1 + square / number
    # Rounding would leave the least and the greatest share a hair outside.
    return max(0.0, (middle - reach) / whole * 100), min(100.0, (middle + reach) / whole * 100)
