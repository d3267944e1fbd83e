"""Background work of clients."""

from datetime import timedelta

from app.clients import erasing, moves
from app.core.jobs import job
from app.core.jobs.schedule import daily, regularly

regularly(timedelta(minutes=15))(moves.sweep)
daily(erasing.plan)
job(erasing.POLICY)(erasing.follow_policy)
job(erasing.PURGE)(erasing.purge)
