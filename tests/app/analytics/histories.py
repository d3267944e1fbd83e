"""Histories of a bot's people for tests: what may happen, drawn by Hypothesis, and many who do it at once."""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from flask import Flask
from hypothesis import strategies as st
from sqlalchemy import func, select

from app.analytics import recount
from app.analytics.models import RollupQuarter
from app.bots.catalog.goals import choose_top
from app.bots.catalog.models import GROUPS, Bot
from app.bots.catalog.service import change_bot, goals_of
from app.clients.models import Client
from app.conversations.models import Contact, ContactKey, Conversation, Message, Turn
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.errors import Conflict
from app.core.jobs import Job
from app.ingest import closing, corrections, dialogues, live_events, merging
from app.ingest.jobs import measure_bot
from tests.factories.conversations import dialogue, event

MARKS = st.sampled_from(
    [
        {},
        {"intent": "service.book", "confidence": 0.9},
        {"intent": "sales.price"},
        {"cause": "no_match"},
        {"cause": "error"},
        {"goal": "booked"},
        {"goal": "paid"},
        {"enters": "booked"},
        {"handoff": "requested"},
        {"rating": 5},
        {"rating": 1},
        {"waits": True},
        {"ends": True},
        {"cost_micro": 350_000},
    ]
)
PEOPLE = st.sampled_from(["asha", "rohan", "meera"])
SPEAKERS = st.sampled_from(["user", "user", "bot", "bot", "agent", "system"])
MINUTES = st.integers(0, 60 * 60)
EVENT = st.tuples(st.just("event"), SPEAKERS, PEOPLE, MINUTES, MARKS)
LINES = st.lists(st.tuples(SPEAKERS, MARKS), min_size=1, max_size=5)
DIALOGUE = st.tuples(st.just("dialogue"), LINES, PEOPLE, MINUTES)
DELETION = st.tuples(st.just("delete session"), st.integers(0, 10))
MERGE = st.tuples(st.just("merge"), st.integers(0, 2), st.integers(0, 2))
PARTING = st.tuples(st.just("unmerge"), st.integers(0, 2))
AGAIN = st.tuples(st.just("again"), st.integers(0, 10))
ZONES = ("Asia/Kolkata", "America/New_York", "Pacific/Apia", "Australia/Lord_Howe")
GROUP = st.tuples(st.just("group"), st.sampled_from(GROUPS))
ZONE = st.tuples(st.just("zone"), st.integers(0, 3))
STEPS = st.lists(
    st.one_of(
        EVENT,
        DIALOGUE,
        DELETION,
        MERGE,
        PARTING,
        AGAIN,
        ZONE,
        GROUP,
        st.tuples(st.just("mark"), st.integers(0, 30), MARKS),
        st.tuples(st.just("delete message"), st.integers(0, 30)),
        st.tuples(st.just("close")),
        st.tuples(st.just("top"), st.integers(0, 2)),
    ),
    max_size=14,
)


def do(step: tuple[Any, ...], bot: Bot) -> None:
    """Make one step of a history."""
    kind, *rest = step
    if kind == "event":
        speaker, person, minute, marks = rest
        sent = event(speaker, at=minute * 60, **marks)
        live_events.take_event(sent, bot=bot, channel="web", ext_user=person)
    elif kind == "dialogue":
        lines, person, minute = rest
        events = [event("user", at=minute * 60)]
        events += [event(who, at=minute * 60 + 20 * n, **marks) for n, (who, marks) in enumerate(lines, 1)]
        dialogues.store_dialogues([dialogue(events, ext_user=person)], bot=bot, source="t")
    elif kind == "again":
        come_again(bot, rest[0])
    elif kind == "zone":
        # Days are cut again: the counts of a client whose zone changes are counted from scratch.
        db.session.get_one(Client, bot.client_id).zone = ZONES[rest[0]]
        db.session.flush()
        recount.rebuild()
    elif kind == "group":
        change_bot(bot, group=rest[0])
    elif kind == "close":
        closing.close_due()
    elif kind in ("merge", "unmerge"):
        ids = db.session.scalars(select(Contact.id).order_by(Contact.id)).all()
        chosen = [ids[place % len(ids)] for place in rest if ids]
        with suppress(Conflict):
            if chosen:
                (merging.merge if kind == "merge" else merging.unmerge)(*chosen)
    elif kind == "top":
        goals = [None, *(goal.id for goal in goals_of(bot.id))]
        choose_top(bot, goals[rest[0] % len(goals)])
        work = db.session.scalars(select(Job).where(Job.kind == "measure_bot").order_by(Job.id.desc())).first()
        assert work is not None
        work.state, work.lease_by, work.runner = "running", "tests", "tests"
        db.session.flush()
        measure_bot(work)
    elif kind == "delete session":
        conversations = db.session.scalars(select(Conversation).order_by(Conversation.id)).all()
        if conversations:
            corrections.delete_conversation(conversations[rest[0] % len(conversations)].id)
    else:
        messages = db.session.scalars(select(Message).order_by(Message.id)).all()
        if messages and kind == "mark":
            corrections.edit_message(messages[rest[0] % len(messages)].id, text="changed", marks=rest[1])
        elif messages:
            corrections.delete_message(messages[rest[0] % len(messages)].id)


def come_again(bot: Bot, place: int) -> None:
    """A source sends again what it has sent before: an event, or a dialogue; neither changes anything."""
    conversations = db.session.scalars(select(Conversation).order_by(Conversation.id)).all()
    if not conversations:
        return
    conversation, before = conversations[place % len(conversations)], everything()
    message = db.session.scalars(select(Message).where(Message.conversation_id == conversation.id)).first()
    assert message is not None
    if conversation.source == "t":
        again = dialogue([event("user")], source_id=conversation.source_id, ext_user="somebody else")
        assert dialogues.store_dialogues([again], bot=bot, source="t") == []
    sent = event("user", "again", event_id=message.event_id)
    query = select(ContactKey.ext_user).where(ContactKey.contact_id == conversation.contact_id)
    person = db.session.scalars(query).one()
    assert live_events.take_event(sent, bot=bot, channel="web", ext_user=person) is conversation
    assert everything() == before


def everything() -> tuple[int, ...]:
    """How many of each there are."""
    kinds = (Conversation, Message, Turn, Contact, RollupQuarter)
    return tuple(db.session.scalar(select(func.count()).select_from(kind)) or 0 for kind in kinds)


def all_at_once(app: Flask, place: int, work: Callable[[int], None]) -> None:
    """Have eight workers begin at the same instant, each with a session of its own; none may fail."""
    together, failures = threading.Barrier(8, timeout=60), list[BaseException]()

    def write(worker: int) -> None:
        try:
            with app.app_context(), within(place):
                together.wait()
                work(worker)
                db.session.remove()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=write, args=(worker,)) for worker in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
