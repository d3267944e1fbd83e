"""The job that trains one model."""

import time
from typing import Any

from flask import current_app
from sqlalchemy import select

from app.bots.understanding import files, trainings, turns
from app.bots.understanding.client import Refused, understanding_of
from app.bots.understanding.models import BotModel
from app.config import Settings
from app.core.db.base import db
from app.core.errors import Conflict, NotFound
from app.core.jobs import Job, heartbeat, job, named_id
from app.core.jobs.schedule import daily

MINUTES = 15
"""How long one training may hold up the others."""


@daily
def _sweep() -> None:
    """Remove files of models that nobody has read for some days."""
    files.sweep(_settings().model_files)


def _settings() -> Settings:
    settings: Settings = current_app.config["SETTINGS"]
    return settings


def _model_of(row: Job) -> BotModel:
    """The model a job belongs to, or NotFound."""
    model = db.session.scalar(select(BotModel).where(BotModel.id == named_id(row, "model_id")))
    if model is None:
        raise NotFound("There is no such model.")
    return model


def _given_up(row: Job, reason: str) -> None:
    """Say at the model that nobody tries it any more."""
    model = _model_of(row)
    if model.job_id == row.id:
        trainings.fail(model, reason.partition(":")[2].strip() or reason)


def _revived(row: Job) -> None:
    """Have the model trained after all."""
    model = _model_of(row)
    if model.job_id != row.id:
        raise Conflict("A newer job replaced this one.", code="superseded")
    trainings.resume(model)


@job("train_bot", given_up=_given_up, revived=_revived)
def work(row: Job) -> None:
    """Have a model trained, telling how far it is; the last one of the bot answers until it is there."""
    model = _model_of(row)
    data: dict[str, Any] | None = model.data
    if data is None:
        return
    turns.await_turn(row)
    before = trainings.model_for(model.bot_id, model.key)
    content = before.content if before is not None else None
    model.state = "running"
    db.session.commit()

    until = time.monotonic() + MINUTES * 60

    def report_progress(progress: float) -> None:
        if time.monotonic() > until:
            raise Refused(f"Training took more than {MINUTES} minutes. Use fewer phrases.")
        heartbeat(row, progress)
        model.progress = progress
        db.session.commit()

    try:
        figures, trained = understanding_of(_settings()).train(data, content or b"", report_progress)
    except Refused as error:
        trainings.fail(model, str(error))
        return
    # Cancelled while the last phrases were learnt, it is nobody's any more.
    heartbeat(row, 1.0)
    trainings.finish(model, figures, trained)
