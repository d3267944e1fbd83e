"""New code without an end of service: the supervisor becomes another program and keeps its number and sockets."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass

from app.config import ROOT
from app.processes.prefork import ENDS

HANDOVER = "PARLEY_HANDOVER"
CHECK = "--check"
_OWN = (HANDOVER, "BIND", "PARLEY_READY", "PROMETHEUS_MULTIPROC_DIR")


@dataclass(frozen=True, slots=True)
class Before:
    """What the old program hands over to the new one."""

    listeners: list[int]
    stay: dict[str, int]
    """Children by their names that are replaced one after the other."""
    leave: list[int]
    """Children that end once the new web server is there."""


def handed_over() -> Before | None:
    """What was handed over to this program; None at a first start."""
    text = os.environ.pop(HANDOVER, "")
    return Before(**json.loads(text)) if text else None


def has_terminal() -> bool:
    """Whether this process belongs to a terminal that is there."""
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY))
    except OSError:
        return False
    return True


def check() -> "subprocess.Popen[bytes]":
    """Load the new code in a process of its own, to see whether it can be."""
    env = {name: value for name, value in os.environ.items() if name not in _OWN}
    command = [sys.executable, "-m", "app.processes", CHECK]
    return subprocess.Popen(command, cwd=ROOT, env=env, process_group=0)  # noqa: S603 - our own words


def become_new(before: Before) -> None:
    """Load everything again in this very process; comes back only where the system refuses."""
    # Between two programs nobody hears a signal: it waits for the new one.
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)
    for number in before.listeners:
        os.set_inheritable(number, True)
    os.environ[HANDOVER] = json.dumps(asdict(before))
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - ourselves, as we were begun


def listen_to_signals() -> None:
    """Hear what has waited since the old program."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDS)
