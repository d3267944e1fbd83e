"""The database: base classes, the workspace filter, and what each engine needs to know."""

import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar
from weakref import WeakKeyDictionary

import orjson
from flask import has_request_context
from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session as FlaskSession
from prometheus_client import Gauge
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    DateTime,
    Engine,
    Executable,
    ForeignKey,
    Integer,
    MetaData,
    Select,
    SelectBase,
    Table,
    UniqueConstraint,
    bindparam,
    event,
    false,
    func,
    inspect,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection, Dialect
from sqlalchemy.exc import DBAPIError, IntegrityError, InvalidRequestError, OperationalError
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    ORMExecuteState,
    Session,
    declared_attr,
    mapped_column,
    with_loader_criteria,
)
from sqlalchemy.orm.attributes import get_history
from sqlalchemy.orm.base import PASSIVE_NO_INITIALIZE
from sqlalchemy.sql.base import ExecutableOption
from sqlalchemy.types import TypeDecorator

from app.config import Settings
from app.core.clock import now
from app.core.db import availability, row_security, tenancy
from app.core.db.ids import new_id
from app.core.db.sqlite_lock import Gate, GatedConnection
from app.core.db.tenancy import NoWorkspace, Scope, bound_workspace, current_scope, is_everywhere
from app.core.db.timeouts import LOCK_SECONDS, limit_statements
from app.core.errors import NO_ITEM, BeyondSchema, Forbidden, Invalid, NotFound

T = TypeVar("T")
# SQLite takes only INTEGER as the name of its own row id; PostgreSQL needs BIGINT for 64 bits.
BigInt = BigInteger().with_variant(Integer(), "sqlite")


class UtcDateTime(TypeDecorator[datetime]):
    """An instant: aware and in UTC on the Python side, without zone in the database."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse instants without a zone and store the rest as UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("An instant needs a time zone.")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give back the instant with its zone."""
        return value.replace(tzinfo=UTC) if value is not None else None


class Base(DeclarativeBase):
    """The declarative base of every model."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[Any, Any]] = {datetime: UtcDateTime, int: BigInt}


class WorkspaceRow:
    """A row of one workspace: filtered on every read, checked on every write."""

    workspace_id: Mapped[int] = mapped_column(ForeignKey("workspace.id"))


class WorkspaceMixin(WorkspaceRow):
    """A workspace row with an id of its own."""

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False, default=new_id, sort_order=-3)
    workspace_id: Mapped[int] = mapped_column(ForeignKey("workspace.id"), sort_order=-2)

    @declared_attr.directive
    def __table_args__(cls) -> tuple[Any, ...]:
        """`(workspace_id, id)` is unique, so that other rows can point at it within the workspace only."""
        return (UniqueConstraint("workspace_id", "id"), *getattr(cls, "table_args", ()))


class ClientScoped:
    """Rows cut by the reader's clients."""

    client_id: Mapped[int] = mapped_column()


class OutletScoped:
    """Rows cut by the reader's outlets (and so by parents and cities)."""

    outlet_id: Mapped[int | None] = mapped_column()


class BotScoped:
    """Rows cut by the reader's bots."""

    bot_id: Mapped[int] = mapped_column()


class Measured(BotScoped):
    """Rows of what a bot has talked, or counted of it: cut as well by the bots whose reports a reader sees."""


class OutletHolder:
    """Rows seen by readers of some outlets who see one of those they hold."""

    @classmethod
    def holds(cls, outlets: list[int]) -> ColumnElement[bool]:
        """Whether a row holds one of these outlets."""
        raise NotImplementedError


class SharedRow:
    """Rows that serve several parts of a workspace: only a reader of all of them writes one."""

    cut_by: ClassVar[tuple[str, ...]] = ("clients", "outlets", "bots")
    """The kinds of scope that leave out a part of what such a row serves."""
    is_hidden: ClassVar[bool] = False
    """Whether it counts what such a scope leaves out, so that its reader does not see the row either."""

    def is_whole(self) -> bool:
        """Whether the present scope, limited otherwise, holds all that this row serves."""
        return True


class UniqueRow:
    """Rows with values that no other row has: only a reader of all these rows writes the values."""

    unique: ClassVar[tuple[str, ...]] = ("name",)

    def sees_others(self, scope: Scope) -> bool:
        """Whether a scope holds all rows from which this one must differ: a refusal says nothing of others then."""
        raise NotImplementedError


