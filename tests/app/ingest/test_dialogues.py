"""Whole dialogues become conversations with exact numbers."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from app.accounts.workspaces.models import Workspace
from app.analytics import recount
from app.analytics.models import RollupContactDay, RollupDay, RollupIntentDay
from app.conversations import vault
from app.conversations.models import Contact, Conversation, Message, VaultText
from app.core.db.base import db
from app.core.db.tenancy import within
from app.ingest import dialogues
from tests.conftest import add_workspace
from tests.factories.conversations import START, asked_and_answered, dialogue, event, make_bot


def test_a_dialogue_is_one_session_with_its_contact_and_numbers(workspace: Workspace) -> None:
    bot = make_bot()
    (conversation,) = dialogues.store_dialogues(
        [dialogue(contact_name="Asha", contact_last4="3210")], bot=bot, source="t"
    )
    assert (conversation.outcome, conversation.engaged, conversation.bot_session, conversation.first_engaged) == (
        "informed",
        True,
        True,
        True,
    )
    assert conversation.resolved is True and conversation.topic == "service" and conversation.duration_ms == 1000
    contact = db.session.get_one(Contact, conversation.contact_id)
    assert (contact.name, contact.last4, contact.first_engaged_at) == ("Asha", "3210", START)
    day = db.session.scalars(select(RollupDay)).one()
    assert (day.sessions, day.resolved, day.engaged_new, day.nlu_turns) == (1, 1, 1, 1)
    intent = db.session.scalars(select(RollupIntentDay)).one()
    assert (intent.intent, intent.turns, intent.confidence_sum) == ("service.hours", 1, 9000)
    assert recount.verify() == []


def test_a_known_source_id_changes_nothing(workspace: Workspace) -> None:
    bot = make_bot()
    dialogues.store_dialogues([dialogue(source_id="a")], bot=bot, source="t")
    again = dialogues.store_dialogues([dialogue(source_id="a"), dialogue(source_id="a")], bot=bot, source="t")
    assert again == []
    assert db.session.scalar(select(func.sum(RollupDay.sessions))) == 1
    (other,) = dialogues.store_dialogues([dialogue(source_id="a")], bot=bot, source="u")
    assert other.source_id == "a"


def test_text_is_stored_redacted_and_clear_only_in_the_vault(workspace: Workspace) -> None:
    spoken = event("user", "I am on 98765 43210", entities={"phone": "98765 43210"})
    (conversation,) = dialogues.store_dialogues([dialogue([spoken, event("bot", "ok", 1)])], bot=make_bot(), source="t")
    message = db.session.scalars(select(Message).order_by(Message.position)).first()
    assert message is not None and message.text == "I am on [phone]" and message.entities == {"phone": "[phone]"}
    assert conversation.first_text == "I am on [phone]"
    assert vault.reveal(message) == {"text": "I am on 98765 43210", "entities": {"phone": "98765 43210"}}
    assert db.session.scalar(select(func.count()).select_from(VaultText)) == 1


def test_a_days_edge_is_that_of_the_clients_zone(workspace: Workspace) -> None:
    late = START.replace(hour=18, minute=29)
    bot = make_bot()
    dialogues.store_dialogues([dialogue(asked_and_answered(late))], bot=bot, source="t")
    dialogues.store_dialogues([dialogue(asked_and_answered(late + timedelta(minutes=1)))], bot=bot, source="t")
    days = sorted(db.session.scalars(select(RollupDay.day)))
    assert [day.isoformat() for day in days] == ["2026-03-02", "2026-03-03"]


@pytest.mark.parametrize(
    ("hours", "topic", "resolved"), [(3, "service.book", False), (25, "service.book", True), (3, "sales.price", True)]
)
def test_coming_back_on_the_topic_within_a_day_unresolves_the_earlier_session(
    workspace: Workspace, hours: int, topic: str, resolved: bool
) -> None:
    bot = make_bot()
    (first,) = dialogues.store_dialogues([dialogue()], bot=bot, source="t")
    later = asked_and_answered(START + timedelta(hours=hours), topic)
    (second,) = dialogues.store_dialogues([dialogue(later)], bot=bot, source="t")
    assert (first.resolved, second.resolved) == (resolved, True)
    assert (first.first_engaged, second.first_engaged) == (True, False)
    assert recount.verify() == []


def test_an_earlier_session_that_comes_in_later_is_the_first_one(workspace: Workspace) -> None:
    bot = make_bot()
    (second,) = dialogues.store_dialogues([dialogue()], bot=bot, source="t")
    earlier = asked_and_answered(START - timedelta(days=3))
    (first,) = dialogues.store_dialogues([dialogue(earlier)], bot=bot, source="t")
    assert (first.first_engaged, second.first_engaged) == (True, False)
    flags = {row.day.day: row.first for row in db.session.scalars(select(RollupContactDay))}
    assert flags == {27: True, 2: False}
    assert recount.verify() == []


def test_test_traffic_says_nothing_of_real_contacts(workspace: Workspace) -> None:
    bot = make_bot()
    dialogues.store_dialogues([dialogue(traffic="test")], bot=bot, source="t")
    later = asked_and_answered(START + timedelta(hours=1))
    (real,) = dialogues.store_dialogues([dialogue(later)], bot=bot, source="t")
    assert real.first_engaged
    assert db.session.get_one(Contact, real.contact_id).first_engaged_at == START + timedelta(hours=1)


def test_another_workspace_sees_and_counts_nothing_of_it(workspace: Workspace) -> None:
    dialogues.store_dialogues([dialogue()], bot=make_bot(), source="t")
    with within(add_workspace("Other").id):
        assert db.session.scalars(select(Conversation)).all() == []
        assert recount.verify() == [] and recount.rebuild() == 0
    assert recount.verify() == []


def test_hindi_is_known_by_its_script(workspace: Workspace) -> None:
    spoken = [event("user", "सर्विस बुक करनी है"), event("bot", "ज़रूर", 1)]
    (conversation,) = dialogues.store_dialogues([dialogue(spoken)], bot=make_bot(), source="t")
    assert conversation.language == "hi"


def test_sessions_that_begin_at_one_instant_get_ids_of_their_own(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As from a source that knows whole days only, when the few ids of a millisecond are used up."""
    bot, fresh = make_bot(), iter(range(10**6, 10**7))
    monkeypatch.setattr(dialogues, "new_id", lambda at=None: 7 if at else next(fresh))
    first = dialogues.store_dialogues([dialogue(source_id="a"), dialogue(source_id="b")], bot=bot, source="t")
    (second,) = dialogues.store_dialogues([dialogue(source_id="c")], bot=bot, source="t")
    assert len({conversation.id for conversation in (*first, second)}) == 3
    assert first[0].id == 7
