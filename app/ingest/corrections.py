"""Editing and deleting what is stored, with every number kept exact."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import delete, select

from app.conversations import vault
from app.conversations.models import Conversation, Message, VaultText
from app.conversations.redaction import redact
from app.core.db.base import db, fetch, write_rows
from app.core.errors import NotFound
from app.ingest.revising import revising


def get_conversation(conversation_id: int) -> Conversation:
    """A conversation the present reader may see, or NotFound."""
    return fetch(select(Conversation).where(Conversation.id == conversation_id), "This conversation does not exist.")


@contextmanager
def _revising_one(message_id: int, cause: str) -> Iterator[tuple[Message, list[Message]]]:
    """Change a message inside, and with it its conversation, whose messages are given too; NotFound when it is gone."""
    conversation_id = fetch(
        select(Message.conversation_id).where(Message.id == message_id), "This message does not exist."
    )
    with revising(get_conversation(conversation_id), cause=cause) as messages:
        message = next((message for message in messages if message.id == message_id), None)
        if message is None:
            raise NotFound("This message does not exist.")
        yield message, messages


def edit_message(message_id: int, *, text: str | None = None, marks: dict[str, Any] | None = None) -> Message:
    """Change a message's text or what it means for measuring; the text is redacted again."""
    with _revising_one(message_id, "message edited") as (message, _):
        if text is not None:
            _replace_text(message, text)
        if marks is not None:
            message.marks = marks or None
    return message


def delete_message(message_id: int) -> None:
    """Remove a message; a conversation loses its row with its last one."""
    with _revising_one(message_id, "message deleted") as (message, messages):
        _empty_vault(message.id)
        messages.remove(message)


def delete_conversation(conversation_id: int) -> None:
    """Remove a conversation with everything in it."""
    with revising(get_conversation(conversation_id), cause="conversation deleted") as messages:
        messages.clear()


def _replace_text(message: Message, text: str) -> None:
    """Store a new text, and seal it if something in it is redacted."""
    message.text = redact(text)
    _empty_vault(message.id)
    if message.text != text:
        db.session.add(VaultText(**vault.values(message.workspace_id, message.id, {"text": text})))


def _empty_vault(message_id: int) -> None:
    """Forget the clear text of a message."""
    write_rows(delete(VaultText).where(VaultText.message_id == message_id))
