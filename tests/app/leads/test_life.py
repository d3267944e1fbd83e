"""Each pair of a lead's state and an event follows the table; events at once lose none."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.accounts.workspaces.models import Workspace
from app.core import clock
from app.core.db.base import db
from app.leads.life import LIFE
from app.leads.models import LeadTouch
from tests.app.leads.making import API, add_lead, body
from tests.app.masters.making import two_outlets
from tests.endurance import repetitions
from tests.factories.lifecycles import pairs

As = Callable[..., FlaskClient]
GIVEN = {
    "quote": {"plan_years": 2, "price": 100},
    "callback": {"next_action_at": (clock.now() + timedelta(days=3)).isoformat()},
    "win": {"amount": 118, "policy_no": "EW-1"},
    "lose": {"reason": "price"},
    "reopen": {"reason": "They called back"},
}
"""What events need."""
SILENT = timedelta(days=91)
EVENTS_AT_ONCE = repetitions(40, 1_000)


@pytest.mark.parametrize("state", LIFE.states)
def test_each_event_of_a_state_follows_the_table(as_: As, workspace: Workspace, state: str) -> None:
    outlet, admin = two_outlets()[0], as_("admin")
    for number, (_state, event, targets) in enumerate(pairs(LIFE, states=(state,)), 1):
        silence = {"touched_at": clock.now() - SILENT} if event == "expire" else {}
        lead = add_lead(outlet, number, state=state, next_action_at=clock.now(), **silence)
        answer = admin.post(f"{API}/leads/{lead.id}/events", json={"event": event} | GIVEN.get(event, {}))
        if targets:
            target = "quoted" if (state, event) == ("won", "reopen") else targets[0]
            assert (answer.status_code, answer.json["state"]) == (200, target), answer.json
            assert (answer.json["closed_at"] is None) == (targets[0] in LIFE.events["lose"].sources), event
        else:
            assert (answer.status_code, answer.json["code"]) == (409, "invalid_transition"), event
            assert answer.json["possible"] == LIFE.possible(state), event


def test_a_form_offers_the_reasons_of_the_list_or_else_the_usual_ones(as_: As, workspace: Workspace) -> None:
    lead, admin = add_lead(two_outlets()[0], 1, state="contacted"), as_("admin")

    def offered() -> set[str]:
        reasons = admin.get(f"{API}/leads/{lead.id}").json["reasons"]
        return {reason["code"] for reason in reasons if reason["possible"]}

    assert offered() == {"price", "not_interested", "bought_elsewhere", "sold_car"}
    entry = {"code": "not-interested", "labels": {"en": "Not interested"}}
    assert admin.post("/api/v1/reference/lost-reasons", json=entry).status_code == 201
    assert offered() == {"not-interested"}


@pytest.mark.both
def test_events_at_once_lose_none(app: Flask, as_: As, workspace: Workspace) -> None:
    outlet = two_outlets()[0]
    leads = [str(add_lead(outlet, number, state="contacted").id) for number in range(1, 5)]
    attempt = {"channel": "call", "outcome": "no_answer"}
    answers = at_once(app, as_, [(f"{API}/leads/{leads[at % 4]}/touches", attempt) for at in range(EVENTS_AT_ONCE)])
    assert answers == [200] * EVENTS_AT_ONCE
    admin = as_("admin")
    attempts: list[Any] = [admin.get(f"{API}/leads/{lead}").json["attempts"] for lead in leads]
    written = db.session.scalar(select(func.count(LeadTouch.id)).where(LeadTouch.kind == "touch"))
    assert sum(attempts) == written == EVENTS_AT_ONCE


@pytest.mark.both
def test_of_some_who_contact_at_once_one_is_first(app: Flask, as_: As, workspace: Workspace) -> None:
    lead = str(add_lead(two_outlets()[0], state="assigned").id)
    answers = at_once(app, as_, [(f"{API}/leads/{lead}/events", {"event": "contact"})] * 4)
    assert sorted(answers) == [200, 409, 409, 409]


@pytest.mark.both
def test_of_some_who_add_a_vehicle_at_once_one_adds_it(app: Flask, as_: As, workspace: Workspace) -> None:
    sent = body(two_outlets()[0])
    db.session.commit()
    assert sorted(at_once(app, as_, [(f"{API}/leads", sent)] * 4)) == [200, 200, 200, 201]


def at_once(app: Flask, as_: As, calls: list[tuple[str, dict[str, Any]]]) -> list[int]:
    """Make calls at the same time; return their statuses."""
    token = as_("admin").environ_base["HTTP_AUTHORIZATION"]
    db.session.rollback()

    def call(step: tuple[str, dict[str, Any]]) -> int:
        with app.app_context():
            client = app.test_client()
            client.environ_base["HTTP_AUTHORIZATION"] = token
            return client.post(step[0], json=step[1]).status_code

    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(call, calls))