class OfBot(BotScoped, SharedRow):
    """A bot, or a part of one, which talks for all outlets of its client."""

    cut_by = ("outlets",)


class RevisionMixin:
    """Optimistic locking: a write on an older revision than the stored one is refused as stale."""

    revision: Mapped[int] = mapped_column(Integer, default=1)
    created_at: Mapped[datetime] = mapped_column(default=now)
    updated_at: Mapped[datetime] = mapped_column(default=now, onupdate=now)

    @declared_attr.directive
    def __mapper_args__(cls) -> dict[str, Any]:
        """Let SQLAlchemy count and compare revisions."""
        return {"version_id_col": cls.revision}


_later: ContextVar[bool] = ContextVar("later", default=False)


class LaterSession(FlaskSession):
    """A session whose commits can be held back, so that more comes into the same transaction."""

    is_held_back = False

    def commit(self) -> None:
        """Commit; inside `commit_later` only write, and read again afterwards as after a commit."""
        if _later.get():
            self.flush()
            self.expire_all()
            self.is_held_back = True
        else:
            self.is_held_back = False
            super().commit()

    def rollback(self) -> None:
        """Roll back, with what was held back."""
        self.is_held_back = False
        super().rollback()

    def close(self) -> None:
        """End the transaction and give the connection back; a dead one has nothing left to roll back."""
        try:
            super().close()
        except DBAPIError:
            self.invalidate()


# Glue only: sessions and engines. Models inherit from our own Base, never from `db.Model`.
db = SQLAlchemy(metadata=Base.metadata, session_options={"autoflush": False, "class_": LaterSession})


@contextmanager
def commit_later() -> Iterator[None]:
    """Hold back the commits of the enclosed work: the caller commits when all of it is there."""
    token = _later.set(True)
    try:
        yield
    finally:
        _later.reset(token)


def commit_now() -> None:
    """Commit even inside `commit_later`, whose caller never commits what a refusal leaves behind."""
    token = _later.set(False)
    try:
        db.session.commit()
    finally:
        _later.reset(token)


# Asked for when a statement runs, not when it is compiled: one cached statement serves every workspace,
# and one that meets workspace rows while none is bound raises.
_bound = bindparam("bound_workspace", type_=BigInteger, callable_=bound_workspace)


def _workspace_criterion(cls: type[WorkspaceRow]) -> ColumnElement[bool]:
    """The criterion of the workspace filter for one class of rows."""
    return cls.workspace_id == _bound


_in_workspace = with_loader_criteria(
    WorkspaceRow, _workspace_criterion, include_aliases=True, track_closure_variables=False
)


_filtered: WeakKeyDictionary[Executable, Executable] = WeakKeyDictionary()


def _within_workspace(statement: Executable) -> Executable:
    """The statement with the workspace filter: made once for one that is kept, so that its cache key is, too."""
    filtered = _filtered.get(statement)
    if filtered is None:
        _filtered[statement] = filtered = statement.options(_in_workspace)
    return filtered


def find_in_any_workspace(query: Select[T]) -> T | None:
    """Search all workspaces for one row and bind its workspace for the rest of the request; None if there is none."""
    with tenancy.everywhere():
        row = db.session.scalar(query)
    if row is not None:
        tenancy.bind(row.workspace_id)  # type: ignore[attr-defined]
    return row


def hold(row: object) -> None:
    """Read a row again and lock it against other writers; NotFound where an earlier one has deleted it.

    Refused where it reaches beyond the writer's scope. A writer who only refers to the row, as a new row does, need
    not wait.
    """
    check_reach(row)
    try:
        db.session.refresh(row, with_for_update={"key_share": True})
    except InvalidRequestError:
        raise NotFound from None


def note(row: Any, *, skip_locked: bool = True, **values: Any) -> None:
    """Set what is only noted of a row, such as its last use: not a change of it, so its revision stays.

    With `skip_locked` nothing is noted where another writer has the row: many would wait for each other at a busy one.
    """
    kind = type(row)
    free = select(kind.id).where(kind.id == row.id)
    if skip_locked and db.engine.dialect.name == "postgresql":
        free = free.with_for_update(skip_locked=True, key_share=True)
    noted = update(kind).where(kind.id.in_(free.scalar_subquery())).values(**values, updated_at=kind.updated_at)
    db.session.execute(noted.execution_options(synchronize_session=False))
    db.session.expire(row, values)


