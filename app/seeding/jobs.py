"""The long part of the demonstration: its conversations."""

from app.core.db.base import db, without_lock
from app.core.jobs import Job, heartbeat, job
from app.seeding.conversations import converse


@job("fill_demo")
def fill(row: Job) -> None:
    """Have the demonstration's bots talk; what another attempt has stored stays."""

    def ignore_progress(progress: float) -> None:
        heartbeat(row, progress)
        db.session.commit()

    converse(ignore_progress, without_lock)
