"""A client with customers, vehicles and consents, and offers to them."""

from datetime import date, datetime, timedelta
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from app.clients.models import Client, Outlet
from app.core.clock import now
from app.core.db.base import db
from app.masters.records.models import Customer, JobCard, Vehicle
from app.offers import consents
from tests.app.clients.making import add_city, add_client, add_outlet, add_parent
from tests.factories.mail import do_jobs

API = "/api/v1/offers"
MESSAGE = {"en": {"subject": "Winter check", "text": "Hello {{first_name}}, book: https://dealer.example/book?x=1&y=2"}}


def add_outlets() -> tuple[Outlet, Outlet]:
    """Add a client with an outlet in each of two cities."""
    parent = add_parent(add_client(languages=["en", "hi"], zone="Asia/Kolkata"), code="SUR")
    baner = add_outlet(parent, add_city(), "Pune Baner", code="PUN-BAN")
    return baner, add_outlet(parent, add_city("Nashik"), "Nashik", code="NSK")


def add_customer(
    outlet: Outlet, number: int, *, email: str | None = "", agrees: bool | None = True, **vehicle: Any
) -> Customer:
    """Add a customer with a vehicle; `agrees` is their consent to mails, None where nothing is known."""
    customer = Customer(
        client_id=outlet.client_id, outlet_id=outlet.id, name=f"Asha {number:03}", phone=f"+9198220{number:05}",
        email=f"asha{number}@mail.example" if email == "" else email or "",
    )  # fmt: skip
    db.session.add(customer)
    db.session.flush()
    values = {"model": "VELA", "sale_date": date(2024, 1, 10), "odometer_km": 20_000} | vehicle
    db.session.add(
        Vehicle(client_id=outlet.client_id, outlet_id=outlet.id, customer_id=customer.id,
                vin=f"MRDHK4S2XT04{number:05}", **values)
    )  # fmt: skip
    db.session.flush()
    if agrees is not None:
        state = consents.IN if agrees else consents.OUT
        consents.add_consent(consents.contact_of(customer), "email", state, "Form at the outlet")
    db.session.commit()
    return customer


def open_job_card(customer: Customer, on: date, amount: float = 1499) -> None:
    """Note that a customer's vehicle came to the workshop."""
    vehicle = db.session.query(Vehicle).filter_by(customer_id=customer.id).one()
    db.session.add(
        JobCard(client_id=customer.client_id, outlet_id=vehicle.outlet_id, vehicle_id=vehicle.id, opened_on=on,
                number=f"J{customer.id}", amount_minor=round(amount * 100))
    )  # fmt: skip
    db.session.commit()


def create_offer(person: FlaskClient, client: Client | Outlet, **more: Any) -> dict[str, Any]:
    """Create a draft that can be submitted."""
    client_id = client.client_id if isinstance(client, Outlet) else client.id
    start = now() + timedelta(minutes=30)
    body = {
        "name": "Winter check-up", "client": str(client_id), "message": MESSAGE, "start": start.isoformat(),
        "end": (start + timedelta(days=14)).isoformat(), "throttle_per_s": 500,
    } | more  # fmt: skip
    answer = person.post(API, json=body)
    assert answer.status_code == 201, answer.json
    return dict(answer.json)


def move(person: FlaskClient, offer: dict[str, Any], event: str, **body: Any) -> Any:
    """Cause an event of an offer's life."""
    return person.post(f"{API}/{offer['id']}/{event}", json=body or {"reason": "Because"})


def run_offer(app: Flask, person: FlaskClient, offer: dict[str, Any], clock: Any) -> datetime:
    """Submit an offer and let its start come, by a traveller of `time_machine`; return when it began."""
    assert move(person, offer, "submit").status_code == 200
    began = datetime.fromisoformat(offer["start"]) + timedelta(seconds=1)
    clock.move_to(began)
    do_jobs(app)
    return began
