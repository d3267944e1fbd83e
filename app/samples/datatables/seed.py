"""The sample table as rows of a workspace."""

from datetime import date
from pathlib import Path

import orjson
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import within
from app.samples.datatables.models import TableRow


def seed(workspace: Workspace) -> int:
    """Add the sample rows to a workspace that has none; returns how many. The caller commits."""
    samples = orjson.loads(Path(__file__).with_name("content.json").read_bytes())["rows"]
    with within(workspace.id):
        if db.session.scalar(select(TableRow.id).limit(1)) is not None:
            return 0
        for number, sample in enumerate(samples, 1):
            day = date.fromisoformat(sample["start_date"])
            db.session.add(TableRow(**sample | {"number": number, "avatar": "", "start_date": day}))
            db.session.flush()
    return len(samples)
