"""When how many messages go out, and which of several did best: estimates, and verdicts by known rules."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import update

from app.accounts.users.quiet import next_quiet
from app.clients.models import Client, Outlet
from app.core.db.base import db
from app.core.statistics import wilson_interval
from app.offers.models import Offer, OfferRecipient
from app.offers.planning import plan_of
from app.offers.results import winner_of
from tests.factories.offers import API, add_customer, create_offer

As = Callable[..., FlaskClient]
START = datetime(2026, 12, 1, 15, 29, 50, tzinfo=UTC)
"""Ten seconds before nine in the evening in Kolkata."""
MORNING = datetime(2026, 12, 2, 3, 30, tzinfo=UTC)
NOW = START - timedelta(days=1)
pytestmark = pytest.mark.usefixtures("workspace")


def make(outlet: Outlet, **values: Any) -> Offer:
    """Return a draft of ten messages a second whose client is quiet from nine to nine."""
    client = db.session.get_one(Client, outlet.client_id)
    client.quiet_from, client.quiet_to, client.zone = "21:00", "09:00", "Asia/Kolkata"
    usual = {"name": "Winter", "name_key": "winter", "group": "service", "type": "service", "goal": "visit",
             "channel": "email", "start": START, "throttle_per_s": 10}  # fmt: skip
    offer = Offer(client_id=client.id, **(usual | values))
    db.session.add(offer)
    db.session.flush()
    return offer


def spans(plan: dict[str, Any] | None) -> list[tuple[datetime, datetime, int]]:
    """Return the times of a plan as rows."""
    assert plan is not None
    return [(span["start"], span["end"], span["messages"]) for span in plan["spans"]]


def test_what_does_not_fit_before_quiet_hours_goes_out_after_them(outlet: Outlet) -> None:
    plan = plan_of(make(outlet), 150, NOW)
    evening, morning = START + timedelta(seconds=10), MORNING + timedelta(seconds=5)
    assert spans(plan) == [(START, evening, 100), (MORNING, morning, 50)]
    assert plan is not None and (plan["messages"], plan["unsent"]) == (150, 0)


def test_a_start_in_quiet_hours_waits_for_their_end(outlet: Outlet) -> None:
    plan = plan_of(make(outlet, start=START + timedelta(hours=1)), 5, NOW)
    assert spans(plan) == [(MORNING, MORNING + timedelta(seconds=1), 5)]


def test_what_does_not_fit_before_the_end_is_counted(outlet: Outlet) -> None:
    plan = plan_of(make(outlet, end=START + timedelta(seconds=4)), 150, NOW)
    assert spans(plan) == [(START, START + timedelta(seconds=4), 40)]
    assert plan is not None and (plan["messages"], plan["unsent"]) == (150, 110)


def test_those_held_back_get_none_and_without_quiet_hours_nothing_waits(outlet: Outlet) -> None:
    offer = make(outlet, holdout=20)
    db.session.execute(update(Client).values(quiet_from=None, quiet_to=None))
    db.session.expire_all()
    assert spans(plan_of(offer, 1000, NOW)) == [(START, START + timedelta(seconds=80), 800)]


def test_once_it_runs_those_who_wait_count_from_now_on(outlet: Outlet) -> None:
    offer = make(outlet, state="running")
    for place, state in enumerate(("queued", "sent", "skipped"), 1):
        customer = add_customer(outlet, place)
        db.session.add(
            OfferRecipient(client_id=offer.client_id, offer_id=offer.id, customer_id=customer.id, state=state,
                           language="en", variant="a", code=f"code{place:09}")
        )  # fmt: skip
    db.session.flush()
    moment = MORNING + timedelta(hours=1)
    assert spans(plan_of(offer, 1000, moment)) == [(moment, moment + timedelta(seconds=1), 1)]


@pytest.mark.parametrize("values", [{"start": None}, {"channel": "web"}, {"state": "sent"}, {"state": "cancelled"}])
def test_there_is_no_plan_where_nothing_goes_out_by_a_clock(outlet: Outlet, values: dict[str, Any]) -> None:
    assert plan_of(make(outlet, **values), 10, NOW) is None


def test_the_plan_is_of_the_audience_as_it_is_counted(as_: As, outlet: Outlet) -> None:
    for number in (1, 2):
        add_customer(outlet, number)
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    answer = admin.get(f"{API}/{offer['id']}/audience").json
    assert answer["plan"]["messages"] == answer["count"] == 2
    assert datetime.fromisoformat(answer["plan"]["spans"][0]["start"]) >= datetime.fromisoformat(offer["start"])


def test_quiet_hours_begin_on_the_same_or_the_next_day(outlet: Outlet) -> None:
    client = db.session.get_one(Client, make(outlet).client_id)
    assert next_quiet(client, START, "Asia/Kolkata") == START + timedelta(seconds=10)
    assert next_quiet(client, START + timedelta(seconds=10), "Asia/Kolkata") == START + timedelta(days=1, seconds=10)


def variant(name: str, converted: int, delivered: int) -> dict[str, Any]:
    """Return how one message did."""
    low, high = wilson_interval(converted, delivered)
    return {"id": name, "delivered": delivered, "converted": converted, "low": low, "high": high}


@pytest.mark.parametrize(("variants", "is_final", "state", "best"), [
    ([variant("a", 10, 400), variant("b", 80, 400)], True, "decided", "b"),
    ([variant("a", 80, 400), variant("b", 10, 400), variant("c", 12, 400)], True, "decided", "a"),
    ([variant("a", 10, 400), variant("b", 80, 400), variant("c", 75, 400)], True, "none", None),
    ([variant("a", 40, 400), variant("b", 44, 400)], True, "none", None),
    ([variant("a", 0, 29), variant("b", 80, 400)], True, "few", None),
    ([variant("b", 80, 400)], True, "few", None),
    ([variant("a", 10, 400), variant("b", 80, 400)], False, "counting", None),
])  # fmt: skip
def test_the_best_message_is_named_once_nothing_counts_any_more(
    variants: list[dict[str, Any]], is_final: bool, state: str, best: str | None
) -> None:
    assert winner_of(variants, is_final=is_final) == {"state": state, "variant": best, "needed": 30}
