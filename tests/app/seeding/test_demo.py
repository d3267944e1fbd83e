"""The demonstration workspace: the same each time, whole, and only in an empty database."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.analytics import recount
from app.bots.catalog.models import Bot
from app.clients.models import Outlet
from app.conversations.models import OUTCOMES, Contact, Conversation, Message
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import within
from app.seeding.conversations import SESSIONS
from app.seeding.demo import seed_demo
from tests.conftest import empty


@pytest.fixture(scope="module")
def seeded(application: Flask) -> Iterator[int]:
    """The demonstration, made once for the tests that only look at it."""
    with application.app_context():
        workspace = seed_demo()
        assert workspace is not None
        made = workspace.id
        db.session.commit()
    yield made
    with application.app_context():
        empty(application)


@pytest.fixture
def demo(application: Flask, seeded: int) -> Iterator[Workspace]:
    """Its workspace."""
    with application.app_context():
        yield db.session.get_one(Workspace, seeded)


def count(model: type) -> int:
    return db.session.scalar(select(func.count()).select_from(model)) or 0


def kinds(column: object) -> dict[str, int]:
    """How many sessions there are of each value."""
    return dict(db.session.execute(select(column, func.count()).group_by(column)).all())  # type: ignore[call-overload]


def test_it_shows_everything_a_report_can_show(demo: Workspace) -> None:
    with within(demo.id):
        assert (demo.slug, demo.name, count(Outlet), count(Bot), count(User)) == ("demo", "Meridian Motors", 12, 5, 50)
        assert count(Conversation) >= SESSIONS >= 1500
        outcomes = kinds(Conversation.outcome)
        assert set(outcomes) == {*OUTCOMES, None} and outcomes[None] >= 3  # type: ignore[comparison-overlap, index]
        assert set(kinds(Conversation.channel)) == {"whatsapp", "web", "voice", "telegram"}
        assert set(kinds(Conversation.bot_group)) == {"service", "sales", "psf"}
        assert set(kinds(Conversation.language)) == {"en", "hi"} and set(kinds(Conversation.traffic)) == {
            "real",
            "test",
        }
        assert set(kinds(Conversation.rating)) == {1, 2, 3, 4, 5, None}  # type: ignore[comparison-overlap]
        assert count(Contact) < count(Conversation) / 2
        oldest = db.session.scalar(select(func.min(Conversation.started_at)))
        newest = db.session.scalar(select(func.max(Message.sent_at)))
        assert oldest is not None and clock.now() - timedelta(days=130) < oldest < clock.now() - timedelta(days=115)
        assert newest is not None and newest <= clock.now()
        assert recount.verify() == []


def test_no_text_shows_a_number_of_a_person(demo: Workspace) -> None:
    with within(demo.id):
        texts = " ".join(db.session.scalars(select(Message.text)))
        assert "[phone]" in texts and "[registration]" in texts


def test_it_is_filled_once(demo: Workspace) -> None:
    assert seed_demo() is None
