"""The sample events as rows of a workspace."""

from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import orjson
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import within
from app.office.calendar.models import Event
from app.office.calendar.moments import write_instant
from app.office.calendar.service import add_event


def seed(workspace: Workspace) -> int:
    """Add the sample events, around today, to a workspace that has none; returns how many. The caller commits."""
    samples = orjson.loads(Path(__file__).with_name("content.json").read_bytes())
    here = ZoneInfo(workspace.zone)
    today = clock.now().astimezone(here).replace(hour=0, minute=0, second=0, microsecond=0)

    def at(day: int, hours: str) -> str:
        """An instant of a day at a clock time."""
        hour, minute = (int(part) for part in hours.split(":"))
        new_day = (today + timedelta(days=day)).date()
        return write_instant(datetime(new_day.year, new_day.month, new_day.day, hour, minute, tzinfo=here))

    with within(workspace.id):
        if db.session.scalar(select(Event.id).limit(1)) is not None:
            return 0
        for sample in samples:
            day, days = sample["day"], sample.get("days", 1)
            whole = "from" not in sample
            first = (today + timedelta(days=day)).date()
            add_event({
                "url": sample.get("url", ""),
                "title": sample["title"],
                "is_all_day": whole,
                "start": first.isoformat() if whole else at(day, sample["from"]),
                "end": (first + timedelta(days=days)).isoformat() if whole else at(day, sample["to"]),
                "extended_props": {"calendar": sample["calendar"], "location": sample.get("location", ""),
                                   "description": sample.get("description", ""), "guests": sample.get("guests", [])},
            })  # fmt: skip
    return len(samples)
