"""How often something is repeated, and on which database: enough to see it fail in the suite, all in `make endure`."""

import os
from collections.abc import Iterable
from zlib import crc32

ENDURE = os.environ.get("ENDURE") == "1"


def repetitions(suite: int, endure: int) -> int:
    """The count for this run."""
    return endure if ENDURE else suite


def in_turn(cases: Iterable[str]) -> list[str]:
    """Return the cases of this run's database: every second one on SQLite, the others on PostgreSQL."""
    names = list(cases)
    return names if ENDURE else names[bool(os.environ.get("TEST_DATABASE_URL")) :: 2]


def is_dealt(name: str) -> bool:
    """Whether this run's database tries a case that is one of many alike; by its name the other one does."""
    database = bool(os.environ.get("TEST_DATABASE_URL"))
    return ENDURE or (crc32(name.encode()) >> 3) % 2 == database
