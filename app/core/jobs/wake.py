"""How a row wakes the runner of its machine: a named pipe in the instance's folder, written to after the commit."""

import os
import select
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import structlog
from sqlalchemy import event
from sqlalchemy.orm import Session

log = structlog.get_logger(__name__)
_WAITING = "jobs_waiting"


def pipe_of(instance: Path) -> Path:
    """The pipe that the runner of an instance listens at."""
    return instance / "jobs.fifo"


def ring(instance: Path) -> None:
    """Wake the runner, where there is one; it looks by itself now and then, so a call nobody hears does no harm."""
    with suppress(OSError):
        pipe = os.open(pipe_of(instance), os.O_WRONLY | os.O_NONBLOCK)
        try:
            os.write(pipe, b"\0")
        finally:
            os.close(pipe)


def after_commit(session: Session, instance: Path) -> None:
    """Ring once the session's transaction is committed; not at all when it is rolled back."""
    session.info[_WAITING] = instance


@event.listens_for(Session, "after_commit")
def _ring(session: Session) -> None:
    """Ring for the rows of the transaction that has just been committed."""
    if not session.in_nested_transaction():
        instance = session.info.pop(_WAITING, None)
        if instance is not None:
            ring(instance)


@event.listens_for(Session, "after_soft_rollback")
def _forget(session: Session, _previous: object) -> None:
    """Rows that were rolled back wake nobody."""
    if not session.in_nested_transaction():
        session.info.pop(_WAITING, None)


class Alarm:
    """The runner's end: what it waits at."""

    def __init__(self, ears: list[int], own: int) -> None:
        """Wait at these files; `own` is the way in for this process itself."""
        self._ears = ears
        self._own: int | None = own
        # Re-entrant, because a signal handler may ring while its own thread closes.
        self._lock = threading.RLock()

    def wait(self, seconds: float) -> None:
        """Wait until someone rings, or for some seconds."""
        for ear in select.select(self._ears, [], [], seconds)[0]:
            with suppress(BlockingIOError):
                os.read(ear, 65_536)

    def ring(self) -> None:
        """Ring from within, in a signal handler for one."""
        with self._lock, suppress(BlockingIOError):
            if self._own is not None:
                os.write(self._own, b"\0")

    def close(self) -> None:
        """Close its files; who rings from then on reaches nobody, and no other file of this process."""
        with self._lock:
            own, self._own = self._own, None
        for file in (*self._ears, *([] if own is None else [own])):
            os.close(file)


@contextmanager
def listening(instance: Path) -> Iterator[Alarm]:
    """An alarm that the processes of the instance can ring."""
    ears = list(os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC))
    own = ears.pop()
    try:
        ears.append(_open_pipe(pipe_of(instance)))
    except OSError as error:
        # Some network folders have no pipes: then rows are found by looking.
        log.warning("no_wake", reason=error.strerror)
    alarm = Alarm(ears, own)
    try:
        yield alarm
    finally:
        alarm.close()


def _open_pipe(path: Path) -> int:
    """The pipe, made where it is not there yet; open to write as well, so that it never ends."""
    with suppress(FileNotFoundError):
        if not stat.S_ISFIFO(path.lstat().st_mode):
            path.unlink()
    with suppress(FileExistsError):
        os.mkfifo(path, 0o600)
    return os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