def fetch(query: Select[T], detail: str = NO_ITEM, field: str | None = None) -> T:
    """Return the first row of a query; NotFound where there is none, or Invalid when a field names it."""
    row = db.session.scalar(query)
    if row is not None:
        return row
    if field is None:
        raise NotFound(detail)
    raise Invalid({field: [BeyondSchema(detail)]})


@contextmanager
def write_or(refusal: Exception) -> Iterator[None]:
    """Write what is enclosed, or nothing of it and raise a refusal where another row is in its way."""
    try:
        with db.session.begin_nested():
            yield
            db.session.flush()
    except IntegrityError:
        raise refusal from None


def flush_or(refusal: Exception) -> None:
    """Write what is pending; roll back and raise a refusal where another row is in its way."""
    try:
        db.session.flush()
    except IntegrityError:
        db.session.rollback()
        raise refusal from None


def write_rows(statement: Executable) -> int:
    """Run an update or delete of many rows past those the session holds; return how many it met."""
    result = db.session.execute(statement.execution_options(synchronize_session=False))
    number: int = result.rowcount  # type: ignore[attr-defined]
    return number


def rows_by_id(kind: Any, ids: Iterable[int | None], *options: ExecutableOption) -> dict[Any, Any]:
    """Map ids to the rows of a kind that the reader may see; None is no id."""
    keys = {id_ for id_ in ids if id_ is not None}
    query = select(kind).where(kind.id.in_(keys)).options(*options)
    return {row.id: row for row in db.session.scalars(query)} if keys else {}


def count_rows(query: SelectBase) -> int:
    """Return how many rows a query has, with its own grouping and limit."""
    return db.session.scalar(select(func.count()).select_from(query.subquery())) or 0


@event.listens_for(Session, "do_orm_execute")
def _filter_rows(state: ORMExecuteState) -> None:
    """Add the workspace and the data scope to every ORM read, update and delete."""
    if is_everywhere() or state.is_column_load or state.is_relationship_load:
        return
    state.statement = _within_workspace(state.statement)
    scope = current_scope()
    if scope == Scope():
        return
    if (state.is_update or state.is_delete) and any(_is_cut(mapper.class_, scope) for mapper in state.all_mappers):
        raise _beyond()
    hidden = (cls for cls in _hidden() if _is_cut(cls, scope))
    state.statement = state.statement.options(*(with_loader_criteria(cls, false()) for cls in hidden))
    if scope.clients is not None:
        clients = list(scope.clients)
        state.statement = state.statement.options(
            with_loader_criteria(ClientScoped, lambda cls: cls.client_id.in_(clients), include_aliases=True)
        )
    if scope.outlets is not None:
        outlets = list(scope.outlets)
        state.statement = state.statement.options(
            with_loader_criteria(OutletScoped, lambda cls: cls.outlet_id.in_(outlets), include_aliases=True),
            *(with_loader_criteria(cls, cls.holds(outlets), include_aliases=True) for cls in _holders()),
        )
    if scope.bots is not None:
        bots = list(scope.bots)
        state.statement = state.statement.options(
            with_loader_criteria(BotScoped, lambda cls: cls.bot_id.in_(bots), include_aliases=True)
        )
    if scope.measured is not None:
        measured = list(scope.measured)
        state.statement = state.statement.options(
            with_loader_criteria(Measured, lambda cls: cls.bot_id.in_(measured), include_aliases=True)
        )


@cache
def _hidden() -> list[type[SharedRow]]:
    """The classes of rows that count what their readers may not see."""
    shared = (mapper.class_ for mapper in Base.registry.mappers if issubclass(mapper.class_, SharedRow))
    return [cls for cls in shared if cls.is_hidden]


@cache
def _holders() -> list[type[OutletHolder]]:
    """The classes of rows that hold outlets."""
    return [mapper.class_ for mapper in Base.registry.mappers if issubclass(mapper.class_, OutletHolder)]


def _is_cut(cls: type, scope: Scope) -> bool:
    """Whether a scope leaves out a part of what every row of a class serves."""
    return issubclass(cls, SharedRow) and any(getattr(scope, kind) is not None for kind in cls.cut_by)


def is_cut_whole(cls: type, scope: Scope) -> bool:
    """Whether the filter cuts rows of a class by all that limits a scope, and what they serve lies in it."""
    limits = (mixin for mixin, kind, _ in _CUTS if getattr(scope, kind) is not None)
    return all(issubclass(cls, mixin) for mixin in limits) and not _is_cut(cls, scope)


