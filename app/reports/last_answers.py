"""Reports while the database is away: the last good answer with its age, for readers whom it last let see that."""

import time
from collections.abc import Callable
from typing import Any, TypeVar

import orjson
import structlog
from flask import Response, current_app, request
from sqlalchemy import event, inspect
from sqlalchemy.orm import ORMExecuteState, Session
from werkzeug.exceptions import HTTPException

from app.accounts.auth.models import AuthSession
from app.accounts.auth.visitors import claims_by_signature
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.bots.catalog.models import Bot
from app.clients.models import City, Client, DealerGroup, Outlet, Placement
from app.config import Settings
from app.conversations.forgetting import finishes
from app.core.db.tenancy import bound_workspace, current_scope, is_bound, within
from app.core.errors import answer_without_database
from app.core.http.api import Blueprint
from app.core.languages import reading_language
from app.core.lru import Recent
from app.core.security import abilities
from app.core.security.nested import nested_request
from app.core.security.operations import operation_of
from app.core.security.visitor import SAFE, visitor
from app.reports import service
from app.reports.answers.answer_store import EVERYONE, Reader, drop_answers, drop_readers, get_reader, note_reader
from app.reports.answers.conditional import changed_since
from app.reports.context import ReportQuery
from app.reports.filters.arguments import DashboardViewArgs, ReportViewArgs

log = structlog.get_logger(__name__)
View = TypeVar("View", bound=Callable[..., Any])
NOTED_SECONDS = 60.0
"""How often a process notes the same reader."""
_noted: Recent[tuple[str, int, str], float] = Recent(1024)

_ACCESS: dict[type[Any], frozenset[str]] = {
    AuthSession: frozenset({"revoked_at", "expires_at", "viewing_id", "password_version"}),
    User: frozenset(
        {"auth_role", "extra_abilities", "scope", "status", "deactivated_at", "deleted_at", "password_version",
         "second_factor_at"}
    ),
    Workspace: frozenset({"second_factor_required", "second_factor_from", "zone"}),
    # Authors see what is counted of their own bots.
    Bot: frozenset({"owner_id"}),
}  # fmt: skip
"""The columns by which a person may see something or not."""
_PLACES = (Client, DealerGroup, City, Outlet, Placement)
_CHANGES = "access_changes"


def answers_from_store(report: str, *, brief: str = "") -> Callable[[View], View]:
    """Declare that a view answers a report, by the name `brief` where less is asked for.

    The report's last answer serves while the database is away.
    """

    def declare(view: View) -> View:
        view.report, view.brief_report = report, brief  # type: ignore[attr-defined]
        return view

    return declare


def answer_report(report: str, args: dict[str, Any]) -> Response:
    """Answer a report, or what has changed in it, and note that its reader may see it."""
    since = args.pop("since")
    body = service.body_of(report, args, reading_language())
    _note_visitor()
    return changed_since(since, body)


def _note_visitor() -> None:
    """Note who reads for themselves by a session; programs and those who view as someone else are not served later."""
    reader = visitor()
    session, user = reader.session, reader.user
    if session is None or user is None or reader.viewer is not None or reader.kind not in ("bearer", "cookie"):
        return
    settings: Settings = current_app.config["SETTINGS"]
    # With several machines, which Redis joins, access that ends at another one would not be known of here.
    if settings.redis_url:
        return
    noted = Reader(user.id, bound_workspace(), reader.kind, reader.ability, current_scope())
    key, moment = (str(settings.instance), session.id, repr(noted)), time.monotonic()
    if moment - (_noted.get(key) or -NOTED_SECONDS) >= NOTED_SECONDS:
        note_reader(session.id, noted)
        _noted.put(key, moment)


