"""Many visitors open a chat at the same moment: none waits for a row that all of them write."""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.channels.sessions.models import ChannelSession
from app.channels.tokens.models import BotToken
from app.core.db.base import db
from tests.app.channels.talking import ORIGIN, live

CHATS, PAGES, AT_ONCE = int(os.environ.get("CHATS_AT_ONCE", "40")), 7, 8
"""As many at once as a process has connections for."""


def test_many_chats_are_opened_at_once(app: Flask, as_: Any) -> None:
    _bot, token = live(as_("admin"))
    db.session.commit()
    before = db.session.execute(select(BotToken.id, BotToken.revision)).all()
    db.session.rollback()

    def open_chat(number: int) -> tuple[int, str]:
        body = {"token": token, "lang": None, "page_url": f"{ORIGIN}/page-{number % PAGES}", "vars": {}}
        network = {"REMOTE_ADDR": f"198.51.{number // 250}.{number % 250}"}
        with app.app_context():
            client = app.test_client()
            answer = client.post("/w/1/sessions", json=body, headers={"Origin": ORIGIN}, environ_base=network)
            return answer.status_code, answer.text

    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(open_chat, range(CHATS)))
    assert {status for status, _ in answers} == {201}, answers
    rows = db.session.scalars(select(ChannelSession)).all()
    used = db.session.scalars(select(BotToken)).one()
    assert len(rows) == CHATS and used.last_used_at is not None and used.last_page.startswith(f"{ORIGIN}/page-")
    assert [(used.id, used.revision)] == [tuple(row) for row in before]


def test_a_use_is_no_change_of_a_token(client: FlaskClient, as_: Any) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    address = f"/api/v1/bots/{bot}/tokens"
    row = admin.get(address).json["items"][0]
    body = {"token": token, "lang": None, "page_url": f"{ORIGIN}/a", "vars": {}}
    assert client.post("/w/1/sessions", json=body, headers={"Origin": ORIGIN}).status_code == 201
    used = admin.get(address).json["items"][0]
    assert (used["revision"], used["last_page"]) == (row["revision"], f"{ORIGIN}/a") and used["last_used_at"]
