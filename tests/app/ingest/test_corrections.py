"""Editing and deleting keep every number exact."""

from collections.abc import Callable, Iterable

import pytest
from sqlalchemy import func, select

from app.accounts.workspaces.models import Workspace
from app.analytics import recount
from app.analytics.models import Restatement, RollupContactDay, RollupDay
from app.conversations import vault
from app.conversations.models import Contact, Conversation, Message, Turn, VaultText
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.errors import NotFound
from app.ingest import contacts, corrections, dialogues
from tests.conftest import add_workspace
from tests.factories.conversations import asked_and_answered, dialogue, event, make_bot


def messages() -> list[Message]:
    return list(db.session.scalars(select(Message).order_by(Message.position)))


def test_an_edited_text_is_redacted_and_sealed_again(workspace: Workspace) -> None:
    dialogues.store_dialogues(
        [dialogue([event("user", "98765 43210"), event("bot", at=1)])], bot=make_bot(), source="t"
    )
    message = corrections.edit_message(messages()[0].id, text="mail a@b.example")
    assert message.text == "mail [email]" and vault.reveal(message) == {"text": "mail a@b.example"}
    corrections.edit_message(message.id, text="nothing")
    with pytest.raises(NotFound):
        vault.reveal(message)


def test_a_changed_mark_changes_outcome_and_rollups(workspace: Workspace) -> None:
    (conversation,) = dialogues.store_dialogues([dialogue()], bot=make_bot(), source="t")
    corrections.edit_message(messages()[1].id, marks={"cause": "no_match"})
    assert conversation.outcome == "abandoned" and conversation.resolved is False
    day = db.session.scalars(select(RollupDay)).one()
    assert (day.fallback_turns, day.abandoned, day.informed) == (1, 1, 0)
    assert {row.metric for row in db.session.scalars(select(Restatement))} >= {"fallback_turns", "abandoned"}


def test_deleting_the_last_message_removes_the_session(workspace: Workspace) -> None:
    dialogues.store_dialogues([dialogue([event("user")])], bot=make_bot(), source="t")
    corrections.delete_message(messages()[0].id)
    for model in (Conversation, Message, Turn, RollupDay, RollupContactDay):
        assert db.session.scalar(select(func.count()).select_from(model)) == 0
    assert db.session.scalars(select(Contact)).one().first_engaged_at is None


def test_deleting_a_session_takes_its_sealed_texts_and_makes_the_next_one_first(workspace: Workspace) -> None:
    bot = make_bot()
    (first,) = dialogues.store_dialogues([dialogue([event("user", "a@b.example")])], bot=bot, source="t")
    later = asked_and_answered(first.started_at.replace(day=5))
    (second,) = dialogues.store_dialogues([dialogue(later)], bot=bot, source="t")
    corrections.delete_conversation(first.id)
    assert second.first_engaged and recount.verify() == []
    assert db.session.scalar(select(func.count()).select_from(VaultText)) == 0


@pytest.mark.parametrize(
    "change", [corrections.delete_conversation, corrections.delete_message, corrections.edit_message]
)
def test_another_workspaces_rows_cannot_be_found(workspace: Workspace, change: Callable[[int], object]) -> None:
    (conversation,) = dialogues.store_dialogues([dialogue()], bot=make_bot(), source="t")
    target = conversation.id if change is corrections.delete_conversation else messages()[0].id
    with within(add_workspace("Other").id), pytest.raises(NotFound):
        change(target)
    assert recount.verify() == []


def test_what_is_removed_while_a_change_waits_for_its_people_cannot_be_found(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    (conversation,) = dialogues.store_dialogues([dialogue()], bot=make_bot(), source="t")
    first, second = (message.id for message in messages())
    lock = contacts.lock

    def someone_removes(remove: Callable[[int], None], target: int) -> None:
        def before_us(contact_ids: Iterable[int]) -> list[Contact]:
            monkeypatch.setattr(contacts, "lock", lock)
            remove(target)
            return lock(contact_ids)

        monkeypatch.setattr(contacts, "lock", before_us)

    someone_removes(corrections.delete_message, second)
    with pytest.raises(NotFound, match="message"):
        corrections.edit_message(second, text="too late")
    someone_removes(corrections.delete_conversation, conversation.id)
    with pytest.raises(NotFound, match="conversation"):
        corrections.delete_message(first)
    assert recount.verify() == []
