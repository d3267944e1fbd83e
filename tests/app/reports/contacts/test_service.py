"""The timeline of a contact against a generated world that is read row by row."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.conversations.models import Contact, ContactKey, Conversation
from app.core.db.base import db
from app.core.http import listing
from app.masters.records.models import Customer, JobCard, Vehicle
from tests.factories.places import add_city, add_outlet, add_parent
from tests.fixtures import one_world
from tests.fixtures.report_world import make_world

As = Callable[..., FlaskClient]


app, workspace = one_world.app, one_world.workspace


@pytest.fixture(scope="module")
def contact(app: Flask, workspace: Workspace) -> Contact:
    """The person with most conversations of a generated world, whom a messenger knows by a customer's number."""
    make_world()
    people = Counter(
        db.session.scalars(select(Contact.person_id).join(Conversation, Conversation.contact_id == Contact.id))
    )
    merged = set(db.session.scalars(select(Contact.person_id).where(Contact.person_id != Contact.id)))
    person = db.session.get_one(Contact, max(merged, key=lambda id_: people[id_]))
    other = next(
        iter(db.session.scalars(select(Contact).where(Contact.person_id == person.id, Contact.id != person.id)))
    )
    db.session.add(
        ContactKey(client_id=person.client_id, contact_id=other.id, channel="voice", ext_user="919820012345")
    )
    outlet = add_outlet("Baner", add_parent("West"), add_city("Pune"))
    for number in (0, 1):
        customer = Customer(
            client_id=person.client_id, name="A", phone=f"+91982001234{5 + number}", outlet_id=outlet.id
        )
        db.session.add(customer)
        db.session.flush()
        vehicle = Vehicle(
            client_id=person.client_id, outlet_id=outlet.id, customer_id=customer.id, vin=f"MA3EYD32S0030000{number}"
        )
        db.session.add(vehicle)
        db.session.flush()
        for day in (3, 17):
            db.session.add(JobCard(client_id=person.client_id, outlet_id=outlet.id, vehicle_id=vehicle.id,
                                   number=f"JC-{number}-{day}", opened_on=date(2026, 2, day)))  # fmt: skip
    db.session.commit()
    one_world.analyze(app)
    return person


def expected(person: Contact) -> list[tuple[datetime, str, str]]:
    """What happened with a person, the newest first: when, in which lane, and what it is called by."""
    contacts = {row.id for row in db.session.scalars(select(Contact)) if row.person_id == person.id}
    rows = [
        (conversation.started_at, conversation.channel, str(conversation.id))
        for conversation in db.session.scalars(select(Conversation))
        if conversation.contact_id in contacts
    ]
    rows += [(datetime(2026, 2, day - 1, 18, 30, tzinfo=UTC), "service", f"JC-0-{day}") for day in (3, 17)]
    return sorted(rows, reverse=True)


def name_of(item: dict[str, Any]) -> str:
    """What an item is called by above."""
    return str(item["title"] if item["kind"] == "job_card" else item["id"])


def walk(reader: FlaskClient, url: str) -> list[tuple[datetime, str, str]]:
    """All items of a timeline, page by page."""
    items, page = [], "1"
    while page:
        answer = reader.get(f"{url}{'&' if '?' in url else '?'}page={page}&per=10").json
        items += [(datetime.fromisoformat(item["at"]), item["lane"], name_of(item)) for item in answer["items"]]
        page = answer["next"]
    assert len(items) == answer["total"]
    return items


def test_a_timeline_has_everything_once_in_order(as_: As, contact: Contact, monkeypatch: pytest.MonkeyPatch) -> None:
    reader, rows = as_("admin"), expected(contact)
    assert len(rows) > 4
    url = f"/api/v1/contacts/{contact.id}/timeline"
    for others in [None, 10]:
        if others:
            monkeypatch.setattr(listing, "MAX_NUMBERED_ROWS", others)
        items = walk(reader, url)
        assert sorted(items) == sorted(rows) and [row[0] for row in items] == [row[0] for row in rows]
    lanes = reader.get(url).json["lanes"]
    assert {lane["id"]: lane["count"] for lane in lanes} == Counter(lane for _, lane, _ in rows)
    assert walk(reader, f"{url}?lane=service,web") == [row for row in rows if row[1] in ("service", "web")]


def test_merged_contacts_have_one_timeline(as_: As, contact: Contact) -> None:
    reader = as_("admin")
    contacts = list(db.session.scalars(select(Contact.id).where(Contact.person_id == contact.id)))
    answers = [reader.get(f"/api/v1/contacts/{id_}/timeline").json for id_ in contacts]
    assert len(contacts) > 1 and all(answer == answers[0] for answer in answers)
    assert answers[0]["contact"]["contacts"] == len(contacts)


def test_links_lead_to_what_there_is(as_: As, contact: Contact) -> None:
    reader = as_("admin")
    for item in reader.get(f"/api/v1/contacts/{contact.id}/timeline?per=100").json["items"]:
        call = item["link"].replace("/reports/", "/api/v1/").replace("/admin/masters/", "/api/v1/")
        assert reader.get(call).status_code == 200, item


def test_readers_see_what_they_may(as_: As, client: FlaskClient, contact: Contact) -> None:
    url = f"/api/v1/contacts/{contact.id}/timeline"
    assert client.get(url).status_code == 401
    assert as_("editor").get(url).status_code == 403
    seen = as_("client").get(url).json
    assert "service" not in {lane["id"] for lane in seen["lanes"]}
    assert seen["masked"] and seen["lanes"]


def test_unknown_contacts_and_pages_are_refused(as_: As, contact: Contact) -> None:
    reader = as_("admin")
    assert reader.get("/api/v1/contacts/1/timeline").status_code == 404
    url = f"/api/v1/contacts/{contact.id}/timeline"
    assert reader.get(f"{url}?page=c9999999999999999999").status_code == 422
    assert reader.get(f"{url}?page=0").status_code == 422
    assert reader.get(f"{url}?per=7").status_code == 422
