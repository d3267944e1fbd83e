"""The life of an offer: every event in every state, what a submission needs, and who approves."""

from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select, update

from app.audit.models import AuditEvent
from app.bots.catalog.goals import add_goal
from app.bots.catalog.service import create_bot
from app.clients.models import Client
from app.core.clock import now
from app.core.db.base import db
from app.notifications.models import Notification
from app.offers import service
from app.offers.models import Offer
from app.offers.service import BY_PEOPLE, LIFE
from tests.app.clients.making import add_client
from tests.conftest import add_person
from tests.factories.lifecycles import pairs
from tests.factories.offers import API, add_customer, add_outlets, create_offer, move

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both


@pytest.fixture
def offer(as_: As) -> dict[str, Any]:
    """A draft of which two people are asked."""
    outlet, _ = add_outlets()
    add_customer(outlet, 1)
    add_customer(outlet, 2)
    return create_offer(as_("admin"), outlet)


def put_into(offer: dict[str, Any], state: str, **more: Any) -> Offer:
    """Bring an offer into a state below the API."""
    row = db.session.get_one(Offer, int(offer["id"]))
    row.state = state
    for name, value in more.items():
        setattr(row, name, value)
    db.session.commit()
    return row


@pytest.mark.parametrize("state", LIFE.states)
def test_every_event_in_every_state(as_: As, offer: dict[str, Any], state: str) -> None:
    admin = as_("admin")
    for _state, event, targets in pairs(LIFE, states=(state,)):
        if event not in BY_PEOPLE:
            continue
        put_into(offer, state)
        answer = move(admin, offer, event)
        if targets:
            assert answer.status_code == 200 and answer.json["state"] in targets, event
            (row,) = db.session.query(AuditEvent).filter_by(action=f"offer:{event}")
            assert row.subject_id == int(offer["id"])
            assert row.detail.startswith(f"{state} → {answer.json['state']}")
        else:
            assert (answer.status_code, answer.json["code"]) == (409, "invalid_transition"), event
            assert answer.json["possible"] == LIFE.possible(state), event
            assert db.session.get_one(Offer, int(offer["id"])).state == state, event


@pytest.mark.parametrize(
    ("lacking", "field"),
    [
        ({"message": {"en": {"text": "Hello"}}}, "message"),
        ({"message": {}}, "message"),
        ({"start": None}, "start"),
        ({"start": (now() + timedelta(minutes=5)).isoformat()}, "start"),
        ({"end": (now() + timedelta(minutes=20)).isoformat()}, "end"),
        ({"channel": "whatsapp"}, "channel"),
        ({"audience": [{"field": "odometer_km", "op": "gt", "value": 90_000}]}, "audience"),
    ],
)  # fmt: skip
def test_a_submission_says_what_is_lacking(as_: As, lacking: dict[str, Any], field: str) -> None:
    outlet, _ = add_outlets()
    add_customer(outlet, 1)
    admin = as_("admin")
    offer = create_offer(admin, outlet, **lacking)
    answer = move(admin, offer, "submit")
    assert answer.status_code == 422 and field in answer.json["errors"]
    stored = admin.get(f"{API}/{offer['id']}").json
    assert stored["state"] == "draft"
    # What a submission would say is said before.
    audience = admin.get(f"{API}/{offer['id']}/audience").json
    known = stored["checks"] | ({"audience": audience["checks"]} if audience["checks"] else {})
    assert known.items() >= answer.json["errors"].items()


def test_a_start_and_an_end_that_are_not_given_are_asked_for(as_: As) -> None:
    outlet, _ = add_outlets()
    offer = create_offer(as_("admin"), outlet, start=None, end=None)
    checks = as_("admin").get(f"{API}/{offer['id']}").json["checks"]
    assert (checks["start"], checks["end"]) == (["Choose a start."], ["Choose an end."])


def test_a_message_to_compare_that_is_left_empty_is_left_out(as_: As) -> None:
    outlet, _ = add_outlets()
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    texts = {letter: {"en": {"subject": letter, "text": f"Text {letter}"}} for letter in "abc"}
    url, match = f"{API}/{offer['id']}", {"If-Match": "*"}

    def save(**parts: Any) -> dict[str, Any]:
        rows = [{"id": letter, "weight": 1, "message": message} for letter, message in parts.items()]
        answer = admin.patch(url, json={"variants": rows}, headers=match)
        assert answer.status_code == 200, answer.text
        return dict(answer.json)

    assert [row["id"] for row in save(a=texts["a"], b=texts["b"], c={})["variants"]] == ["a", "b"]
    assert [row["id"] for row in save(a=texts["a"], b={}, c=texts["c"])["variants"]] == ["a", "c"]
    single = save(a={"en": {"subject": "", "text": " "}}, b=texts["b"])
    assert (single["variants"], single["message"]) == ([], texts["b"])
    assert not {"message", "variants.b.message"} & single["checks"].keys()


def test_goals_of_the_clients_bots_can_count_as_success(as_: As) -> None:
    outlet, _ = add_outlets()
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    assert offer["goals"] == [] and offer["longest"] == 10_000
    for name, state in (("Desk", "draft"), ("Gone", "deleted")):
        bot = create_bot(name=name, group="service", client_id=outlet.client_id)
        bot.state = state
        add_goal(bot, f"{name} booked")
    db.session.commit()
    url = f"{API}/{offer['id']}"
    assert admin.get(url).json["goals"] == ["Desk booked"]
    changed = admin.patch(url, json={"goal": "Desk booked", "channel": "sms"}, headers={"If-Match": "*"}).json
    assert (changed["goal"], changed["goals"], changed["longest"]) == ("Desk booked", ["Desk booked"], 640)


