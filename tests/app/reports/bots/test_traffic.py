"""The ways of conversations through a version: outputs that were taken, and those that look alike."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.conversations.models import Message
from app.core.db.base import db
from tests.app.channels.talking import DESK, Visitor, live
from tests.factories.bots import create_bot, publish_bot, put_flow

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both


def traffic(person: FlaskClient, bot: str, **query: Any) -> dict[str, Any]:
    """The ways through a version, outputs by node and key."""
    answer = person.get(f"/api/v1/bots/{bot}/traffic", query_string=query)
    assert answer.status_code == 200, answer.text
    return answer.json | {
        "reached": {item["node"]: item["reached"] for item in answer.json["items"]},
        "taken": {
            (item["node"], output["key"]): output["taken"]
            for item in answer.json["items"]
            for output in item["outputs"]
        },
    }


def visit(app: Flask, token: str, *steps: str) -> None:
    """A visitor who chooses what begins with a colon, and says all else."""
    visitor = Visitor(app.test_client(), token)
    for step in steps:
        answer = visitor.choose(step[1:]) if step.startswith(":") else visitor.say(step)
        assert answer.status_code < 300, answer.text


def test_options_and_edges_are_counted_once_a_conversation(app: Flask, as_: As) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    visit(app, token, ":book", "when are you open", "tomorrow", "5")
    visit(app, token, "a person")
    visit(app, token, "when are you open")
    counts = traffic(admin, bot)
    assert (counts["version"], counts["conversations"], counts["read"]) == (1, 3, 3)
    taken = counts["taken"]
    assert taken["hello", "next"] == 3 and taken["ask", "next"] == taken["booked", "next"] == taken["rate", "next"] == 1
    assert (taken["menu", "options/book"], taken["menu", "options/person"]) == (1, 1)
    assert taken["hours", "next"] == 0 and counts["reached"]["hours"] == 2 and counts["reached"]["menu"] == 3


def test_an_option_is_known_by_its_id_where_several_lead_to_the_same(app: Flask, as_: As) -> None:
    admin = as_("admin")
    flow = deepcopy(DESK)
    flow["nodes"]["menu"]["options"].append({"id": "visit", "label": {"en": "A visit"}, "next": "ask"})
    bot, token = live(admin, flow)
    visit(app, token, ":book")
    assert traffic(admin, bot)["taken"]["menu", "options/book"] == 1
    visit(app, token, "a visit")
    visit(app, token, "please a visit")
    taken = traffic(admin, bot)["taken"]
    assert (taken["menu", "options/book"], taken["menu", "options/visit"]) == (1, 2)
    assert taken["menu", "options/person"] == 0


def test_traces_without_options_leave_alike_outputs_uncounted(app: Flask, as_: As) -> None:
    admin = as_("admin")
    flow = deepcopy(DESK)
    flow["nodes"]["menu"]["options"].append({"id": "visit", "label": {"en": "A visit"}, "next": "ask"})
    bot, token = live(admin, flow)
    visit(app, token, "a visit")
    for message in db.session.scalars(select(Message).where(Message.speaker == "user")):
        trace = {name: value for name, value in (message.extra or {})["trace"].items() if name != "options"}
        message.extra = (message.extra or {}) | {"trace": trace}
    db.session.commit()
    taken = traffic(admin, bot)["taken"]
    assert (taken["menu", "options/book"], taken["menu", "options/visit"]) == (None, None)
    assert taken["menu", "options/person"] == 0


def test_a_corrected_choice_is_counted_by_its_new_option(app: Flask, as_: As) -> None:
    admin = as_("admin")
    flow = deepcopy(DESK)
    flow["variables"] = flow.get("variables", {}) | {"place": {"type": "text"}}
    flow["nodes"]["menu"] |= {"save": "place"}
    flow["nodes"]["menu"]["options"].append({"id": "visit", "label": {"en": "A visit"}, "next": "ask"})
    bot, token = live(admin, flow)
    visit(app, token, ":book", "no, a visit")
    taken = traffic(admin, bot)["taken"]
    assert (taken["menu", "options/book"], taken["menu", "options/visit"]) == (1, 1)


def test_what_follows_a_jump_that_comes_back_has_no_count(app: Flask, as_: As) -> None:
    admin = as_("admin")
    flow = deepcopy(DESK)
    flow["nodes"]["info"] = {"type": "jump", "to": "hours", "back": True, "next": "menu"}
    flow["nodes"]["menu"]["options"].append({"id": "info", "label": {"en": "Hours"}, "next": "info"})
    bot, token = live(admin, flow)
    visit(app, token, ":info")
    taken = traffic(admin, bot)["taken"]
    assert (taken["menu", "options/info"], taken["info", "to"], taken["info", "next"]) == (1, 1, None)


def test_ways_are_of_one_version(app: Flask, as_: As) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    visit(app, token, ":book")
    put_flow(admin, bot, DESK | {"nodes": DESK["nodes"] | {"bye": {"type": "end", "text": {"en": "Good bye"}}}})
    assert publish_bot(admin, bot, train=False).status_code == 201
    assert traffic(admin, bot)["conversations"] == 0 and traffic(admin, bot)["version"] == 2
    assert traffic(admin, bot, version=1)["taken"]["menu", "options/book"] == 1
    assert admin.get(f"/api/v1/bots/{bot}/traffic?version=9").status_code == 404
    draft = traffic(admin, create_bot(admin, name="Draft"))
    assert (draft["version"], draft["items"]) == (None, [])


def test_ways_are_those_that_the_reader_sees(app: Flask, as_: As) -> None:
    admin, part = as_("admin"), as_("maintainer", scope={"outlets": []})
    bot, token = live(admin)
    visit(app, token, ":book")
    counts = traffic(part, bot)
    assert counts["conversations"] == 0 and not any(counts["reached"].values())
