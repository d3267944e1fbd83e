"""The calls that explain changes over forty sessions counted by hand, and what they refuse."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core import clock
from app.reports.metrics.parts import round_to_sum
from app.reports.standard.registry import REPORTS
from tests.fixtures import hand_counted

As = Callable[..., FlaskClient]
RANGE = "r=2026-02-24..2026-03-09"


@pytest.fixture(autouse=True)
def forty(monkeypatch: pytest.MonkeyPatch, workspace: Any) -> None:
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)
    hand_counted.lay()


def test_every_report_explains_its_figures(as_: As) -> None:
    reader = as_("admin")
    for report in ["dashboard", *REPORTS]:
        assert reader.get(f"/api/v1/reports/{report}/explain?{RANGE}").status_code == 422
        cards = reader.get(f"/api/v1/reports/{report}?{RANGE}").json["cards"]
        url = f"/api/v1/reports/{report}/explain?{RANGE}"
        for card in cards:
            answer = reader.get(f"{url}&metric={card['id']}&by=bot")
            if card["explained"]:
                assert answer.status_code == 200 and card["id"] in answer.json["metrics"]
                assert round(sum(item["total"] for item in answer.json["items"]), 2) == answer.json["delta"]


@pytest.mark.parametrize(
    ("query", "field"),
    [("", "metric"), ("metric=weather", "metric"), ("metric=users_active", "metric"), ("metric=csat&by=x", "by"),
     ("metric=sessions", "metric"), ("metric=csat&r=never", "r")],
)  # fmt: skip
def test_what_does_not_fit_is_refused_by_its_field(as_: As, query: str, field: str) -> None:
    answer = as_("admin").get(f"/api/v1/reports/dashboard/explain?{query}")
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]


def test_without_a_comparison_there_is_no_change(as_: As) -> None:
    answer = as_("admin").get(f"/api/v1/reports/dashboard/explain?{RANGE}&metric=csat&cmp=none").json
    assert answer["delta"] is None and answer["items"] == [] and answer["chance"] is None


def test_a_long_range_is_one_part_by_what_rollups_do_not_know(as_: As) -> None:
    url = "/api/v1/reports/usage/explain?r=2026-01-01..2026-06-30&cmp=py&metric=sessions"
    answer = as_("admin").get(f"{url}&by=language").json
    assert answer["delta"] is None or [item["value"] for item in answer["items"]] == ["*"]
    assert answer["marks"] == (["long"] if answer["delta"] is not None else [])


def test_roundings_add_up() -> None:
    thirds = [Fraction(1, 3)] * 3
    assert round_to_sum(thirds, 1.0) == [0.34, 0.33, 0.33]
    assert round_to_sum([Fraction(-1, 3), Fraction(1, 3), Fraction(1, 800)], 0.0) == [-0.33, 0.33, 0.0]


def test_explanations_are_for_those_who_may(client: FlaskClient, as_: As) -> None:
    url = f"/api/v1/reports/usage/explain?{RANGE}&metric=sessions"
    assert client.get(url).status_code == 401
    assert as_("editor").get(url).status_code == 403
