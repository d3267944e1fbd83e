"""Classes of lengths of time: their middles, their order, and the limits that none of them has on both sides."""

from math import inf

import pytest

from app.analytics.facts import LIMITS, class_of, middle_of
from app.reports.standard.engagement import MINUTES


@pytest.mark.parametrize("limit", [minutes * 60_000 for minutes, _ in MINUTES if minutes < inf])
def test_no_class_has_a_limit_of_reports_on_both_sides(limit: int) -> None:
    assert limit in LIMITS
    assert middle_of(class_of(limit)) <= limit < middle_of(class_of(limit + 1))
    assert middle_of(class_of(limit - 1)) <= limit


def test_the_middle_is_within_one_percent_of_each_length_and_names_sort_as_lengths_do() -> None:
    lengths = [*range(1, 400_000, 37), *(limit + more for limit in LIMITS for more in (-1, 0, 1))]
    assert all(abs(middle_of(class_of(length)) / length - 1) <= 0.0101 for length in lengths if length > 50)
    assert sorted(lengths) == sorted(lengths, key=lambda length: (class_of(length), length))