def _beyond() -> Forbidden:
    return Forbidden("This reaches beyond the data you have access to. Ask an admin who sees all of it.",
                   code="out_of_scope")  # fmt: skip


_CUTS = (
    (ClientScoped, "clients", "client_id"), (OutletScoped, "outlets", "outlet_id"), (BotScoped, "bots", "bot_id"),
    (Measured, "measured", "bot_id"),
)  # fmt: skip


def check_reach(row: object) -> None:
    """Refuse to write a row that lies, lay or reaches beyond the present scope, or that tells of rows beyond it."""
    scope = current_scope()
    if is_everywhere() or scope == Scope():
        return
    for mixin, kind, name in _CUTS:
        ids: frozenset[int] | None = getattr(scope, kind)
        if ids is not None and isinstance(row, mixin) and not ids.issuperset({getattr(row, name), *_before(row, name)}):
            raise _beyond()
    if _is_cut(type(row), scope) or (isinstance(row, SharedRow) and not row.is_whole()):
        raise _beyond()
    if isinstance(row, UniqueRow) and any(_has_changed(row, name) for name in row.unique):
        if not row.sees_others(scope):
            raise Forbidden(
                "This must be unique among data you do not have access to. Ask an admin who sees all of it.",
                          code="out_of_scope")  # fmt: skip


def _before(row: object, name: str) -> Any:
    """What a column held before a change; nothing where it is another name of the row's id."""
    return get_history(row, name).deleted if name in inspect(row).mapper.column_attrs else ()


def _has_changed(row: object, name: str) -> bool:
    """Whether a column is about to be written with another value."""
    return bool(get_history(row, name).has_changes())


@event.listens_for(Session, "before_flush")
def _guard_writes(session: Session, _context: object, _instances: object) -> None:
    """Give new rows their workspace, refuse rows of, or moves to, another one, and what reaches beyond the scope."""
    for row in session.new:
        if not isinstance(row, WorkspaceRow):
            continue
        workspace_id: int | None = row.workspace_id  # unset on a new row until here, whatever the mapping says
        if workspace_id is None:
            row.workspace_id = bound_workspace()
        elif not is_everywhere() and row.workspace_id != bound_workspace():
            raise NoWorkspace(f"{type(row).__name__} belongs to another workspace.")
    for row in session.dirty | session.deleted:
        if isinstance(row, WorkspaceRow) and not is_everywhere():
            # One attribute's history: `inspect(row).attrs` makes an object of every one.
            if get_history(row, "workspace_id", PASSIVE_NO_INITIALIZE).has_changes() or (
                row.workspace_id != bound_workspace()
            ):
                raise NoWorkspace(f"{type(row).__name__} belongs to another workspace.")
    if current_scope() != Scope():
        for row in [*session.new, *session.deleted, *(row for row in session.dirty if session.is_modified(row))]:
            check_reach(row)


# GET and HEAD never write, so they need not take SQLite's single write lock; everything else takes it
# at once, because a transaction that reads first and writes later fails or loses updates.
_transaction: ContextVar[str] = ContextVar("transaction", default="IMMEDIATE")


@contextmanager
def _transaction_kind(kind: str) -> Iterator[None]:
    """Begin the enclosed transactions as one kind, and later ones as before."""
    token = _transaction.set(kind)
    try:
        yield
    finally:
        _transaction.reset(token)


def read_only() -> AbstractContextManager[None]:
    """Begin the enclosed transactions as readers."""
    return _transaction_kind("DEFERRED")


@contextmanager
def without_lock() -> Iterator[None]:
    """Do slow work in no transaction; what the work reads by itself holds no write lock.

    What was committed before is stored, even inside `commit_later`; what was only written is not.
    """
    session: Any = db.session()
    commit_now() if session.is_held_back else session.rollback()
    try:
        with read_only():
            yield
    finally:
        db.session.rollback()


def writing() -> AbstractContextManager[None]:
    """Write in a transaction of its own, to be committed inside, in a request that otherwise may only read."""
    db.session.rollback()
    return _transaction_kind("IMMEDIATE")


def begin_as(kind: str) -> None:
    """Say how this thread's next transactions begin: `DEFERRED` (reads) or `IMMEDIATE` (writes)."""
    _transaction.set(kind)


def end_reading() -> None:
    """Give the connection and the snapshot of a request that only reads back, to wait without them."""
    if has_request_context() and _transaction.get() == "DEFERRED":
        db.session.rollback()


