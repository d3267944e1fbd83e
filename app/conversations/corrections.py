"""Editing and deleting what is stored, with every number kept exact."""

from typing import Any

from sqlalchemy import delete, select

from app.conversations import contacts, restatements, vault
from app.conversations.models import Conversation, Message, VaultText
from app.conversations.redaction import redact
from app.conversations.revising import erase, revising, stored_turns
from app.conversations.rollups import Ledger
from app.db import db
from app.errors import NotFound
from app.tenancy import bound_workspace, within


def get_conversation(conversation_id: int) -> Conversation:
    """A session the present reader may see, or NotFound."""
    session = db.session.scalar(select(Conversation).where(Conversation.id == conversation_id))
    if session is None:
        raise NotFound("There is no such conversation.")
    return session


def _get_message(message_id: int) -> tuple[Message, Conversation]:
    """A message and its session, or NotFound."""
    message = db.session.scalar(select(Message).where(Message.id == message_id))
    if message is None:
        raise NotFound("There is no such message.")
    return message, get_conversation(message.conversation_id)


def edit_message(message_id: int, *, text: str | None = None, marks: dict[str, Any] | None = None) -> Message:
    """Change a message's text or what it means for measuring; the text is redacted again."""
    message, session = _get_message(message_id)
    with revising(session, cause="message edited"):
        if text is not None:
            _replace_text(message, text)
        if marks is not None:
            message.marks = marks or None
    return message


def delete_message(message_id: int) -> None:
    """Remove a message; a session loses its row with its last one."""
    message, session = _get_message(message_id)
    with revising(session, cause="message deleted"):
        _empty_vault(message.id)
        db.session.delete(message)


def delete_conversation(conversation_id: int) -> None:
    """Remove a session with everything in it."""
    session = get_conversation(conversation_id)
    with within(bound_workspace()):
        people = contacts.lock([session.contact_id])
        db.session.refresh(session)
        ledger = Ledger()
        ledger.add(session, stored_turns(session), -1)
        erase(session)
        contacts.settle(people, ledger)
        restatements.write(ledger, "conversation deleted")


def _replace_text(message: Message, text: str) -> None:
    """Store a new text, and seal it if something in it is redacted."""
    message.text = redact(text)
    _empty_vault(message.id)
    if message.text != text:
        db.session.add(VaultText(**vault.values(message.workspace_id, message.id, {"text": text})))


def _empty_vault(message_id: int) -> None:
    """Forget the clear text of a message."""
    statement = delete(VaultText).where(VaultText.message_id == message_id)
    db.session.execute(statement, execution_options={"synchronize_session": False})
