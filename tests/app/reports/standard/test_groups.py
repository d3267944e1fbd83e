"""Whom a workshop still has to ask after a visit."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

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


def due_list(reader: FlaskClient, query: str = "") -> list[list[Any]]:
    """The rows of the list."""
    report: Any = reader.get(f"/api/v1/reports/groups/psf?{query}").json
    rows: list[list[Any]] = next(figure["rows"] for figure in report["figures"] if figure["id"] == "due_list")
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
            talk = dialogue(
                asked_and_answered(clock.now() - timedelta(days=ago)), channel="whatsapp",
                ext_user=f"9198220{number:05}", outlet_id=outlet.id,
            )  # fmt: skip
            dialogues.store_dialogues([talk], bot=bots[group], source="visits")
    db.session.commit()
    rows = due_list(admin)
    assert [row[2] for row in rows] == ["JC-0", "JC-2", "JC-3"]
    due_on = (clock.now() - timedelta(days=17)).date().isoformat()
    assert rows[0] == [due_on, "Pune Baner", "JC-0", "VELA"]
    assert [row[2] for row in due_list(admin, f"out=outlet:{nashik.id}")] == ["JC-2", "JC-3"]
    reader = as_("admin", scope={"outlets": [str(baner.id)]})
    assert [row[2] for row in due_list(reader)] == ["JC-0"]
