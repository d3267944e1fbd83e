"""Work of the installation at times of its own, over all workspaces: whichever runner comes first does it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from prometheus_client import Counter
from sqlalchemy import String, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, mapped_column

from app.core import clock
from app.core.db import availability
from app.core.db.base import Base, db, read_only, write_rows
from app.core.db.tenancy import everywhere

log = structlog.get_logger(__name__)
FAILURES = Counter("housekeeping_failures_total", "Faults in work at times of its own", ["work"])
LOOK = timedelta(minutes=1)
"""How long a runner sleeps at most: another one may have put something forward."""
PAUSE = timedelta(seconds=5)
"""How soon the same work is done again at the earliest."""
HELD = timedelta(minutes=5)
"""How long nobody else begins what one has begun."""

Work = Callable[[], datetime | None]


class Scheduled(Base):
    """When a piece of the installation's work is due next."""

    __tablename__ = "schedule"

    name: Mapped[str] = mapped_column(String(200), primary_key=True)
    due_at: Mapped[datetime]


@dataclass(frozen=True, slots=True)
class _Duty:
    """What is done again and again."""

    work: Work
    every: timedelta


_duties: dict[str, _Duty] = {}


def regularly(every: timedelta) -> Callable[[Work], Work]:
    """Register work over all workspaces that is done so often, or sooner when it says when; twice does no harm."""

    def register(work: Work) -> Work:
        _duties[f"{work.__module__}.{work.__qualname__}"] = _Duty(work, every)
        return work

    return register


def daily(work: Callable[[], None]) -> Callable[[], None]:
    """Register housekeeping over all workspaces that is done once a day."""

    def keep() -> None:
        work()

    keep.__module__, keep.__qualname__ = work.__module__, work.__qualname__
    regularly(timedelta(days=1))(keep)
    return work


@dataclass(slots=True)
class Attempt:
    """Work on one row of many, and whether it failed."""

    failed: bool = False


@contextmanager
def isolated(work: str, **ids: int) -> Iterator[Attempt]:
    """Undo and log a fault in work on one row of many, so that it stops no other; an outage stops all."""
    attempt = Attempt()
    try:
        yield attempt
    except Exception as error:
        db.session.rollback()
        if availability.met(error) is not None:
            raise
        FAILURES.labels(work).inc()
        log.exception("housekeeping_failed", work=work, **ids)
        attempt.failed = True


def do_due() -> datetime:
    """Do what is due and nobody else does; gives when to look again."""
    with everywhere():
        with read_only():
            rows = db.session.execute(select(Scheduled.name, Scheduled.due_at))
            due: dict[str, datetime] = {row.name: row.due_at for row in rows}
            db.session.rollback()
        for name, duty in _duties.items():
            if name not in due or not clock.now() < due[name] <= _latest(duty, clock.now()):
                due[name] = _do(name, duty)
    return min([clock.now() + LOOK, *(due[name] for name in _duties)])


def _do(name: str, duty: _Duty) -> datetime:
    """Do one duty unless someone else has begun; gives when it is due again. A fault in it stops nothing."""
    moment, due = clock.now(), None
    if not _claim(name, moment, _latest(duty, moment)):
        return moment + PAUSE
    try:
        due = duty.work()
        db.session.commit()
    except Exception as error:
        db.session.rollback()
        if availability.met(error) is not None:
            raise
        FAILURES.labels(name).inc()
        log.exception("housekeeping_failed", work=name)
    usual = moment + duty.every
    again = usual if due is None else min(usual, max(due, clock.now() + PAUSE))
    db.session.execute(update(Scheduled).where(Scheduled.name == name).values(due_at=again))
    db.session.commit()
    return again


def _latest(duty: _Duty, moment: datetime) -> datetime:
    """Return the latest time a duty can be due; a later one was written while a clock was wrong."""
    return moment + duty.every + HELD


def _claim(name: str, moment: datetime, latest: datetime) -> bool:
    """Whether it is ours to do now; where we die, it is due again after a while."""
    lease_end = moment + HELD
    is_due = or_(Scheduled.due_at <= moment, Scheduled.due_at > latest)
    claimed = write_rows(update(Scheduled).where(Scheduled.name == name, is_due).values(due_at=lease_end)) == 1
    if not claimed and db.session.get(Scheduled, name, populate_existing=True) is None:
        db.session.add(Scheduled(name=name, due_at=lease_end))
        claimed = True
    try:
        db.session.commit()
    except IntegrityError:  # Someone else has written the first row.
        db.session.rollback()
        return False
    return claimed
