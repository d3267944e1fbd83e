"""The sample tasks as rows of a workspace."""

from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import orjson
from sqlalchemy import select

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import within
from app.office.todo.models import Task
from app.office.todo.service import add_task

PEOPLE = 6


def seed(workspace: Workspace) -> int:
    """Add the sample tasks, due around today, to a workspace that has none; returns how many. The caller commits."""
    samples = orjson.loads(Path(__file__).with_name("content.json").read_bytes())
    today = clock.now().astimezone(ZoneInfo(workspace.zone)).date()
    with within(workspace.id):
        if db.session.scalar(select(Task.id).limit(1)) is not None:
            return 0
        people = list(db.session.scalars(select(User).order_by(User.number).limit(PEOPLE)))
        for sample in samples:
            place = sample.pop("person")
            user = people[place % len(people)] if people else None
            assignee = {"fullName": user.full_name, "avatar": user.avatar} if user else None
            due = today + timedelta(days=sample.pop("due"))
            add_task({**sample, "assignee": assignee, "due_date": due})
    return len(samples)
