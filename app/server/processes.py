"""Which processes of this machine are there."""

import os
from pathlib import Path


def started(pid: int) -> str | None:
    """When a process began, in the system's own count; None when there is none, empty where nothing tells."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return None
    except PermissionError:
        pass
    try:
        told = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return ""
    # The title before may hold anything, so they are counted from its end.
    state, *more = told.rpartition(")")[2].split()
    return None if state in {"Z", "X"} else more[18]
