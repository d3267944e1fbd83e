"""Passwords by argon2id, at most two hashes at a time in a process."""

import threading

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.errors import TooMany

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_room = threading.BoundedSemaphore(2)
# Verified against when there is no account, so that its absence takes as long as a wrong password.
_DUMMY = _hasher.hash("no account has this password")


def hash_password(password: str) -> str:
    """An argon2id hash with its parameters and salt."""
    if not _room.acquire(timeout=5):
        raise TooMany(2)
    try:
        return _hasher.hash(password)
    finally:
        _room.release()


def verify(stored: str | None, password: str) -> bool:
    """Whether the password fits; an absent hash costs the same and never fits."""
    if not _room.acquire(timeout=5):
        raise TooMany(2)
    try:
        _hasher.verify(stored or _DUMMY, password)
    except (VerificationError, InvalidHashError):
        return False
    finally:
        _room.release()
    return stored is not None


def needs_rehash(stored: str) -> bool:
    """Whether a hash was made with other parameters than today's."""
    return _hasher.check_needs_rehash(stored)
