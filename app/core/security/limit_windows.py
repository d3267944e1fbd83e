"""Moving windows counted in a database: of PostgreSQL, or of a file of their own beside SQLite.

Each count is a short transaction of its own, whatever becomes of the request it is of. Beside SQLite the file is
another one, because a request that holds the database's one write lock could not count in it.
"""

import hashlib
import time
from dataclasses import dataclass
from typing import Any

from limits import RateLimitItem
from sqlalchemy import (
    BigInteger,
    Column,
    Engine,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    create_engine,
    delete,
    event,
    func,
    select,
)

from app.config import Settings
from app.core.db.base import Base
from app.core.db.ids import new_id
from app.core.db.timeouts import connect_with_deadline

FILE = "limits.db"
SECONDS = 1.0
"""How long a count waits for others before this process judges by itself."""
SWEEP_EVERY, OLDEST = 600.0, 86_400.0
_hit = Table(
    "limit_hit",
    Base.metadata,
    Column("id", BigInteger().with_variant(Integer(), "sqlite"), primary_key=True, autoincrement=False, default=new_id),
    Column("key", String(64), nullable=False),
    Column("at", Float, nullable=False),
    Index("ix_limit_hit_key", "key", "at"),
    Index("ix_limit_hit_at", "at"),
)


def make_engine(settings: Settings) -> Engine:
    """The engine that windows are counted by."""
    if not settings.database_url.startswith("sqlite"):
        milliseconds = f"-c statement_timeout={SECONDS * 1000:.0f} -c lock_timeout={SECONDS * 1000:.0f}"
        engine = create_engine(
            settings.database_url, pool_size=2, max_overflow=4, pool_timeout=SECONDS, pool_recycle=1800,
            connect_args={"connect_timeout": 2, "application_name": "parley-limits", "options": milliseconds},
        )  # fmt: skip

        @event.listens_for(engine, "do_connect")
        def _connect(_dialect: object, _record: object, arguments: Any, options: Any) -> Any:
            connection = connect_with_deadline(*arguments, **options)
            connection.patience = 2 * SECONDS
            return connection

        return engine
    engine = create_engine(f"sqlite:///{settings.instance / FILE}", connect_args={"timeout": SECONDS})

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: object) -> None:
        # A count that a power loss takes away is no harm.
        for pragma in ("journal_mode=WAL", "synchronous=OFF"):
            connection.execute(f"PRAGMA {pragma}")

    _hit.to_metadata(MetaData()).create(engine, checkfirst=True)
    return engine


@dataclass(slots=True)
class Stats:
    """When a window has room again, and how much there is now."""

    reset_time: float
    remaining: int


class DatabaseWindows:
    """The four verbs of a strategy of the limits library, over a table."""

    def __init__(self, settings: Settings) -> None:
        """Count where the installation's database is; nothing is opened before the first count."""
        self.settings, self._engine, self._swept = settings, None, 0.0

    _engine: Engine | None

    @property
    def engine(self) -> Engine:
        """The engine, made on first use: after a process has forked."""
        if self._engine is None:
            self._engine = make_engine(self.settings)
        return self._engine

    def close(self) -> None:
        """Let go of the connections."""
        if self._engine is not None:
            self._engine.dispose()

    def reset(self) -> None:
        """Forget every count."""
        with self.engine.begin() as connection:
            connection.execute(delete(_hit))

    def hit(self, item: RateLimitItem, key: str) -> bool:
        """Count one event; False, and nothing counted, when the window is full."""
        moment, name = time.time(), _name(item, key)
        with self.engine.begin() as connection:
            if moment - self._swept > SWEEP_EVERY:
                self._swept = moment
                connection.execute(delete(_hit).where(_hit.c.at < moment - OLDEST))
            if connection.dialect.name == "postgresql":
                # Of two at once the later sees the earlier's count.
                number = int.from_bytes(bytes.fromhex(name[:16]), signed=True)
                connection.execute(select(func.pg_advisory_xact_lock(number)))
            connection.execute(_hit.insert().values(key=name, at=moment))
            if self._count(connection, item, name, moment)[0] <= item.amount:
                return True
            connection.rollback()
        return False

    def test(self, item: RateLimitItem, key: str) -> bool:
        """Whether the window has room."""
        with self.engine.connect() as connection:
            return bool(self._count(connection, item, _name(item, key), time.time())[0] < item.amount)

    def clear(self, item: RateLimitItem, key: str) -> None:
        """Forget what was counted under a key."""
        with self.engine.begin() as connection:
            connection.execute(delete(_hit).where(_hit.c.key == _name(item, key)))

    def get_window_stats(self, item: RateLimitItem, key: str) -> Stats:
        """When the window has room again, and how much there is now."""
        moment = time.time()
        with self.engine.connect() as connection:
            count, oldest = self._count(connection, item, _name(item, key), moment)
        return Stats((oldest or moment) + item.get_expiry(), max(0, item.amount - count))

    @staticmethod
    def _count(connection: Any, item: RateLimitItem, name: str, moment: float) -> tuple[int, float | None]:
        """How many events a window holds, and when the first of them was."""
        inside = (_hit.c.key == name, _hit.c.at > moment - item.get_expiry())
        count, oldest = connection.execute(select(func.count(), func.min(_hit.c.at)).where(*inside)).one()
        return int(count), oldest


def _name(item: RateLimitItem, key: str) -> str:
    """What a window's events are found by: addresses and accounts are no business of a backup's reader."""
    return hashlib.sha256(item.key_for(key).encode()).hexdigest()
