"""Live events find their conversation, open one, or belong to none."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from app.accounts.workspaces.models import Workspace
from app.analytics import recount
from app.analytics.models import Restatement, RollupDay
from app.bots.catalog.models import Bot
from app.conversations.models import Contact, Conversation, Message
from app.core import clock, jobs
from app.core.db.base import db
from app.core.db.tenancy import everywhere, within
from app.core.jobs import Job, enqueue, schedule
from app.ingest import closing, contacts, corrections, live_events
from app.ingest.jobs import measure_bot
from tests.conftest import add_workspace
from tests.factories.conversations import START, event, make_bot

Say = Callable[..., Conversation | None]


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Set the clock to some seconds after the start."""

    def move(seconds: float) -> None:
        instant = START + timedelta(seconds=seconds)
        monkeypatch.setattr(clock, "now", lambda: instant)

    move(0)
    return move


@pytest.fixture
def bot(workspace: Workspace) -> Bot:
    return make_bot()


@pytest.fixture
def say(bot: Bot, at: Callable[[float], None]) -> Say:
    """Take one event in, as if it came when it was said unless the clock is elsewhere."""

    def take(speaker: str, seconds: float, *, channel: str = "web", on_time: bool = True, **more: object) -> object:
        if on_time:
            at(seconds)
        return live_events.take_event(event(speaker, at=seconds, **more), bot=bot, channel=channel, ext_user="asha")

    return take  # type: ignore[return-value]


def swept() -> datetime | None:
    """Sweep as a runner does: over all workspaces, bound to none."""
    db.session.commit()
    with everywhere():
        due = closing.sweep()
        db.session.commit()
    return due


def open_sessions() -> int:
    """How many conversations are open, everywhere."""
    with everywhere():
        return db.session.scalar(select(func.count(Conversation.id)).where(Conversation.ended_at.is_(None))) or 0


def test_a_users_event_opens_a_session_without_a_job_of_its_own(say: Say) -> None:
    conversation = say("user", 0)
    assert conversation is not None and conversation.ended_at is None and conversation.outcome is None
    assert db.session.scalars(select(Job)).all() == []
    assert recount.verify() == []


def test_a_push_of_ours_opens_none(say: Say) -> None:
    assert say("bot", 0) is None and say("system", 1) is None and say("agent", 2) is None
    assert db.session.scalars(select(Conversation)).all() == []


def test_a_known_event_changes_nothing(say: Say) -> None:
    first = say("user", 0, event_id="web:1:a")
    assert say("user", 5, event_id="web:1:a") is first
    assert len(db.session.scalars(select(Message)).all()) == 1


def test_events_whose_ids_differ_late_only_open_a_session_each(say: Say) -> None:
    first, second = say("user", 0, event_id="x" * 150 + "a"), say("user", 7200, event_id="x" * 150 + "b")
    assert first is not None and second is not None and first is not second
    assert first.source_id is None and recount.verify() == []


