"""Targets by metric, bot and month: who sets them, their history, and where a card shows how far one is attained."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask.testing import FlaskClient

from app.core import clock
from app.reports.filters.ranges import Range, resolve
from app.reports.metrics.definitions import BY_ID
from app.reports.records.attainment import attainment
from tests.fixtures import hand_counted

As = Callable[..., FlaskClient]
API = "/api/v1/targets"
ZONE = ZoneInfo("Asia/Kolkata")
NOW = datetime(2026, 3, 10, 6, 30, tzinfo=UTC)
"""Noon of 10 March in the zone."""
FEBRUARY, MARCH = "2026-02", "2026-03"


def measure(metric: str, value: float, dates: str, **targets: float) -> dict[str, Any] | None:
    """How far a number is in a range, under targets such as `m02=280`."""
    span: Range = resolve(dates, zone=ZONE, now=NOW)
    months = {date(2026, int(name[1:]), 1): Decimal(str(number)) for name, number in targets.items()}
    return attainment(BY_ID[metric], Decimal(str(value)), {metric: months}, span, NOW)


@pytest.mark.parametrize(
    ("dates", "targets", "due", "prorated"),
    [
        ("2026-02-01..2026-02-28", {"m02": 280}, 280, False),
        ("2026-02-15..2026-02-28", {"m02": 280}, 140, True),
        # Half of February and ten days of March.
        ("2026-02-15..2026-03-10", {"m02": 280, "m03": 310}, 140 + 95, True),
        # Nine days are over, and half of the tenth; what is still to come counts for nothing.
        ("this_month", {"m03": 310}, 95, True),
        ("2026-03-01..2026-03-31", {"m03": 310}, 95, True),
        ("2026-02-01..2026-05-31", {"m02": 280, "m03": 310}, 280 + 95, True),
    ],
)
def test_sums_are_compared_with_the_part_of_the_months_that_is_over(
    dates: str, targets: dict[str, float], due: float, prorated: bool
) -> None:
    reached = measure("engaged_sessions", due * 0.95, dates, **targets)
    assert reached == {"value": due, "attained": 95.0, "met": False, "prorated": prorated}
    exceeded = measure("engaged_sessions", due, dates, **targets)
    assert exceeded and exceeded["met"] and exceeded["attained"] == 100.0


@pytest.mark.parametrize(
    ("metric", "dates", "targets"),
    [
        # A month without a target, and a range that has not begun.
        ("engaged_sessions", "2026-01-31..2026-02-28", {"m02": 280}),
        ("engaged_sessions", "2026-02-01..2026-03-05", {"m02": 280}),
        ("engaged_sessions", "2026-03-20..2026-03-31", {"m03": 310}),
        # Different people of a part of a month are no part of the month's.
        ("users_active", "2026-02-01..2026-02-14", {"m02": 100}),
        ("users_active", "2026-02-01..2026-03-05", {"m02": 100, "m03": 100}),
        ("users_active", "2026-03-01..2026-03-31", {"m03": 100}),
        # Two months whose rates should differ.
        ("csat", "2026-02-01..2026-03-05", {"m02": 80, "m03": 85}),
    ],
)
def test_what_cannot_be_compared_has_no_attainment(metric: str, dates: str, targets: dict[str, float]) -> None:
    assert measure(metric, 50, dates, **targets) is None


def test_rates_are_not_prorated_and_less_is_better_for_some() -> None:
    assert measure("csat", 81, "2026-02-20..2026-03-05", m02=80, m03=80) == {
        "value": 80.0, "attained": None, "met": True, "prorated": False,
    }  # fmt: skip
    for value, met in ((12, False), (10, True), (8, True)):
        reached = measure("handoff_rate", value, "2026-02-20..2026-02-21", m02=10)
        assert reached is not None and reached["met"] is met and reached["attained"] is None
    people = measure("users_active", 50, "2026-02-01..2026-02-28", m02=100)
    assert people == {"value": 100, "attained": 50.0, "met": False, "prorated": False}


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch, workspace: object) -> dict[str, Any]:
    """The forty sessions, at their moment."""
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)
    return hand_counted.lay()


def card(person: FlaskClient, query: str = "", metric: str = "engaged_sessions") -> dict[str, Any]:
    answer = person.get(f"/api/v1/reports/dashboard?r=2026-02-10..2026-02-28{query}")
    assert answer.status_code == 200, answer.text
    return next(card for card in answer.json["cards"] if card["id"] == metric)


def put(person: FlaskClient, value: float | None = 40, **more: Any) -> Any:
    return person.post(API, json={"metric": "engaged_sessions", "month": FEBRUARY, "value": value} | more)


def test_a_card_shows_it_for_all_bots_or_one_and_for_nothing_narrower(as_: As, counted: dict[str, Any]) -> None:
    person = as_("admin")
    assert card(person)["target"] is None
    assert put(person, 56).status_code == 201
    current = card(person)
    assert current["target"] == {
        "value": 38, "attained": round(current["value"] * 100 / 38, 1), "met": current["value"] >= 38, "prorated": True,
    }  # fmt: skip
    desk = str(counted["desk"].id)
    assert card(person, f"&bot={desk}")["target"] is None
    assert put(person, 28, bot=desk).status_code == 201
    assert card(person, f"&bot={desk}")["target"]["value"] == 19
    other = next(bot for name, bot in counted.items() if name != "desk")
    for narrower in ("&ch=web", "&grp=service", f"&bot={desk},{other.id}", f"&bot={other.id}"):
        assert card(person, narrower)["target"] is None, narrower
    assert "target=38" in person.get("/api/v1/reports/dashboard/cards.csv?r=2026-02-10..2026-02-28").text


def test_every_change_is_kept_and_the_newest_counts(as_: As, counted: dict[str, Any]) -> None:
    person = as_("admin")
    for value in (40, 56):
        assert put(person, value).status_code == 201
    assert put(person, None, removed=True).status_code == 201
    assert card(person)["target"] is None and person.get(API).json["total"] == 0
    again = put(person, None, removed=True)
    assert again.status_code == 409 and again.json["code"] == "not_set"
    assert put(person, 28).status_code == 201
    listing = person.get(f"{API}?history=1").json
    assert [row["value"] for row in listing["items"]] == [28, None, 56, 40]
    assert {row["set_by"] for row in listing["items"]} == {"Admin"}
    assert [row["value"] for row in person.get(API).json["items"]] == [28]
    assert person.get(f"{API}?metric=csat").json["total"] == 0


@pytest.mark.parametrize(
    ("change", "field"),
    [({"metric": "beauty"}, "metric"), ({"month": "2026-13"}, "month"), ({"month": "2026-02-01"}, "month"),
     ({"value": None}, "value"), ({"value": -1}, "value"), ({"value": 1.5}, "value"), ({"value": "many"}, "value"),
     ({"metric": "csat", "value": 101}, "value"), ({"bot": "4611686018427387904"}, "bot"), ({"year": 1}, "year")],
)  # fmt: skip
def test_what_is_no_target_is_refused(as_: As, counted: dict[str, Any], change: dict[str, Any], field: str) -> None:
    person = as_("admin")
    answer = put(person, **change)
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field], answer.text
    assert person.get(f"{API}?history=1").json["total"] == 0


def test_people_who_read_see_and_those_with_the_ability_set(as_: As, counted: dict[str, Any]) -> None:
    assert as_("editor").get(API).status_code == 403
    assert put(as_("subscriber")).status_code == 403
    assert put(as_("maintainer")).status_code == 201
    assert as_("subscriber").get(API).json["total"] == 1


def test_a_scope_has_the_targets_of_what_it_holds_whole(as_: As, counted: dict[str, Any]) -> None:
    admin, desk = as_("admin"), str(counted["desk"].id)
    assert put(admin).status_code == put(admin, 28, bot=desk).status_code == 201
    of_bot = as_("admin", scope={"bots": [desk]})
    assert [row["bot"] for row in of_bot.get(API).json["items"]] == [desk]
    assert card(of_bot)["target"] is None and card(of_bot, f"&bot={desk}")["target"]["value"] == 19
    assert put(of_bot).status_code == 403 and put(of_bot, 30, bot=desk).status_code == 201
    of_places = as_("admin", scope={"outlets": []})
    assert of_places.get(API).json["total"] == 0 and card(of_places, f"&bot={desk}")["target"] is None
    assert put(of_places, 30, bot=desk).status_code == 403
