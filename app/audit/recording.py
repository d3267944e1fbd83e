"""Writing down what operations and commands do: declared once at the operation, written with its commit.

Nothing else writes audit rows. An operation that writes and declares no action stops the start.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import click
from flask import Response, current_app, g, has_request_context, request
from sqlalchemy import event, inspect
from sqlalchemy.orm import Mapper, ORMExecuteState, Session

from app.audit.chain import Entry, append
from app.audit.models import AuditEvent
from app.core.db.availability import need_room
from app.core.db.base import WorkspaceRow, db, writing
from app.core.db.tenancy import bound_workspace, is_bound
from app.core.lifecycles import record_transition
from app.core.security import visitor
from app.core.security.limits import REFUSALS, limits
from app.core.security.operations import operation_of

View = TypeVar("View", bound=Callable[..., Any])
_OWN = {"id", "workspace_id", "revision", "created_at", "updated_at"}
# Columns by which rows are found, made from others.
_DERIVED = "_key"
# Commands that only start others or only read.
_QUIET = {"worker", "run", "doctor", "routes", "verify"}


class AppendOnly(RuntimeError):
    """Someone tried to change or remove a row of the audit log."""


@visitor.answer_and_record.provide
def answer_and_record(view: Callable[..., Any], *args: Any, **values: Any) -> Response:
    """Answer an operation that only reads, and record it before its good answer leaves.

    It reads as every other does: the row has a short transaction of its own, whose failure is answered like any.
    """
    need_room()
    response = current_app.make_response(view(*args, **values))
    if response.status_code < 400 and operation_pending():
        with writing():
            db.session.commit()
    return response


@visitor.begin_operation.provide
def begin_operation(view: Any, user_id: int | None) -> None:
    """Say which operation the request's next commit is of; without a view, of none."""
    action = operation_of(view).action
    g.audit = None if action is None else (action, user_id)


@visitor.note_refusal.provide
def note_refusal(ability: str) -> None:
    """Write down that the visitor tried what their role does not allow, a few times in five minutes at most."""
    user = visitor.visitor().actor
    if user is None:
        return
    user_id, workspace_id = user.id, user.workspace_id
    windows = [(REFUSALS, f"refused:{user_id}")]
    if limits.has_room(windows):
        limits.hit(windows)
        with writing():
            record(db.session(), "ability:refuse", workspace_id=workspace_id, user_id=user_id, detail=ability)
            db.session.commit()


def forgo_operation() -> None:
    """The present operation is refused: what is committed now is of the refusal."""
    if has_request_context():
        g.audit = None


def operation_pending() -> bool:
    """Whether the present operation has not been written down yet."""
    return g.get("audit") is not None


def record(
    session: Session, action: str, *, workspace_id: int, user_id: int | None, subject_id: int | None = None,
    detail: str = "",
) -> None:  # fmt: skip
    """Have the present transaction write an action down with its commit."""
    entry = Entry(workspace_id=workspace_id, action=action, subject=action.partition(":")[0],
                  subject_id=subject_id, user_id=user_id, detail=detail, **_request())  # fmt: skip
    session.info.setdefault("audit", []).append(entry)


@record_transition.provide
def _record_transition(row: Any, action: str, detail: str, user_id: int | None) -> None:
    record(db.session(), action, workspace_id=row.workspace_id, user_id=user_id, subject_id=row.id, detail=detail)


def _request() -> dict[str, Any]:
    """Where the present work comes from."""
    if not has_request_context():
        return {}
    program = g.visitor.program if "visitor" in g else None
    agent = request.user_agent.string if program is None else f"{program.name}: {request.user_agent.string}"
    return {"request_id": g.get("request_id", ""), "address": request.remote_addr or "", "user_agent": agent}


def _command() -> str | None:
    """The command that is being run, unless it is one of the quiet ones."""
    context = None if has_request_context() else click.get_current_context(silent=True)
    if context is None or context.info_name in _QUIET or context.parent is None:
        return None
    names = [str(context.info_name)]
    while context.parent is not None and context.parent.parent is not None:
        context = context.parent
        names.insert(0, str(context.info_name))
    return " ".join(names)


