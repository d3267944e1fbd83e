"""Secrets at rest: AES-256-GCM envelopes `v1:<key id>:<nonce>:<ciphertext>`, each bound to its column and row."""

import base64
import binascii
import secrets
import threading
from typing import Any

import structlog
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from flask import Flask, current_app
from sqlalchemy import Text
from sqlalchemy.orm import QueryableAttribute
from sqlalchemy.types import TypeDecorator

from app.config import ConfigError, DataKeys, Settings, read_data_keys
from app.core.errors import Unavailable

log = structlog.get_logger(__name__)
VERSION = "v1"
NONCE_BYTES = 12


class Sealed(TypeDecorator[str]):
    """The type of every column that holds envelopes; `flask keys rotate` finds them by it."""

    impl = Text
    cache_ok = True


class Keyring:
    """The data keys: the first one encrypts, all of them decrypt.

    Keys kept in `instance/secrets.env` are read again when that file changes, so that a rotation needs no restart.
    """

    def __init__(self, settings: Settings) -> None:
        """Hold the configured keys, and watch their file if they came from it."""
        self._path = settings.secrets_file
        self._seen = self._changed_at()
        self._watched = read_data_keys(self._path) == settings.data_keys
        self._lock = threading.Lock()
        self._take(settings.data_keys)

    def current(self) -> tuple[str, AESGCM]:
        """Id and cipher of the key that encrypts."""
        self._look()
        return self._first, self._ciphers[self._first]

    def get(self, key_id: str) -> AESGCM | None:
        """The cipher of a key's id; None when the key is not configured."""
        self._look()
        return self._ciphers.get(key_id)

    def ids(self) -> list[str]:
        """The ids of all keys, the one that encrypts first."""
        self._look()
        return list(self._ciphers)

    def _take(self, keys: DataKeys) -> None:
        """Go by these keys from now on."""
        self._ciphers = {key_id: AESGCM(key) for key_id, key in keys}
        self._first = keys[0][0]

    def _changed_at(self) -> int:
        """When the file was last written; 0 when there is none."""
        try:
            return self._path.stat().st_mtime_ns
        except OSError:
            return 0

    def _look(self) -> None:
        """Read the file again if it has changed; a broken one leaves the keys as they were."""
        if not self._watched or self._changed_at() == self._seen:
            return
        with self._lock:
            self._seen = self._changed_at()
            try:
                keys = read_data_keys(self._path)
            except ConfigError as error:
                log.error("data_keys_not_read", reason=str(error))
                return
            if keys:
                self._take(keys)


def keyring() -> Keyring:
    """The installation's data keys."""
    current: Keyring = current_app.extensions["keyring"]
    return current


def register(app: Flask, settings: Settings) -> None:
    """Give the application its keys."""
    app.extensions["keyring"] = Keyring(settings)


def _place(column: QueryableAttribute[Any], workspace_id: int, row_id: int) -> bytes:
    """What an envelope is bound to, so that it cannot be moved to another place and read there."""
    return f"{column.class_.__tablename__}:{column.key}:{workspace_id}:{row_id}".encode()


class UnreadableEnvelope(Unavailable):
    """An envelope that no key of ours opens here, now or later."""


def encrypt(clear: bytes, place: bytes) -> tuple[str, bytes]:
    """Encrypt bytes for one place; return the id of the key, and nonce and ciphertext in one."""
    key_id, cipher = keyring().current()
    nonce = secrets.token_bytes(NONCE_BYTES)
    return key_id, nonce + cipher.encrypt(nonce, clear, place)


def decrypt(key_id: str, body: bytes, place: bytes) -> bytes | None:
    """Return the bytes again; None where the key is gone, or they were encrypted for another place."""
    cipher = keyring().get(key_id)
    try:
        return None if cipher is None else cipher.decrypt(body[:NONCE_BYTES], body[NONCE_BYTES:], place)
    except (InvalidTag, ValueError):
        return None


def seal(column: QueryableAttribute[Any], clear: bytes, *, workspace_id: int, row_id: int) -> str:
    """The envelope of some bytes for one column of one row."""
    key_id, body = encrypt(clear, _place(column, workspace_id, row_id))
    nonce, body = body[:NONCE_BYTES], body[NONCE_BYTES:]
    return ":".join((VERSION, key_id, base64.b64encode(nonce).decode(), base64.b64encode(body).decode()))


def unseal(column: QueryableAttribute[Any], envelope: str, *, workspace_id: int, row_id: int) -> bytes:
    """The bytes again; Unavailable when the key is gone, Unreadable when the envelope is not the one sealed here."""
    version, _, rest = envelope.partition(":")
    key_id, _, rest = rest.partition(":")
    nonce, _, body = rest.partition(":")
    if version != VERSION:
        raise UnreadableEnvelope("This is not an encrypted text.")
    cipher = keyring().get(key_id)
    if cipher is None:
        raise Unavailable("The key of this text is not configured any more.")
    try:
        raw = base64.b64decode(nonce, validate=True), base64.b64decode(body, validate=True)
        return cipher.decrypt(*raw, _place(column, workspace_id, row_id))
    except (InvalidTag, binascii.Error, ValueError):
        raise UnreadableEnvelope("This text cannot be decrypted: it was changed or belongs to another row.") from None


def secret_end(secret: str, length: int = 4) -> str:
    """Return the end of a long secret, by which people tell it from others; of a short one it would reveal too much."""
    return secret[-length:] if len(secret) >= 3 * length else ""


def under(key_id: str) -> str:
    """How every envelope under a key begins."""
    return f"{VERSION}:{key_id}:"
