"""Whose training goes first: one at a time of a workspace, and of workspaces that wait the one that waited longest."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import func, select

from app.bots.understanding.models import BotModel
from app.core.clock import now
from app.core.db.base import db
from app.core.db.tenancy import everywhere
from app.core.jobs import Job, Postponed

KIND = "train_bot"
SECONDS = 2.0
"""After how long a training whose turn has not come looks again; its runner does other work until then."""
SEEN = 200
"""Trainings that are looked at."""


def await_turn(job: Job) -> None:
    """Go on where a training's turn has come; Postponed where it has not."""
    with everywhere():
        is_turn = not _is_held_up(job) and not _others_first(job)
    if not is_turn:
        raise Postponed(SECONDS)


def _is_held_up(job: Job) -> bool:
    """Whether another training of this workspace, or of the same length, is under way."""
    query = (
        select(Job.id, Job.workspace_id, Job.payload, BotModel.state)
        .join(BotModel, BotModel.job_id == Job.id)
        .where(Job.kind == KIND, Job.state == "running", Job.id != job.id)
        .limit(SEEN)
    )
    return any(
        workspace == job.workspace_id or _is_long(payload) == _is_long(job.payload)
        for job_id, workspace, payload, state in db.session.execute(query)
        # Of two that begin at once the older one goes on.
        if state == "running" or job_id < job.id
    )


def _others_first(job: Job) -> bool:
    """Whether a workspace waits with a training of the same length whose last one is longer ago."""
    soon = now() + timedelta(seconds=SECONDS)
    query = (
        select(Job.workspace_id, Job.payload)
        .where(Job.kind == KIND, Job.state == "ready", Job.run_at <= soon, Job.workspace_id != job.workspace_id)
        .order_by(Job.run_at)
        .limit(SEEN)
    )
    rows = db.session.execute(query)
    waiting = {workspace for workspace, payload in rows if _is_long(payload) == _is_long(job.payload)}
    if not waiting:
        return False
    last = _last_trainings({*waiting, job.workspace_id})
    own = last.get(job.workspace_id)
    return own is not None and any(workspace not in last or last[workspace] < own for workspace in waiting)


def _last_trainings(workspaces: set[int]) -> dict[int, datetime]:
    """When the last training of each workspace ended, where it has had one."""
    query = (
        select(Job.workspace_id, func.max(Job.finished_at))
        .where(Job.kind == KIND, Job.workspace_id.in_(workspaces), Job.finished_at.is_not(None))
        .group_by(Job.workspace_id)
    )
    return {workspace: ended for workspace, ended in db.session.execute(query) if ended is not None}


def _is_long(payload: Any) -> bool:
    return bool(payload.get("long")) if isinstance(payload, dict) else False