@event.listens_for(Session, "before_flush")
def _refuse_changes(session: Session, _context: object, _instances: object) -> None:
    """Refuse to change or remove rows of the log."""
    if any(isinstance(row, AuditEvent) for row in (*session.dirty, *session.deleted)):
        raise AppendOnly("The audit log cannot be changed.")


@event.listens_for(Session, "do_orm_execute")
def _refuse_statements(state: ORMExecuteState) -> None:
    """Refuse statements that change or remove rows of the log, but for erasing what is personal."""
    if (state.is_update or state.is_delete) and not state.execution_options.get("erases_personal"):
        if any(mapper.class_ is AuditEvent for mapper in state.all_mappers):
            raise AppendOnly("The audit log cannot be changed.")


@cache
def audited_fields(mapper: Mapper[Any]) -> frozenset[str]:
    """Name the columns whose changes the log tells; each has its label in `ui/i18n/*/fields.json`."""
    names = (column.key for column in mapper.column_attrs)
    return frozenset(name for name in names if name not in _OWN and not name.endswith(_DERIVED))


@event.listens_for(Session, "after_flush")
def _note_changes(session: Session, _context: object) -> None:
    """Remember which rows a pending operation has touched, and the names of what changed in them."""
    of_operation = has_request_context() and operation_pending()
    if not of_operation and _command() is None:
        return
    changes: dict[tuple[str, int, int], set[str]] = session.info.setdefault("changes", {})
    if not of_operation:
        places = {row.workspace_id for row in session.new | session.dirty if isinstance(row, WorkspaceRow)}
        changes.update({("", 0, place): set() for place in places})
        return
    for row in (*session.new, *session.dirty, *session.deleted):
        if isinstance(row, WorkspaceRow) and not isinstance(row, AuditEvent):
            state = inspect(row)
            touched = {name.key for name in state.mapper.column_attrs if state.attrs[name.key].history.has_changes()}
            if touched or row in session.deleted:
                key = (str(row.__tablename__), getattr(row, "id", 0), row.workspace_id)  # type: ignore[attr-defined]
                changes.setdefault(key, set()).update(touched & audited_fields(state.mapper))


@event.listens_for(Session, "before_commit")
def _write(session: Session) -> None:
    """Add what was done to the transaction that did it."""
    if session.in_nested_transaction():
        return
    session.flush()
    changes = session.info.pop("changes", {})
    entries: list[Entry] = session.info.pop("audit", [])
    if has_request_context():
        pending: tuple[str, int | None] | None = g.get("audit")
        g.audit = None
        if pending is not None and is_bound():
            entries.append(_operation_entry(pending[0], pending[1], changes))
    elif (command := _command()) is not None:
        entries += _command_entries(command, changes)
    for entry in entries:
        append(session, entry)


@event.listens_for(Session, "after_soft_rollback")
def _drop(session: Session, transaction: Any) -> None:
    """Forget what a transaction would have written down."""
    if not transaction.nested:
        session.info.pop("changes", None)
        session.info.pop("audit", None)


def _operation_entry(action: str, user_id: int | None, changes: dict[tuple[str, int, int], set[str]]) -> Entry:
    """The entry of the present operation: its subject is named by the address, else it is what was made."""
    subject = action.partition(":")[0]
    of_kind = {row_id: fields for (table, row_id, _), fields in changes.items() if table == subject}
    subject_id = (request.view_args or {}).get(f"{subject}_id") or next(iter(of_kind), None)
    fields = of_kind.get(subject_id or 0, set())
    return Entry(workspace_id=bound_workspace(), action=action, subject=subject, subject_id=subject_id,
                 user_id=user_id, fields=tuple(fields), **_request())  # fmt: skip


def _command_entries(command: str, changes: dict[tuple[str, int, int], set[str]]) -> list[Entry]:
    """One entry for each workspace that a command touches, with its first commit there."""
    places = {bound_workspace()} if is_bound() else {workspace_id for _, _, workspace_id in changes}
    commands: set[int] = click.get_current_context().meta.setdefault("app.audit", set())
    fresh = places - commands
    commands |= places
    return [Entry(workspace_id=place, action="command:run", subject="command", detail=command) for place in fresh]
