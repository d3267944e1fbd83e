"""Background work of clients."""

from datetime import timedelta

from app.clients import erasing, moves
from app.core.jobs import Job, job
from app.core.jobs.schedule import daily, regularly

regularly(timedelta(minutes=15))(moves.sweep)
daily(erasing.plan)


@job("erase_contents")
def follow_policy(row: Job) -> None:
    """Erase what is older than a client's policy allows."""
    erasing.follow_policy(row)


@job("purge_client")
def purge(row: Job) -> None:
    """Erase contents and personal data of a client that was closed long enough ago."""
    erasing.purge(row)
