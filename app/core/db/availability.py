"""What happens while the database does not answer or the disk is full: known at once, reported alike everywhere."""

import errno
import math
import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import structlog
from flask import Flask, request
from prometheus_client import Counter
from sqlalchemy import Engine, ExceptionContext, event
from sqlalchemy.exc import DBAPIError, InvalidatePoolError, OperationalError, PendingRollbackError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from app.config import Settings
from app.core.breakers import Breaker
from app.core.db.row_security import UNKNOWN_KEY, UNSEALED
from app.core.db.timeouts import PING_SECONDS, answering_within, connect_with_deadline
from app.core.errors import DomainError, Unavailable, engine_code

log = structlog.get_logger(__name__)
OUTAGES = Counter("outages_total", "Requests that met an outage", ["of"])
OPEN_SECONDS = 0.5
"""How long nobody else tries to connect after someone could not."""
RESTED_SECONDS = 1.0
"""How long a connection may have rested without being asked whether it is still one."""
FULL_SECONDS = 2.0
"""How long writes are refused after one met a full disk; then one is let try again."""
LOW_BYTES, LOW_SHARE = 16 * 2**20, 0.02
"""With less room than the smaller of both, writes are refused before they fail half way."""
BALLAST_BYTES, BALLAST_SHARE = 64 * 2**20, 0.05
_FULL_ERRNOS = frozenset({errno.ENOSPC, errno.EDQUOT})
# By PostgreSQL's states and SQLite's result codes.
_FULL: frozenset[str | int | None] = frozenset({"53100", 13})
_SLOW: frozenset[str | int | None] = frozenset({"57014", 9})
_BUSY: frozenset[str | int | None] = frozenset({"55P03", "40001", "40P01", 5, 6})
_SQLITE_IOERR = 10
_SQLITE_AWAY = frozenset({7, 8, _SQLITE_IOERR, 14, 15})
"""Out of memory, read-only, an error of the disk, cannot open, locking protocol: no statement is at fault."""


class StorageFull(DomainError):
    """There is no room to write (507); reading goes on."""

    status, code = 507, "storage_full"

    def __init__(self) -> None:
        super().__init__(
            "The server is out of disk space and read-only. Nothing was changed.",
            headers={"Retry-After": "30"},
            extra={"read_only": True},
        )


class Room:
    """Whether there is room to write: by the free space of our folder, and by what writes have met."""

    def __init__(self) -> None:
        self._folder = Path("/")
        self._look_at = self._full_until = 0.0
        self._low = False
        self._was_low = False

    def init_app(self, settings: Settings) -> None:
        """Watch the folder of the installation."""
        self._folder, self._look_at, self._full_until = settings.instance, 0.0, 0.0

    def is_low(self) -> bool:
        """Whether nothing is to be written now; looks at the disk once a second at most."""
        moment = time.monotonic()
        if moment >= self._look_at:
            self._look_at = moment + 1.0
            self._low = self.lacks_room()
        low = self._low or moment < self._full_until
        if low != self._was_low:
            self._was_low = low
            log.error("read_only") if low else log.info("writable_again")
        return low

    def note_full_disk(self) -> None:
        """Someone's write has met a full disk."""
        self._full_until = time.monotonic() + FULL_SECONDS

    def lacks_room(self) -> bool:
        """Whether the folder's disk has less room than we keep."""
        usage = shutil.disk_usage(self._folder)
        return usage.free < min(LOW_BYTES, usage.total * LOW_SHARE)


room = Room()


def ballast_of(settings: Settings) -> Path:
    """The file that takes up room only to give it back in need."""
    return settings.instance / "ballast"


def keep_ballast(settings: Settings) -> None:
    """Set room aside, where there is plenty of it."""
    file = ballast_of(settings)
    size = min(BALLAST_BYTES, int(shutil.disk_usage(settings.instance).free * BALLAST_SHARE))
    if file.exists() or size < 2**20:
        return
    with file.open("wb") as target:
        os.posix_fallocate(target.fileno(), 0, size)


def connect(breaker: Breaker, make: Callable[[], Any], refusal: type[Exception]) -> Any:
    """Return a new connection; while the database is known to be away, one caller at a time tries."""
    if not breaker.admits():
        raise refusal("The database is unavailable.")
    try:
        connection = make()
    except refusal:
        breaker.note_failure()
        raise
    if breaker.note_success():
        log.info("database_back")
    return connection


