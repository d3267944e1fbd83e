"""Filling the demonstration workspace."""

from flask import current_app
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.jobs import enqueue
from app.seeding.conversations import converse
from app.seeding.size import WHOLE, Size, use_size

SLUG = "demo"


def seed_demo(*, later: bool = False, size: Size = WHOLE) -> Workspace | None:
    """Fill an empty database with the demonstration workspace; None when there is a workspace already.

    Its conversations are the long part: `later` leaves them to a job, which makes all of them.
    """
    if db.session.scalar(select(Workspace.id).limit(1)) is not None:
        return None
    workspace = Workspace(name="Meridian Motors", slug=SLUG, zone="Asia/Kolkata", currency="INR")
    db.session.add(workspace)
    db.session.flush()
    with within(workspace.id), use_size(size):
        for area in current_app.extensions["areas"]("seed"):
            area.seed(workspace)
        if later:
            enqueue("fill_demo", {})
        else:
            converse(lambda progress: None)
    return workspace
