"""Which processes of this machine are there."""

import os
import socket
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ListedProcess:
    """A process as the system lists it."""

    pid: int
    group: int
    started: int
    program: str


def _stat_fields(pid: int) -> list[str]:
    """The system's own line on a process from its state on; raises OSError when there is none."""
    text = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    # The title before may hold anything, so they are counted from its end.
    return text.rpartition(")")[2].split()


def start_time(pid: int) -> str | None:
    """When a process began, in the system's own count; None when there is none, empty where nothing tells."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return None
    except PermissionError:
        pass
    try:
        state, *more = _stat_fields(pid)
    except OSError:
        return ""
    return None if state in {"Z", "X"} else more[18]


def process_name() -> str:
    """Return a name for this process that no process of another machine has, nor a later one with the same id."""
    return f"{socket.gethostname()[:40]}:{os.getpid()}:{start_time(os.getpid())}"


def has_ended(name: str) -> bool:
    """Whether a process of this machine is gone; of another machine's, nothing is known here."""
    host, pid, began, *_ = f"{name}::".split(":")
    return host == socket.gethostname()[:40] and not (pid.isdecimal() and start_time(int(pid)) in {began, ""})


def ours() -> list[ListedProcess]:
    """The live processes of this user whose program can be identified."""
    processes = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, *more = _stat_fields(int(folder.name))
            if state not in {"Z", "X"} and folder.stat().st_uid == os.getuid():
                program = os.readlink(folder / "exe").removesuffix(" (deleted)")
                processes.append(ListedProcess(int(folder.name), int(more[1]), int(more[18]), program))
        except OSError:
            continue
    return processes
