"""The specified cards: shapes, ranges and years, what is counted and for whom, and who is refused."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

As = Callable[..., FlaskClient]
LAST_DAYS = ["Last 28 Days", "Last Month", "Last Year"]
ANALYTICS = {
    "support-tracker": {"title", "last_days", "totalTicket", "newTicket", "openTicket", "responseTime"},
    "avg-sessions": {"sessions", "last_days", "growth", "goal", "users", "retention", "duration"},
    "revenue-report": {"years", "price", "budget"},
    "goal-overview": {"completed", "inProgress"},
    "revenue": {"thisMonth", "lastMonth"},
    "product-orders": {"last_days", "chart_info"},
    "sessions-device": {"last_days", "chart_info"},
    "customers": {"last_days", "listData"},
}
STATISTICS = {
    "orders-bar-chart": {"title", "statistics", "series"},
    "profit-line-chart": {"title", "statistics", "series"},
    "subscribers": {"series", "analyticsData"},
    "revenue": {"series", "analyticsData"},
    "sales": {"series", "analyticsData"},
    "orders": {"series", "analyticsData"},
    "site-traffic": {"series"},
    "active-users": {"series"},
    "newsletter": {"series"},
}
CALLS = {f"/card/card-analytics/{name}": keys for name, keys in ANALYTICS.items()} | {
    f"/card/card-statistics/{name}": keys for name, keys in STATISTICS.items()
}


@pytest.mark.parametrize("path", CALLS)
@pytest.mark.parametrize("role", ["admin", "editor"])
def test_each_has_its_specified_keys(as_: As, path: str, role: str) -> None:
    answer = as_(role).get(path)
    assert answer.status_code == 200 and set(answer.json) == CALLS[path]
    assert answer.json.get("last_days", LAST_DAYS) == LAST_DAYS
    for line in answer.json.get("series", []):
        assert all(isinstance(value, int) for value in line["data"])


@pytest.mark.parametrize("path", CALLS)
def test_none_is_for_those_who_may_not(as_: As, client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 401
    assert as_("client").get(path).status_code == 403


def test_the_shapes_inside(as_: As) -> None:
    editor = as_("editor")
    assert editor.get("/card/card-analytics/revenue-report").json["years"] == ["2020", "2019", "2018"]
    assert set(editor.get("/card/card-analytics/product-orders").json["chart_info"]) == {
        "finished",
        "pending",
        "rejected",
    }
    device = editor.get("/card/card-analytics/sessions-device").json["chart_info"][0]
    assert set(device) == {"icon", "name", "iconColor", "usage", "upDown"}
    assert set(editor.get("/card/card-analytics/customers").json["listData"][0]) == {
        "icon",
        "iconColor",
        "text",
        "result",
    }
    assert editor.get("/card/card-analytics/avg-sessions").json["growth"][0] in "+-"
    (bars,) = editor.get("/card/card-statistics/orders-bar-chart").json["series"]
    (line,) = editor.get("/card/card-statistics/profit-line-chart").json["series"]
    assert set(bars) == {"name", "data"} and len(bars["data"]) == 5
    assert set(line) == {"data"} and len(line["data"]) == 6
    for name in ("subscribers", "revenue", "sales", "orders"):
        body = editor.get(f"/card/card-statistics/{name}").json
        assert set(body["analyticsData"]) == {name} and set(body["series"][0]) == {"name", "data"}
        assert isinstance(body["analyticsData"][name], str if name == "sales" else int), name
    assert editor.get("/card/card-statistics/sales").json["analyticsData"]["sales"].endswith("%")


def test_ranges_and_years_change_what_is_shown(as_: As) -> None:
    editor = as_("editor")
    for path in ("/card/card-analytics/product-orders", "/card/card-analytics/support-tracker"):
        answers = [editor.get(path, query_string={"r": r}).json for r in ("last_28_days", "last_month", "last_year")]
        assert answers[0] != answers[1] != answers[2]
    path = "/card/card-analytics/revenue-report"
    assert len({editor.get(path, query_string={"year": year}).json["price"] for year in ("2020", "2019", "2018")}) == 3
    assert editor.get(path, query_string={"year": ""}).json == editor.get(path, query_string={"year": "2020"}).json


@pytest.mark.parametrize(
    ("path", "query", "field"),
    [("/card/card-analytics/revenue-report", {"year": "1999"}, "year"),
     ("/card/card-statistics/orders", {"r": "yesterday"}, "r"),
     ("/api/v1/cards/ecommerce", {"r": "x"}, "r"),
     ("/api/v1/cards/ecommerce", {"colour": "x"}, "colour")],
)  # fmt: skip
def test_what_is_none_is_refused_by_its_name(as_: As, path: str, query: dict[str, str], field: str) -> None:
    answer = as_("admin").get(path, query_string=query)
    assert answer.status_code == 422 and field in answer.json["errors"]


def test_sessions_are_the_workspaces_own_for_those_who_read_reports(as_: As) -> None:
    before = as_("admin").get("/card/card-analytics/avg-sessions").json
    assert before["sessions"] == 0 and before["growth"] in ("—", "+0%")
    assert as_("editor").get("/card/card-analytics/avg-sessions").json["sessions"] > 0


def test_the_dashboards_are_made_of_the_same_cards(as_: As) -> None:
    admin = as_("admin")
    whole = admin.get("/api/v1/cards/analytics?r=last_month").json
    assert whole["counted"] and len(whole["starts"]) == len(whole["traffic"]) >= 28
    assert whole["support_tracker"] == admin.get("/card/card-analytics/support-tracker?r=last_month").json
    shop = admin.get("/api/v1/cards/ecommerce?year=2018").json
    assert len(shop["earnings"]) == 12 and shop["product_orders"]["finished"] > 0
    sample = as_("editor").get("/api/v1/cards/analytics").json
    assert not sample["counted"] and len(sample["starts"]) == len(sample["traffic"]) == 28
