"""Passwords by argon2id, at most two hashes at a time in a process, and few that wait for their turn."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.errors import TooMany

AT_ONCE, WAITING = 2, 3
"""Together they leave threads of a process to everybody else."""
_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_room = threading.BoundedSemaphore(AT_ONCE)
_queue = threading.BoundedSemaphore(AT_ONCE + WAITING)
# Verified against when there is no account, so that its absence takes as long as a wrong password.
_DUMMY = _hasher.hash("no account has this password")


@contextmanager
def _turn() -> Iterator[None]:
    """Wait for one's turn to hash; TooMany at once when too many wait already."""
    if not _queue.acquire(blocking=False):
        raise TooMany(1)
    try:
        with _room:
            yield
    finally:
        _queue.release()


def hash_password(password: str) -> str:
    """An argon2id hash with its parameters and salt."""
    with _turn():
        return _hasher.hash(password)


def verify(stored: str | None, password: str) -> bool:
    """Whether the password fits; an absent hash costs the same and never fits."""
    with _turn():
        try:
            _hasher.verify(stored or _DUMMY, password)
        except (VerificationError, InvalidHashError):
            return False
    return stored is not None


def needs_rehash(stored: str) -> bool:
    """Whether a hash was made with other parameters than today's."""
    return _hasher.check_needs_rehash(stored)
