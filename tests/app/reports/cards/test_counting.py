"""People of long ranges in another zone than the clients' are counted by a job and kept."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app import areas
from app.accounts.workspaces.models import Workspace
from app.analytics import recount
from app.bots.catalog.models import Bot
from app.core import clock, jobs
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.jobs import Job
from app.ingest import dialogues, merging
from app.reports import service
from app.reports.cards import counting
from app.reports.counts import people
from app.reports.records.models import PeopleCount
from app.reports.service import ReportQuery
from tests.conftest import add_workspace
from tests.factories.conversations import START, asked_and_answered, dialogue
from tests.fixtures import hand_counted

URL = "/api/v1/reports/dashboard?r=2025-10-01..2026-03-09&tz=America/New_York&cmp=wk"
SignIn = Callable[..., FlaskClient]


@pytest.fixture(autouse=True)
def clock_of_the_forty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)


def users(client: FlaskClient, url: str = URL) -> dict[str, Any]:
    """The card of active users."""
    return next(card for card in client.get(url).json["cards"] if card["id"] == "users_active")


def work() -> None:
    """Do the ready jobs as the runner does."""
    areas.modules("jobs")
    while (row := jobs.take("tests")) is not None:
        jobs.perform(row)


def test_the_job_counts_what_counting_at_once_would(
    as_: SignIn, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_counted.lay()
    admin, place = as_("subscriber"), workspace.id
    card = users(admin)
    assert card["value"] is None and "new" not in card
    assert {key: card["counting"][key] for key in ("state", "as_of", "current")} == {
        "state": "none",
        "as_of": None,
        "current": False,
    }
    answer = admin.post(card["counting"]["call"])
    assert (answer.status_code, answer.json.get("state")) == (202, "queued"), answer.json
    assert users(admin)["counting"]["state"] == "queued"
    work()
    counted = users(admin)
    # Of 25 contacts u11 never engaged, u21 is a test and u22 is u13. The range ends at 09:30 in Kolkata: u04 is in.
    assert (counted["value"], counted["previous"], counted["new"], counted["returning"]) == (22, None, 22, 0)
    assert (counted["counting"]["state"], counted["counting"]["current"]) == ("done", True)
    assert counted["counting"]["as_of"] is not None
    monkeypatch.setattr(people, "MAX_RAW", timedelta(days=400))
    with within(place):
        question = ReportQuery(r="2025-10-01..2026-03-09", tz="America/New_York", cmp="wk")
        at_once = service.dashboard(question, hand_counted.NOW)["cards"][1]
    assert {key: at_once[key] for key in ("value", "new", "returning", "previous", "spark")} == {
        key: counted[key] for key in ("value", "new", "returning", "previous", "spark")
    }


def test_intents_nobody_has_counted_are_not_nought(as_: SignIn, workspace: Workspace) -> None:
    hand_counted.lay()
    admin = as_("admin")
    assert admin.get(URL).json["intents"] == {"turns": None, "items": []}
    assert admin.get(f"{URL.split('&')[0]}").json["intents"]["turns"] > 0


def test_a_second_reader_starts_no_second_job(as_: SignIn, workspace: Workspace) -> None:
    hand_counted.lay()
    first, second = as_("subscriber"), as_("admin")
    call = users(first)["counting"]["call"]
    for reader in (first, second):
        assert reader.post(call).json["state"] == "queued"
    work()
    assert second.post(call).json["state"] == "done"
    assert db.session.scalar(select(func.count(Job.id)).where(Job.kind == "count_people")) == 1


def test_newer_data_leaves_the_number_with_its_time_and_the_way_to_a_newer_one(
    as_: SignIn, workspace: Workspace
) -> None:
    bots, place = hand_counted.lay(), workspace.id
    admin, desk_id = as_("admin"), bots["desk"].id
    call = users(admin)["counting"]["call"]
    admin.post(call)
    work()
    with within(place):
        desk = db.session.get_one(Bot, desk_id)
        visit = dialogue(asked_and_answered(START - timedelta(days=30)), ext_user="new")
        dialogues.store_dialogues([visit], bot=desk, source="more")
        db.session.commit()
    stale = users(admin)
    assert (stale["value"], stale["counting"]["current"]) == (22, False)
    assert admin.post(call).json["state"] == "queued"
    work()
    assert users(admin)["value"] == 23


def test_merges_are_counted_after(as_: SignIn, workspace: Workspace) -> None:
    hand_counted.lay()
    admin, place = as_("admin"), workspace.id
    with within(place):
        ids = hand_counted.contact_ids()
        merging.merge(ids["u20"], ids["u19"])
        db.session.commit()
        assert recount.verify() == []
    admin.post(users(admin)["counting"]["call"])
    work()
    assert users(admin)["value"] == 21


def test_each_reach_has_its_own_number(as_: SignIn, workspace: Workspace) -> None:
    bots = hand_counted.lay()
    part, admin = as_("client", scope={"bots": [str(bots["drive"].id)]}), as_("admin")
    part.post(users(part)["counting"]["call"])
    work()
    # u05 u06 u02 u17 u18 u24.
    assert users(part)["value"] == 6
    assert users(admin)["value"] is None


def test_what_needs_no_job_starts_none(as_: SignIn, workspace: Workspace) -> None:
    hand_counted.lay()
    admin = as_("admin")
    assert "counting" not in users(admin, "/api/v1/reports/dashboard?r=2025-10-01..2026-03-09")
    assert admin.post("/api/v1/reports/people?r=2025-10-01..2026-03-09").status_code == 422
    assert as_("editor").post("/api/v1/reports/people?tz=UTC&r=all").status_code == 403


def test_kept_numbers_and_waiting_jobs_are_bounded(
    as_: SignIn, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_counted.lay()
    admin, place = as_("admin"), workspace.id
    urls = [f"/api/v1/reports/people?r=2025-0{month}-01..2026-03-09&tz=UTC" for month in range(1, 8)]
    answers = [admin.post(url).status_code for url in urls]
    assert answers == [202] * counting.MAX_WAITING + [429] * (len(urls) - counting.MAX_WAITING)
    work()
    monkeypatch.setattr(counting, "MAX_KEPT", 3)
    assert admin.post(urls[5]).status_code == 202
    with within(place):
        assert db.session.scalar(select(func.count(PeopleCount.id))) == 3


def test_a_count_of_another_workspace_is_nobodys(as_: SignIn, workspace: Workspace) -> None:
    hand_counted.lay()
    elsewhere = add_workspace("Elsewhere")
    admin, foreign = as_("admin"), as_("admin", elsewhere)
    admin.post(users(admin)["counting"]["call"])
    work()
    db.session.add(elsewhere)
    with within(elsewhere.id):
        hand_counted.lay()
    assert users(foreign)["value"] is None
