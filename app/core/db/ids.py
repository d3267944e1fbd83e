"""64-bit ids that sort by the time they were made."""

import secrets
import threading
from datetime import UTC, datetime

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
