"""The job that trains one model."""

import time
from typing import Any

from flask import current_app

from app.bots.understanding import files, trainings, turns
from app.bots.understanding.client import TrainingRefused, understanding_of
from app.bots.understanding.models import BotModel
from app.config import Settings
from app.core.db.base import db
from app.core.jobs import Job, heartbeat, job
from app.core.jobs.owners import Owner, message_of
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


def _fail(model: BotModel, error: str) -> None:
    trainings.fail(model, message_of(error))


MODEL = Owner(BotModel, "model_id", fail=_fail, resume=trainings.resume)


@job("train_bot", owner=MODEL)
def work(row: Job) -> None:
    """Have a model trained, telling how far it is; the last one of the bot answers until it is there."""
    model = MODEL.get(row)
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
            raise TrainingRefused(f"Training took more than {MINUTES} minutes. Use fewer phrases.")
        heartbeat(row, progress)
        model.progress = progress
        db.session.commit()

    try:
        figures, trained = understanding_of(_settings()).train(data, content or b"", report_progress)
    except TrainingRefused as error:
        trainings.fail(model, str(error))
        return
    # Cancelled while the last phrases were learnt, it is nobody's any more.
    heartbeat(row, 1.0)
    trainings.finish(model, figures, trained)
