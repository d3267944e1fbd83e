"""Background work of notifications."""

from app.jobs import daily
from app.notifications import service

daily(service.sweep)
