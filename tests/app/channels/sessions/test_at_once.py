"""Requests that name the same new session, or shorten the same address, at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.bookmarks.models import ShortAddress
from app.channels.sessions.models import ChannelSession
from app.core.db.base import db
from tests.app.channels.talking import live

As = Callable[..., FlaskClient]
AT_ONCE = 6
pytestmark = pytest.mark.both


def post_at_once(app: Flask, path: str, body: dict[str, Any], headers: dict[str, str]) -> list[int]:
    """The statuses of the same request made several times at once."""
    db.session.commit()

    def post(_number: int) -> int:
        with app.app_context():
            return app.test_client().post(path, json=body, headers=headers).status_code

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(post, range(AT_ONCE)))


def test_first_messages_at_once_are_all_answered_in_one_session(app: Flask, as_: As) -> None:
    admin = as_("admin")
    bot, _token = live(admin)
    body = {"name": "App", "kind": "api", "scopes": ["openai"]}
    token = admin.post(f"/api/v1/bots/{bot}/tokens", json=body).json["token"]
    message = {"sender": "s1", "message": "when are you open"}
    statuses = post_at_once(app, "/webhooks/rest/webhook", message, {"Authorization": f"Bearer {token}"})
    assert statuses == [200] * AT_ONCE
    assert db.session.scalar(select(func.count(ChannelSession.id))) == 1


def test_an_address_that_is_shortened_at_once_has_one_short_one(app: Flask, as_: As) -> None:
    reader = as_("subscriber")
    headers = {"Authorization": reader.environ_base["HTTP_AUTHORIZATION"]}
    statuses = post_at_once(app, "/api/v1/short-addresses", {"url": "/reports/dashboard?grp=service"}, headers)
    assert statuses == [201] * AT_ONCE
    assert db.session.scalar(select(func.count(ShortAddress.id))) == 1