def test_an_answer_that_decides_nothing_leaves_the_persons_other_sessions_unread(
    say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled: list[object] = []
    settle = contacts.settle
    monkeypatch.setattr(contacts, "settle", lambda *args: (settled.append(args), settle(*args)))
    say("user", 0, intent="service.book"), say("bot", 1)
    settled.clear()
    say("user", 5, intent="service.cost"), say("bot", 6), say("user", 9)
    assert settled == []
    say("user", 12, intent="sales.price")  # Another topic may make an earlier conversation's answer good.
    assert len(settled) == 1 and recount.verify() == []


@pytest.mark.parametrize(("channel", "seconds", "same"), [
    ("web", 1799, True), ("web", 1800, False), ("whatsapp", 14399, True), ("whatsapp", 14400, False),
])  # fmt: skip
def test_a_gap_of_the_timeout_parts_sessions(say: Say, channel: str, seconds: float, same: bool) -> None:
    first, second = say("user", 0, channel=channel), say("user", seconds, channel=channel)
    assert (first is second) == same


def test_the_bots_own_timeout_is_above_the_channels(say: Say, bot: Bot) -> None:
    bot.session_timeout_s = 300
    db.session.flush()
    assert say("user", 0) is not say("user", 301)


def test_every_call_is_a_session(say: Say) -> None:
    first = say("user", 0, channel="voice", kind="speech")
    assert say("system", 5, channel="voice", kind="call_end") is first
    assert first is not None and first.ended_at is not None
    assert say("user", 10, channel="voice", kind="speech") is not first


def test_a_late_event_takes_its_place_in_the_middle(say: Say, at: Callable[[float], None]) -> None:
    say("user", 0, text="one")
    say("user", 20, text="three")
    at(30)
    conversation = say("bot", 10, text="two", on_time=False)
    rows = db.session.scalars(select(Message).order_by(Message.position)).all()
    assert [(row.text, row.position, row.turn_number) for row in rows] == [
        ("one", 0, 1),
        ("two", 1, 1),
        ("three", 2, 2),
    ]
    assert conversation is not None and conversation.fallback_turns == 0
    assert recount.verify() == []


def test_an_earlier_user_event_moves_the_start(say: Say, at: Callable[[float], None]) -> None:
    at(60)
    conversation = say("user", 50, on_time=False)
    say("user", -86000, on_time=False)
    assert say("user", 0, on_time=False) is conversation
    assert conversation is not None and conversation.started_at == START
    assert recount.verify() == []


def test_times_are_held_within_a_week_back_and_a_minute_ahead(say: Say, at: Callable[[float], None]) -> None:
    old, ahead = say("user", -8 * 86400, on_time=False), say("user", 3600, on_time=False)
    assert old is not None and old.started_at == START - timedelta(days=7)
    assert ahead is not None and ahead.started_at == START + timedelta(seconds=60)


def test_silence_ends_a_session_at_its_last_event(say: Say, at: Callable[[float], None]) -> None:
    say("user", 0)
    conversation = say("bot", 10)
    assert conversation is not None
    at(1809)
    assert closing.close_due() == 0
    at(1810)
    assert closing.close_due() == 1
    assert conversation.ended_at == START + timedelta(seconds=10) and conversation.outcome == "informed"
    day = db.session.scalars(select(RollupDay)).one()
    assert (day.open, day.informed, day.ended_bot) == (0, 1, 1)
    assert recount.verify() == []


def test_sessions_that_may_be_silent_longer_hide_none_that_is_due(say: Say, at: Callable[[float], None]) -> None:
    patient = [say("user", number, channel=channel) for number, channel in enumerate(("slack", "telegram", "sms"))]
    conversation = say("user", 10)
    at(3600)
    assert closing.close_due(limit=1) == 1 and closing.close_due(limit=1) == 0
    assert conversation is not None and conversation.ended_at is not None
    assert all(conversation is not None and conversation.ended_at is None for conversation in patient)


def test_a_session_that_goes_on_while_it_is_to_be_closed_is_looked_at_again(
    say: Say, at: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation, lock = say("user", 0), contacts.lock
    at(1800)

    def someone_first(contact_ids: Iterable[int]) -> list[Contact]:
        monkeypatch.setattr(contacts, "lock", lock)
        say("bot", 1799, on_time=False)
        return lock(contact_ids)

    monkeypatch.setattr(contacts, "lock", someone_first)
    assert conversation is not None
    assert (
        closing.close_if_due(conversation) == START + timedelta(seconds=1799 + 1800) and conversation.ended_at is None
    )


def test_a_session_that_goes_on_while_it_is_closed_is_counted_as_open(
    say: Say, at: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    say("user", 0)
    lock = contacts.lock

    def someone_first(contact_ids: Iterable[int]) -> list[Contact]:
        monkeypatch.setattr(contacts, "lock", lock)
        say("user", 1799, on_time=False)
        return lock(contact_ids)

    at(1801)
    monkeypatch.setattr(contacts, "lock", someone_first)
    assert closing.close_due() == 0 == closing.close_due()
    at(1799 + 1800)
    assert closing.close_due() == 1 and recount.verify() == []


def removing_first(monkeypatch: pytest.MonkeyPatch, conversation_id: int) -> None:
    """Have a conversation removed just before someone gets hold of its contact."""
    lock = contacts.lock

    def someone_first(contact_ids: Iterable[int]) -> list[Contact]:
        monkeypatch.setattr(contacts, "lock", lock)
        corrections.delete_conversation(conversation_id)
        return lock(contact_ids)

    monkeypatch.setattr(contacts, "lock", someone_first)


def test_what_is_removed_while_it_is_closed_or_measured_stops_neither(
    say: Say, at: Callable[[float], None], bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = say("user", 0), say("user", 10, channel="whatsapp")
    assert first is not None and second is not None
    at(86400)
    removing_first(monkeypatch, first.id)
    assert closing.close_due() == 2
    assert db.session.scalars(select(Conversation.id)).all() == [second.id]
    removing_first(monkeypatch, second.id)
    monkeypatch.setattr("app.ingest.jobs.heartbeat", lambda *_: None)
    measure_bot(enqueue("measure_bot", {"bot_id": str(bot.id)}))
    assert db.session.scalars(select(Conversation.id)).all() == []
    assert recount.verify() == []


def test_the_sweep_closes_what_is_due_everywhere_and_knows_what_comes_next(
    say: Say, at: Callable[[float], None], workspace: Workspace
) -> None:
    first, patient = say("user", 0), say("user", 10, channel="whatsapp")
    with within(add_workspace("Elsewhere").id):
        bot = make_bot()
        at(20)
        other = live_events.take_event(event("user", at=20), bot=bot, channel="web", ext_user="ravi")
    assert first is not None and other is not None and patient is not None
    ids = [conversation.id for conversation in (first, other, patient)]
    at(1799)
    assert swept() == START + timedelta(seconds=1800) and open_sessions() == 3
    at(1900)
    assert swept() == START + timedelta(seconds=10 + 4 * 3600)
    with everywhere():
        ends = dict(db.session.execute(select(Conversation.id, Conversation.ended_at)).all())
    # By their last event, however late the sweep comes.
    assert [ends[id_] for id_ in ids] == [START, START + timedelta(seconds=20), None]
    at(5 * 3600)
    assert swept() is None and open_sessions() == 0
    assert recount.verify() == []


def test_the_sweep_takes_the_bots_own_patience(say: Say, at: Callable[[float], None], bot: Bot) -> None:
    bot.session_timeout_s = 300
    say("user", 0)
    at(299)
    assert swept() == START + timedelta(seconds=300)
    at(300)
    assert swept() is None and open_sessions() == 0


def test_the_sweep_goes_on_until_nothing_is_due(
    say: Say, at: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closing, "AT_ONCE", 2)
    for number in range(5):
        say("user", number * 1800)
    at(9 * 3600)
    assert swept() is None and open_sessions() == 0


def test_a_session_that_cannot_be_closed_keeps_none_open_and_is_tried_again_later(
    say: Say, at: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, good = say("user", 0), say("user", 5, channel="rest")
    assert broken is not None and good is not None
    broken_id, close_if_due, tried = broken.id, closing.close_if_due, list[int]()

    def close(conversation: Conversation) -> datetime | None:
        tried.append(conversation.id)
        if conversation.id == broken_id:
            raise ValueError("nothing fits")
        return close_if_due(conversation)

    monkeypatch.setattr(closing, "_left_alone", {})
    monkeypatch.setattr(closing, "close_if_due", close)
    at(86400)
    swept(), swept()
    assert sorted(tried) == sorted([broken_id, good.id]) and open_sessions() == 1
    monkeypatch.setattr(closing, "close_if_due", close_if_due)
    at(86400 + 3601)
    swept()
    assert open_sessions() == 0 and recount.verify() == []


def test_an_outage_is_no_fault_of_the_session(
    say: Say, at: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_conversation: Conversation) -> datetime | None:
        raise NoConnectionFree

    say("user", 0)
    at(86400)
    monkeypatch.setattr(closing, "close_if_due", away)
    with pytest.raises(NoConnectionFree):
        swept()
    monkeypatch.undo()
    assert closing._left_alone == {}


def test_a_late_event_opens_a_closed_session_again_if_time_is_left(say: Say, at: Callable[[float], None]) -> None:
    say("user", 0)
    say("bot", 5, ends=True)
    conversation = say("user", 20)
    assert conversation is not None and conversation.ended_at is None and conversation.turns == 2
    assert recount.verify() == []


def test_what_changes_a_final_day_is_restated(say: Say, at: Callable[[float], None]) -> None:
    conversation = say("user", 0)
    at(5 * 86400)
    assert closing.close_due() == 1
    rows = {row.metric: (row.old, row.new) for row in db.session.scalars(select(Restatement))}
    assert conversation is not None and rows["open"] == (1, 0) and rows["fallback_turns"] == (0, 1)
    assert {row.day for row in db.session.scalars(select(Restatement))} == {datetime(2026, 3, 2).date()}  # noqa: DTZ001


def test_what_changes_a_day_that_is_not_final_is_not(say: Say, at: Callable[[float], None]) -> None:
    say("user", 0)
    at(7200)
    closing.close_due()
    assert db.session.scalars(select(Restatement)).all() == []


def test_the_sweep_is_done_regularly_and_jobs_of_before_it_end_without_effect(say: Say) -> None:
    duties = {name: duty.every for name, duty in schedule._duties.items()}
    assert duties["app.ingest.closing.sweep"] == timedelta(minutes=1)
    conversation = say("user", 0)
    assert conversation is not None
    job = enqueue("close_session", {"conversation_id": str(conversation.id)})
    job_id, session_id = job.id, conversation.id
    db.session.commit()
    row = jobs.take("a")
    assert row is not None
    jobs.perform(row)
    assert db.session.get_one(Job, job_id).state == "done"
    assert db.session.get_one(Conversation, session_id).ended_at is None
