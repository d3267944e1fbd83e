"""Bitmaps of people: with them, without them and beside what changes, people are as many as counting them by hand."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyroaring import BitMap
from sqlalchemy import func, select

from app import areas
from app.accounts.workspaces.models import Workspace
from app.analytics import building, jobs, recount
from app.analytics.models import ContactNumber, RollupBeginning, RollupPeople
from app.bots.catalog.models import Bot
from app.clients import moves
from app.clients.models import DealerGroup, Outlet
from app.clients.service import only_client
from app.conversations import forgetting
from app.conversations.events import Dialogue
from app.conversations.models import Contact, ContactKey, Conversation
from app.core import clock
from app.core import jobs as core_jobs
from app.core.db.base import db
from app.core.db.tenancy import Scope, bound_workspace, everywhere, within
from app.ingest import corrections, dialogues, merging
from app.reports.counts import people, presence
from app.reports.filters.places import CITY, OUTLET, PARENT
from app.reports.filters.ranges import Bucket, midnight
from app.reports.filters.selection import Selection, select_conversations
from tests.app.analytics.histories import MINUTES, STEPS, all_at_once, do
from tests.conftest import add_person, add_workspace
from tests.factories.conversations import START, asked_and_answered, dialogue, make_bot
from tests.factories.places import add_city, add_outlet, add_parent

NOW = datetime(2026, 7, 10, 9, 0, tzinfo=UTC)
FIRST, LAST = date(2026, 2, 20), date(2026, 7, 10)
CHANNELS = ("web", "whatsapp", "voice")


@pytest.fixture(autouse=True)
def in_july(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOW)


@contextmanager
def counted(*, shortest: int, most_loose: int) -> Iterator[None]:
    """Count from bitmaps what is longer than some days and has no more than some in none."""
    longer = patch.object(presence, "SHORTEST", timedelta(days=shortest))
    with longer, patch.object(presence, "MOST_LOOSE", most_loose):
        yield


def session_of(day: date, who: str, channel: str = "web", outlet: Outlet | None = None, hour: int = 6) -> Dialogue:
    """A session of a person on a day."""
    at = datetime(day.year, day.month, day.day, hour, tzinfo=UTC)
    return dialogue(asked_and_answered(at), ext_user=who, channel=channel, outlet_id=outlet and outlet.id)


def say(bot: Bot, day: date, who: str, hour: int = 6) -> Conversation:
    """Take in a session of a person on a day."""
    (conversation,) = dialogues.store_dialogues([session_of(day, who, hour=hour)], bot=bot, source="t")
    return conversation


def contact_of(who: str) -> int:
    """The id of a contact by name."""
    return db.session.scalars(select(ContactKey.contact_id).where(ContactKey.ext_user == who)).one()


def by_hand(selection: Selection, first: date, last: date) -> tuple[int, int]:
    """Everyone and new people from a day to the end of another, by going through all sessions that are selected."""
    persons = {row.id: row for row in db.session.scalars(select(Contact))}
    start, end = midnight(first, selection.zone), midnight(last + timedelta(days=1), selection.zone)
    conversations = db.session.scalars(select(Conversation).where(*selection.where(Conversation))).all()
    active = {persons[s.contact_id].person_id for s in conversations if s.engaged and start <= s.started_at < end}
    began = {id_: persons[id_].first_engaged_at for id_ in active}
    return len(active), sum(at is not None and start <= at < end for at in began.values())


def check(selection: Selection, first: date = FIRST, last: date = LAST) -> None:
    """People of a range and of its weeks and months are those of counting by hand, both from bitmaps and from rows."""
    start, end = midnight(first, selection.zone), midnight(last + timedelta(days=1), selection.zone)
    edges = [first + timedelta(days=7 * week) for week in range((last - first).days // 7 + 1)]
    edges += [last + timedelta(days=1)] if edges[-1] <= last else []
    steps = [
        Bucket(midnight(a, selection.zone), midnight(b, selection.zone), a, b - timedelta(days=1))
        for a, b in pairwise(edges)
    ]
    expected = by_hand(selection, first, last)
    weeks = [by_hand(selection, step.first, step.last)[0] for step in steps]
    for shortest, most_loose in ((0, 1000), (0, -1)):
        with counted(shortest=shortest, most_loose=most_loose):
            assert (presence.read(selection, start, end) is not None) == (most_loose > 0)
            number = people.people(selection, start, end)
            assert number is not None and (number.active, number.new) == expected
            assert people.people_by(selection, steps) == weeks
            assert people.people_with_steps(selection, start, end, steps) == (number, weeks)


def lay() -> tuple[list[Bot], list[Outlet], list[DealerGroup]]:
    """Forty people who come now and then from February to July, to three bots, on channels, in outlets and in none."""
    chance, city = random.Random(5), add_city("Pune")
    groups = [add_parent("West"), add_parent("East")]
    outlets = [add_outlet(f"Outlet {number}", groups[number % 2], city) for number in range(3)]
    bots = [make_bot(f"Bot {number}", group=group) for number, group in enumerate(("service", "sales", "psf"))]
    sessions: dict[Bot, list[Dialogue]] = {bot: [] for bot in bots}
    for _ in range(160):
        day = FIRST + timedelta(days=chance.randrange((LAST - FIRST).days + 1))
        who, hour = chance.randrange(40), chance.choice((0, 6, 18, 19, 23))
        outlet = chance.choice([None, *outlets])
        conversation = session_of(day, f"p{who}", chance.choice(CHANNELS), outlet, hour if day < LAST else 0)
        sessions[bots[who % 3]].append(conversation)
    for bot, some in sessions.items():
        dialogues.store_dialogues(some, bot=bot, source="t")
    db.session.commit()
    return bots, outlets, groups


def selections(bots: list[Bot], outlets: list[Outlet], groups: list[DealerGroup]) -> Iterator[Selection]:
    """What readers ask for."""
    yield select_conversations()
    yield select_conversations(bots=[bots[0].id, bots[2].id])
    yield select_conversations(group="sales", channels=["web", "voice"])
    yield select_conversations(places=[(OUTLET, outlets[0].id), (CITY, outlets[0].city_id)])
    yield select_conversations(places=[(PARENT, groups[0].id)], data="all")


def test_people_of_long_ranges_are_those_counted_by_hand(workspace: Workspace) -> None:
    world = lay()
    assert building.build() == 6 and building.build() == 0
    assert recount.verify() == []
    for selection in selections(*world):
        check(selection)
        check(selection, date(2026, 3, 1), date(2026, 5, 31))
        check(selection, date(2026, 3, 17), date(2026, 7, 2))
        check(selection, date(2026, 1, 1), date(2026, 2, 25))


def test_a_part_of_the_last_day_belongs_to_an_interval(workspace: Workspace) -> None:
    lay()
    building.build()
    selection = select_conversations()
    # On a day that has rows only, and on one that is in a bitmap but for this part of it.
    for until in (NOW, datetime(2026, 5, 20, tzinfo=UTC)):
        before = select(Conversation.started_at).where(Conversation.started_at < until)
        at = db.session.scalars(before.order_by(Conversation.started_at.desc())).first()
        assert at is not None
        for end in (at, at + timedelta(seconds=1)):
            with counted(shortest=0, most_loose=1000):
                there = people.people(selection, midnight(FIRST, selection.zone), end)
            with counted(shortest=1000, most_loose=0):
                assert there == people.people(selection, midnight(FIRST, selection.zone), end)


def test_readers_of_a_part_count_what_they_see(workspace: Workspace) -> None:
    bots, outlets, _ = lay()
    building.build()
    client = only_client().id
    for scope in (
        Scope(bots=frozenset({bots[1].id})),
        Scope(outlets=frozenset({outlets[2].id})),
        Scope(clients=frozenset({client}), bots=frozenset({bots[0].id, bots[1].id})),
    ):
        with within(workspace.id, scope):
            check(select_conversations(), date(2026, 2, 25), date(2026, 7, 5))


def months() -> set[int]:
    """The months that are built."""
    rows = db.session.execute(select(RollupPeople.day).union(select(RollupBeginning.day)))
    return {day.month for (day,) in rows}


def check_all() -> None:
    """Stored is what counting again gives, and people are those counted by hand."""
    assert recount.verify() == []
    check(select_conversations())
    check(select_conversations(group="sales"))


def test_late_messages_and_deletions_remove_their_month_until_it_is_built_again(workspace: Workspace) -> None:
    bots, _, _ = lay()
    say(bots[0], FIRST, "early")
    say(bots[1], date(2026, 3, 2), "late")
    say(bots[1], date(2026, 5, 2), "late")
    assert building.build() == 6
    assert months() == {2, 3, 4, 5, 6, 7}
    # A writer who sees one bot only: the month goes for all readers.
    with within(workspace.id, Scope(bots=frozenset({bots[0].id}))):
        conversation = say(bots[0], date(2026, 4, 12), "early")
        db.session.commit()
    assert months() == {2, 3, 5, 6, 7}
    check_all()
    assert building.build() == 1
    corrections.delete_conversation(conversation.id)
    assert months() == {2, 3, 5, 6, 7}
    check_all()
    building.build()
    # Earlier than anything of theirs: they begin in another month.
    say(bots[1], date(2026, 2, 27), "late")
    assert months() == {4, 5, 6, 7}
    check_all()
    building.build()
    # Today is in no bitmap, so nothing is removed.
    say(bots[0], LAST, "today", hour=1)
    assert months() == {2, 3, 4, 5, 6, 7}
    check_all()


def test_merged_people_are_counted_once_and_parted_ones_twice(workspace: Workspace) -> None:
    bots, _, _ = lay()
    for who, month in (("older", 6), ("newer", 4), ("today", 7)):
        say(bots[2], date(2026, month, 3 if month < 7 else 10), who, hour=1)
    building.build()
    # The last has no number yet: what it did is in no bitmap.
    for other in ("newer", "today"):
        merging.merge(contact_of("older"), contact_of(other))
        assert 6 not in months() or other == "today"
        check_all()
        building.build()
        check_all()
    for other in ("today", "newer"):
        merging.unmerge(contact_of(other))
        check_all()
    building.build()
    check_all()


def test_a_forgotten_contact_stays_in_the_figures(workspace: Workspace) -> None:
    bots, _, _ = lay()
    say(bots[0], date(2026, 4, 7), "gone")
    building.build()
    forgetting.start_forgetting(
        [db.session.get_one(Contact, contact_of("gone"))], "Asked by letter", add_person("admin")
    )
    db.session.commit()
    areas.modules("jobs")
    while (row := core_jobs.take("tests")) is not None:
        core_jobs.perform(row)
    assert db.session.scalars(select(ContactKey.id).where(ContactKey.ext_user == "gone")).first() is None
    assert building.build() == 0
    check_all()


def test_an_outlet_that_moves_counts_for_the_group_of_each_day(workspace: Workspace) -> None:
    _, outlets, groups = lay()
    building.build()
    user = add_person("admin")
    for outlet, since in ((outlets[0], date(2026, 4, 14)), (outlets[1], date(2026, 6, 1))):
        moves.begin(outlet, date(2026, 1, 1), None)
        moves.move_outlet(outlet, groups[1 if outlet is outlets[0] else 0], since, "", user)
    db.session.commit()
    for group in groups:
        selection = select_conversations(places=[(PARENT, group.id)])
        assert selection.stays
        check(selection)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=STEPS, built=st.lists(st.booleans(), min_size=14, max_size=14), minutes=st.lists(MINUTES, max_size=4))
def test_any_history_with_builds_in_it_equals_counting_again(
    app: object, steps: list[tuple[Any, ...]], built: list[bool], minutes: list[int]
) -> None:
    db.session.rollback()  # What an example that failed has left.
    with within(add_workspace("Built").id), patch.object(clock, "now", lambda: START + timedelta(days=20)):
        bot = make_bot()
        for number, minute in enumerate(minutes):
            say(bot, (START + timedelta(minutes=minute)).date(), ("asha", "rohan", "meera")[number % 3])
        for step, is_built in zip(steps, built, strict=False):
            if is_built:
                building.build()
            do(step, bot)
            assert recount.verify() == [], step
            check(select_conversations(), date(2026, 2, 25), date(2026, 3, 15))
        db.session.commit()


def test_verify_names_a_bitmap_that_is_wrong_and_a_rebuild_removes_it(workspace: Workspace) -> None:
    lay()
    building.build()
    row = db.session.scalars(select(RollupPeople).order_by(RollupPeople.day)).first()
    beginning = db.session.scalars(select(RollupBeginning).order_by(RollupBeginning.day)).first()
    assert row is not None and beginning is not None
    row.bitmap = beginning.bitmap = BitMap().serialize()
    db.session.flush()
    drifts = recount.verify()
    assert {drift.table for drift in drifts} == {"rollup_people", "rollup_beginning"}
    assert all(drift.stored == [] and drift.counted for drift in drifts)
    recount.rebuild()
    assert recount.verify() == [] and db.session.scalar(select(func.count()).select_from(RollupPeople)) == 0
    assert building.build() == 6 and recount.verify() == []


def test_every_workspace_has_its_own_numbers(workspace: Workspace) -> None:
    others = [workspace.id, add_workspace("Other").id]
    for place in others:
        with within(place):
            bot = make_bot()
            say(bot, date(2026, 5, 4), "asha")
            say(bot, date(2026, 5, 4), "rohan")
            db.session.commit()
    with everywhere():
        jobs.build_bitmaps()
    for place in others:
        with within(place):
            numbers = db.session.scalars(select(ContactNumber.number).order_by(ContactNumber.number)).all()
            assert numbers == [1, 2]
            assert len(db.session.scalars(select(RollupPeople)).all()) == 1


def test_who_comes_while_months_are_built_is_lost_in_none(app: Flask, workspace: Workspace) -> None:
    """Six writers bring late sessions into months that two others build again and again."""
    bots, place = [make_bot(f"Desk {number}").id for number in range(3)], workspace.id
    for month in (3, 4, 5):
        say(db.session.get_one(Bot, bots[0]), date(2026, month, 1), "asha")
    db.session.commit()

    def work(worker: int) -> None:
        chance = random.Random(worker)
        for turn in range(10):
            if worker < 2:
                building.build()
                continue
            bot = db.session.get_one(Bot, chance.choice(bots))
            day = date(2026, chance.choice((3, 4, 5)), chance.randrange(1, 29))
            say(bot, day, f"p{worker}-{turn}", hour=chance.randrange(24))
            db.session.commit()
            db.session.remove()

    all_at_once(app, place, work)
    with within(bound_workspace()):
        assert recount.verify() == []
        check(select_conversations(), date(2026, 3, 1), date(2026, 5, 31))
        building.build()
        assert recount.verify() == []
        check(select_conversations(), date(2026, 3, 1), date(2026, 5, 31))
        there = people.people(select_conversations(), midnight(date(2026, 3, 1), select_conversations().zone), NOW)
        assert there == people.People(61, 61)
