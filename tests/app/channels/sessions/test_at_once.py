"""Requests that name the same new session at the same moment."""

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.channels.sessions.models import ChannelSession
from app.core.db.base import db
from tests.app.channels.talking import live
from tests.factories.at_once import AT_ONCE, post_at_once

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both


def test_first_messages_at_once_are_all_answered_in_one_session(app: Flask, as_: As) -> None:
    admin = as_("admin")
    bot, _token = live(admin)
    body = {"name": "App", "kind": "api", "scopes": ["openai"]}
    token = admin.post(f"/api/v1/bots/{bot}/tokens", json=body).json["token"]
    message = {"sender": "s1", "message": "when are you open"}
    statuses = post_at_once(app, "/webhooks/rest/webhook", message, {"Authorization": f"Bearer {token}"})
    assert statuses == [200] * AT_ONCE
    assert db.session.scalar(select(func.count(ChannelSession.id))) == 1
