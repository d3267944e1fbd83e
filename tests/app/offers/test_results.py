"""What came of an offer, counted by hand: clicks, opt-outs, conversions by last touch, lift, and the files of it."""

import csv
import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.clients.models import Outlet
from app.core import clock
from app.core.db.base import db
from app.core.statistics import wilson_interval
from app.offers import jobs
from app.offers.models import Consent, Offer, OfferRecipient
from tests.factories.mail import do_jobs, post_office
from tests.factories.offers import API, add_customer, create_offer, open_job_card, run_offer

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both


def recipients(offer: dict[str, Any]) -> list[OfferRecipient]:
    """List an offer's recipients by their customers."""
    db.session.expire_all()
    query = select(OfferRecipient).where(OfferRecipient.offer_id == int(offer["id"]))
    return list(db.session.scalars(query.order_by(OfferRecipient.customer_id)))


def funnel(person: FlaskClient, offer: dict[str, Any]) -> dict[str, int]:
    """Return the counts of an offer's stages."""
    answer = person.get(f"{API}/{offer['id']}/funnel").json
    counts = {stage["id"]: stage["count"] for stage in answer["stages"]}
    assert list(counts.values()) == sorted(counts.values(), reverse=True)
    return counts


def test_clicks_openings_and_opt_outs_are_of_their_recipient(
    app: Flask, as_: As, client: FlaskClient, outlet: Outlet, traveller: Any
) -> None:
    for number in range(1, 5):
        add_customer(outlet, number)
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    with post_office(app):
        run_offer(app, admin, offer, traveller)
        admin = as_("admin")
    first, second, third, _ = recipients(offer)
    answer = client.get(f"/o/{first.code}0")
    assert (answer.status_code, answer.headers["Location"]) == (302, "https://dealer.example/book?x=1&y=2")
    assert client.get(f"/o/{first.code}0").status_code == 302
    other = first.code[:-1] + ("y" if first.code.endswith("x") else "x")
    for wrong in (f"{first.code}1", f"{first.code}9", first.code, f"{other}0", "x" * 13, "%00" * 13):
        assert client.get(f"/o/{wrong}").status_code == 404, wrong
    assert client.get(f"/o/{second.code}/seen.gif").mimetype == "image/gif"
    assert client.post(f"/o/{third.code}/unsubscribe", data={"List-Unsubscribe": "One-Click"}).status_code == 204
    assert client.post(f"/o/{third.code}/unsubscribe").status_code == 204
    assert client.get(f"/o/{third.code}/unsubscribe").headers["Location"] == f"/unsubscribe?code={third.code}"
    opt_out = client.get("/api/v1/opt-outs", query_string={"code": third.code}).json
    assert opt_out == {"client": "Meridian Motors", "channel": "email", "opted_out": True}
    assert client.get("/api/v1/opt-outs", query_string={"code": second.code}).json["opted_out"] is False
    counts = funnel(admin, offer)
    assert (counts["targeted"], counts["accepted"], counts["delivered"]) == (4, 4, 4)
    assert (counts["read"], counts["clicked"], counts["converted"]) == (2, 1, 0)
    assert admin.get(f"{API}/{offer['id']}/funnel").json["opted_out"] == 1
    out = db.session.scalars(select(Consent).where(Consent.state == "opted_out")).one()
    assert (out.address, out.offer_id) == ("asha3@mail.example", int(offer["id"]))
    later = create_offer(admin, outlet, name="Later")
    excluded = admin.get(f"{API}/{later['id']}/audience").json["excluded"]
    assert excluded["opted_out"] == 1


