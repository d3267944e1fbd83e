"""The figures of all cards agree: they are counted from one set of visits and orders, and gaps are gaps."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from flask.testing import FlaskClient

from app.conversations.provenance import MEASURED, Provenance
from app.core.db.base import db
from app.ingest import dialogues
from app.samples.cards import sample
from tests.factories.conversations import START, asked_and_answered, dialogue, event, make_bot

As = Callable[..., FlaskClient]
RANGES = ("last_28_days", "last_month", "last_year")
STATISTICS = "/card/card-statistics"
CARDS = "/card/card-analytics"


@pytest.fixture
def editor(as_: As) -> FlaskClient:
    """Someone who sees samples alone."""
    return as_("editor")


def shop(client: FlaskClient, r: str = "last_28_days", year: str = "2020") -> dict[str, Any]:
    """The dashboard of the shop."""
    body: dict[str, Any] = client.get("/api/v1/cards/ecommerce", query_string={"r": r, "year": year}).json
    return body


def figures(whole: dict[str, Any]) -> dict[str, int]:
    """The key figures of a dashboard by name."""
    by_id = {statistic["id"]: statistic["figure"] for statistic in whole["statistics"]}
    return by_id | {"profit": whole["profit_line_chart"]["figure"]}


def total(course: list[int | None]) -> int:
    """The sum of a course."""
    return sum(value or 0 for value in course)


def number(text: str) -> int:
    """The number of a text such as ₹1,234."""
    return int(text.removeprefix("₹").replace(",", ""))


@pytest.mark.parametrize("r", RANGES)
def test_each_course_comes_to_its_figure(editor: FlaskClient, r: str) -> None:
    whole = shop(editor, r)
    for statistic in whole["statistics"]:
        assert statistic["id"] == "sales" or total(statistic["data"]) == statistic["figure"], statistic["id"]
    for name in ("orders_bar_chart", "profit_line_chart"):
        assert total(whole[name]["data"]) == whole[name]["figure"]
    assert whole["orders_bar_chart"]["figure"] == figures(whole)["orders"] == sum(whole["product_orders"].values())
    assert 0 < figures(whole)["profit"] < figures(whole)["revenue"]


def test_no_part_of_the_year_has_more_than_the_year(editor: FlaskClient) -> None:
    weeks, month, year = (shop(editor, r) for r in RANGES)
    for name in ("revenue", "orders", "profit"):
        assert max(figures(weeks)[name], figures(month)[name]) < figures(year)[name], name
    for state in ("finished", "pending", "rejected"):
        assert weeks["product_orders"][state] <= year["product_orders"][state], state


def test_goal_report_orders_and_revenue_of_the_year_agree(editor: FlaskClient) -> None:
    year = shop(editor, "last_year")
    revenue = figures(year)["revenue"]
    assert total(year["earnings"]) == revenue
    assert total(year["earnings"]) - total(year["expenses"]) == figures(year)["profit"]
    assert year["goal"]["completed"] + year["goal"]["inProgress"] == revenue
    assert year["goal"]["goal"] == year["budget"]
    assert year["earnings"][-1] == total(year["this_month"])
    assert year["earnings"][-2] == total(year["last_month"]) == figures(shop(editor, "last_month"))["revenue"]
    assert year["earnings"] == next(
        statistic["data"] for statistic in year["statistics"] if statistic["id"] == "revenue"
    )


def test_growth_is_against_the_year_before(editor: FlaskClient) -> None:
    sold = [sample.pieces(sample.year(year)) for year in (2019, 2020)]
    assert figures(shop(editor, "last_year"))["sales"] == round(100 * (sold[1] - sold[0]) / sold[0])


@pytest.mark.parametrize("r", RANGES)
def test_the_specified_calls_say_the_same(editor: FlaskClient, r: str) -> None:
    def get_body(path: str) -> dict[str, Any]:
        body: dict[str, Any] = editor.get(path, query_string={"r": r}).json
        return body

    whole = shop(editor, r)
    by_id = figures(whole)
    for name in ("revenue", "orders"):
        body = get_body(f"{STATISTICS}/{name}")
        assert body["analyticsData"][name] == by_id[name] == sum(body["series"][0]["data"])
    assert get_body(f"{STATISTICS}/sales")["analyticsData"]["sales"] == f"{by_id['sales']}%"
    assert number(get_body(f"{STATISTICS}/orders-bar-chart")["statistics"]) == by_id["orders"]
    assert number(get_body(f"{STATISTICS}/profit-line-chart")["statistics"]) == by_id["profit"]
    assert get_body(f"{CARDS}/product-orders")["chart_info"] == whole["product_orders"]


@pytest.mark.parametrize("year", ["2020", "2019", "2018"])
def test_the_report_of_a_year_is_the_sum_of_its_months(editor: FlaskClient, year: str) -> None:
    card, whole = editor.get(f"{CARDS}/revenue-report?year={year}").json, shop(editor, year=year)
    assert (number(card["price"]), number(card["budget"])) == (total(whole["earnings"]), whole["budget"])
    assert len(whole["earnings"]) == len(whole["expenses"]) == 12


def test_the_cards_without_a_range_agree_too(editor: FlaskClient) -> None:
    whole = shop(editor, "last_year")
    months = editor.get(f"{CARDS}/revenue").json
    assert [number(months[name]) for name in ("thisMonth", "lastMonth")] == whole["earnings"][:-3:-1]
    goal = editor.get(f"{CARDS}/goal-overview").json
    assert number(goal["completed"]) + number(goal["inProgress"]) == figures(whole)["revenue"]


@pytest.mark.parametrize("r", RANGES)
def test_sessions_people_and_orders_of_the_sample_agree(editor: FlaskClient, r: str) -> None:
    whole = editor.get(f"/api/v1/cards/analytics?r={r}").json
    sessions, orders = whole["avg_sessions"], figures(shop(editor, r))["orders"]
    assert total(whole["traffic"]) == sessions["sessions"]
    assert sum(customer["result"] for customer in whole["customers"]) == sessions["users"] <= sessions["sessions"]
    assert sessions["goal"] == f"{round(100 * orders / sessions['sessions'], 1):g}%"
    returning = next(customer["result"] for customer in whole["customers"] if customer["kind"] == "returning")
    assert sessions["retention"] == f"{round(100 * returning / sessions['users'], 1):g}%"
    assert abs(sum(device["usage"] for device in whole["devices"]) - 100) < 0.3
    tickets = whole["support_tracker"]
    assert tickets["openTicket"] <= tickets["newTicket"] <= tickets["totalTicket"] <= sessions["sessions"]
    for name in ("subscribers", "newsletter"):
        assert total(whole[name]["data"]) == whole[name]["figure"]
    assert whole["starts"][0] == sample.RANGES[r].first.isoformat()


def test_days_on_which_nobody_could_come_are_gaps(editor: FlaskClient) -> None:
    whole = editor.get("/api/v1/cards/analytics?r=last_28_days").json
    gaps = [day for day, value in zip(whole["starts"], whole["traffic"], strict=True) if value is None]
    assert gaps == ["2020-12-13"] and 0 not in whole["traffic"]
    assert [value is None for value in whole["active_users"]] == [value is None for value in whole["traffic"]]
    assert (whole["days"], whole["avg_sessions"]["duration"]) == (27, "28d")


def test_the_sample_is_the_same_every_time() -> None:
    before = dict(sample.visits_by_day())
    sample.visits_by_day.cache_clear()
    assert sample.visits_by_day() == before
    assert min(before) == date(2018, 1, 1) and max(before) == date(2020, 12, 31)


@pytest.mark.parametrize("count", [1, 5, 6, 7])
def test_steps_are_the_whole_period_once(count: int) -> None:
    for period in sample.RANGES.values():
        for parts in (period.steps(count), period.every(7), period.months()):
            days = [day for part in parts for day in part.days_of_calendar()]
            assert days == period.days_of_calendar()


def test_what_is_counted_has_gaps_and_averages_over_days_with_data(as_: As) -> None:
    bot = make_bot()
    visits = [
        dialogue(asked_and_answered(START + timedelta(days=days)), ext_user=person)
        for days, person in ((0, "asha"), (0, "imran"), (3, "asha"))
    ]
    dialogues.store_dialogues(visits, bot=bot, source="test")
    db.session.commit()
    with time_machine.travel(START + timedelta(days=7), tick=False):
        whole = as_("admin").get("/api/v1/cards/analytics").json
    known = {day: value for day, value in zip(whole["starts"], whole["traffic"], strict=True) if value is not None}
    assert known == {"2026-03-02": 2, "2026-03-05": 1}
    assert (whole["days"], whole["avg_sessions"]["sessions"]) == (2, 3)
    assert 0 not in whole["traffic"] and 0 not in whole["active_users"]


def test_only_measured_answers_are_averaged(as_: As) -> None:
    bot = make_bot()
    waits = {MEASURED: 3, Provenance.IMPORTED: 60, Provenance.IMPORTED | Provenance.TIMES: 90}
    for provenance, seconds in waits.items():
        events = [
            event("user", "When are you open?", base=START),
            event("bot", "One moment.", seconds, base=START),
            event("system", "", seconds + 1, base=START, kind="handoff", handoff="requested"),
        ]
        dialogues.store_dialogues([dialogue(events, provenance=provenance)], bot=bot, source="test")
    db.session.commit()
    with time_machine.travel(START + timedelta(days=7), tick=False):
        card = as_("admin").get(f"{CARDS}/support-tracker").json
    assert (card["totalTicket"], card["responseTime"]) == (2, "3.0 s")
