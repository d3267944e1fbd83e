"""What a supervisor that was killed has left behind: found by what it wrote down, and ended before the next start."""

import json
import os
import signal
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import structlog

from app.config import Settings
from app.core.process_ids import ListedProcess, ours, start_time
from app.processes.executables import node

log = structlog.get_logger(__name__)
POLITE_SECONDS = 5.0
"""How long those left over may take to finish what is under way; they were notified when their supervisor ended."""
TICK = 0.05


def _file(settings: Settings) -> Path:
    """Where an installation's supervisor writes down its processes."""
    return settings.instance / f"processes-{settings.port}.json"


def note(settings: Settings, groups: Iterable[int]) -> None:
    """Write down this supervisor and the groups of its children; where there is no room, a start finds none of them."""
    text = json.dumps({"pid": os.getpid(), "started": start_time(os.getpid()), "groups": sorted(groups)})
    file = _file(settings)
    new = file.with_suffix(".new")
    with suppress(OSError):
        new.write_text(text)
        new.replace(file)


def forget(settings: Settings) -> None:
    """At an orderly end there is nothing to find."""
    with suppress(OSError):
        _file(settings).unlink(missing_ok=True)


def take_over(settings: Settings) -> None:
    """End what a dead supervisor has left; nothing is touched while it lives, nor what is not surely ours.

    A process is ours when it is this user's, of a group the supervisor made, younger than the supervisor, and runs one
    of our programs: numbers are used again, and may be someone else's by now.
    """
    try:
        programs = {os.readlink("/proc/self/exe"), os.path.realpath(node())}
        document = json.loads(_file(settings).read_text("utf-8"))
        pid, began, groups = int(document["pid"]), int(document["started"]), set(map(int, document["groups"]))
    except (OSError, ValueError, KeyError, TypeError):
        return
    if start_time(pid) == str(began) and pid != os.getpid():
        return

    def remaining_processes() -> list[ListedProcess]:
        return [
            process
            for process in ours()
            if process.group in groups and process.started >= began and process.program in programs
        ]

    processes = remaining_processes()
    if processes:
        log.warning("took_over", processes=sorted(process.pid for process in processes))
    _end(processes, signal.SIGTERM)
    until = time.monotonic() + POLITE_SECONDS
    while processes and time.monotonic() < until:
        time.sleep(TICK)
        processes = remaining_processes()
    _end(processes, signal.SIGKILL)
    while remaining_processes() and time.monotonic() < until + POLITE_SECONDS:
        time.sleep(TICK)


def _end(processes: list[ListedProcess], number: int) -> None:
    """Tell processes."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process.pid, number)
