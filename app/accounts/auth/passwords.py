"""Passwords by argon2id, at most two hashes at a time in a process, and few that wait for their turn."""

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.core.http.concurrency import PASSWORDS

NONE = "!"
"""In place of a hash: no password fits. Who has it signs in another way; who has none at all has not joined."""
_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
# Verified against when there is no account, so that its absence takes as long as a wrong password.
_DUMMY = _hasher.hash("no account has this password")


def hash_password(password: str) -> str:
    """An argon2id hash with its parameters and salt."""
    with PASSWORDS.hold():
        return _hasher.hash(password)


def verify(stored: str | None, password: str) -> bool:
    """Whether the password fits; an absent hash costs the same and never fits."""
    usable = stored if stored != NONE else None
    with PASSWORDS.hold():
        try:
            _hasher.verify(usable or _DUMMY, password)
        except (VerificationError, InvalidHashError):
            return False
    return usable is not None


def needs_rehash(stored: str) -> bool:
    """Whether a hash was made with other parameters than today's."""
    return _hasher.check_needs_rehash(stored)
