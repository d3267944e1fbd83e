"""POST once: a repeated `Idempotency-Key` gets the first answer again instead of a second write.

The key is recorded in a short transaction of its own before the work, and the answer is stored with the last commit of
the work, so there is never one without the other. In between, the work may end its transactions with `commit_now`.
"""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, NamedTuple

from flask import Response, current_app, g, request
from sqlalchemy import JSON, Index, Integer, String, delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, WorkspaceMixin, commit_later, db, write_rows
from app.core.db.ids import new_id
from app.core.db.tenancy import bound_workspace
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.process_ids import has_ended, process_name
from app.core.security.encryption import Sealed, seal, unseal
from app.core.security.operations import operation_of
from app.core.security.visitor import begin_operation

HEADER, REPLAYED = "Idempotency-Key", "Idempotency-Replayed"
MAX_KEY = 255
KEPT = timedelta(hours=24)
LONGEST = timedelta(minutes=2)
"""A request of another machine that has no answer by then is taken for dead."""
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
    """Of query and body, by which a repeat is distinguished from another request."""
    status: Mapped[int] = mapped_column(Integer)
    headers: Mapped[dict[str, str]] = mapped_column(JSON)
    body: Mapped[str] = mapped_column(Sealed)
    """Sealed, because some answers are secrets."""
    holder: Mapped[str | None] = mapped_column(String(80))
    """The process that works on the answer; None once it is here."""
    created_at: Mapped[datetime] = mapped_column(default=now)
    """When the request began, or the repeat that has taken over from it."""


class Call(NamedTuple):
    """A request whose key is recorded."""

    id: int
    began_at: datetime

    def change(self, change: Any) -> bool:
        """Change the row of the key; False where a repeat has taken over."""
        return write_rows(change.where(IdempotentCall.id == self.id, IdempotentCall.created_at == self.began_at)) == 1

    def release(self) -> None:
        """Forget the key of a request that is refused or has failed, with what it has left uncommitted."""
        db.session.rollback()
        begin_operation(None, None)
        self.change(delete(IdempotentCall))
        db.session.commit()


def once(view: Callable[..., Any]) -> Callable[..., Any]:
    """The view, answering a signed-in person's repeated key from what is kept.

    Calls for everyone take no part: what they do is to set cookies, which no kept answer could.
    """

    @wraps(view)
    def answer(**values: Any) -> Any:
        key = request.headers.get(HEADER)
        if key is None or g.visitor.user is None or operation_of(view).access.ability is None:
            return view(**values)
        if not (1 <= len(key) <= MAX_KEY and key.isascii() and key.isprintable()):
            raise Invalid({HEADER: [f"Must be 1 to {MAX_KEY} printable characters."]})
        return _once(view, values, key)

    return answer


def _once(view: Callable[..., Any], values: dict[str, Any], key: str) -> Response:
    """The kept answer, or the view's, stored together with what it wrote last."""
    content, actor_id = _content(), g.visitor.actor.id
    call = _reserve(key, content)
    if isinstance(call, Response):
        return call
    begin_operation(view, actor_id)
    try:
        with commit_later():
            response = current_app.make_response(view(**values))
            body = response.get_data()
    except Exception:
        call.release()
        raise
    if response.status_code >= 400:
        call.release()
        return response
    headers = {name: response.headers[name] for name in KEPT_HEADERS if name in response.headers}
    sealed = seal(IdempotentCall.body, body, workspace_id=bound_workspace(), row_id=call.id)
    answer = update(IdempotentCall).values(status=response.status_code, headers=headers, body=sealed, holder=None)
    if not call.change(answer):
        db.session.rollback()
        raise _in_progress()
    db.session.commit()
    return response


def _reserve(key: str, content: str) -> Response | Call:
    """Record a key, or return the answer that is kept for it; Conflict while another request works on that."""
    begin_operation(None, None)
    program, user_id, moment = g.visitor.program, g.visitor.user.id, now()
    digest = _hex(request.method, request.path, key, *([str(program.id)] if program is not None else []))
    db.session.execute(delete(IdempotentCall).where(IdempotentCall.created_at < moment - KEPT))
    query = select(IdempotentCall).where(IdempotentCall.user_id == user_id, IdempotentCall.digest == digest)
    row = db.session.scalar(query.with_for_update())
    if row is None:
        row_id = new_id()
        body = seal(IdempotentCall.body, b"", workspace_id=bound_workspace(), row_id=row_id)
        row = IdempotentCall(
            id=row_id, user_id=user_id, digest=digest, content=content, status=0, headers={}, body=body
        )
        db.session.add(row)
    elif row.content != content:
        raise Invalid(
            {HEADER: [BeyondSchema("This key was used for another request in the last 24 hours.")]},
            code="idempotency_key_reused",
        )
    elif row.holder is None:
        return _replay(row)
    elif not has_ended(row.holder) and moment - row.created_at < LONGEST:
        raise _in_progress()
    row.holder, row.created_at = process_name(), moment
    call = Call(row.id, moment)
    try:
        db.session.commit()
    except IntegrityError:
        db.session.rollback()
        raise _in_progress() from None
    return call


def _in_progress() -> Conflict:
    """Return what a request is refused with while another one with its key is being answered."""
    return Conflict(
        "The first request with this key is still in progress.",
        code="idempotency_in_progress",
        headers={"Retry-After": "1"},
    )


def _replay(call: IdempotentCall) -> Response:
    """Return the kept answer."""
    body = unseal(IdempotentCall.body, call.body, workspace_id=call.workspace_id, row_id=call.id)
    response = Response(body, call.status, call.headers)
    response.headers[REPLAYED] = "true"
    return response


def _hex(*parts: str) -> str:
    """A digest of texts that do not run into each other."""
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _content() -> str:
    """A digest of query and body; of a multipart body its parts count, since its boundary is drawn again each time."""
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