def test_the_last_offer_before_a_visit_has_the_conversion(app: Flask, as_: As, outlet: Outlet, traveller: Any) -> None:
    customers = [add_customer(outlet, number) for number in range(1, 4)]
    admin = as_("admin")
    with post_office(app):
        first = create_offer(admin, outlet, attribution_days=10)
        run_offer(app, admin, first, traveller)
        admin = as_("admin")
        traveller.shift(timedelta(days=2))
        admin = as_("admin")
        second = create_offer(admin, outlet, name="Second", start=(clock.now() + timedelta(hours=1)).isoformat(),
                              end=(clock.now() + timedelta(days=9)).isoformat())  # fmt: skip
        open_job_card(customers[0], clock.now().date(), 2000)
        traveller.shift(timedelta(days=1))
        admin = as_("admin")
        # The second offer began while the first was still counting.
        offer = admin.get(f"{API}/{second['id']}").json
        moved = {"start": (clock.now() + timedelta(hours=1)).isoformat()}
        second = admin.patch(f"{API}/{offer['id']}", json=moved, headers={"If-Match": f'"{offer["revision"]}"'}).json
        run_offer(app, admin, second, traveller)
        admin = as_("admin")
        traveller.shift(timedelta(days=1))
        open_job_card(customers[1], clock.now().date(), 3000.50)
        traveller.shift(timedelta(days=1))
    jobs.measure_offers()
    jobs.measure_offers()
    admin = as_("admin")
    assert [row.converted_at is not None for row in recipients(first)] == [True, False, False]
    assert [row.converted_at is not None for row in recipients(second)] == [False, True, False]
    answers = [admin.get(f"{API}/{offer['id']}/funnel").json for offer in (first, second)]
    assert [answer["revenue"] for answer in answers] == [2000, 3000.5]
    assert funnel(admin, first)["converted"] == funnel(admin, second)["converted"] == 1
    traveller.shift(timedelta(days=30))
    jobs.measure_offers()
    db.session.expire_all()
    assert {offer.state for offer in db.session.scalars(select(Offer))} == {"completed"}


def test_lift_compares_with_those_held_back(app: Flask, as_: As, outlet: Outlet, traveller: Any) -> None:
    customers = {customer.id: customer for customer in (add_customer(outlet, number) for number in range(100))}
    admin = as_("admin")
    offer = create_offer(admin, outlet, holdout=20)
    with post_office(app):
        run_offer(app, admin, offer, traveller)
        admin = as_("admin")
    traveller.shift(timedelta(days=1))
    treated = [row for row in recipients(offer) if row.state == "sent"]
    held = [row for row in recipients(offer) if row.state == "held_back"]
    for row in [*treated[:20], *held[:1]]:
        open_job_card(customers[row.customer_id], clock.now().date())
    jobs.measure_offers()
    admin = as_("admin")
    lift = admin.get(f"{API}/{offer['id']}/funnel").json["lift"]
    assert lift["treated"] == pytest.approx(20 / len(treated) * 100)
    assert lift["holdout"] == pytest.approx(1 / len(held) * 100)
    assert lift["difference"] == pytest.approx(lift["treated"] - lift["holdout"])
    assert lift["low"] < lift["difference"] < lift["high"]
    assert funnel(admin, offer)["converted"] == 20 and funnel(admin, offer)["targeted"] == len(treated)


def test_an_interval_is_that_of_the_textbook() -> None:
    # Newcombe 1998, method 10, example (a): 56/70 against 48/80.
    low, high = wilson_interval(56, 70)
    assert (round(low, 2), round(high, 2)) == (69.16, 87.67) or (round(low), round(high)) == (69, 88)


def test_recipients_are_listed_filtered_masked_and_written(
    app: Flask, as_: As, outlet: Outlet, client: FlaskClient, traveller: Any
) -> None:
    for number in range(1, 4):
        add_customer(outlet, number)
    add_customer(outlet, 4, agrees=False)
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    with post_office(app):
        run_offer(app, admin, offer, traveller)
        admin = as_("admin")
    client.get(f"/o/{recipients(offer)[0].code}0")
    url = f"{API}/{offer['id']}/recipients"
    assert admin.get(url).json["total"] == 4
    expected = {"sent": 2, "clicked": 1, "delivered": 3, "skipped": 1, "queued": 0}
    assert {state: admin.get(url, query_string={"state": state}).json["total"] for state in expected} == expected
    views = admin.get(url, query_string={"state": "sent"}).json["views"]
    assert views.items() >= ({"all": 4, "read": 1, "held_back": 0} | expected).items()
    assert admin.get(url, query_string={"q": "Asha 002"}).json["views"]["all"] == 1
    assert admin.get(url).json["outlets"] == [{"id": str(outlet.id), "name": outlet.name}]
    counts = admin.get(f"{API}/{offer['id']}").json["counts"]
    assert counts == {"all": 4, "recipients": 3, "delivered": 3, "clicked": 1, "converted": 0}
    row = admin.get(url, query_string={"q": "Asha 002"}).json["items"][0]
    assert row["contact"]["name"] == "Asha 002" and row["times"]["sent"] and row["times"]["clicked"] is None
    masked = as_("maintainer").get(url).json["items"][0]
    assert masked["contact"]["name"] == "A. 0."
    rows = list(csv.DictReader(io.StringIO(admin.get(f"{url}.csv").text.removeprefix("\ufeff"))))
    assert [row["state"] for row in rows].count("sent") == 2 and rows[0]["clicked"]
    do_jobs(app)
