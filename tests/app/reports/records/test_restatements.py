"""What changes a final number is listed, and marked on its day."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.analytics.models import Restatement
from app.bots.catalog.service import change_bot
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import within
from app.ingest import corrections, live_events
from app.reports import export, service
from app.reports.service import ReportQuery
from tests.conftest import add_workspace
from tests.factories.conversations import event
from tests.fixtures import hand_counted

SignIn = Callable[..., FlaskClient]
MARKED = hand_counted.NOW.astimezone(hand_counted.ZONE).isoformat(timespec="milliseconds")


@pytest.fixture(autouse=True)
def clock_of_the_forty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)


def marks(**more: Any) -> dict[str, str]:
    """The marked buckets of a dashboard."""
    document = service.dashboard(ReportQuery(**more), hand_counted.NOW)
    return {bucket["start"]: bucket["restated_at"] for bucket in document["series"]["buckets"] if bucket["restated_at"]}


def remove(number: int) -> None:
    """Delete one of the forty sessions."""
    conversation = db.session.scalars(select(Conversation).where(Conversation.source_id == str(number))).one()
    corrections.delete_conversation(conversation.id)


def test_a_day_whose_number_changed_is_marked(workspace: Workspace) -> None:
    bots = hand_counted.lay()
    assert marks() == {}
    remove(5)
    assert set(marks()) == {"2026-02-13"}
    # The week, its bot and its group; not the hours of three days, another group, another zone or one channel.
    assert set(marks(g="week")) == {"2026-02-10"}
    assert set(marks(bot=(bots["drive"].id,), grp="sales")) == {"2026-02-13"}
    assert marks(bot=(bots["desk"].id,)) == marks(grp="psf") == marks(tz="UTC") == marks(ch=("web",)) == {}
    assert marks(r="2026-02-12..2026-02-14", g="hour") == {}
    rows = export.figure_csv("series", service.dashboard(ReportQuery(), hand_counted.NOW)).splitlines()
    assert [row.split(",")[2] for row in rows if "restated" in row] == ["2026-02-13"] * 4


def test_a_bots_days_are_marked_in_the_group_it_had(workspace: Workspace) -> None:
    bots = hand_counted.lay()
    change_bot(bots["care"], group="sales")
    remove(19)  # The bot has another session on that day.
    assert set(marks()) == set(marks(grp="psf")) == {"2026-02-24"} and marks(grp="sales") == {}


def test_a_day_that_was_not_final_is_not(workspace: Workspace) -> None:
    hand_counted.lay()
    before = db.session.scalars(select(Restatement)).all()
    remove(29)  # On 9 March; it is the 10th.
    assert marks() == {} and db.session.scalars(select(Restatement)).all() == before


def test_a_late_event_that_opens_a_session_in_a_final_day_is_restated(workspace: Workspace) -> None:
    bots = hand_counted.lay()
    at = hand_counted.NOW - timedelta(days=5)
    sent = event("user", base=at)
    assert live_events.take_event(sent, bot=bots["desk"], channel="web", ext_user="late") is not None
    assert set(marks()) == {"2026-03-05"}
    lines = {row.metric: (row.old, row.new, row.cause) for row in db.session.scalars(select(Restatement))}
    assert lines["engaged"] == (0, 1, "late event") and lines["users_active"] == (0, 1, "late event")


def test_the_list_tells_what_changed_and_why(workspace: Workspace, as_: SignIn) -> None:
    bots = hand_counted.lay()
    remove(5)
    reader = as_("subscriber")
    page = reader.get("/api/v1/restatements?per=100").json
    engaged = next(row for row in page["items"] if row["metric"] == "engaged")
    assert {key: engaged[key] for key in ("day", "bot", "old", "new", "cause", "import")} == {
        "day": "2026-02-13",
        "bot": str(bots["drive"].id),
        "old": 1,
        "new": 0,
        "cause": "conversation deleted",
        "import": None,
    }
    assert page["total"] == len(page["items"]) > 5
    assert len(reader.get("/api/v1/restatements").json["items"]) == min(10, page["total"])


def test_who_sees_the_list(workspace: Workspace, as_: SignIn) -> None:
    bots, elsewhere = hand_counted.lay(), add_workspace("Elsewhere")
    remove(5)
    path = "/api/v1/restatements"
    drive, desk = str(bots["drive"].id), str(bots["desk"].id)
    assert as_("client", scope={"bots": [drive]}).get(path).json["total"] > 0
    for scope in ({"bots": [desk]}, {"clients": ["1"]}, {"outlets": ["1"]}):
        assert as_("client", scope=scope).get(path).json["total"] == 0, scope
    assert as_("admin", elsewhere).get(path).json["total"] == 0
    assert as_("editor").get(path).status_code == 403
    with within(workspace.id):
        assert set(marks()) == {"2026-02-13"}
