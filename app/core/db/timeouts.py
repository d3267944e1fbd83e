"""Fifteen seconds a statement where a request waits for it; jobs and commands bound their work themselves."""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from flask import has_request_context
from sqlalchemy import Engine, event
from sqlalchemy.engine import Connection

STATEMENT_SECONDS = 15.0
LOCK_SECONDS = 5.0
GRACE_SECONDS = 3.0
"""Extra seconds to wait for an answer: a frozen server does not cancel its statements."""
PING_SECONDS = 3.0
STEPS = 200_000
"""Of SQLite's machine between two looks at the clock: a few milliseconds."""


def allowed_seconds() -> float:
    """How long a statement may take now; 0 for as long as it likes."""
    return STATEMENT_SECONDS if has_request_context() else 0


def connect_with_deadline(*arguments: Any, **options: Any) -> Any:
    """Return a connection to PostgreSQL that gives up a server which does not answer."""
    return _connection_class().connect(*arguments, **options)


def ask(connection: Any, words: bytes) -> Any:
    """Send statements to PostgreSQL as one message, and return its answer to the last of them."""
    from psycopg.generators import execute

    connection.pgconn.send_query(words)
    return connection.wait(execute(connection.pgconn))[-1]


@contextmanager
def answering_within(connection: Any, seconds: float) -> Iterator[None]:
    """Wait only so long for an answer of a connection."""
    connection.patience = seconds
    try:
        yield
    finally:
        connection.patience = None


@cache
def _connection_class() -> Any:
    """Return the driver's connection with deadlines; the driver is loaded only where there is PostgreSQL."""
    import psycopg

    class Connection(psycopg.Connection[Any]):
        """A connection that waits for the server as long as a statement may take, and little more."""

        patience: float | None = None

        def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
            """Wait for an answer; OperationalError, and no connection any more, where none comes in time."""
            allowed = allowed_seconds()
            limit = timeout or self.patience or (allowed + GRACE_SECONDS if allowed else None)
            try:
                return super().wait(gen, interval, limit)
            except psycopg.errors._WaitTimeout:
                if timeout is not None:
                    raise
                self.close()
                raise psycopg.OperationalError("The server does not answer.") from None

    return Connection


def limit_statements(engine: Engine) -> None:
    """Have SQLite stop what takes too long; PostgreSQL learns with each transaction."""

    @event.listens_for(engine, "connect")
    def _watch(connection: Any, record: Any) -> None:
        until = record.info["until"] = [math.inf]
        connection.set_progress_handler(lambda: time.monotonic() > until[0], STEPS)

    @event.listens_for(engine, "before_cursor_execute")
    def _begin(connection: Connection, *_rest: Any) -> None:
        connection.info["until"][0] = time.monotonic() + (allowed_seconds() or math.inf)
