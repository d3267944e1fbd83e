"""64-bit ids that sort by the time they were made."""

import secrets
import threading
from datetime import UTC, datetime

MAX_ID = 2**63 - 1
_EPOCH_MS = 1_704_067_200_000  # 2024-01-01T00:00:00Z
_RANDOM_BITS = 21
_lock = threading.Lock()
_last = 0


def new_id(at: datetime | None = None) -> int:
    """A positive 63-bit id: 42 bits of milliseconds since 2024, then 21 bits drawn at random.

    Ids made by one process without `at` never repeat and never go backwards.
    """
    global _last
    moment = at or datetime.now(UTC)
    milliseconds = max(int(moment.timestamp() * 1000) - _EPOCH_MS, 0)
    candidate = (milliseconds << _RANDOM_BITS) | secrets.randbits(_RANDOM_BITS)
    if at is not None:
        return candidate
    with _lock:
        _last = candidate if candidate > _last else _last + 1
        return _last


def parse_id(text: object) -> int | None:
    """Return the id that a text from outside names; None where it can be none of ours."""
    digits = str(text)
    is_number = digits.isascii() and digits.isdecimal() and len(digits) <= len(str(MAX_ID))
    return int(digits) if is_number and 0 < int(digits) <= MAX_ID else None
