"""The vault: clear text under AES-256-GCM, each value bound to the very row it belongs to."""

import secrets
from typing import Any

import orjson
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from flask import current_app
from sqlalchemy import select

from app.config import Settings
from app.conversations.models import Message, VaultText
from app.db import db
from app.errors import NotFound, Unavailable

NONCE_BYTES = 12


def _keys() -> tuple[tuple[str, bytes], ...]:
    """The installation's data keys; the first one encrypts, all of them decrypt."""
    settings: Settings = current_app.config["SETTINGS"]
    return settings.data_keys


def _place(workspace_id: int, message_id: int) -> bytes:
    """What a sealed value is bound to, so that it cannot be moved to another row and read there."""
    return f"vault_text:sealed:{workspace_id}:{message_id}".encode()


def seal(clear: dict[str, Any], *, workspace_id: int, message_id: int) -> tuple[str, bytes]:
    """The key's id and nonce + ciphertext of a message's clear values."""
    key_id, key = _keys()[0]
    nonce = secrets.token_bytes(NONCE_BYTES)
    return key_id, nonce + AESGCM(key).encrypt(nonce, orjson.dumps(clear), _place(workspace_id, message_id))


def unseal(key_id: str, sealed: bytes, *, workspace_id: int, message_id: int) -> dict[str, Any]:
    """The clear values again; Unavailable when the key is gone or the bytes are not the ones sealed here."""
    key = dict(_keys()).get(key_id)
    if key is None:
        raise Unavailable("The key of this text is not configured any more.")
    try:
        clear = AESGCM(key).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], _place(workspace_id, message_id))
    except InvalidTag:
        raise Unavailable("This text cannot be decrypted: it was changed or belongs to another row.") from None
    values: dict[str, Any] = orjson.loads(clear)
    return values


def reveal(message: Message) -> dict[str, Any]:
    """A message's clear `text` (and `entities`, `payload`, `extra` if they were redacted too).

    The caller checks the ability to reveal personal data and writes the audit row.
    """
    row = db.session.scalar(select(VaultText).where(VaultText.message_id == message.id))
    if row is None:
        raise NotFound("Nothing of this message was redacted.")
    return unseal(row.key_id, row.sealed, workspace_id=row.workspace_id, message_id=message.id)