@cache
def insert_or_update(dialect: str, table: Table) -> tuple[Any, Any]:
    """An engine's insert that takes a conflict clause, and its name for the values offered.

    Naming those copies every column of the table, so it is done once.
    """
    statement = (postgresql if dialect == "postgresql" else sqlite).insert(table)
    return statement, statement.excluded


def _json(value: Any) -> str:
    """A JSON column's text."""
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()


def engine_options(settings: Settings) -> dict[str, Any]:
    """SQLAlchemy's engine arguments for the configured database."""
    usual: dict[str, Any] = {"json_serializer": _json, "json_deserializer": orjson.loads}
    # Parameters contain people's names and numbers, which must not be logged.
    usual["hide_parameters"] = True
    if settings.database_url.startswith("sqlite"):
        return {
            **usual,
            "pool_size": 16,
            "max_overflow": 0,
            "pool_timeout": 10,
            "connect_args": {"timeout": LOCK_SECONDS, "check_same_thread": False, "factory": GatedConnection},
        }
    return {
        **usual,
        "pool_size": 8,
        "max_overflow": 2,
        "pool_timeout": 5,
        "pool_recycle": 1800,
        "pool_use_lifo": True,
        "connect_args": {
            "connect_timeout": 3,
            "application_name": "parley",
            # A server that has vanished without a word is given up.
            "keepalives_idle": 30,
            "keepalives_interval": 10,
            "keepalives_count": 3,
            "tcp_user_timeout": 15_000,
            # Statements are not compiled: that takes longer than the longest of ours runs.
            "options": f"-c lock_timeout={LOCK_SECONDS * 1000:.0f} -c idle_in_transaction_session_timeout=30000 "
            "-c timezone=UTC -c jit=off",
        },
    }


IN_USE = Gauge("db_pool_in_use", "Connections of the database that are in use", multiprocess_mode="livesum")
PREPARED_AFTER = 5
"""Batches of a statement before the server keeps its plan."""


def _plan_again(engine: Engine) -> None:
    """Have PostgreSQL plan each statement for what the tables hold now, and keep plans for batches of rows only.

    A kept plan that was made for empty tables goes through the whole of them until their statistics are next taken:
    the first busy minutes of an installation. Planning again costs readers nothing that could be measured.
    """

    @event.listens_for(engine, "before_cursor_execute")
    def _choose(connection: Connection, *more: Any) -> None:
        driver: Any = connection.connection.dbapi_connection
        driver.prepare_threshold = PREPARED_AFTER if more[-1] else None


def _close_file(path: Path) -> None:
    """Let nobody but its owner read the database: SQLite gives the files beside it the same mode."""
    beside = [path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal")]
    with suppress(OSError):
        if path.parent.is_dir():
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        for file in (path, *beside):
            if file.exists() and file.stat().st_mode & 0o077:
                file.chmod(0o600)


def _count_connections(engine: Engine) -> None:
    """Count the connections that are taken from a pool and not yet given back."""
    event.listen(engine, "checkout", lambda *_more: IN_USE.inc())
    event.listen(engine, "checkin", lambda *_more: IN_USE.dec())


def prepare_engine(engine: Engine, settings: Settings) -> None:
    """Give SQLite its pragmas and its own BEGIN, and PostgreSQL's transactions their workspace."""
    _count_connections(engine)
    if engine.dialect.name != "sqlite":
        availability.guard(engine)
        row_security.listen(engine, _transaction.get, settings.secret_key)
        _plan_again(engine)
        return
    limit_statements(engine)
    gate = Gate(Path(str(engine.url.database)))
    _close_file(Path(str(engine.url.database)))
    pragmas = (
        "journal_mode=WAL",
        f"synchronous={settings.sqlite_sync}",
        "foreign_keys=ON",
        "cache_size=-65536",
        "mmap_size=2147418112",  # All that SQLite allows: what lies beyond is read page by page.
        "temp_store=MEMORY",
        "journal_size_limit=67108864",
    )

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        connection.gate = gate
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        kind = _transaction.get()
        if kind == "IMMEDIATE":
            driver: Any = connection.connection.dbapi_connection
            try:
                driver.enter()
            except driver.OperationalError as error:
                raise OperationalError("BEGIN IMMEDIATE", None, error) from error
        connection.exec_driver_sql(f"BEGIN {kind}")
