"""The people of a report as the audience of an offer are those that its lists count, over forty sessions."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.accounts.users.models import User
from app.bots.catalog.models import Bot
from app.clients.models import Client, Outlet
from app.conversations.models import Contact, ContactKey, Conversation
from app.conversations.persons import person
from app.core.db.base import db
from app.ingest import dialogues
from app.masters.records.models import Customer
from app.offers.models import OfferRecipient
from tests.app.clients.making import add_city, add_client, add_outlet, add_parent
from tests.factories.offers import API, add_customer, create_offer, move, run_offer
from tests.fixtures import hand_counted

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both
RANGE = "r=2026-02-10..2026-03-09"
PEOPLE = f"/reports/contacts?{RANGE}"
TALKS = f"/reports/conversations?{RANGE}"
FUNNEL = f"/reports/journey?{RANGE}&steps=event:started;event:fallback"


@pytest.fixture
def traveller(workspace: Any) -> Iterator[Any]:
    """The moment of the forty sessions."""
    with time_machine.travel(hand_counted.NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def bots(traveller: Any) -> dict[str, Bot]:
    """The bots of the forty sessions."""
    return hand_counted.lay()


@pytest.fixture
def outlet(bots: dict[str, Bot]) -> Outlet:
    """An outlet of their client."""
    client = db.session.get_one(Client, bots["desk"].client_id)
    return add_outlet(add_parent(client, code="SUR"), add_city(), "Pune Baner", code="PUN-BAN")


def add_known(outlet: Outlet, number: int, who: str, **more: Any) -> Customer:
    """Add a customer whose number a channel knows as a person of the forty sessions."""
    customer = add_customer(outlet, number, agrees=None, **more)
    contact_id = hand_counted.contact_ids()[who]
    phone = (customer.phone or "").removeprefix("+")
    key = {
        "client_id": outlet.client_id,
        "contact_id": contact_id,
        "channel": "whatsapp",
        "account": "",
        "ext_user": phone,
    }
    db.session.add(ContactKey(**key))
    db.session.commit()
    return customer


def agree(admin: FlaskClient, customer: Customer) -> None:
    """Note that a customer agrees to mails."""
    body = {"channel": "email", "state": "opted_in", "source": "Form at the outlet"}
    assert admin.post(f"/api/v1/contacts/{customer.id}/consents", json=body).status_code == 201


def ask(reader: FlaskClient, outlet: Outlet, segment: str, **more: Any) -> dict[str, Any]:
    """Count the audience of a report's people."""
    answer = reader.post(f"{API}/audience", json={"client": str(outlet.client_id), "segment": segment} | more)
    assert answer.status_code == 200, answer.json
    return dict(answer.json)


@pytest.mark.parametrize("more", ["", "&is=new", "&is=returning", "&grp=service", "&ch=whatsapp,web"])
def test_people_are_those_of_the_list_of_people(as_: As, outlet: Outlet, more: str) -> None:
    admin = as_("admin")
    listing = admin.get(f"/api/v1/contacts?{RANGE}{more}&per=100").json
    segment = ask(admin, outlet, f"{PEOPLE}{more}")["segment"]
    assert listing["total"] > 0
    assert segment["people"] == listing["total"] == segment["no_customer"]
    assert segment["sessions"] == sum(row["sessions"] for row in listing["items"])


@pytest.mark.parametrize(
    "more",
    ["", "&is=engaged", "&outcome=abandoned", "&f=outcome:in:abandoned,error;turns:gt:1", "&q=Words&ch=voice",
     "&traffic=all", "&intent=service.book&sort=created_at&cols=id"],
)  # fmt: skip
def test_people_are_those_of_the_list_of_conversations(as_: As, outlet: Outlet, more: str) -> None:
    admin = as_("admin")
    pages = [admin.get(f"/api/v1/conversations?{RANGE}{more}&page={page}&per=25").json for page in (1, 2)]
    ids = [int(row["id"]) for page in pages for row in page["items"]]
    segment = ask(admin, outlet, f"{TALKS}{more}")["segment"]
    assert segment["sessions"] == pages[0]["total"] == len(ids) > 0
    persons = select(func.count(person(Conversation.contact_id).distinct()))
    assert segment["people"] == db.session.scalar(persons.where(Conversation.id.in_(ids)))


@pytest.mark.parametrize("scope", ["contact", "session"])
def test_people_are_those_of_a_step_of_a_funnel(as_: As, outlet: Outlet, scope: str) -> None:
    admin = as_("admin")
    query = f"{RANGE}&steps=event:started;event:fallback&scope={scope}"
    counts = [step["count"] for step in admin.get(f"/api/v1/reports/journey/funnel?{query}").json["steps"]]
    unit = {"contact": "people", "session": "sessions"}[scope]
    address = f"{FUNNEL}&scope={scope}&tab=funnel"
    reached = [ask(admin, outlet, f"{address}&reached={step}")["segment"][unit] for step in (1, 2)]
    assert reached == counts and counts[0] > counts[1] > 0
    assert ask(admin, outlet, f"{address}&stopped=1")["segment"][unit] == counts[0] - counts[1]


