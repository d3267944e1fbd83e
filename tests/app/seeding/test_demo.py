"""The demonstration workspace: the same each time, whole, and only in an empty database."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.analytics import recount
from app.bookmarks.models import Bookmark
from app.bots.catalog.models import GROUPS, Bot
from app.clients.models import Outlet
from app.conversations.models import OUTCOMES, ContactKey, Conversation, Message
from app.core import clock
from app.core.db import base
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.jobs import Job
from app.imports import running
from app.imports.service import create_import
from app.leads.models import Lead
from app.masters.records.identities import has_check_digit, registration_of
from app.masters.records.models import Customer, JobCard, Vehicle
from app.offers.models import Offer
from app.offers.results import funnel_of
from app.reports.service import ReportQuery, dashboard
from app.seeding import jobs
from app.seeding.demo import seed_demo
from app.seeding.leads import COUNTS, WINDOW
from app.seeding.size import WHOLE, Size, use_size
from app.seeding.visitors import SeededConversation
from tests.conftest import empty, table_names
from tests.demonstration import prepared
from tests.factories.imports import DATA, SGD_FILE

FIGURES = ("cards", "series", "outcomes", "channels", "intents", "heat")


@pytest.fixture(scope="module")
def seeded(application: Flask) -> Iterator[int]:
    """The demonstration, for the tests that only look at it; its workspace."""
    with application.app_context():
        if db.engine.dialect.name == "sqlite":
            _copy_prepared()
        else:
            seed_demo()
            db.session.commit()
        (workspace_id,) = db.session.scalars(select(Workspace.id))
    yield workspace_id
    with application.app_context():
        empty(application)


def _copy_prepared() -> None:
    """Copy the rows of the demonstration that the suite has prepared."""
    raw: Any = db.session.connection().connection.driver_connection
    raw.commit()
    raw.execute("ATTACH ? AS prepared", (str(prepared(whole=True) / "parley.db"),))
    for name in reversed(table_names()):
        raw.execute(f'INSERT INTO main."{name}" SELECT * FROM prepared."{name}"')
    raw.commit()
    raw.execute("DETACH prepared")


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
        assert (demo.slug, demo.name, count(Outlet), count(Bot), count(User)) == ("demo", "Meridian Motors", 24, 5, 50)
        assert count(Conversation) >= WHOLE.conversations >= 1500
        outcomes = kinds(Conversation.outcome)
        assert set(outcomes) == {*OUTCOMES, None} and outcomes[None] >= 1  # type: ignore[comparison-overlap, index]
        assert set(kinds(Conversation.channel)) == {"whatsapp", "web", "voice", "telegram"}
        assert set(kinds(Conversation.bot_group)) == {"service", "sales", "psf"}
        assert set(kinds(Conversation.language)) == {"en", "hi"} and set(kinds(Conversation.traffic)) == {
            "real",
            "test",
        }
        assert set(kinds(Conversation.rating)) == {1, 2, 3, 4, 5, None}  # type: ignore[comparison-overlap]
        people = db.session.scalar(select(func.count(Conversation.contact_id.distinct()))) or 0
        assert 0 < people < count(Conversation) / 2
        oldest = db.session.scalar(select(func.min(Conversation.started_at)))
        newest = db.session.scalar(select(func.max(Message.sent_at)))
        assert oldest is not None and clock.now() - timedelta(days=130) < oldest < clock.now() - timedelta(days=115)
        assert newest is not None and newest <= clock.now()
        assert recount.verify() == []


def test_who_talks_to_a_bot_owns_a_vehicle_that_has_been_to_a_workshop(demo: Workspace) -> None:
    with within(demo.id):
        assert (count(Vehicle), count(Customer)) == (2_000, 2_000) and count(JobCard) > 3_000
        known = select(ContactKey.ext_user).where(ContactKey.channel == "whatsapp")
        spoken = set(db.session.scalars(known))
        assert spoken and spoken <= set(db.session.scalars(select(Customer.phone)))
        assert all(has_check_digit(vin) for vin in db.session.scalars(select(Vehicle.vin)))
        plates = db.session.scalars(select(Vehicle.registration)).all()
        assert all(registration_of(plate or "", "IN") == plate for plate in plates)


def test_offers_have_a_believable_lift_and_leads_can_be_sold(demo: Workspace) -> None:
    with within(demo.id):
        offers = {offer.name: offer for offer in db.session.scalars(select(Offer))}
        assert {offer.channel for offer in offers.values()} == {"email", "whatsapp"}
        for name in ("Summer tyre event", "Insurance reminder"):
            funnel = funnel_of(offers[name])
            assert funnel["stages"][2]["count"] > 100 and funnel["failed"], name
            lift = funnel["lift"]
            assert lift is not None and lift["low"] < lift["difference"] < lift["high"], name
            assert 0 < lift["difference"] < 15, name
        leads = db.session.scalars(select(Lead)).all()
        assert Counter(lead.state for lead in leads) == COUNTS and len(leads) == 300
        window = timedelta(days=WINDOW + 1)
        assert all(lead.outlet_id and lead.warranty_end <= clock.now().date() + window for lead in leads)


def test_its_administrator_has_bookmarks_with_values(demo: Workspace) -> None:
    with within(demo.id):
        figures = [row.figure for row in db.session.scalars(select(Bookmark).order_by(Bookmark.position))]
    assert len(figures) == 4 and all(figure is not None and figure["value"] > 0 for figure in figures), figures


def test_no_text_shows_a_number_of_a_person(demo: Workspace) -> None:
    with within(demo.id):
        texts = " ".join(db.session.scalars(select(Message.text)))
        assert "[phone]" in texts and "[registration]" in texts


def test_nobody_waits_for_the_write_lock_while_its_bots_talk(demo: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    transactions, talk = set(), SeededConversation.talk

    def noted(conversation: SeededConversation) -> None:
        transactions.add(base._transaction.get())
        talk(conversation)

    monkeypatch.setattr(SeededConversation, "talk", noted)
    monkeypatch.setattr(jobs, "heartbeat", lambda _row, _progress: None)
    with within(demo.id), use_size(Size(conversations=30, vehicles=20)):
        stored = count(Conversation)
        jobs.fill(Job(kind="fill_demo"))
        assert count(Conversation) == stored
    assert transactions == {"DEFERRED"}


def test_it_is_filled_once(demo: Workspace) -> None:
    assert seed_demo() is None


@pytest.mark.skipif(not SGD_FILE.exists(), reason=f"{SGD_FILE.name} is not in {DATA}: set PARLEY_DATA to its folder")
def test_a_file_without_times_and_people_changes_no_figure_by_default(demo: Workspace) -> None:
    moment = clock.now()
    questions = [
        ReportQuery(),
        ReportQuery(r="all"),
        *(ReportQuery(grp=group) for group in GROUPS),
        ReportQuery(ch=("web",), cmp="wk"),
    ]

    def figures() -> list[dict[str, Any]]:
        documents = [dashboard(question, now=moment) for question in questions]
        return [{name: document[name] for name in FIGURES} for document in documents]

    with within(demo.id):
        before = figures()
        with SGD_FILE.open("rb") as file:
            row = create_import(file, name=SGD_FILE.name, foreground=True)
        running.check(row, lambda share: None)
        running.run(row, lambda share: None)
        db.session.commit()
        assert row.dialogues == 2098
        document = dashboard(ReportQuery(), now=moment)
        assert document["excluded"]["estimated"] > 0 and document["included"]["estimated"] == 0
        assert figures() == before
