"""The life of a client: every event in every state, what each state allows, and the log of it."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.clients.models import STATES, Client
from app.clients.service import LIFE
from app.core.db.base import db
from app.core.db.tenancy import within
from tests.app.clients.making import API, add_city, add_client, add_outlet, add_parent

As = Callable[..., FlaskClient]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("event", LIFE.events)
def test_every_event_in_every_state(as_: As, workspace: Workspace, state: str, event: str) -> None:
    client_id = add_client(state=state).id
    (source,), (target,) = LIFE.events[event]
    answer = as_("admin").post(f"{API}/clients/{client_id}/{event}", json={"reason": "Payment is late"})
    if state == source:
        assert (answer.status_code, answer.json["state"], answer.json["state_reason"]) == (
            200,
            target,
            "Payment is late",
        )
    else:
        assert (answer.status_code, answer.json["code"]) == (409, "invalid_transition")
        assert answer.json["possible"] == LIFE.possible(state)
        assert db.session.get_one(Client, client_id).state == state


def test_the_log_keeps_both_states_and_the_reason(as_: As, workspace: Workspace) -> None:
    admin, client_id = as_("admin"), add_client(state="active").id
    admin.post(f"{API}/clients/{client_id}/suspend", json={"reason": "Payment is late"})
    admin.post(f"{API}/clients/{client_id}/suspend", json={"reason": "Again"})
    with within(workspace.id):
        rows = db.session.scalars(select(AuditEvent).where(AuditEvent.subject_id == client_id)).all()
    assert [(row.action, row.detail) for row in rows] == [("client:suspend", "active → suspended: Payment is late")]


def test_suspending_and_closing_want_a_reason(as_: As, workspace: Workspace) -> None:
    admin, client_id = as_("admin"), add_client(state="active").id
    for event in ("suspend", "close"):
        for body in ({}, {"reason": "  "}, {"reason": "x" * 91}):
            answer = admin.post(f"{API}/clients/{client_id}/{event}", json=body)
            assert answer.status_code == 422 and "reason" in answer.json["errors"]


@pytest.mark.parametrize("state", STATES)
def test_only_on_trial_and_active_it_takes_what_is_new(as_: As, workspace: Workspace, state: str) -> None:
    admin, client = as_("admin"), add_client(state=state)
    parent, city = add_parent(client), add_city()
    closed = add_outlet(parent, city, "Wakad")
    new = {
        "bots": {"name": "Desk", "group": "service", "client": str(client.id)},
        "parents": {"client": str(client.id), "code": "KAV", "name": "Kaveri Wheels"},
        "outlets": {"parent": str(parent.id), "city": str(city.id), "code": "PUN-BAN", "name": "Baner"},
    }
    takes = state in ("trial", "active")
    for path, body in new.items():
        answer = admin.post(f"{API}/{path}", json=body)
        assert answer.status_code == (201 if takes else 409), path
        assert takes or (answer.json["code"] == f"client_{state}" and "client" in answer.json["errors"])
    # What is there can still be put in order.
    assert admin.post(f"{API}/outlets/{closed.id}/close", json={}).status_code == 200
    assert admin.post(f"{API}/outlets/{closed.id}/reopen").status_code == (200 if takes else 409)