def test_customers_among_the_people_are_the_audience(as_: As, outlet: Outlet, bots: dict[str, Bot]) -> None:
    admin = as_("admin")
    agreeing = add_known(outlet, 1, "u05")
    agree(admin, agreeing)
    add_known(outlet, 2, "u06", model="TERRA")
    add_customer(outlet, 3)
    other = add_client("Other")
    answer = ask(admin, outlet, PEOPLE)
    people = answer["segment"]["people"]
    assert answer["segment"] == {
        "people": people, "sessions": answer["segment"]["sessions"], "other_clients": 0, "no_customer": people - 2,
        "unfit": 0,
    }  # fmt: skip
    assert (answer["matched"], answer["count"], answer["excluded"]["no_consent"]) == (2, 1, 1)
    assert [row["customer"] for row in answer["sample"]] == [str(agreeing.id)]
    fewer = ask(admin, outlet, PEOPLE, filters=[{"field": "model", "op": "in", "value": "VELA"}])
    assert (fewer["matched"], fewer["segment"]["unfit"]) == (1, 1)
    elsewhere = admin.post(f"{API}/audience", json={"client": str(other.id), "segment": PEOPLE}).json
    assert (elsewhere["matched"], elsewhere["segment"]["other_clients"]) == (0, people)
    assert ask(admin, outlet, f"{TALKS}&ch=voice")["matched"] == 0
    assert ask(admin, outlet, "")["segment"] is None and ask(admin, outlet, "")["matched"] == 3


def test_merged_people_are_one(as_: As, outlet: Outlet) -> None:
    admin = as_("admin")
    before = ask(admin, outlet, PEOPLE)["segment"]["people"]
    add_known(outlet, 1, "u20")
    ids = hand_counted.contact_ids()
    assert admin.post(f"/api/v1/contacts/{ids['u20']}/merge", json={"other": str(ids["u19"])}).status_code == 200
    after = ask(admin, outlet, PEOPLE)
    assert (after["segment"]["people"], after["matched"]) == (before - 1, 1)


@pytest.mark.parametrize(
    ("segment", "text"),
    [
        ("/reports/usage", "address"), ("nothing", "address"), (f"{TALKS}&colour=red", "colour"),
        (f"{TALKS}&outcome=rain", "outcome"), (f"{TALKS}&f=turns:gt:many", "f"), (f"{PEOPLE}&tz=Nowhere", "tz"),
        ("/reports/contacts?r=never", "r"), (FUNNEL, "reached"), (f"{FUNNEL}&reached=1&stopped=1", "reached"),
        (f"/reports/journey?{RANGE}&steps=goal:a&reached=1", "steps"),
        ("/reports/journey?r=2025-01-01..2025-12-31&steps=goal:a;goal:b&reached=1", "r"),
    ],
)  # fmt: skip
def test_what_is_no_list_is_refused(as_: As, outlet: Outlet, segment: str, text: str) -> None:
    admin = as_("admin")
    answer = admin.post(f"{API}/audience", json={"client": str(outlet.client_id), "segment": segment})
    assert answer.status_code == 422 and list(answer.json["errors"]) == ["segment"]
    assert text in answer.json["errors"]["segment"][0]
    values = {"name": "People", "client": str(outlet.client_id), "segment": segment}
    assert admin.post(API, json=values).status_code == 422


def test_who_may_not_read_a_report_cannot_count_its_people(as_: As, outlet: Outlet) -> None:
    editor = as_("editor")
    user = db.session.scalars(select(User).order_by(User.id.desc()).limit(1)).one()
    user.extra_abilities = [{"action": "manage", "subject": "Offer"}]
    db.session.commit()
    body = {"client": str(outlet.client_id), "segment": PEOPLE}
    assert editor.post(f"{API}/audience", json=body).status_code == 403
    assert editor.post(API, json=body | {"name": "People"}).status_code == 403
    tagged = {"client": body["client"], "filters": [{"field": "tag", "op": "in", "value": "price"}]}
    assert editor.post(f"{API}/audience", json=tagged).status_code == 403
    tagged["filters"][0] |= {"field": "language", "value": "en"}
    assert editor.post(f"{API}/audience", json=tagged).status_code == 200
    assert editor.post(API, json={"client": body["client"], "name": "People"}).status_code == 201


