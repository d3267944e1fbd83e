"""Filling a database with the demonstration: the same each time, and never in production."""

from dataclasses import replace

import pytest
from flask import Flask
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import within
from app.seeding import customer_documents
from app.seeding.demo import seed_demo
from app.seeding.size import Size
from tests.conftest import empty


def test_it_is_the_same_each_time(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    moment, results = clock.now(), []
    monkeypatch.setattr(clock, "now", lambda: moment)
    for _ in range(2):
        workspace = seed_demo(size=Size(12, 12))
        assert workspace is not None
        with within(workspace.id):
            query = select(
                Conversation.source_id, Conversation.started_at, Conversation.outcome, Conversation.cost_micro
            )
            results.append(sorted(map(str, db.session.execute(query))))
        db.session.rollback()
        empty(app)
    assert results[0] == results[1]


def test_the_command_refuses_in_production(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "SETTINGS", replace(app.config["SETTINGS"], app_env="production"))
    result = app.test_cli_runner().invoke(args=["seed", "demo"])
    assert result.exit_code == 1 and "production" in result.output and db.session.scalar(select(Workspace.id)) is None


def test_documents_are_drawn_with_our_own_font() -> None:
    # One that is missing is looked for among the machine's, which need not have it.
    assert customer_documents.FONT.is_file()
