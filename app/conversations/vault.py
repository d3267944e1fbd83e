"""The vault: what redaction takes out of a message, sealed in a row of its own."""

from collections.abc import Collection
from typing import Any

import orjson
from sqlalchemy import select

from app.conversations.models import Message, VaultText
from app.core.db.base import db, fetch
from app.core.db.ids import new_id
from app.core.security import encryption


def values(workspace_id: int, message_id: int, clear: dict[str, Any]) -> dict[str, Any]:
    """The columns of the vault row that keeps a message's clear values."""
    row_id = new_id()
    sealed = encryption.seal(VaultText.sealed, orjson.dumps(clear), workspace_id=workspace_id, row_id=row_id)
    return {"id": row_id, "workspace_id": workspace_id, "message_id": message_id, "sealed": sealed}


def reveal(message: Message) -> dict[str, Any]:
    """A message's clear `text` (and `entities`, `payload`, `extra` if they were redacted too).

    The caller checks the ability to reveal personal data and writes the audit row.
    """
    row = fetch(select(VaultText).where(VaultText.message_id == message.id), "No part of this message was redacted.")
    return _unseal(row)


def clear_texts(message_ids: Collection[int]) -> dict[int, str]:
    """Return the clear texts of messages whose texts were redacted, by their ids; for the engine, never to be shown."""
    rows = db.session.scalars(select(VaultText).where(VaultText.message_id.in_(message_ids)))
    clear = {row.message_id: _unseal(row) for row in rows}
    return {message_id: values["text"] for message_id, values in clear.items() if "text" in values}


def _unseal(row: VaultText) -> dict[str, Any]:
    """The clear values of a row."""
    clear = encryption.unseal(VaultText.sealed, row.sealed, workspace_id=row.workspace_id, row_id=row.id)
    revealed: dict[str, Any] = orjson.loads(clear)
    return revealed
