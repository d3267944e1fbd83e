"""What is worth knowing before a lead is called, for who may know it."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.clients.models import Outlet
from app.conversations.models import Contact, Conversation
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.security import abilities
from app.ingest import dialogues
from app.leads.models import Lead, LeadTouch
from app.masters.records.models import JobCard
from app.offers.models import Consent
from tests.app.leads.making import add_lead, own_vehicle
from tests.conftest import add_workspace
from tests.factories.conversations import asked_and_answered, dialogue, make_bot
from tests.factories.places import add_city, add_outlet, add_parent

As = Callable[..., FlaskClient]


@pytest.fixture
def outlet(workspace: Workspace) -> Outlet:
    return add_outlet("Baner", add_parent("West"), add_city("Pune"))


def brief(person: FlaskClient, lead: Lead) -> dict[str, Any]:
    """The briefing of a lead."""
    answer = person.get(f"/api/v1/leads/{lead.id}/briefing")
    assert answer.status_code == 200, answer.text
    return dict(answer.json or {})


def talk(lead: Lead, outlet: Outlet, days: tuple[int, ...], hour: int = 12) -> Contact:
    """Have the customer of a lead talk to a bot on some days; return their contact."""
    number = (lead.phone or "").removeprefix("+")
    now = clock.now().replace(hour=hour, minute=0, second=0, microsecond=0)
    talks = [
        dialogue(
            asked_and_answered(now - timedelta(days=day)), ext_user=number, channel="whatsapp", outlet_id=outlet.id
        )
        for day in days
    ]
    dialogues.store_dialogues(talks, bot=make_bot(), source="briefing")
    db.session.commit()
    return db.session.query(Contact).one()


def test_a_lead_of_which_nothing_is_known_says_so(as_: As, outlet: Outlet) -> None:
    empty = {"language": "", "conversations": [], "offers": [], "service": None, "readings": [], "consents": [],
             "best_time": None}  # fmt: skip
    assert brief(as_("admin"), add_lead(outlet)) == empty


def test_the_newest_conversations_the_last_service_and_the_latest_consents_are_there(as_: As, outlet: Outlet) -> None:
    vehicle, lead = own_vehicle(outlet), add_lead(outlet)
    contact = talk(lead, outlet, (1, 2, 3, 4))
    place = {"client_id": lead.client_id, "outlet_id": outlet.id, "vehicle_id": vehicle.id}
    visits = (("JC-2", date(2026, 2, 4), 40_000), ("JC-1", date(2026, 1, 4), 38_500), ("JC-0", date(2026, 1, 2), None))
    for number, opened_on, km in visits:
        db.session.add(JobCard(**place, number=number, opened_on=opened_on, odometer_km=km))
    for hours, channel, state in ((3, "whatsapp", "opted_in"), (2, "whatsapp", "opted_out"), (1, "sms", "opted_in")):
        at = clock.now() - timedelta(hours=hours)
        ledger = {"client_id": lead.client_id, "contact_id": contact.id, "source": "test"}
        db.session.add(Consent(**ledger, channel=channel, state=state, at=at))
    db.session.commit()
    briefing = brief(as_("admin"), lead)
    assert [item["lane"] for item in briefing["conversations"]] == ["whatsapp"] * 3
    assert briefing["conversations"][0]["link"].startswith("/reports/conversations/")
    assert briefing["conversations"] == sorted(briefing["conversations"], key=lambda item: item["at"], reverse=True)
    assert (briefing["service"]["day"], briefing["service"]["outlet"]) == ("2026-02-04", "Baner")
    assert [(reading["day"], reading["km"]) for reading in briefing["readings"]] == [
        ("2026-01-04", 38_500),
        ("2026-02-04", 40_000),
    ]
    assert [(row["channel"], row["state"]) for row in briefing["consents"]] == [
        ("sms", "opted_in"),
        ("whatsapp", "opted_out"),
    ]


def test_the_best_time_is_when_calls_were_answered_else_when_the_person_writes(as_: As, outlet: Outlet) -> None:
    admin, lead = as_("admin"), add_lead(outlet)
    # Noon in UTC is 17:30 in India.
    talk(lead, outlet, (1, 2, 3), hour=12)
    hours = {"from_hour": 15, "to_hour": 18}
    assert brief(admin, lead)["best_time"] == {"basis": "conversations", "n": 3, "of": 3} | hours
    begun = clock.now().replace(hour=5, minute=0, second=0, microsecond=0)
    for day, outcome in enumerate(("answered", "no_answer", "answered")):
        db.session.add(
            LeadTouch(
                id=new_id(), client_id=lead.client_id, outlet_id=outlet.id, lead_id=lead.id, kind="touch",
                channel="call", outcome=outcome, at=begun - timedelta(days=day),
            )
        )  # fmt: skip
    db.session.commit()
    assert brief(admin, lead)["best_time"] == {"basis": "calls", "n": 2, "of": 3, "from_hour": 9, "to_hour": 12}


def test_a_reader_without_conversations_is_shown_none(as_: As, outlet: Outlet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(abilities.BY_ROLE, "client", [{"action": "read", "subject": "Lead"}])
    lead = add_lead(outlet)
    talk(lead, outlet, (1, 2, 3))
    briefing = brief(as_("client"), lead)
    assert (briefing["conversations"], briefing["best_time"]) == ([], None)
    assert as_("admin", add_workspace("Elsewhere")).get(f"/api/v1/leads/{lead.id}/briefing").status_code == 404


@pytest.mark.parametrize("conversation", ["9" * 19, "9" * 40, "٣", "x"])
def test_a_lead_of_a_conversation_that_cannot_be_is_briefed(as_: As, outlet: Outlet, conversation: str) -> None:
    lead = add_lead(outlet, source={"kind": "person", "conversation": conversation})
    db.session.commit()
    assert brief(as_("admin"), lead)["conversations"] == []


def test_a_number_tells_a_reader_of_an_outlet_nothing_of_people_of_others(as_: As, outlet: Outlet) -> None:
    other = add_outlet("Wakad", add_parent("East"), add_city("Nashik"))
    reader, lead = as_("admin", scope={"outlets": [str(outlet.id)]}), add_lead(outlet)
    contact = talk(lead, other, (1, 2, 3))
    ledger = {"client_id": lead.client_id, "contact_id": contact.id, "source": "test"}
    db.session.add(Consent(**ledger, channel="whatsapp", state="opted_out", at=clock.now()))
    contact.language = "hi"
    db.session.commit()
    briefing = brief(reader, lead)
    assert (briefing["language"], briefing["consents"], briefing["best_time"]) == ("", [], None)
    for conversation in db.session.scalars(select(Conversation)):
        conversation.outlet_id = outlet.id
    briefing = brief(reader, lead)
    assert (briefing["language"], len(briefing["consents"])) == ("hi", 1)