def test_an_offer_within_quiet_hours_is_not_submitted(as_: As) -> None:
    outlet, _ = add_outlets()
    add_customer(outlet, 1)
    db.session.execute(update(Client).values(quiet_from="21:00", quiet_to="09:00"))
    db.session.commit()
    admin, zone = as_("admin"), ZoneInfo(db.session.scalars(select(Client.zone)).one())
    night = datetime.combine(now().astimezone(zone).date() + timedelta(days=2), time(23, 30), zone)
    for hours, status in ((4, 422), (12, 200)):
        offer = create_offer(admin, outlet, name=f"Night {hours}", start=night.isoformat(),
                             end=(night + timedelta(hours=hours)).isoformat())  # fmt: skip
        spoken = admin.get(f"{API}/{offer['id']}", headers={"Accept-Language": "hi"}).json["checks"]
        assert ("शांत समय" in str(spoken)) == (status == 422)
        answer = move(admin, offer, "submit")
        assert answer.status_code == status and (status == 200 or "end" in answer.json["errors"])


def test_a_large_offer_is_approved_by_another_person(
    as_: As, offer: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "APPROVED_ABOVE", 1)
    admin, other = as_("admin"), as_("maintainer")
    owner_id = db.session.get_one(Offer, int(offer["id"])).owner_id
    assert move(admin, offer, "submit").json["state"] == "pending_approval"
    recipient_ids = {row.user_id for row in db.session.query(Notification).filter_by(kind="offer_approval")}
    assert recipient_ids and owner_id not in recipient_ids
    assert move(other, offer, "approve").json["state"] == "scheduled"
    assert db.session.query(Notification).filter_by(kind="offer_approve").one().user_id == owner_id


def test_who_does_not_see_all_of_an_offer_does_not_count_as_an_approver(
    as_: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "APPROVED_ABOVE", 0)
    outlet, _ = add_outlets()
    add_customer(outlet, 1)
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    other = add_client("Other Motors")
    for scope in ({"clients": [str(other.id)]}, {"outlets": [str(outlet.id)]}):
        add_person("maintainer", scope=scope)
    db.session.commit()
    assert move(admin, offer, "submit").json.get("code") == "no_approver"
    keeper = add_person("maintainer", scope={"clients": [str(outlet.client_id)]})
    db.session.commit()
    assert move(admin, offer, "submit").json["state"] == "pending_approval"
    assert [row.user_id for row in db.session.query(Notification).filter_by(kind="offer_approval")] == [keeper.id]


def test_nobody_approves_their_own(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "APPROVED_ABOVE", 0)
    outlet, _ = add_outlets()
    add_customer(outlet, 1)
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    (check,) = admin.get(f"{API}/{offer['id']}/audience").json["checks"]
    answer = move(admin, offer, "submit")
    assert (answer.status_code, answer.json["code"]) == (409, "no_approver")
    assert answer.json["detail"] == check and check.startswith("1 people")
    as_("maintainer")
    assert move(admin, offer, "submit").json["state"] == "pending_approval"
    answer = move(admin, offer, "approve")
    assert (answer.status_code, answer.json["code"]) == (403, "own_offer")
    assert move(admin, offer, "reject").json["state"] == "draft"


def test_a_scheduled_offer_that_is_edited_is_a_draft_again(as_: As, offer: dict[str, Any]) -> None:
    admin = as_("admin")
    submitted = move(admin, offer, "submit").json
    assert submitted["state"] == "scheduled"
    answer = admin.patch(
        f"{API}/{offer['id']}", json={"holdout": 10}, headers={"If-Match": f'"{submitted["revision"]}"'}
    )  # fmt: skip
    assert (answer.status_code, answer.json["state"], answer.json["holdout"]) == (200, "draft", 10)


def test_under_way_only_end_and_rate_change(as_: As, offer: dict[str, Any]) -> None:
    admin = as_("admin")
    row = put_into(offer, "running")
    revision = row.revision
    for body, status in (({"name": "Other"}, 409), ({"throttle_per_s": 5}, 200)):
        answer = admin.patch(f"{API}/{offer['id']}", json=body, headers={"If-Match": f'"{revision}"'})
        assert answer.status_code == status, answer.json
    assert answer.json["throttle_per_s"] == 5 and answer.json["name"] == "Winter check-up"


def test_a_name_is_unique_in_its_client_and_a_copy_has_another(as_: As, offer: dict[str, Any]) -> None:
    admin = as_("admin")
    outlet = db.session.get_one(Offer, int(offer["id"]))
    answer = admin.post(API, json={"name": "WINTER check-up", "client": str(outlet.client_id)})
    assert (answer.status_code, answer.json["code"]) == (409, "name_taken")
    copy = admin.post(f"{API}/{offer['id']}/clone")
    assert copy.status_code == 201
    assert (copy.json["name"], copy.json["state"], copy.json["start"]) == ("Winter check-up (2)", "draft", None)


def test_roles_may_what_they_may(as_: As, offer: dict[str, Any]) -> None:
    for role, status in (("maintainer", 200), ("author", 403), ("subscriber", 403), ("client", 403)):
        assert as_(role).get(f"{API}/{offer['id']}").status_code == status


def test_access_to_one_offer_is_explained(as_: As, offer: dict[str, Any]) -> None:
    person = add_person("maintainer", scope={"clients": []})
    db.session.commit()
    url = f"/api/v1/people/{person.id}/access/explain?action=read&subject=Offer&id={offer['id']}"
    answer = as_("admin").get(url).json
    assert not answer["allowed"] and answer["because"][-1] == answer["because"][-1] | {
        "code": "outside_clients", "name": offer["name"],
    }  # fmt: skip
