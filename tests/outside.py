"""Work that takes time outside the database: whatever test makes a request do it, no write lock is held then."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import has_request_context, request

from app.accounts.auth import passwords
from app.bots.flow import documents
from app.bots.understanding import client
from app.channels.sessions import effects
from app.core.db import base
from app.core.http import outgoing
from app.imports import kinds
from app.masters.imports import reading

PARTS: tuple[tuple[Any, str], ...] = (
    (outgoing, "send"),
    (client.Inside, "read"),
    (client.Process, "read"),
    (effects, "go_on"),
    (passwords, "hash_password"),
    (passwords, "verify"),
    (documents, "_read_json"),
    (documents, "_read_yaml"),
    (kinds, "write_upload"),
    (reading, "_lines"),
)
"""Calls to other systems and processes, hashing, and parsing of files."""
held: list[str] = []
"""What was done by a request that held the write lock."""


def note(part: str) -> None:
    """Note a part that begins in a transaction that may write."""
    if has_request_context() and base.db.session().in_transaction() and base._transaction.get() != "DEFERRED":
        held.append(f"{request.method} {request.path}: {part}")


def watch() -> None:
    """Have every part noted that begins under the lock."""
    for owner, name in PARTS:
        setattr(owner, name, _noted(getattr(owner, name), f"{owner.__name__}.{name}"))


def _noted(work: Callable[..., Any], part: str) -> Callable[..., Any]:
    @wraps(work)
    def noted(*values: Any, **keywords: Any) -> Any:
        note(part)
        return work(*values, **keywords)

    return noted
