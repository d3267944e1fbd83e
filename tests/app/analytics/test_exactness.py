"""Whatever happens in whatever order, the rollups are what counting again gives."""

import random
from dataclasses import fields
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from app.accounts.workspaces.models import Workspace
from app.analytics import recount
from app.analytics.measure import ConversationFacts, TurnFacts, measure
from app.analytics.models import RollupDay, RollupQuarter
from app.bots.catalog.goals import top_goal
from app.bots.catalog.models import Bot
from app.bots.catalog.service import change_bot
from app.conversations.events import Dialogue
from app.conversations.models import Contact, Conversation, Message, Turn
from app.conversations.provenance import Provenance
from app.core import clock
from app.core.db.base import begin_as, db
from app.core.db.tenancy import within
from app.ingest import closing, dialogues, live_events, merging
from app.reports.counts import people
from app.reports.filters.selection import select_conversations
from tests.app.analytics.histories import DELETION, DIALOGUE, EVENT, MERGE, MINUTES, PARTING, STEPS, all_at_once, do
from tests.conftest import add_workspace
from tests.factories.conversations import START, asked_and_answered, dialogue, event, make_bot

# Three people of two visits each, and what may become of them.
VISITS = st.lists(MINUTES, min_size=6, max_size=6)
MERGES = st.lists(st.one_of(MERGE, MERGE, PARTING, DIALOGUE, EVENT, DELETION), min_size=3, max_size=10)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=STEPS)
def test_any_history_equals_counting_again(app: object, steps: list[tuple[Any, ...]]) -> None:
    db.session.rollback()  # What an example that failed has left.
    with within(add_workspace("History").id), pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now", lambda: START + timedelta(days=3))
        bot = make_bot()
        for step in steps:
            do(step, bot)
            assert recount.verify() == [], step
            assert_standing_follows_from_persons()
        assert_facts_follow_from_messages()
        db.session.commit()


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(minutes=VISITS, steps=MERGES)
def test_merges_and_partings_equal_counting_again(
    app: object, minutes: list[int], steps: list[tuple[Any, ...]]
) -> None:
    db.session.rollback()  # What an example that failed has left.
    with within(add_workspace("Merges").id), pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now", lambda: START + timedelta(days=3))
        bot = make_bot()
        for number, minute in enumerate(minutes):
            person = ("asha", "rohan", "meera")[number % 3]
            booked = asked_and_answered(START + timedelta(minutes=minute), "service.book")
            dialogues.store_dialogues([dialogue(booked, ext_user=person)], bot=bot, source="t")
        for step in steps:
            do(step, bot)
            assert recount.verify() == [], step
            assert_standing_follows_from_persons()
        for contact in list(db.session.scalars(select(Contact).where(Contact.merged_into_id.is_not(None)))):
            merging.unmerge(contact.id)
        assert all(contact.person_id == contact.id for contact in db.session.scalars(select(Contact)))
        assert recount.verify() == []
        assert_standing_follows_from_persons()
        db.session.commit()


def assert_facts_follow_from_messages() -> None:
    """Every session's row and turns are what measuring its messages gives."""
    for conversation in db.session.scalars(select(Conversation)):
        query = select(Message).where(Message.conversation_id == conversation.id).order_by(Message.position)
        messages, top = db.session.scalars(query).all(), top_goal(conversation.bot_id)
        timed = bool(conversation.provenance & Provenance.TIMES)
        measured = measure(messages, ended=conversation.ended_at is not None, top=top, timed=timed)
        for field in fields(ConversationFacts):
            assert getattr(conversation, field.name) == getattr(measured.facts, field.name), field.name
        turns = db.session.scalars(
            select(Turn).where(Turn.conversation_id == conversation.id).order_by(Turn.number)
        ).all()
        names = [field.name for field in fields(TurnFacts) if not field.name.startswith("_")]
        assert [[getattr(t, n) for n in names] for t in turns] == [
            [getattr(t, n) for n in names] for t in measured.turns
        ]


def assert_standing_follows_from_persons() -> None:
    """First, resolved and the people counted are what comparing every two sessions of a person gives."""
    persons = {row.id: row.person_id for row in db.session.execute(select(Contact.id, Contact.person_id))}
    conversations = db.session.scalars(select(Conversation)).all()
    for conversation in conversations:
        person = [
            s
            for s in conversations
            if persons[s.contact_id] == persons[conversation.contact_id] and s.traffic == conversation.traffic
        ]
        engaged = sorted((s.started_at, s.id) for s in person if s.engaged)
        assert conversation.first_engaged == (
            conversation.engaged and (conversation.started_at, conversation.id) == engaged[0]
        )
        if conversation.ended_at is not None and conversation.bot_session:
            until = conversation.ended_at + timedelta(hours=24)
            back = [
                s
                for s in person
                if s.engaged and s.topic == conversation.topic is not None and s.started_at <= until
                if (s.started_at, s.id) > (conversation.started_at, conversation.id)
            ]
            assert conversation.resolved == (conversation.outcome in ("completed", "informed") and not back)
    start, end = START - timedelta(days=1), START + timedelta(days=9)
    counted = people.people(select_conversations(), start.replace(hour=18, minute=30), end.replace(hour=18, minute=30))
    assert counted is not None
    assert counted.active == len({persons[s.contact_id] for s in conversations if s.engaged})