def test_nobody_beyond_the_scope_of_its_maker_is_asked(as_: As, outlet: Outlet, bots: dict[str, Bot]) -> None:
    admin = as_("admin")
    whole = ask(admin, outlet, PEOPLE)["segment"]["people"]
    maker = as_("maintainer", scope={"bots": [str(bots["desk"].id)]})
    part = ask(maker, outlet, PEOPLE)["segment"]["people"]
    assert 0 < part < whole
    offer = create_offer(maker, outlet, segment=PEOPLE)
    assert offer["segment"] == PEOPLE
    at = f"{API}/{offer['id']}"
    assert admin.get(f"{at}/audience").json["segment"]["people"] == part
    # Saved again as it is, by a person who sees more, it is the same people still.
    headers = {"If-Match": '"1"'}
    assert admin.patch(at, json={"segment": PEOPLE, "holdout": 5}, headers=headers).status_code == 200
    assert admin.get(f"{at}/audience").json["segment"]["people"] == part
    assert admin.get(f"{API}/{move(admin, offer, 'clone').json['id']}/audience").json["segment"]["people"] == part
    wide = create_offer(admin, outlet, name="Wide", segment=f"{PEOPLE}&bot={bots['drive'].id}")
    filtered = maker.get(f"{API}/{wide['id']}")
    assert filtered.json["segment"] == "/reports/contacts" and str(bots["drive"].id) not in filtered.text
    copy = move(maker, wide, "clone").json
    assert admin.get(f"{API}/{copy['id']}/audience").json["segment"]["people"] == 0


def test_an_offer_goes_to_who_is_in_the_report_when_it_starts(
    app: Flask, as_: As, outlet: Outlet, bots: dict[str, Bot], traveller: Any
) -> None:
    admin = as_("admin")
    present, late = add_known(outlet, 1, "u05"), add_known(outlet, 2, "u06")
    add_customer(outlet, 3)
    for customer in (present, late):
        agree(admin, customer)
    talks = f"/reports/conversations?bot={bots['desk'].id}&r=last_28_days&today=1&ch=web,whatsapp"
    offer = create_offer(admin, outlet, segment=talks)
    assert offer["segment"] == talks and admin.get(f"{API}/{offer['id']}/audience").json["count"] == 1
    row = hand_counted.Row(99, "03-10 14:20:00", "u06", "desk", "web", "ub", "service.book", 5)
    dialogues.store_dialogues([hand_counted.dialogue(row)], bot=bots["desk"], source="hand")
    run_offer(app, as_("admin"), offer, traveller)
    query = select(OfferRecipient.customer_id).where(OfferRecipient.offer_id == int(offer["id"]))
    assert sorted(db.session.scalars(query)) == sorted([present.id, late.id])


def test_a_report_is_taken_from_an_offer(as_: As, outlet: Outlet) -> None:
    admin = as_("admin")
    offer = create_offer(admin, outlet, segment=f"https://parley.example{PEOPLE}&page=3&per=100")
    assert offer["segment"] == PEOPLE
    changed = admin.patch(f"{API}/{offer['id']}", json={"segment": ""}, headers={"If-Match": '"1"'})
    assert changed.status_code == 200 and changed.json["segment"] is None
    assert admin.get(f"{API}/{offer['id']}/audience").json["segment"] is None


def test_people_are_chosen_by_the_tags_of_their_conversations(as_: As, outlet: Outlet) -> None:
    admin = as_("admin")
    who, other = list(hand_counted.contact_ids())[:2]
    add_known(outlet, 1, who)
    add_known(outlet, 2, other)
    add_customer(outlet, 3, agrees=None)
    # A conversation under another id of the same person counts for the person.
    contact = db.session.get_one(Contact, hand_counted.contact_ids()[who])
    alias = Contact(client_id=contact.client_id, person_id=contact.person_id)
    db.session.add(alias)
    db.session.flush()
    conversation = db.session.scalars(select(Conversation).where(Conversation.contact_id == contact.id)).first()
    assert conversation is not None
    conversation.contact_id = alias.id
    db.session.commit()
    tagged = admin.put(f"/api/v1/conversations/{conversation.id}/tags", json={"tags": ["price", "lost"]},
                       headers={"If-Match": '"0"'})  # fmt: skip
    assert tagged.status_code == 200, tagged.json

    def matched(op: str, *tags: str) -> int:
        body = {"client": str(outlet.client_id), "filters": [{"field": "tag", "op": op, "value": list(tags)}]}
        return int(admin.post(f"{API}/audience", json=body).json["matched"])

    assert (matched("in", "price"), matched("in", "lost", "other"), matched("in", "other")) == (1, 1, 0)
    assert (matched("not_in", "price"), matched("not_in", "other")) == (2, 3)
