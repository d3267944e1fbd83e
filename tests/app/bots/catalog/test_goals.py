"""Goals of a bot: declared or reached, one of them the top."""

from collections.abc import Callable

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app import areas
from app.accounts.workspaces.models import Workspace
from app.analytics import recount
from app.bots.catalog.models import Bot
from app.bots.catalog.service import goals_of
from app.conversations.models import Conversation
from app.core import jobs
from app.core.db.base import db
from app.core.db.tenancy import within
from app.ingest import dialogues
from app.reports import service
from app.reports.service import ReportQuery
from tests.conftest import add_workspace
from tests.factories.conversations import START, dialogue, event, make_bot


def reach(bot: Bot, *names: str) -> Conversation:
    """A session that reaches these goals."""
    events = [event("user"), *(event("bot", at=place, goal=name) for place, name in enumerate(names, 1))]
    (session,) = dialogues.store_dialogues([dialogue(events)], bot=bot, source="t")
    return session


def test_goals_reached_become_goals_of_the_bot(workspace: Workspace) -> None:
    bot, other = make_bot(), make_bot("Sales Guide", "sales")
    reach(bot, "booked", "paid")
    reach(bot, "paid")
    reach(other, "paid")
    assert [goal.name for goal in goals_of(bot.id)] == ["booked", "paid"]
    assert [goal.name for goal in goals_of(other.id)] == ["paid"]


def test_the_top_goal_makes_the_rate_for_what_is_stored_too(
    app: Flask, workspace: Workspace, as_: Callable[..., FlaskClient]
) -> None:
    bot, place = make_bot(), workspace.id
    reach(bot, "booked")
    reach(bot, "paid")
    reach(bot, "paid", "booked")
    bot_id, admin = bot.id, as_("admin")

    def rate() -> tuple[float, int, int]:
        with within(place):
            question = ReportQuery(r=f"{START.date()}..{START.date()}")
            card = next(c for c in service.dashboard(question)["cards"] if c["id"] == "completion_rate")
            assert recount.verify() == []
            return card["value"], card["num"], card["den"]

    assert rate() == (100.0, 3, 3)
    goals = {goal["name"]: goal for goal in admin.get(f"/api/v1/bots/{bot_id}/goals").json["items"]}
    assert {name: goal["top"] for name, goal in goals.items()} == {"booked": False, "paid": False}
    chosen = admin.post(f"/api/v1/bots/{bot_id}/goals/top", json={"goal": goals["booked"]["id"]})
    assert (chosen.status_code, chosen.json) == (202, {"goal": goals["booked"]["id"]})
    assert {goal["name"]: goal["top"] for goal in admin.get(f"/api/v1/bots/{bot_id}/goals").json["items"]} == {
        "booked": True,
        "paid": False,
    }
    areas.modules("jobs")
    while (row := jobs.take("tests")) is not None:
        jobs.perform(row)
    assert rate() == (100.0, 2, 2)
    with within(place):
        # All three are completed all the same.
        assert set(db.session.scalars(select(Conversation.outcome))) == {"completed"}
    assert admin.post(f"/api/v1/bots/{bot_id}/goals/top", json={"goal": None}).status_code == 202
    while (row := jobs.take("tests")) is not None:
        jobs.perform(row)
    assert rate() == (100.0, 3, 3)


def test_calls_refuse_what_does_not_fit(workspace: Workspace, as_: Callable[..., FlaskClient]) -> None:
    bot = make_bot()
    path, admin = f"/api/v1/bots/{bot.id}/goals", as_("admin")
    assert admin.post(path, json={"name": "booked"}).status_code == 201
    again = admin.post(path, json={"name": "booked"})
    assert (again.status_code, again.json["code"]) == (409, "duplicate")
    assert admin.post(path, json={"name": ""}).status_code == 422
    assert admin.post(f"{path}/top", json={"goal": "1"}).status_code == 422
    assert as_("subscriber").post(path, json={"name": "x"}).status_code == 403
    assert as_("admin", add_workspace("Elsewhere")).get(path).status_code == 404