def test_drift_is_found_and_a_rebuild_repairs_it(workspace: object) -> None:
    dialogues.store_dialogues([dialogue()], bot=make_bot(), source="t")
    row = db.session.scalars(select(RollupQuarter)).one()
    row.sessions += 1
    db.session.flush()
    (drift,) = recount.verify()
    assert drift.table == "rollup_quarter" and drift.stored is not None and drift.counted is not None
    assert (drift.stored[0], drift.counted[0]) == (2, 1)
    recount.rebuild()
    assert recount.verify() == []


def test_sessions_keep_the_group_their_bot_had(workspace: object) -> None:
    bot = make_bot(group="service")
    dialogues.store_dialogues([dialogue(asked_and_answered(START))], bot=bot, source="t")
    change_bot(bot, group="psf")
    dialogues.store_dialogues([dialogue(asked_and_answered(START + timedelta(minutes=1)))], bot=bot, source="t")
    counted = select(RollupDay.bot_group, RollupDay.sessions).order_by(RollupDay.bot_group)
    assert db.session.execute(counted).all() == [("psf", 1), ("service", 1)]
    assert recount.verify() == []


def test_events_of_many_at_once_are_each_counted_once(app: Flask, workspace: Workspace) -> None:
    """Product section 5, defect 7; new people, and every event comes by two ways."""
    bot_id, place = make_bot().id, workspace.id
    db.session.commit()
    begun = clock.now()
    sent = [event(("user", "bot")[n % 2], at=n / 1000, base=begun, event_id=f"at-once:{n}") for n in range(120)]

    def take(worker: int) -> None:
        for number, sent_event in enumerate(sent):
            if number // 2 % 4 == worker % 4:
                begin_as("IMMEDIATE")
                bot = db.session.get_one(Bot, bot_id)
                live_events.take_event(sent_event, bot=bot, channel="web", ext_user=f"new {number // 2 % 8 // 4}")
                db.session.commit()

    all_at_once(app, place, take)
    with within(place):
        assert db.session.scalar(select(func.count(Contact.id))) == 2
        users = sum(sent_event.speaker == "user" for sent_event in sent)
        assert db.session.scalar(select(func.sum(RollupDay.messages_in))) == users
        assert db.session.scalar(select(func.sum(RollupDay.sessions))) == 2
        assert recount.verify() == []


def test_channels_imports_and_closing_at_once_count_everything_once(app: Flask, workspace: Workspace) -> None:
    """The same people talk to four bots, hours ago and out of order, while their pasts come in and sessions are
    closed; nobody waits for one who waits for them."""
    bots = [make_bot(f"Desk {n}").id for n in range(4)]
    place, begun = workspace.id, clock.now() - timedelta(hours=3)
    db.session.commit()

    def one_event(chance: random.Random, worker: int, turn: int) -> None:
        bot = db.session.get_one(Bot, chance.choice(bots))
        sent = event("user", at=turn, base=begun, event_id=f"live:{worker}:{turn}")
        live_events.take_event(
            sent, bot=bot, channel=chance.choice(("web", "whatsapp")), ext_user=f"p{chance.randrange(9)}"
        )

    def one_import(chance: random.Random, worker: int, turn: int) -> None:
        results = []
        for number in range(10):
            source_id, base = f"past:{worker}:{turn}:{number}", begun - timedelta(minutes=chance.randrange(40_000))
            sent = [event(("user", "bot")[n % 2], at=n, base=base, event_id=f"{source_id}:{n}") for n in range(4)]
            results.append(Dialogue(source_id=source_id, events=sent, ext_user=f"p{chance.randrange(9)}"))
        dialogues.store_dialogues(results, bot=db.session.get_one(Bot, chance.choice(bots)), source="t")

    def close_some(_chance: random.Random, _worker: int, _turn: int) -> None:
        closing.close_due(5)

    def work(worker: int) -> None:
        chance, take = random.Random(worker), {0: one_import, 1: one_import, 7: close_some}.get(worker, one_event)
        for turn in range(6 if worker < 2 else 12):
            begin_as("IMMEDIATE")
            take(chance, worker, turn)
            db.session.commit()

    all_at_once(app, place, work)
    with within(place):
        assert db.session.scalar(select(func.count(Message.id))) == 2 * 6 * 10 * 4 + 5 * 12
        assert db.session.scalar(select(func.count(Conversation.id)).where(Conversation.source == "t")) == 2 * 6 * 10
        assert recount.verify() == []
