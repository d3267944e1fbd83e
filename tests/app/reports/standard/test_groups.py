"""Whom a workshop still has to ask after a visit."""

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select, update

from app.bots.catalog.models import Bot
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db
from app.ingest import dialogues
from app.masters.records.models import Customer, JobCard, Vehicle
from tests.factories.conversations import asked_and_answered, dialogue, make_bot
from tests.factories.offers import add_customer, add_outlets

As = Callable[..., FlaskClient]


def add_visit(customer: Customer, number: str, days: int) -> None:
    """Add a visit that ended some days ago."""
    vehicle = db.session.scalars(select(Vehicle).where(Vehicle.customer_id == customer.id)).one()
    closed_on = (clock.now() - timedelta(days=days)).date()
    db.session.add(
        JobCard(client_id=vehicle.client_id, outlet_id=vehicle.outlet_id, vehicle_id=vehicle.id, number=number,
                opened_on=closed_on, closed_on=closed_on)
    )  # fmt: skip


def add_talk(bot: Bot, number: int, at: datetime, **more: Any) -> None:
    """Add a conversation of the customer with a number."""
    talk = dialogue(asked_and_answered(at), channel="whatsapp", ext_user=f"9198220{number:05}", **more)
    dialogues.store_dialogues([talk], bot=bot, source="visits")


def due_list(reader: FlaskClient, query: str = "") -> list[list[Any]]:
    """The rows of the list."""
    report: Any = reader.get(f"/api/v1/reports/groups/psf?{query}").json
    rows: list[list[Any]] = next(figure["rows"] for figure in report["figures"] if figure["id"] == "due_list")
    cards = {card["id"]: card for card in report["cards"]}
    unasked, coverage = cards["psf_unasked"], cards["psf_coverage"]
    (due,) = (figure["totals"][1] for figure in report["figures"] if figure["id"] == "due")
    total = reader.get(unasked["link"].replace("/reports", "/api/v1/reports")).json["total"]
    assert unasked["num"] == total and len(rows) == min(total, 50) and unasked["opens"] == "visits"
    assert (coverage["num"], coverage["den"], coverage["link"]) == (due - total, due, None)
    return rows


@pytest.mark.both
def test_the_due_list_has_visits_whose_customers_were_not_asked_since(as_: As) -> None:
    admin = as_("admin")
    baner, nashik = add_outlets()
    bots = {group: make_bot(group, group=group) for group in ("psf", "service")}
    for number, (outlet, days, group, ago) in enumerate(
        ((baner, 20, "psf", 25), (baner, 10, "psf", 5), (nashik, 12, "service", 5), (nashik, 8, "", 0),
         (baner, 2, "", 0), (baner, 60, "", 0))
    ):  # fmt: skip
        customer = add_customer(outlet, number)
        add_visit(customer, f"JC-{number}", days)
        if group:
            add_talk(bots[group], number, clock.now() - timedelta(days=ago), outlet_id=outlet.id)
    db.session.commit()
    rows = due_list(admin)
    assert [row[2] for row in rows] == ["JC-0", "JC-2", "JC-3"]
    due_on = (clock.now() - timedelta(days=17)).date().isoformat()
    assert rows[0] == [due_on, "Pune Baner", "JC-0", "VELA"]
    assert [row[2] for row in due_list(admin, f"out=outlet:{nashik.id}")] == ["JC-2", "JC-3"]
    reader = as_("admin", scope={"outlets": [str(baner.id)]})
    assert [row[2] for row in due_list(reader)] == ["JC-0"]


@pytest.mark.both
def test_visits_of_vehicles_of_another_outlet_are_due_where_they_were(as_: As) -> None:
    baner, nashik = add_outlets()
    bot, numbers = make_bot("psf", group="psf"), range(2)
    for number in numbers:
        add_visit(add_customer(nashik, number), f"JC-{number}", 10)
    add_talk(bot, 1, clock.now() - timedelta(days=5), outlet_id=baner.id)
    db.session.execute(update(JobCard).values(outlet_id=baner.id))
    db.session.commit()
    admin, reader = as_("admin"), as_("admin", scope={"outlets": [str(baner.id)]})
    assert [row[2] for row in due_list(admin)] == [row[2] for row in due_list(reader)] == ["JC-0"]
    whole: Any = admin.get("/api/v1/reports/groups/psf/due").json
    part: Any = reader.get("/api/v1/reports/groups/psf/due").json
    assert whole["items"][0]["vehicle_id"] is not None and whole["total"] == part["total"] == 1
    hidden = {"vehicle_id": None, "registration": None, "model": "", "model_labels": {}}
    assert part["items"] == [whole["items"][0] | hidden]
    viewer: Any = as_("subscriber").get("/api/v1/reports/groups/psf/due").json
    assert viewer["items"] == [whole["items"][0] | {"vehicle_id": None, "registration": None}]
    # A talk at another outlet is nothing that its reader may learn of.
    add_talk(bot, 0, clock.now() - timedelta(days=4), outlet_id=nashik.id)
    assert (len(due_list(admin)), len(due_list(reader))) == (0, 1)


def test_the_list_of_its_own_has_every_visit_by_pages(as_: As) -> None:
    admin, outlet = as_("admin"), add_outlets()[0]
    for number in range(62):
        add_visit(add_customer(outlet, number), f"JC-{number:03}", 10)
    add_talk(make_bot("psf", group="psf"), 7, clock.now() - timedelta(days=1))
    db.session.commit()
    report: Any = admin.get(f"/api/v1/reports/groups/psf?r=last_28_days&ch=web&out=outlet:{outlet.id}").json
    figure = next(figure for figure in report["figures"] if figure["id"] == "due_list")
    assert len(figure["rows"]) == 50 and figure["link"] == f"/reports/groups/psf/due?out=outlet:{outlet.id}"
    address, names = figure["link"].replace("/reports/", "/api/v1/reports/", 1) + "&per=25", []
    page: str | None = "1"
    while page:
        answer: Any = admin.get(f"{address}&page={page}").json
        assert answer["total"] == 61
        names += [row["job_card"] for row in answer["items"]]
        page = answer["next"]
    assert names == [f"JC-{number:03}" for number in range(62) if number != 7]
    assert [row[2] for row in figure["rows"]] == names[:50]


def test_who_has_talked_on_the_day_of_the_visit_is_not_due_and_a_test_is_no_talk(as_: As) -> None:
    outlet, bot = add_outlets()[0], make_bot("psf", group="psf")
    for number in range(2):
        add_visit(add_customer(outlet, number), f"JC-{number}", 10)
    # Half past one at night in Kolkata, which is the evening before by UTC.
    night = datetime.combine((clock.now() - timedelta(days=11)).date(), time(20), UTC)
    add_talk(bot, 0, night)
    add_talk(bot, 1, night + timedelta(days=2))
    query = select(Conversation).where(Conversation.started_at > night + timedelta(days=1))
    db.session.scalars(query).one().traffic = "test"
    db.session.commit()
    assert [row[2] for row in due_list(as_("admin"))] == ["JC-1"]
