"""Fifteen seconds a statement where a request waits for it; jobs and commands bound their work themselves."""

import math
import time
from typing import Any

from flask import has_request_context
from sqlalchemy import Engine, event
from sqlalchemy.engine import Connection

STATEMENT_SECONDS = 15.0
LOCK_SECONDS = 5.0
STEPS = 200_000
"""Of SQLite's machine between two looks at the clock: a few milliseconds."""


def allowed_seconds() -> float:
    """How long a statement may take now; 0 for as long as it likes."""
    return STATEMENT_SECONDS if has_request_context() else 0


def limit_statements(engine: Engine) -> None:
    """Have SQLite stop what takes too long; PostgreSQL learns with each transaction."""

    @event.listens_for(engine, "connect")
    def _watch(connection: Any, record: Any) -> None:
        until = record.info["until"] = [math.inf]
        connection.set_progress_handler(lambda: time.monotonic() > until[0], STEPS)

    @event.listens_for(engine, "before_cursor_execute")
    def _begin(connection: Connection, *_rest: Any) -> None:
        connection.info["until"][0] = time.monotonic() + (allowed_seconds() or math.inf)