def guard(engine: Engine) -> None:
    """Have every new connection of an engine to a server pass a breaker, and one that has rested answer first.

    One that was just in use is not asked: who meets a server's end then learns that it does not answer.
    """
    breaker = Breaker(1, OPEN_SECONDS)

    @event.listens_for(engine, "checkin")
    def _rest(_connection: object, record: Any) -> None:
        record.info["rests_since"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def _wake(connection: Any, record: Any, _fairy: object) -> None:
        if time.monotonic() - record.info.get("rests_since", math.inf) < RESTED_SECONDS:
            return
        try:
            with answering_within(connection, PING_SECONDS):
                engine.dialect.do_ping(connection)
        except driver_errors() as error:
            raise InvalidatePoolError from error

    @event.listens_for(engine, "handle_error")
    def _notice(context: ExceptionContext) -> None:
        if _is_cut_off(context.original_exception):
            context.is_disconnect = True

    @event.listens_for(engine, "do_connect")
    def _connect(dialect: Any, _record: object, arguments: Any, options: Any) -> Any:
        refusal = dialect.dbapi.OperationalError
        return connect(breaker, lambda: connect_with_deadline(*arguments, **options), refusal)


def driver_errors() -> tuple[type[Exception], ...]:
    """Return PostgreSQL's driver's own error; none where nothing has loaded that driver, as on SQLite."""
    driver = sys.modules.get("psycopg")
    return () if driver is None else (driver.OperationalError,)


def _is_cut_off(error: BaseException | None) -> bool:
    """Whether the server went in the middle of an answer, for which the driver has neither a state nor a class."""
    driver = sys.modules.get("psycopg")
    return driver is not None and type(error) is driver.DatabaseError and getattr(error, "sqlstate", None) is None


def met(error: BaseException) -> DomainError | None:
    """The outage behind an error, or None when it is a fault of another kind."""
    if _is_full(error):
        room.note_full_disk()
        return StorageFull()
    if isinstance(error, DBAPIError):
        if _state(error) in _SLOW:
            return Unavailable("This took too long and was stopped.", code="too_slow")
        if _state(error) in _BUSY:
            return Unavailable("Another change is in progress. Try again.", code="busy")
        if _state(error) == UNSEALED:
            log.error("key_unknown", secret_key=UNKNOWN_KEY)
            return Unavailable("The database is unavailable.")
        is_lost = _is_away(error) or error.connection_invalidated
    else:
        # What tells a transaction its workspace speaks to the driver itself.
        is_lost = isinstance(error, (NoConnectionFree, PendingRollbackError, *driver_errors())) or _is_cut_off(error)
    return Unavailable("The database is unavailable.") if is_lost else None


def _is_away(error: DBAPIError) -> bool:
    """Whether the database is at fault: SQLite's driver calls a statement that names no table operational, too."""
    if isinstance(error.orig, sqlite3.Error):
        return _state(error) in _SQLITE_AWAY
    return isinstance(error, OperationalError) or _is_cut_off(error.orig)


def _state(error: DBAPIError) -> str | int:
    """What the engine calls the kind of an error: PostgreSQL's five characters, or SQLite's primary number."""
    code = engine_code(error)
    return code & 0xFF if isinstance(code, int) else code


def is_without_schema(error: DBAPIError) -> bool:
    """Whether a statement names a table that is not there."""
    return _state(error) == "42P01" or str(error.orig).startswith("no such table")


def _is_full(error: BaseException) -> bool:
    """Whether an error says that there is no room."""
    if isinstance(error, OSError):
        return error.errno in _FULL_ERRNOS
    if not isinstance(error, DBAPIError):
        return False
    state = _state(error)
    # Where the log's index cannot grow, SQLite calls that an error of the disk.
    return state in _FULL or (state == _SQLITE_IOERR and room.lacks_room())


def need_room() -> None:
    """Refuse what is about to write while there is no room for it."""
    if room.is_low():
        OUTAGES.labels("disk").inc()
        raise StorageFull


def register(app: Flask, settings: Settings) -> None:
    """Refuse writes while there is no room for them."""
    room.init_app(settings)

    @app.before_request
    def _refuse() -> None:
        if request.method not in {"GET", "HEAD", "OPTIONS"}:
            need_room()
