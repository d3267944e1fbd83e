"""A dashboard is made once for a state of the data, and again after every commit that can change it."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.analytics.data_version import data_version
from app.bots.catalog.flows import set_flow
from app.bots.catalog.models import Bot
from app.bots.templates import document_of
from app.core import clock
from app.core.db.base import db
from app.reports import service
from app.reports.service import ReportQuery
from tests.conftest import add_workspace
from tests.fixtures import hand_counted

SignIn = Callable[..., FlaskClient]
URL = "/api/v1/reports/dashboard?r=2026-02-10..2026-03-09"


@pytest.fixture
def queries(monkeypatch: pytest.MonkeyPatch) -> list[ReportQuery]:
    """The questions whose dashboards have been worked out."""
    questions, work_out = list[ReportQuery](), service.DOCUMENTS["dashboard"]

    def noted(question: ReportQuery, *more: Any) -> dict[str, Any]:
        questions.append(question)
        return work_out(question, *more)

    monkeypatch.setitem(service.DOCUMENTS, "dashboard", noted)
    return questions


def test_the_same_question_is_answered_from_one_piece_of_work(
    as_: SignIn, monkeypatch: pytest.MonkeyPatch, queries: list[ReportQuery]
) -> None:
    moment = clock.now()
    monkeypatch.setattr(clock, "now", lambda: moment)
    hand_counted.lay()
    admin = as_("admin")
    first = admin.get(URL)
    assert as_("subscriber").get(URL).data == first.data
    assert len(queries) == 1
    assert admin.get(f"{URL}&grp=sales").data != first.data
    assert len(queries) == 2


def test_what_a_report_shows_raises_the_version(as_: SignIn, workspace: Workspace) -> None:
    bots = hand_counted.lay()
    admin, seen = as_("admin"), []

    def name() -> str:
        seen.append(data_version())
        return next(bot["name"] for bot in admin.get(URL).json["options"]["bots"] if bot["id"] == str(desk))

    desk = bots["desk"].id
    name()
    db.session.get_one(Bot, desk).name = "Front desk"
    db.session.commit()
    assert name() == "Front desk"
    db.session.get_one(Workspace, workspace.id).zone = "Asia/Dubai"
    db.session.commit()
    name()
    assert seen == sorted(set(seen))


def test_phrases_of_a_working_copy_raise_the_version_and_its_steps_do_not(workspace: Workspace) -> None:
    bot = hand_counted.lay()["desk"]
    document = set_flow(bot, document_of("service-booking", "en"), None).document
    before = data_version()
    start = document["nodes"][document["start"]]
    moved = document | {"nodes": document["nodes"] | {document["start"]: start | {"text": {"en": "Good morning."}}}}
    set_flow(bot, moved, None)
    assert data_version() == before
    set_flow(bot, moved | {"intents": {}}, None)
    assert data_version() == before + 1


def test_nobody_gets_what_was_made_for_another_reach(as_: SignIn) -> None:
    bots = hand_counted.lay()
    whole = as_("admin").get(URL).json
    part = as_("client", scope={"bots": [str(bots["desk"].id)]}).get(URL).json
    assert [bot["name"] for bot in part["options"]["bots"]] == [bots["desk"].name]
    assert part["cards"][0]["value"] < whole["cards"][0]["value"]


def test_a_rolled_back_write_leaves_the_version(workspace: Workspace) -> None:
    bots = hand_counted.lay()
    db.session.commit()
    before = data_version()
    db.session.get_one(Bot, bots["desk"].id).name = "Front desk"
    db.session.flush()
    assert data_version() == before + 1
    db.session.rollback()
    assert data_version() == before
    add_workspace("Other")
    assert data_version() == before
