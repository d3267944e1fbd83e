"""POST once: a repeated `Idempotency-Key` gets the first answer again instead of a second write.

The answer is kept in the transaction of the write itself, so there is never one without the other.
"""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Any

from flask import Response, current_app, g, request
from sqlalchemy import JSON, Index, Integer, String, delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, WorkspaceMixin, commit_later, db
from app.core.db.ids import new_id
from app.core.db.tenancy import bound_workspace
from app.core.errors import Conflict, Invalid
from app.core.security.encryption import Sealed, seal, unseal

HEADER, REPLAYED = "Idempotency-Key", "Idempotency-Replayed"
MAX_KEY = 255
KEPT = timedelta(hours=24)
KEPT_HEADERS = ("Content-Type", "Cache-Control", "Location", "ETag")
_PIECE = 2**16


class IdempotentCall(WorkspaceMixin, Base):
    """The first answer to one key of one person on one address."""

    __tablename__ = "idempotent_call"
    table_args = (
        Index("uq_idempotent_call", "workspace_id", "user_id", "digest", unique=True),
        Index("ix_idempotent_call_created", "workspace_id", "created_at"),
    )

    user_id: Mapped[int]
    digest: Mapped[str] = mapped_column(String(64))
    """Of method, path and key, and of the program that acts for the person."""
    content: Mapped[str] = mapped_column(String(64))
    """Of query and body, by which a repeat is told from another request."""
    status: Mapped[int] = mapped_column(Integer)
    headers: Mapped[dict[str, str]] = mapped_column(JSON)
    body: Mapped[str] = mapped_column(Sealed)
    """Sealed, because some answers are secrets."""
    created_at: Mapped[datetime] = mapped_column(default=now)


def once(view: Callable[..., Any]) -> Callable[..., Any]:
    """The view, answering a signed-in person's repeated key from what is kept.

    Calls for everyone take no part: what they do is to set cookies, which no kept answer could.
    """

    @wraps(view)
    def answer(**values: Any) -> Any:
        key = request.headers.get(HEADER)
        if key is None or g.visitor.user is None or getattr(view, "ability", None) is None:
            return view(**values)
        if not (1 <= len(key) <= MAX_KEY and key.isascii() and key.isprintable()):
            raise Invalid({HEADER: [f"Must be 1 to {MAX_KEY} printable characters."]})
        return _once(view, values, key, g.visitor.user.id)

    return answer


def _once(view: Callable[..., Any], values: dict[str, Any], key: str, user_id: int) -> Response:
    """The kept answer, or the view's, kept together with what it wrote."""
    program = g.visitor.program
    digest = _hex(request.method, request.path, key, *([str(program.id)] if program is not None else []))
    _enter_alone(user_id, digest)
    db.session.execute(delete(IdempotentCall).where(IdempotentCall.created_at < now() - KEPT))
    content = _content()
    kept = db.session.scalar(
        select(IdempotentCall).where(IdempotentCall.user_id == user_id, IdempotentCall.digest == digest)
    )
    if kept is not None:
        return _replay(kept, content)
    with commit_later():
        response = current_app.make_response(view(**values))
    if response.status_code >= 400:
        return response
    headers = {name: response.headers[name] for name in KEPT_HEADERS if name in response.headers}
    row_id = new_id()
    body = seal(IdempotentCall.body, response.get_data(), workspace_id=bound_workspace(), row_id=row_id)
    db.session.add(
        IdempotentCall(
            id=row_id,
            user_id=user_id,
            digest=digest,
            content=content,
            status=response.status_code,
            headers=headers,
            body=body,
        )
    )
    try:
        db.session.flush()
    except IntegrityError:
        # A view that lets go of its transaction for slow work may be overtaken by its own repeat.
        db.session.rollback()
        raise _in_progress() from None
    db.session.commit()
    return response


def _in_progress() -> Conflict:
    """What a request is told while, or just after, another one with its key is being answered."""
    return Conflict(
        "The first request with this key is still in progress.",
        code="idempotency_in_progress",
        headers={"Retry-After": "1"},
    )


def _replay(kept: IdempotentCall, content: str) -> Response:
    """The kept answer, unless the key came with something else then."""
    if kept.content != content:
        raise Invalid(
            {HEADER: ["This key was used for another request in the last 24 hours."]}, code="idempotency_key_reused"
        )
    body = unseal(IdempotentCall.body, kept.body, workspace_id=kept.workspace_id, row_id=kept.id)
    response = Response(body, kept.status, kept.headers)
    response.headers[REPLAYED] = "true"
    return response


def _enter_alone(user_id: int, digest: str) -> None:
    """Let one transaction at a time in with a key; Conflict while another one is under way.

    SQLite has one writer at a time as it is: a repeat waits there for the first answer.
    """
    if db.engine.dialect.name == "postgresql":
        number = int.from_bytes(bytes.fromhex(_hex(str(user_id), digest))[:8], signed=True)
        if not db.session.scalar(select(func.pg_try_advisory_xact_lock(number))):
            raise _in_progress()


def _hex(*parts: str) -> str:
    """A digest of texts that do not run into each other."""
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _content() -> str:
    """A digest of query and body; of a multipart body its parts count, since its boundary is drawn anew each time."""
    digest = hashlib.sha256(request.query_string + b"\n")
    if request.mimetype != "multipart/form-data":
        digest.update(request.get_data(cache=True))
        return digest.hexdigest()
    for name, value in sorted(request.form.items(multi=True)):
        digest.update(_hex(name, value).encode())
    for name, file in request.files.items(multi=True):
        digest.update(_hex(name, file.filename or "").encode())
        while piece := file.stream.read(_PIECE):
            digest.update(piece)
        file.stream.seek(0)
    return digest.hexdigest()
