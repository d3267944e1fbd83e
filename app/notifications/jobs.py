"""Background work of notifications."""

from app.core.jobs.schedule import daily
from app.notifications import service

daily(service.sweep)
