"""A published version receives a share of new conversations, until it is promoted, stopped, or another goes live."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.bots.catalog.models import Bot, BotSplit
from app.bots.catalog.splitting import bucket_of, version_for
from app.channels.sessions.models import ChannelSession
from app.conversations.models import Conversation
from app.core.db.base import db
from tests.app.channels.talking import Visitor, token
from tests.factories.bots import SMALL_FLOW, create_bot, publish_bot, put_flow

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both


def two_versions(admin: FlaskClient) -> str:
    """A bot whose first version is live, and whose second one says something else."""
    flow = deepcopy(SMALL_FLOW)
    flow["nodes"]["hello"]["next"] = "menu"
    flow["nodes"]["menu"] = {
        "type": "choice", "text": {"en": "What?"}, "options": [{"id": "go", "label": {"en": "Go"}, "next": "booked"}],
    }  # fmt: skip
    bot = create_bot(admin, flow=flow)
    assert publish_bot(admin, bot).status_code == 201
    other = deepcopy(flow)
    other["nodes"]["hello"]["text"]["en"] = "Good morning"
    put_flow(admin, bot, other)
    second = admin.post(f"/api/v1/bots/{bot}/publish", json={"note": "Another greeting", "live": False})
    assert second.status_code == 201, second.text
    return bot


def start(client: FlaskClient, bot: str, version: int = 2, share: int = 50) -> Any:
    """Start a split."""
    return client.post(f"/api/v1/bots/{bot}/splits", json={"version": version, "share": share})


def live_of(client: FlaskClient, bot: str) -> Any:
    """The version that is live."""
    return client.get(f"/api/v1/bots/{bot}").json["live_version"]


def versions_of(app: Flask, public: str, count: int, **more: Any) -> list[int]:
    """The versions that answer so many new visitors."""
    ids = [int(Visitor(app.test_client(), public, **more).id) for _ in range(count)]
    query = select(ChannelSession.id, ChannelSession.version).where(ChannelSession.id.in_(ids))
    versions = {row_id: version for row_id, version in db.session.execute(query)}
    return [versions[row_id] for row_id in ids]


def test_new_conversations_are_shared_and_old_ones_stay(app: Flask, as_: As) -> None:
    admin = as_("admin")
    bot = two_versions(admin)
    public = str(token(admin, bot)["token"])
    before = Visitor(app.test_client(), public)
    assert versions_of(app, public, 3) == [1, 1, 1]
    started = start(admin, bot)
    assert started.status_code == 201, started.text
    assert (started.json["state"], started.json["live"], started.json["version"]) == ("running", 1, 2)
    split = db.session.get_one(BotSplit, int(started.json["id"]))
    versions = versions_of(app, public, 16)
    query = select(ChannelSession).where(ChannelSession.bot_id == int(bot)).order_by(ChannelSession.id.desc()).limit(16)
    rows = list(db.session.scalars(query))
    assert sorted(row.version for row in rows) == sorted(versions)
    assert all(row.version == (2 if bucket_of(split.id, row.ext_user) < 5000 else 1) for row in rows)
    before.choose("go")
    session = db.session.get_one(ChannelSession, int(before.id), populate_existing=True)
    assert session.version == 1


def test_a_person_gets_the_same_version_and_shares_hold(as_: As) -> None:
    admin = as_("admin")
    row = db.session.get_one(Bot, int(bot := two_versions(admin)))
    start(admin, bot, share=25)
    db.session.refresh(row)
    people = [f"anon:{number}" for number in range(4000)]
    versions = [version_for(row, 1, person, is_real=True) for person in people]
    assert versions == [version_for(row, 1, person, is_real=True) for person in people]
    assert 0.22 < versions.count(2) / len(versions) < 0.28
    assert {version_for(row, 1, person, is_real=False) for person in people[:50]} == {1}


def test_it_is_promoted_or_stopped_by_one_call(as_: As) -> None:
    admin = as_("admin")
    bot = two_versions(admin)
    first = start(admin, bot).json
    assert start(admin, bot).json["code"] == "already_running"
    stopped = admin.post(f"/api/v1/bots/{bot}/splits/{first['id']}/stop")
    assert (stopped.status_code, stopped.json["state"], stopped.json["closed_by"]) == (200, "stopped", "Admin")
    assert live_of(admin, bot) == 1
    assert admin.post(f"/api/v1/bots/{bot}/splits/{first['id']}/promote").json["code"] == "invalid_transition"
    second = start(admin, bot, share=10).json
    promoted = admin.post(f"/api/v1/bots/{bot}/splits/{second['id']}/promote")
    assert (promoted.json["state"], live_of(admin, bot)) == ("promoted", 2)
    states = [row["state"] for row in admin.get(f"/api/v1/bots/{bot}/splits").json["items"]]
    assert states == ["promoted", "stopped"]
    actions = [row["action"] for row in admin.get("/api/v1/audit?per=100").json["items"]]
    assert {"bot_split:start", "bot_split:stop", "bot_split:promote"} <= set(actions)


def test_it_ends_when_another_version_goes_live(as_: As) -> None:
    admin = as_("admin")
    bot = two_versions(admin)
    assert admin.post(f"/api/v1/bots/{bot}/versions/2/live").status_code == 200
    split = start(admin, bot, version=1).json
    assert admin.post(f"/api/v1/bots/{bot}/versions/1/live").status_code == 200
    (row,) = admin.get(f"/api/v1/bots/{bot}/splits").json["items"]
    assert (row["id"], row["state"], row["closed_by"]) == (split["id"], "ended", None)
    assert db.session.get_one(Bot, int(bot), populate_existing=True).split_id is None


def test_what_cannot_be_split_is_refused(as_: As) -> None:
    admin = as_("admin")
    bot = two_versions(admin)
    for body in ({"version": 1, "share": 10}, {"version": 3, "share": 10}, {"version": 2, "share": 0},
                 {"version": 2, "share": 100}):  # fmt: skip
        assert admin.post(f"/api/v1/bots/{bot}/splits", json=body).status_code == 422, body
    draft = create_bot(admin, flow=SMALL_FLOW, name="Draft")
    assert start(admin, draft).json["code"] == "no_live_version"
    for role in ("author", "subscriber"):
        assert start(as_(role), bot).status_code == 403
    assert start(as_("maintainer", scope={"bots": []}), bot).status_code == 404
    assert start(as_("maintainer", scope={"outlets": []}), bot).status_code in (403, 404)


def test_figures_are_of_conversations_that_began_meanwhile(app: Flask, as_: As) -> None:
    admin = as_("admin")
    bot = two_versions(admin)
    public = str(token(admin, bot)["token"])
    Visitor(app.test_client(), public).choose("go")
    split = start(admin, bot).json
    for _ in range(12):
        Visitor(app.test_client(), public).choose("go")
    rows = list(db.session.scalars(select(Conversation).where(Conversation.bot_id == int(bot))))
    answer = admin.get(f"/api/v1/bots/{bot}/splits/{split['id']}/figures")
    assert answer.status_code == 200, answer.text
    sessions = {version["version"]: version["sessions"] for version in answer.json["versions"]}
    during = [
        row.bot_version for row in rows if row.started_at >= db.session.get_one(BotSplit, int(split["id"])).started_at
    ]
    assert sessions == {1: during.count(1), 2: during.count(2)} and sum(sessions.values()) == 12
    for version in answer.json["versions"]:
        completed = version["rates"][0]
        assert (completed["id"], completed["num"]) == ("completion_rate", version["sessions"])
        assert completed["low"] is None
    assert [difference["significant"] for difference in answer.json["differences"]] == [None, None, None]


def test_a_difference_beyond_chance_is_named(as_: As) -> None:
    admin = as_("admin")
    bot = two_versions(admin)
    split = start(admin, bot).json
    sample = Visitor(admin.application.test_client(), str(token(admin, bot)["token"]))
    sample.choose("go")
    (row,) = db.session.scalars(select(Conversation).where(Conversation.bot_id == int(bot)))
    values = {
        column.key: getattr(row, column.key)
        for column in Conversation.__mapper__.column_attrs
        if column.key not in ("id", "created_at")
    }
    row.bot_version = 1
    for version, hits, total in ((1, 19, 39), (2, 38, 40)):
        for number in range(total):
            more = {"bot_version": version, "goal_hit": number < hits, "source_id": f"{version}.{number}"}
            db.session.add(Conversation(**values | more))
    db.session.commit()
    figures = admin.get(f"/api/v1/bots/{bot}/splits/{split['id']}/figures").json
    live, other = figures["versions"]
    assert live["rates"][0] == {"id": "completion_rate", "value": 50.0, "num": 20, "den": 40, "low": 35.2, "high": 64.8}
    assert other["rates"][0]["value"] == 95.0
    completion = figures["differences"][0]
    assert (completion["delta"], completion["significant"], completion["better"]) == (45.0, True, True)
