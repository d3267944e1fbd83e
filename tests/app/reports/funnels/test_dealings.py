"""Stages of offers and states of leads as steps of funnels, of four customers counted by hand."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.clients.models import Outlet
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db
from app.ingest.dialogues import store_dialogues
from app.leads.models import LeadTouch
from app.masters.records.models import Customer
from app.offers.models import OfferRecipient
from tests.app.leads.making import add_lead
from tests.factories.conversations import START, asked_and_answered, dialogue, make_bot
from tests.factories.offers import add_customer, add_outlets, create_offer
from tests.fixtures import hand_counted

As = Callable[..., FlaskClient]
URL = "/api/v1/reports/journey/funnel"
RANGE = "r=2026-03-01..2026-03-05"


def at(hours: float) -> datetime:
    """A moment some hours after the conversation."""
    return START + timedelta(hours=hours)


@pytest.fixture
def outlets(as_: As, monkeypatch: pytest.MonkeyPatch) -> tuple[Outlet, Outlet]:
    """One offer to four customers, not all of whom get it, and two leads; one of them talked to a bot."""
    outlet, other = add_outlets()
    customers = [add_customer(outlet, number) for number in range(1, 5)]
    offer = int(create_offer(as_("admin"), outlet)["id"])
    bot = make_bot()
    phone = str(customers[0].phone).removeprefix("+")
    store_dialogues([dialogue(asked_and_answered(), ext_user=phone, channel="whatsapp")], bot=bot, source="hand")
    conversation = db.session.scalars(select(Conversation)).one()
    times: list[dict[str, Any]] = [
        {"state": "converted", "delivered_at": at(-2), "clicked_at": at(-1), "replied_at": at(0),
         "conversation_id": conversation.id},
        {"state": "delivered", "delivered_at": at(-2)},
        {"state": "read", "read_at": at(1)},
        {"state": "skipped", "sent_at": None},
    ]  # fmt: skip
    for number, (customer, values) in enumerate(zip(customers, times, strict=True)):
        where = {"client_id": outlet.client_id, "outlet_id": outlet.id, "offer_id": offer, "customer_id": customer.id}
        usual = {"language": "en", "code": f"abcdefghijk{number}", "queued_at": at(-3), "sent_at": at(-2.5)}
        db.session.add(OfferRecipient(**where, **usual | values))
    sold = [(customers[0], ("new", "contacted", "won"), {"kind": "bot", "conversation": str(conversation.id)}),
            (customers[1], ("new", "lost"), {"kind": "person"})]  # fmt: skip
    for number, (customer, states, source) in enumerate(sold, 1):
        _add_lead(outlet, number, customer, states, source)
    db.session.commit()
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)
    return outlet, other


def _add_lead(outlet: Outlet, number: int, customer: Customer, states: tuple[str, ...], source: dict[str, str]) -> None:
    lead = add_lead(outlet, number, phone=customer.phone, state=states[-1], source=source)
    for place, (before, after) in enumerate(zip(("", *states), states, strict=False), 1):
        db.session.add(
            LeadTouch(client_id=outlet.client_id, outlet_id=outlet.id, lead_id=lead.id, at=at(5 * place), kind="event",
                      before=before, after=after)
        )  # fmt: skip


@pytest.mark.both
@pytest.mark.parametrize(
    ("query", "counts"),
    [
        ("scope=contact&steps=offer:targeted;offer:delivered;offer:read", [3, 3, 2]),
        ("scope=contact&steps=offer:delivered;offer:clicked;lead:new;lead:won", [3, 1, 1, 1]),
        ("scope=contact&steps=offer:delivered;lead:new;lead:lost", [3, 2, 1]),
        ("scope=contact&steps=offer:delivered;event:started;lead:won", [3, 1, 1]),
        ("scope=contact&steps=event:started;lead:won", [1, 1]),
        ("scope=contact&steps=lead:new;lead:won&window=9h", [2, 0]),
        ("scope=contact&steps=lead:new;lead:won&order=strict", [2, 0]),
        ("scope=session&steps=offer:delivered;event:started;lead:won", [1, 1, 1]),
        ("scope=session&steps=event:started;offer:read", [1, 0]),
        ("scope=session&steps=lead:new;lead:won", [1, 1]),
        ("scope=session&steps=lead:new;lead:won&r=2026-03-03..2026-03-05", [0, 0]),
        ("scope=contact&steps=offer:delivered;lead:new&ch=voice", [0, 0]),
        ("scope=contact&steps=offer:delivered;offer:clicked&grp=psf", [0, 0]),
        ("scope=contact&steps=offer:delivered;lead:new&traffic=test", [0, 0]),
        ("scope=contact&steps=offer:delivered;lead:new&lang=hi", [0, 0]),
    ],
)
def test_stages_and_states_are_steps(as_: As, outlets: tuple[Outlet, Outlet], query: str, counts: list[int]) -> None:
    answer = as_("admin").get(f"{URL}?{RANGE if 'r=' not in query.split('&')[-1] else ''}&{query}")
    assert answer.status_code == 200, answer.text
    assert [step["count"] for step in answer.json["steps"]] == counts


def test_they_are_narrowed_and_split_as_sessions_are(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    url = f"{URL}?{RANGE}&scope=contact&steps=offer:delivered;lead:new"
    reader, (outlet, other) = as_("admin"), outlets
    for place, counts in ((outlet, [3, 2]), (other, [0, 0])):
        steps = reader.get(f"{url}&out=outlet:{place.id}").json["steps"]
        assert [step["count"] for step in steps] == counts
    (row,) = reader.get(f"{url}&by=channel").json["rows"]
    assert (row["value"], row["counts"]) == ("email", [3, 2])
    assert [step["label"] for step in reader.get(url).json["steps"]] == ["Offers: Delivered", "Leads: New"]


def test_who_may_not_read_offers_or_leads_has_no_such_steps(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    reader, admin = as_("subscriber"), as_("admin")
    steps = {step["id"] for step in admin.get(f"/api/v1/reports/journey/steps?{RANGE}").json["items"]}
    assert {"offer:targeted", "offer:converted", "lead:new", "lead:closed_dnc", "event:started"} <= steps
    listing = reader.get(f"/api/v1/reports/journey/steps?{RANGE}").json["items"]
    assert {step["kind"] for step in listing} >= {"event"} and not {"offer", "lead"} & {
        step["kind"] for step in listing
    }
    for step in ("offer:delivered", "lead:won"):
        assert reader.get(f"{URL}?{RANGE}&steps=event:started;{step}").status_code == 403
        assert reader.get(f"{URL}.csv?{RANGE}&steps=event:started;{step}").status_code == 403
        assert admin.get(f"{URL}?{RANGE}&steps=event:started;{step}").status_code == 200
