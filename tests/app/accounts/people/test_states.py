"""The life of a person: each move from each state, who may make it, what it leaves behind, and locking."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.auth import tokens
from app.accounts.people.states import LIFECYCLE
from app.accounts.users.models import LIFE, User
from app.accounts.workspaces.models import Workspace
from app.bots.catalog.models import Bot
from app.clients.models import Client
from app.core.clock import now
from app.core.db.base import db
from app.core.security.limits import FACTOR_ACCOUNT, limits
from app.exports.models import Export
from app.notifications.models import Notification
from app.offers.models import Offer
from app.reports.alerts.models import Alert
from app.reports.schedules.models import ReportSchedule
from tests.conftest import add_person
from tests.factories.accounts import PASSWORD, add_guarded, enrol, sign_in
from tests.factories.audit import audit_events
from tests.factories.mail import Post, do_jobs, post_office, text_of

As = Callable[..., FlaskClient]
API = "/api/v1/people"


@pytest.fixture
def admin(as_: As) -> FlaskClient:
    """An administrator."""
    return as_("admin")


@pytest.fixture
def post(app: Flask) -> Iterator[Post]:
    """The mail server of this installation."""
    with post_office(app) as office:
        yield office


def person(state: str, role: str = "editor") -> User:
    """A new person in a state."""
    user = add_person(role, password=PASSWORD if state != "invited" else None)
    stored: dict[str, dict[str, Any]] = {
        "invited": {"status": "pending"},
        "active": {},
        "suspended": {"status": "inactive"},
        "locked": {"locked_until": now() + timedelta(minutes=5)},
        "deactivated": {"status": "inactive", "deactivated_at": now()},
    }
    for name, value in stored[state].items():
        setattr(user, name, value)
    db.session.commit()
    assert user.state == state
    return user


@pytest.mark.parametrize("move", sorted(LIFECYCLE.events))
@pytest.mark.parametrize("state", LIFE)
def test_each_move_is_possible_from_its_states_alone(admin: FlaskClient, state: str, move: str) -> None:
    user = person(state)
    before, (after,) = LIFECYCLE.events[move]
    answer = admin.post(f"{API}/{user.id}/{move}", json={"reason": "Left the team"})
    db.session.refresh(user)
    if state in before:
        assert (answer.status_code, answer.json["state"], user.state) == (200, after, after)
        row = audit_events()[-1]
        assert (row.action, row.subject_id) == (f"user:{move}", user.id)
        assert row.detail == f"{state} → {after}: Left the team"
    else:
        assert (answer.status_code, answer.json["code"], user.state) == (409, "invalid_transition", state)
        assert not [row for row in audit_events() if row.action == f"user:{move}"]


@pytest.mark.parametrize("move", sorted(LIFECYCLE.events))
def test_nobody_moves_themselves_a_deleted_person_or_one_with_more_rights(
    admin: FlaskClient, as_: As, move: str
) -> None:
    me = db.session.scalars(select(User)).one()
    assert admin.post(f"{API}/{me.id}/{move}", json={}).json["code"] == "oneself"
    gone = person(LIFECYCLE.events[move].sources[0])
    gone.deleted_at = now()
    db.session.commit()
    assert admin.post(f"{API}/{gone.id}/{move}", json={}).status_code == 409
    helper = as_("maintainer")
    keeper = db.session.scalars(select(User).where(User.auth_role == "maintainer")).one()
    assert helper.post(f"{API}/{gone.id}/{move}", json={}).status_code == 403
    keeper.extra_abilities = [{"action": "manage", "subject": "User"}]
    db.session.commit()
    assert helper.post(f"{API}/{me.id}/{move}", json={}).json["code"] == "role_too_high"


def test_the_specified_calls_know_three_words(admin: FlaskClient) -> None:
    statuses = {"invited": "pending", "active": "active"}
    people = {person(state).number: statuses.get(state, "inactive") for state in LIFE}
    rows = {row["id"]: row["status"] for row in admin.get("/api/users/list/all-data").json}
    assert {number: rows[number] for number in people} == people
    inactive = admin.get("/api/users/list/data?status=inactive").json
    assert inactive["total"] == 3 and {row["status"] for row in inactive["users"]} == {"inactive"}
    for state in ("suspended", "locked", "deactivated"):
        assert admin.get(f"{API}?status={state}").json["total"] == 1
    counts = admin.get(f"{API}/counts").json["states"]
    assert counts == {"active": 2, "pending": 1, "inactive": 3, "suspended": 1, "locked": 1, "deactivated": 1,
                      "deleted": 0}  # fmt: skip


def test_who_is_suspended_is_signed_out_and_back_once_reactivated(app: Flask, admin: FlaskClient, as_: As) -> None:
    reader = as_("subscriber")
    user = db.session.scalars(select(User).where(User.auth_role == "subscriber")).one()
    admin.post(f"{API}/{user.id}/suspend", json={})
    assert reader.get("/api/v1/me").status_code == 401
    editor = person("suspended")
    login = {"email": editor.email, "password": PASSWORD}
    assert app.test_client().post("/jwt/login", json=login).status_code == 400
    admin.post(f"{API}/{editor.id}/reactivate", json={})
    assert app.test_client().post("/jwt/login", json=login).status_code == 200
    notifications = db.session.scalars(select(Notification).where(Notification.user_id == editor.id)).all()
    assert [row.kind for row in notifications] == ["reactivated"]


@pytest.mark.both
def test_wrong_passwords_lock_an_account_for_a_while(app: Flask, admin: FlaskClient, workspace: Workspace) -> None:
    user = person("active")
    login = {"email": user.email, "password": PASSWORD}

    def attempt(password: str, address: str) -> int:
        client = app.test_client()
        body = login | {"password": password}
        return client.post("/jwt/login", json=body, environ_base={"REMOTE_ADDR": address}).status_code

    revision = user.revision
    assert [attempt("wrong", f"203.0.113.{n}") for n in range(10)] == [400] * 10
    db.session.refresh(user)
    assert (user.state, user.shown_status, user.revision) == ("locked", "inactive", revision)
    assert attempt(PASSWORD, "203.0.113.99") == 429
    assert admin.post(f"{API}/{user.id}/unlock", json={}).json["state"] == "active"
    assert attempt(PASSWORD, "203.0.113.99") == 200
    for n in range(10):
        attempt("wrong", f"198.51.100.{n}")
    db.session.refresh(user)
    assert user.state == "locked"
    with time_machine.travel(now() + timedelta(minutes=5, seconds=5)):
        assert user.state == "active", "a lock ends by itself"
        assert attempt(PASSWORD, "203.0.113.99") == 200


def test_a_lock_leaves_those_in_who_are_in(app: Flask, as_: As) -> None:
    reader = as_("subscriber")
    user = db.session.scalars(select(User)).one()
    user.locked_until = now() + timedelta(minutes=5)
    db.session.commit()
    assert reader.get("/api/v1/me").status_code == 200


@pytest.fixture
def owner(workspace: Workspace) -> User:
    """A person with a bot and a file."""
    user = person("active", "maintainer")
    client = Client(name="Meridian")
    db.session.add(client)
    db.session.flush()
    db.session.add(Bot(client_id=client.id, name="Desk", name_key="desk", group="service", owner_id=user.id))
    db.session.add(Export(user_id=user.id, query="", state="ready"))
    db.session.commit()
    return user


def test_who_owns_things_is_deactivated_with_a_successor(admin: FlaskClient, owner: User) -> None:
    owned = admin.get(f"{API}/{owner.id}/owned").json
    assert owned["total"] == 2
    assert {kind["kind"]: [item["name"] for item in kind["items"]] for kind in owned["kinds"]}["bots"] == ["Desk"]
    url = f"{API}/{owner.id}/deactivate"
    suspended, heir = person("suspended"), person("active", "maintainer")
    for wrong in (
        {},
        {"successor": str(owner.id)},
        {"successor": str(suspended.id)},
        {"successor": "4611686018427387904"},
    ):
        answer = admin.post(url, json=wrong)
        assert answer.status_code == 422 and "successor" in answer.json["errors"], wrong
    assert admin.post(url, json={"successor": str(heir.id)}).json["state"] == "deactivated"
    db.session.expire_all()
    assert db.session.scalars(select(Bot.owner_id)).all() == [heir.id]
    assert db.session.scalars(select(Export.user_id)).all() == [heir.id]
    assert admin.get(f"{API}/{heir.id}/owned").json["total"] == 2
    notifications = db.session.scalars(select(Notification).where(Notification.user_id == heir.id)).all()
    assert [row.kind for row in notifications] == ["handed_over"]


def test_only_who_may_see_what_is_handed_over_is_offered_it(admin: FlaskClient, owner: User) -> None:
    """A scope that does not hold the bot, or a role that may not read it, takes nothing over."""
    bot = db.session.scalars(select(Bot)).one()
    other = Bot(client_id=bot.client_id, name="Other", name_key="other", group="service")
    db.session.add(other)
    db.session.flush()
    heir, inside, outside = (person("active", "maintainer") for _ in range(3))
    inside.scope, outside.scope = {"bots": [str(bot.id)]}, {"bots": [str(other.id)]}
    reader = person("active", "subscriber")
    db.session.commit()
    offered = {row["id"] for row in admin.get(f"{API}/{owner.id}/successors?per=100").json["items"]}
    assert {str(heir.id), str(inside.id)} <= offered
    assert not {str(outside.id), str(reader.id), str(owner.id)} & offered
    for wrong in (outside, reader):
        answer = admin.post(f"{API}/{owner.id}/deactivate", json={"successor": str(wrong.id)})
        assert answer.status_code == 422 and "successor" in answer.json["errors"]
    assert db.session.scalars(select(Bot.owner_id).where(Bot.id == bot.id)).one() == owner.id
    assert admin.post(f"{API}/{owner.id}/deactivate", json={"successor": str(inside.id)}).status_code == 200


def add_reported(owner: User, client: Client) -> None:
    """Give a person a schedule, an alert and an open offer, and an offer that is over."""
    mailed: dict[str, Any] = {"every": "day", "at": "09:00", "zone": "UTC", "recipients": ["a@partner.example"]}
    rule = {"metric": "fallback", "window": "day", "op": "above", "threshold": 1.0, "min_n": 1, "cooldown_h": 24}
    for row in (
        ReportSchedule(owner_id=owner.id, name="Daily", report="dashboard", active=True, **mailed),
        Alert(owner_id=owner.id, name="Fallbacks", active=True, **rule),
        *(Offer(owner_id=owner.id, client_id=client.id, name=state, state=state, group="service", type="service",
                goal="visit", channel="email") for state in ("draft", "completed")),
    ):  # fmt: skip
        db.session.add(row)
    db.session.commit()


@pytest.mark.parametrize("scoped", [False, True])
def test_schedules_alerts_and_open_offers_are_handed_over(admin: FlaskClient, owner: User, scoped: bool) -> None:
    """A successor who sees another part gets mails and alerts paused: recipients would get other figures."""
    client = db.session.scalars(select(Client)).one()
    add_reported(owner, client)
    heir = person("active", "maintainer")
    if scoped:
        owner.scope = {"clients": [str(client.id)]}
        db.session.commit()
    owned = {kind["kind"]: kind["count"] for kind in admin.get(f"{API}/{owner.id}/owned").json["kinds"]}
    assert (owned["schedules"], owned["alerts"], owned["offers"]) == (1, 1, 1)
    assert admin.post(f"{API}/{owner.id}/deactivate", json={"successor": str(heir.id)}).status_code == 200
    db.session.expire_all()
    for model in (ReportSchedule, Alert):
        row = db.session.scalars(select(model)).one()
        assert (row.owner_id, row.active) == (heir.id, not scoped)
    owners = dict(db.session.execute(select(Offer.state, Offer.owner_id)).all())
    assert owners == {"draft": heir.id, "completed": owner.id}


@pytest.mark.parametrize("state", ["invited", "active", "suspended"])
def test_deactivating_is_undone_with_all_it_did(
    admin: FlaskClient, owner: User, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if state == "invited":
        owner.status, owner.password_hash = "pending", None
    elif state == "suspended":
        owner.status = "inactive"
    heir = person("active", "maintainer")
    bot = db.session.scalars(select(Bot)).one()
    mine = Bot(client_id=bot.client_id, name="Own", name_key="own", group="service", owner_id=heir.id)
    db.session.add(mine)
    db.session.commit()
    url = f"{API}/{owner.id}/reinstate"
    done = admin.post(f"{API}/{owner.id}/deactivate", json={"successor": str(heir.id)}).json
    assert admin.post(url, json={"undo": done["undo"] + "x"}).json["code"] == "too_late"
    assert admin.post(f"{API}/{heir.id}/reinstate", json={"undo": done["undo"]}).status_code == 409
    assert admin.post(url, json={"undo": done["undo"]}).json["state"] == state
    db.session.expire_all()
    assert db.session.scalars(select(Bot.owner_id).order_by(Bot.id)).all() == [owner.id, heir.id]
    assert db.session.scalars(select(Export.user_id)).all() == [owner.id]
    # The token is of that deactivation, not of the next one.
    monkeypatch.setattr(tokens, "UNDO", timedelta(minutes=1))
    again = admin.post(f"{API}/{owner.id}/deactivate", json={"successor": str(heir.id)}).json
    assert admin.post(url, json={"undo": done["undo"]}).json["code"] == "too_late"
    with time_machine.travel(now() + timedelta(minutes=2)):
        assert admin.post(url, json={"undo": again["undo"]}).json["code"] == "too_late"


def test_who_owns_nothing_needs_no_successor_and_cannot_be_invited_again(admin: FlaskClient) -> None:
    user = person("invited")
    invited = {"email": user.email, "full_name": user.full_name, "role": "editor"}
    sent = admin.post("/api/v1/invitations", json=invited)
    assert sent.status_code == 201
    assert admin.post(f"{API}/{user.id}/deactivate", json={}).status_code == 200
    assert admin.post("/api/v1/invitations", json=invited).json["code"] == "invalid_transition"
    assert admin.post(f"/api/v1/invitations/{sent.json['id']}/resend").json["code"] == "invalid_transition"


def test_the_last_administrator_stays(admin: FlaskClient) -> None:
    other = person("active", "admin")
    me = db.session.scalars(select(User).order_by(User.number)).first()
    assert me is not None and me.password_hash is None, "who signs in by a test's token cannot by a password"
    for move in ("suspend", "deactivate"):
        assert admin.post(f"{API}/{other.id}/{move}", json={}).json["code"] == "last_admin"


def test_sessions_of_others_are_listed_and_ended(admin: FlaskClient, as_: As) -> None:
    reader = as_("subscriber")
    user = db.session.scalars(select(User).where(User.auth_role == "subscriber")).one()
    rows = admin.get(f"{API}/{user.id}/sessions").json["items"]
    assert len(rows) == 1 and reader.get("/api/v1/me").status_code == 200
    assert admin.post(f"{API}/{user.id}/sessions/{rows[0]['id']}/end").status_code == 204
    assert reader.get("/api/v1/me").status_code == 401
    assert admin.get(f"{API}/{user.id}/sessions").json["total"] == 0
    assert admin.post(f"{API}/{user.id}/sessions/end").status_code == 204
    me = db.session.scalars(select(User).where(User.auth_role == "admin")).one()
    ended = [(row.action, row.user_id, row.subject_id) for row in audit_events() if row.action.startswith("user:end")]
    assert ended == [("user:end_session", me.id, user.id), ("user:end_sessions", me.id, user.id)]


def test_a_lost_second_factor_is_turned_off_with_a_mail(app: Flask, admin: FlaskClient, post: Post) -> None:
    user, _, _ = add_guarded("editor")
    signed_in, _ = sign_in(app, user)
    for item in FACTOR_ACCOUNT:
        while limits.hit([(item, f"factor:{user.id}")]):
            pass
    assert admin.get(f"{API}/{user.id}").json["second_factor_at"] is not None
    done = admin.post(f"{API}/{user.id}/reset-factor", json={"reason": "Lost phone"})
    assert (done.status_code, done.json["second_factor_at"]) == (200, None)
    assert signed_in.get("/api/v1/me").status_code == 401
    row = audit_events()[-1]
    assert (row.action, row.subject_id, row.detail) == ("user:reset_factor", user.id, "Lost phone")
    do_jobs(app)
    me = db.session.scalars(select(User).where(User.auth_role == "admin")).one()
    assert post.recipients == [[user.email]] and f"{me.full_name} turned off" in text_of(post.taken[0])
    news = db.session.scalars(select(Notification).where(Notification.user_id == user.id)).all()
    assert ("factor_off", me.full_name) in [(row.kind, row.what) for row in news]
    enrol(user)  # Wrong codes of the lost one do not keep a new one from being confirmed.


def test_the_former_address_of_who_has_joined_hears_of_another(app: Flask, admin: FlaskClient, post: Post) -> None:
    joined, waiting = person("active"), person("invited")
    former = joined.email
    for user in (joined, waiting):
        path = f"{API}/{user.id}"
        seen = {"If-Match": admin.get(path).headers["ETag"]}
        answer = admin.patch(path, json={"email": f"new{user.id}@example.test"}, headers=seen)
        assert answer.status_code == 200
    do_jobs(app)
    assert post.recipients == [[former]]


def test_a_second_factor_that_is_off_own_or_out_of_reach_is_not_turned_off(admin: FlaskClient, as_: As) -> None:
    me = db.session.scalars(select(User)).one()
    user = person("active")
    me.second_factor_at = now()
    assert admin.post(f"{API}/{me.id}/reset-factor", json={}).json["code"] == "oneself"
    assert admin.post(f"{API}/{user.id}/reset-factor", json={}).json["code"] == "invalid_transition"
    for state in ("deleted", "deactivated"):
        gone = person("active" if state == "deleted" else state)
        gone.second_factor_at = now()
        if state == "deleted":
            gone.deleted_at = now()
        db.session.commit()
        assert admin.post(f"{API}/{gone.id}/reset-factor", json={}).json["code"] == "invalid_transition"
    helper = as_("maintainer")
    keeper = db.session.scalars(select(User).where(User.auth_role == "maintainer")).one()
    assert helper.get(f"{API}/{me.id}").json["second_factor_at"] is None, "who may not edit users is not shown it"
    assert helper.post(f"{API}/{me.id}/reset-factor", json={}).status_code == 403
    keeper.extra_abilities = [{"action": "manage", "subject": "User"}]
    db.session.commit()
    assert helper.post(f"{API}/{me.id}/reset-factor", json={}).json["code"] == "role_too_high"
    db.session.refresh(me)
    assert me.second_factor_at is not None
