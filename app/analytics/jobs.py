"""Background work of rollups."""

from datetime import timedelta

from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.analytics import building
from app.core.db.base import db, read_only
from app.core.db.tenancy import within
from app.core.jobs.schedule import isolated, regularly


@regularly(timedelta(hours=1))
def build_bitmaps() -> None:
    """Build the bitmaps of people that are missing, of days that are over since and of those that have changed."""
    with read_only():
        workspaces = db.session.scalars(select(Workspace.id).order_by(Workspace.id)).all()
        db.session.rollback()
    for workspace_id in workspaces:
        with within(workspace_id), isolated("bitmaps", workspace=workspace_id):
            building.build()
