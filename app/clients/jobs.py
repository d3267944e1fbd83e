"""Background work of clients."""

from datetime import timedelta

from app.clients import moves
from app.core.jobs.schedule import regularly

regularly(timedelta(minutes=15))(moves.sweep)
