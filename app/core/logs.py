"""Structured lines on standard error, of every process alike."""

import io
import logging
import sys
from contextlib import suppress
from typing import TextIO

import structlog

from app.config import Settings


class _Lossy(io.TextIOBase, TextIO):
    """Standard error, where it can be written to: a log on a full disk must not fail what it tells of."""

    def write(self, text: str) -> int:
        """Write what there is room for."""
        with suppress(OSError):
            sys.stderr.write(text)
        return len(text)

    def flush(self) -> None:
        """Send it off."""
        with suppress(OSError):
            sys.stderr.flush()


def configure(settings: Settings) -> None:
    """Send structlog's lines to standard error, as JSON or as key=value for people."""
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if settings.log_format == "json"
        else structlog.processors.KeyValueRenderer()
    )
    level = logging.WARNING if settings.app_env == "testing" else logging.INFO
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(_Lossy()),
        cache_logger_on_first_use=settings.app_env != "testing",
    )
