"""What a contact was offered, and which lead it is, is on its timeline for those who may read it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from flask.testing import FlaskClient

from app.core.clock import now
from app.core.db.base import db
from app.leads.models import Lead
from app.offers.consents import contact_of
from app.offers.models import OfferRecipient
from tests.factories.offers import add_customer, add_outlets, create_offer

As = Callable[..., FlaskClient]


@pytest.mark.both
def test_offers_and_leads_are_lanes(as_: As) -> None:
    outlet, _ = add_outlets()
    customer = add_customer(outlet, 1)
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    at = now() - timedelta(days=1)
    db.session.add(
        OfferRecipient(client_id=outlet.client_id, outlet_id=outlet.id, offer_id=int(offer["id"]), language="en",
                       customer_id=customer.id, code="abcdefghijkl", state="clicked", sent_at=at)
    )  # fmt: skip
    contact_id = contact_of(customer).id
    db.session.commit()
    answer = admin.get(f"/api/v1/contacts/{contact_id}/timeline")
    assert answer.status_code == 200, answer.json
    (event,) = answer.json["items"]
    assert (event["lane"], event["title"], event["state"]) == ("offers", "Winter check-up", "clicked")
    assert event["link"] == f"/offers/{offer['id']}"
    reader = as_("subscriber")
    assert reader.get(f"/api/v1/contacts/{contact_id}/timeline").json["items"] == []
    assert db.session.query(Lead).count() == 0