@answer_without_database.provide
def last_answer() -> Response | None:
    """Return the last answer to the present request, if it is a report's and its reader is known to see that."""
    view = current_app.view_functions.get(request.endpoint or "")
    report: str | None = getattr(view, "report", None)
    ability = operation_of(view).access.ability
    if ability is None or report is None or request.method not in SAFE or nested_request() is not None:
        return None
    reader = _reader(*ability)
    brief: str = view.brief_report  # type: ignore[union-attr]
    args = _args(DashboardViewArgs() if brief else ReportViewArgs())
    if reader is None or args is None or args.pop("snap"):
        return None
    args.pop("since")
    report = brief if args.pop("brief", False) else report
    with within(reader.workspace, reader.scope):
        stored = service.last_body(report, ReportQuery(**args), reading_language())
    if stored is None:
        return None
    age = max(0, round(time.time() - stored.at))
    log.warning("stale_report", report=report, age_s=age)
    body = orjson.dumps(orjson.loads(stored.body) | {"stale": True, "age_s": age})
    response = Response(body, content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


def _reader(action: str, subject: str) -> Reader | None:
    """Return who asks, by a good token of a session that the database last knew as this person's, with this ability."""
    signed_claims = claims_by_signature()
    if signed_claims is None:
        return None
    kind, claims = signed_claims
    reader = get_reader(claims.session_id)
    if reader is None or reader[:3] != (claims.user_id, claims.workspace_id, kind):
        return None
    return reader if abilities.can(reader.ability, action, subject) else None


def _args(schema: ReportViewArgs) -> dict[str, Any] | None:
    """Return what the request asks for; None where that is not valid."""
    try:
        args: dict[str, Any] = Blueprint.ARGUMENTS_PARSER.parse(schema, request, location="query")
    except HTTPException:
        return None
    return args


@finishes
def _forget_answers() -> None:
    """Remove all answers: any may quote a person who was forgotten."""
    drop_answers()


@event.listens_for(Session, "before_flush")
def _drop_changed(session: Session, _context: object, _instances: object) -> None:
    """Drop the readers whose access this changes, now and once it is committed."""
    changes = {_reader_of(row) for row in session.dirty} | {_bears_on(row) for row in session.deleted}
    changes |= {(row.workspace_id, EVERYONE) for row in session.new if isinstance(row, _PLACES)}
    _drop(session, changes)


@event.listens_for(Session, "do_orm_execute")
def _drop_matched(state: ORMExecuteState) -> None:
    """Drop all readers of the workspace where a statement changes access of rows that only the database knows."""
    if not (state.is_update or state.is_delete) or state.bind_mapper is None:
        return
    model = state.bind_mapper.class_
    columns = {column.key for column in getattr(state.statement, "_values", None) or {}}
    if model in _PLACES or (model in _ACCESS and (state.is_delete or columns & _ACCESS[model])):
        _drop(state.session, {(bound_workspace() if is_bound() else EVERYONE, EVERYONE)})


@event.listens_for(Session, "after_commit")
def _drop_committed(session: Session) -> None:
    for change in session.info.pop(_CHANGES, ()):
        drop_readers(*change)


@event.listens_for(Session, "after_rollback")
def _keep_rolled_back(session: Session) -> None:
    session.info.pop(_CHANGES, None)


def _reader_of(row: Any) -> tuple[int, int] | None:
    """Return whose access the changes of a row bear on; None where they bear on nobody's."""
    if not isinstance(row, _PLACES):
        # Most rows bear on nobody's access: what they have changed is not looked at.
        columns = _ACCESS.get(type(row), frozenset())
        if not any(inspect(row).attrs[name].history.has_changes() for name in columns):
            return None
    return _bears_on(row)


def _bears_on(row: Any) -> tuple[int, int] | None:
    """Return the workspace and the person whose access a row decides; None where it decides on nobody's."""
    if isinstance(row, Workspace):
        return row.id, EVERYONE
    if isinstance(row, User):
        return row.workspace_id, row.id
    if isinstance(row, AuthSession):
        return row.workspace_id, row.user_id
    return (row.workspace_id, EVERYONE) if isinstance(row, (Bot, *_PLACES)) else None


def _drop(session: Session, changes: set[Any]) -> None:
    for change in changes - {None}:
        drop_readers(*change)
        session.info.setdefault(_CHANGES, set()).add(change)
