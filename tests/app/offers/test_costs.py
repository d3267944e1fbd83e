"""What an offer costs is known from the price of a message, and its budget is never passed."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.clients.models import Outlet
from app.core import clock
from app.offers.jobs import measure_offers
from tests.app.offers.messaging import rows
from tests.factories.mail import do_jobs
from tests.factories.offers import API, add_customer, create_offer, move, open_job_card, run_offer

As = Callable[..., FlaskClient]
pytestmark = [pytest.mark.both, pytest.mark.usefixtures("post")]


def funnel(admin: FlaskClient, offer: dict[str, Any]) -> dict[str, Any]:
    """The results of an offer."""
    return dict(admin.get(f"{API}/{offer['id']}/funnel").json)


def test_cost_and_return_are_known_where_the_price_is(app: Flask, as_: As, outlet: Outlet, traveller: Any) -> None:
    admin = as_("admin")
    customers = [add_customer(outlet, number) for number in (1, 2)]
    offer = create_offer(admin, outlet, message_price=0.125)
    assert (offer["message_price"], offer["budget"]) == (0.125, None)
    run_offer(app, admin, offer, traveller)
    open_job_card(customers[0], clock.now().date(), 1000)
    traveller.shift(timedelta(days=1))
    measure_offers()
    answer = funnel(as_("admin"), offer)
    assert (answer["cost"], answer["revenue"]) == (0.25, 1000)
    assert answer["roi"] == pytest.approx(399_900)


def test_what_is_not_known_is_absent(app: Flask, as_: As, outlet: Outlet, traveller: Any) -> None:
    admin = as_("admin")
    add_customer(outlet, 1)
    offer = create_offer(admin, outlet, goal="booked", budget=100)
    run_offer(app, admin, offer, traveller)
    answer = funnel(as_("admin"), offer)
    assert (answer["cost"], answer["revenue"], answer["roi"]) == (None, None, None)
    assert [guard["id"] for guard in answer["guards"]] == ["failures", "opt_outs"]
    (listing,) = as_("admin").get(API).json["items"]
    assert listing["revenue"] is None


def test_the_budget_pauses_it_before_it_is_passed(app: Flask, as_: As, outlet: Outlet, traveller: Any) -> None:
    admin = as_("admin")
    for number in range(5):
        add_customer(outlet, number)
    offer = create_offer(admin, outlet, message_price=0.4, budget=1)
    run_offer(app, admin, offer, traveller)
    assert sorted(row.state for row in rows(offer)) == ["queued"] * 3 + ["sent"] * 2
    whole = as_("admin").get(f"{API}/{offer['id']}")
    assert (whole.json["state"], whole.json["paused_by"]) == ("paused", "budget")
    answer = funnel(as_("admin"), offer)
    assert answer["cost"] == pytest.approx(0.8) and answer["guards"][-1]["exceeded"]
    assert move(as_("admin"), offer, "resume").json["code"] == "beyond_limit"
    headers = {"If-Match": whole.headers["ETag"]}
    changed = as_("admin").patch(f"{API}/{offer['id']}", json={"budget": 1.6}, headers=headers)
    assert changed.status_code == 200, changed.json
    assert move(as_("admin"), offer, "resume").status_code == 200
    do_jobs(app)
    assert sorted(row.state for row in rows(offer)) == ["queued"] + ["sent"] * 4


@pytest.mark.parametrize("price", [-1, 10_001, "much"])
def test_a_price_is_an_amount(as_: As, outlet: Outlet, price: Any) -> None:
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    etag = admin.get(f"{API}/{offer['id']}").headers["ETag"]
    refused = admin.patch(f"{API}/{offer['id']}", json={"message_price": price}, headers={"If-Match": etag})
    assert refused.status_code == 422 and set(refused.json["errors"]) == {"message_price"}
    emptied = admin.patch(f"{API}/{offer['id']}", json={"message_price": "", "budget": ""}, headers={"If-Match": etag})
    assert emptied.status_code == 200, emptied.json
